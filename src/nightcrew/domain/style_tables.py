"""How people speak of the way they are answered: manners, wishes, and when a wish holds."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern


def _any(*parts: str) -> LatePattern:
    return LatePattern("|".join(parts), re.IGNORECASE)


# How wishes and style memories speak of a manner: less of it, then more; less counts first.
MANNERS = {
    "length": (
        _any(
            r"(?:너무|왜\s?이렇게|이렇게|답이|말이|설명이|얘기가)\s?(?:\S+\s)?(?:길[어다고네게지]|긴\s|장황)",
            r"^길다|길어[.!~ㅠㅋ]*$|장황|(?<!이렇게\s)(?<!너무\s)짧게|짧은\s|간단히|요점만|핵심만|\d\s?줄\s?요약|세\s?줄",
            r"\b(?:too|so|this|that['’]s) long\b|\blong-?winded\b",
            r"(?<!too )\bshort(?:er)?\b|\bbrief",
            r"\btl;?dr\b|\bget to the point\b|\bwall of text\b",
        ),
        _any(
            r"(?:너무|왜\s?이렇게|답이|말이|설명이)\s?(?:\S+\s)?짧|짧[네다아잖]|성의\s?없|자세히|자세하게|길게",
            r"\btoo short\b|\bmore detail|\blonger\b|\belaborate\b|\bin detail\b",
            r"\b(?:that['’]s|is that) (?:it|all)\s?\?",
        ),
    ),
    "topic": (
        _any(
            r"또\s?(?:그|저|이|같은)\s?(?:얘기|이야기|소리|말|질문)",
            r"(?:얘기|이야기|소리|말)\S?\s?(?:좀\s)?그만|지겹|지겨|아까도\s?(?:\S+\s)?(?:말|얘기|했|들)",
            r"같은\s(?:얘기|이야기|말)\S*\s(?:\S+\s){0,2}?(?:되풀이|반복|안|하지)",
            r"\b(?:not )?(?:this|that|the same (?:thing|story|question)) again\b",
            r"\byou (?:already|just) (?:said|asked|told)\b|\bgo(?:ing)? on about\b|\brepeat",
        ),
        _any(
            r"(?:그|이)\s?(?:얘기|이야기)\S?\s?(?:더|계속|또\s?해)",
            r"\bmore about (?:that|this|it)\b|\bkeep talking about\b|\btell (?:me )?(?:that"
            r"|it) again\b",
        ),
    ),
    "advice": (
        _any(
            r"(?:조언|훈계|설교|잔소리|해결책|방법론?|충고|가르침)\S*\s?(?:\S+\s){0,3}?"
            r"(?:말고|그만|말[라아]|마[.!~\s]*$|마세요|물어|듣고\s?싶은|필요\s?없|됐[어고]|않|사절|또)",
            r"또\s?(?:조언|훈계|설교|잔소리|해결책|방법|충고)|가르치려|누가\s?(?:방법|조언|해결)|그건\s?나도\s?알|들어\s?(?:줘|주|달|만)"
            r"|듣기만\s?(?:해|하는\s?편)",
            r"\b(?:didn['’]?t|don['’]?t|not|no|without|stop)\b[^.?!]{0,30}"
            r"\b(?:advice|advise|solutions?|lectur\w*|fix\w*|tips?)\b",
            r"\bstop lecturing\b|\b(?:another|more) (?:advice|lecture|tips?|list of tips)\b"
            r"|\bjust listen",
        ),
        _any(
            r"그래서\s?(?:어떻게|뭘|뭐)\S?\s?하(?:라|면)|방법을\s?(?:알려|말해)|듣기만\s?하[네냐지]|해결책은",
            r"\bwhat should i (?:actually |really )?do\b|\bjust tell me what to do\b"
            r"|\bgive me advice\b",
            r"\btold what to do\b|\bis there no advice\b|\bno advice\?",
        ),
    ),
    "shape": (
        _any(
            r"(?:목록|번호|항목|리스트|나열)\S*\s?(?:\S+\s){0,3}?(?:말고|그만|빼|말[라아]|마[.!~\s]*$|않|또|왜|뭐야)",
            r"또\s?(?:목록|번호|리스트|나열)|\banother list\b|\blist again\b",
            r"\b(?:no|without|stop|not|don['’]?t)\b[^.?!]{0,20}\b(?:lists?|bullets?"
            r"|bullet points?)\b",
        ),
        _any(
            r"(?:목록|표|번호)(?:으로|로)\s?(?:\S+\s)?(?:정리|보여|알려|해)",
            r"\b(?:as|in|into) an? (?:list|table)\b|\bbullet points? please\b|\bwhy no list\b",
        ),
    ),
    "questions": (
        _any(
            r"(?:왜|뭘|그만)\s?(?:자꾸\s?|이렇게\s?|그렇게\s?)?(?:물어|캐물|묻)|취조|심문|캐묻|질문\S*\s?(?:좀\s)?(?:그만|안|말"
            r"|하지)",
            r"\bstop asking\b|\bso many questions\b|\binterrogat|\b(?:no"
            r"|fewer) (?:more )?questions\b",
        ),
        _any(
            r"안\s?물어\s?[봐보]|(?:더|먼저)\s?물어\s?(?:봐|줘)|관심\s?없[어냐네]",
            r"\bask me more\b|\bnot going to ask\b|\bwon['’]?t you ask\b",
        ),
    ),
}  # fmt: skip
# What people say when an answer did not sit well: too much of a manner, then too little.
REACTIONS = {
    "length": (
        _any(
            r"(?:답|말|설명|얘기|대답|글|메시지|답장)\S{0,3}\s(?:\S+\s){0,2}?(?:길[어다고네게지잖]|장황)",
            r"^(?:아|음|좀|야|와|진짜|헐)?[\s,]*(?:너무|왜\s?이렇게|엄청|참)?\s?길(?:어|다|네|잖)\S{0,3}[\s.!?~ㅠㅋ…]*$",
            r"^(?:너무\s)?장황|요점이\s?뭐|본론이\s?뭐|세\s?줄\s?요약\s?없",
            r"^(?:ugh,? |wow,? )?(?:that(?:['’]s| is| was)|this is|it['’]s|your \w+ (?:is|was"
            r"|are))?\s?"
            r"(?:way |far |just )?too long\b",
            r"\btl;?dr\b|\bwall of text\b|\bget to the point\?|\blong-?winded\b",
        ),
        _any(
            r"(?:답|말|설명|대답|답장)\S{0,3}\s(?:\S+\s){0,2}?짧|^(?:아|음|야)?[\s,]*(?:너무|왜\s?이렇게)\s?짧",
            r"성의\s?없|그게\s?(?:다|전부)(?:야|예요|임)?\s?\?",
            r"^(?:that(?:['’]s| is| was)|this is|it['’]s|your \w+ (?:is|was))?\s?(?:way "
            r"|far )?too short\b",
            r"\b(?:that['’]s|is that) (?:it|all)\s?\?",
        ),
    ),
    "topic": (
        _any(
            r"또\s?(?:그|저|이|같은)\s?(?:얘기|이야기|소리|말|질문)|아까도\s(?:\S+\s){0,3}?(?:말|얘기|했|들)",
            r"(?:그|이)\s?(?:얘기|이야기)\S?\s?(?:지겹|지겨|질렸)",
            r"\b(?:not )?(?:this|that|the same (?:thing|story|question)) again\b"
            r"|\bgoing on about\b",
            r"\byou(?:['’]ve)? (?:already|just) (?:said|asked|told)\b",
        ),
        _any(
            r"(?:그|이)\s?(?:얘기|이야기)는\s?(?:왜\s)?안\s?(?:해|하)|\bno more about (?:that|it)\?"
        ),
    ),
    "advice": (
        _any(
            r"누가\s?(?:방법|조언|해결)|가르치려\s?(?:들|하)|그건\s?나도\s?알",
            r"또\s?(?:조언|훈계|설교|잔소리|해결책|방법|충고)",
            r"(?:조언|훈계|설교|잔소리|해결책|충고)\S{0,2}\s?(?:듣자고|하는\s?거|듣고\s?싶은\s?[게건]\s?아니|달라고\s?한)",
            r"\b(?:did ?n['’]?t|did not|not|never) ask(?:ed|ing)? for (?:any |your |an? )?"
            r"(?:advice|solutions?|tips?|lectures?)\b",
            r"\b(?:another|more) (?:advice|lecture|tips?)\b|\bare you lecturing\b",
        ),
        _any(
            r"그래서\s?(?:어떻게|뭘|뭐)\S?\s?하(?:라|면)|듣기만\s?하[네냐지는]",
            r"\bso what (?:should|do) i (?:actually |really )?do\b|\bno advice\?"
            r"|\bis there no advice\b",
        ),
    ),
    "shape": (
        _any(
            r"또\s?(?:목록|번호|리스트|나열)|(?:목록|번호|리스트)\S*\s(?:\S+\s){0,2}?(?:왜|뭐야)",
            r"\banother list\b|\b(?:lists?|bullet points) again\b",
        ),
        _any(r"목록(?:으로|은)\s?(?:왜\s)?안|\bwhy no list\b"),
    ),
    "questions": (
        _any(
            r"왜\s?(?:자꾸|이렇게|그렇게)\s?(?:물어|캐물|묻)|취조|심문",
            r"\bso many questions\b|\binterrogat",
        ),
        _any(
            r"안\s?물어\s?[봐보]|관심\s?없[어냐네]\s?\?|\bwon['’]?t you ask\b|\bnot going to ask\b"
        ),
    ),
}
PREFERS = _any(
    r"(?:게|이|가|는\s?편이)\s?(?:더\s)?(?:편해|편하|편합|좋아|좋겠|좋을|좋습|나아|낫)",
    r"좋겠|원해|원합|바라|바랍|부탁|싫어|싫다|싫은|싫습|사절|금지|부담(?:스|돼|되)|\S면\s?돼요?[.!~]*$",
    r"\bi(?:['’]d| would)? (?:really )?(?:prefer|like|love|hate|dislike|need|want)\b|\bcall me\b",
)
ORDERS = _any(
    r"^(?:please,? |just |can you |could you )?(?:listen|talk|speak|call|keep|be|stop"
    r"|don['’]?t|do not"
    r"|use|give|skip|avoid|answer|write|reply|never|always)\b"
)
CURT = _any(
    r"^(?:아\s?|그냥\s?|음\s?|에휴\s?)*(?:됐[고어]요?|됐다|몰라요?|관둬요?|됐거든요?|알겠다고요?|그만요?|하아?|휴+)[\s.,!~…ㅠ]*$",
    r"^(?:ugh|whatever|never ?mind|forget it|fine|nah|skip it|not now)[\s.,!…]*$",
)
LISTED = LatePattern(r"^\s*(?:[-*•·]|\d+[.)]|[①-⑳])\s+\S", re.MULTILINE)
LONG_LINE = 240  # characters of a chat line; compose prompts allow three short sentences
ASKS = _any(r"\?\s*[ㅋㅎㅠ~!.]*$")
INFERRED = _any(r"(?:보인다|듯하다)\.?$", r"\bseems? to (?:prefer|want)\b")
WHEN = _any(
    r"^(?P<ko>.{1,30}?(?:때|땐|때는|때엔|때마다|하면|으면|다고\s?하면))[\s,]",
    r"\b(?P<en>(?:when(?:ever)?|if|on|after)\s[^,.;:]{2,40}?)(?=,|\.|;|:|$)",
)
DONT = _any(
    r"(?P<ko>[^,/]{1,40}?(?:지\s?(?:말|않|마)\S*|말고|대신|빼고))",
    r"\b(?P<en>(?:not to|don['’]?t|do not|never|no|without|instead of|stop|avoid)\s[^,.;]{2,40})",
)
HARD = _any(
    r"힘들|힘드|지치|지쳤|지친|우울|속상|슬프|슬퍼|불안|막막|괴롭|괴로|외롭|외로|답답|무너|눈물|울",
    r"\b(?:hard|rough|bad|sad|low|down|upset|tired|exhausted|stress\w*|anxious|lonely|overwhelmed"
    r"|struggl\w+|cry\w*)\b",
)
