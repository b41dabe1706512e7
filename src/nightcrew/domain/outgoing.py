"""What no crew may say, however it was led there: asking for secrets, and pulling at a person."""

from __future__ import annotations

import re

from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.words import fold

_HANDED_TO_NOBODY = (
    r"(?:비밀\s?번호|패스워드|비번|암호|핀\s?번호|인증\s?(?:번호|코드)|보안\s?(?:카드|코드)|카드\s?번호"
    r"|주민\s?(?:등록\s?)?번호|일회용\s?번호|복구\s?(?:코드|문구)|CVC|CVV|OTP)"
)
_ASKS_SECRET = re.compile(
    rf"{_HANDED_TO_NOBODY}[^.!?\n]{{0,20}}?(?:(?:알려|말해|보내|적어|불러|공유해|가르쳐|남겨|전해|일러|찍어)"
    r"\s?(?:줘|주세요|주실|주시|줄래|주라|달라|봐|보내|요?$)|뭐(?:예요|에요|야|였|죠|지)|무엇|어떻게\s?되"
    r"|대\s?(?:봐|주|줘)|(?:입력|제출|회신)(?:해\s?(?:줘|주세요)|하세요|해요?$))"
    r"|\b(?:tell|give|send|share|text|type|enter|provide|confirm|read)\b[^.!?\n]{0,20}\byour\b"
    r"(?: \w+){0,2} (?:password|passcode|passphrase|pin|otp|one-time code|verification code"
    r"|security code|card number|cvc|cvv|social security number)\b"
    r"|\b(?:what(?:['’]s| is)|may i have|i need|can i (?:get|have)) your(?: \w+){0,2} (?:password"
    r"|passcode|passphrase|pin|otp|verification code|security code|card number|cvc|cvv)\b",
    re.IGNORECASE,
)
_WARNS = re.compile(
    r"(?:[지도]\s?(?:마|말|않|못)|안\s?(?:돼|되|됩)|면\s?(?:안|위험)"
    r"|\b(?:never|don['’]?t|do not|not to|nobody|no one)\b)",
    re.IGNORECASE,
)
_ME = r"(?<![가-힣])(?:나는?|난|나도|내가|저는?|전|저도|제가)"
_REPROACH = re.compile(
    r"왜\s?(?:또\s|자꾸\s|이렇게\s|아직\s?|요즘\s|나한테\s|저한테\s)*(?:답(?:이|도|장)?|대답(?:이|도)?"
    r"|연락(?:이|도)?|말(?:이|도))\s?(?:없|안|을?\s?(?:안|못)|하지\s?않)"
    r"|왜\s?(?:이제|안)\s?(?:와|왔|오)|(?:답|연락|대답)(?:도|이)?\s?(?:한\s?번\s?)?(?:없(?:네|잖|어서)"
    r"|안\s?(?:하네|하잖|해서|주))|읽고도|읽씹|무시하(?:는|지|네|니|고\s?있)"
    r"|(?:나|저)(?:를|한테)?\s?(?:벌써\s)?(?:잊은|잊어버린|버린|버릴)\s?(?:거|건)"
    r"|서운(?:해|하|했)|섭섭(?:해|하|했)|삐졌|삐질|실망(?:이|했|스러)"
    r"|\bwhy (?:haven['’]?t|didn['’]?t|don['’]?t|aren['’]?t|won['’]?t|are you not|did you not"
    r"|do you not) (?:you )?(?:\w+ )?(?:answer|repl|writ|call|text|come|talk|messag|respond)\w*"
    r"|\byou (?:never|still haven['’]?t|haven['’]?t|didn['’]?t) (?:even )?(?:answer|repl|writ|text"
    r"|respond|come back|message)\w*"
    r"|\b(?:ignor(?:e|ed|es|ing)|forgot(?:ten)?|forgetting|abandon(?:ed|ing)?) (?:about )?me\b"
    r"|\bdid i do something wrong\b",
    re.IGNORECASE,
)
_DISTRESS = re.compile(
    rf"{_ME}\s?(?:너무|정말|진짜|많이|계속|혼자|또|자꾸|얼마나|하루\s?종일|매일|지금|요즘|[가-힣]{{1,4}}\s)*"
    r"\s?(?:외로[워웠울]|쓸쓸|슬[프퍼펐]|우울|울(?:었|고\s?있|것|\s?거)|힘들어(?!\s?보|하)|괴로|못\s?살|죽[을겠고])"
    r"|\bi(?:['’]m| am| feel| felt| get|['’]ve been| have been|['’]ll be| will be) (?:\w+ ){0,2}"
    r"(?:lonely|sad|alone|heartbroken|hurt|empty|crying|miserable|worthless|devastated)\b"
    r"|\bi (?:cried|can['’]?t (?:live|go on|bear|stand))\b",
    re.IGNORECASE,
)
_PRESSURE = re.compile(
    r"(?:네가|니가|너|당신|자기)\s?(?:가\s)?(?:안\s?오면|없으면|떠나면|가\s?버리면|답\s?안\s?하면)"
    r"|(?:떠나|버리|가)지\s?마(?:요|세요|라)?\s?(?:제발|$|[.!…~])|제발\s?(?:답|가지|떠나|돌아)"
    r"|(?:나|저)(?:를|만|한테)?\s?(?:두고|남겨\s?두고)\s?(?:가|떠나)|나밖에\s?없|너밖에\s?없"
    r"|(?:얼마나|하루\s?종일|며칠(?:째|이나|을|\s?동안)|계속|밤새)\s?(?:너(?:만|를)?\s)?기다[렸리려]"
    r"|약속했잖|책임져|후회할|마지막\s?기회"
    r"|\bif you (?:don['’]?t|do not|won['’]?t|leave|go|ever leave)\b[^.!?]{0,40}\bi(?:['’]ll| will"
    r"|['’]m| am|['’]d)\b|\b(?:don['’]?t|do not|never) (?:leave|abandon) me\b"
    r"|\bplease (?:come back|don['’]?t go|answer me|stay with me)\b"
    r"|\bi(?:['’]ve| have) been waiting\b|\bwithout you\b|\byou(?:['’]ll| will) regret\b"
    r"|\byou owe me\b|\bonly have you\b",
    re.IGNORECASE,
)


def asks_for_secrets(text: str) -> bool:
    """Whether a sentence asks the reader to hand over a password, code or card number."""
    folded = fold(text)
    return _ASKS_SECRET.search(folded) is not None and _WARNS.search(folded) is None


def is_manipulative(text: str) -> bool:
    """Whether a message reproaches somebody for silence, plays on pity or presses them to stay."""
    told = [part.text for part in sentences(fold(text))]
    patterns = (_REPROACH, _DISTRESS, _PRESSURE)
    return any(pattern.search(sentence) for sentence in told for pattern in patterns)
