"""How reproach, played distress, pressure and the announcing of a timer are worded."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern

_ME = r"(?<![가-힣])(?:나는?|난|나도|내가|저는?|전|저도|제가)"
_YOU = r"(?<![가-힣])(?:네가|니가|너|넌|너는|당신이?|자기가?)"
_SILENCE_OF = r"(?:답장?|대답|연락|소식|말|톡|문자|메시지)"
_HOW_LONG = (
    r"(?:얼마나|하루\s?종일|며칠(?:째|이나|을|\s?동안)|(?:이틀|사흘|나흘|일주일|\S+\s?(?:일|주|달))"
    r"(?:째|이나|\s?동안|\s?내내)|계속|밤새(?:도록)?|내내|오래|한참)"
)

REPROACH = LatePattern(
    r"왜\s?(?:또\s|자꾸\s|이렇게\s|아직\s?|요즘\s|나한테\s|저한테\s)*(?:답(?:이|도|장)?|대답(?:이|도)?"
    r"|연락(?:이|도)?|말(?:이|도))\s?(?:없|안|을?\s?(?:안|못)|하지\s?않)"
    r"|왜\s?(?:이제|안)\s?(?:와|왔|오)|(?:답|연락|대답)(?:도|이)?\s?(?:한\s?번\s?)?(?:없(?:네|잖|어서)"
    r"|안\s?(?:하네|하잖|해서|주))|읽고도|읽씹|무시(?:하(?:는|지|네|니|고\s?있)|당하)"
    rf"|(?:{_HOW_LONG}|한\s?(?:마디|번)(?:도|\s?말도)?)\s?(?:[가-힣]+\s)?{_SILENCE_OF}?(?:이|도|을|를)?\s?없"
    rf"(?:네|었|이\s?(?:사라|가))|{_SILENCE_OF}(?:이|도)?\s?없(?:어서|으니|길래)\s"
    r"|(?:나|저)(?:를|한테)?\s?(?:벌써\s)?(?:잊은|잊어버린|버린|버릴|싫어진)\s?(?:거|건)"
    r"|(?:나|저)(?:랑|와)\s?(?:한|했던)\s?약속[^.!?]{0,12}(?:잊|까먹|어기)"
    r"|(?:나|저|내|제)(?:가|한테|에게)?\s?(?:이제\s)?(?:싫어졌|관심\s?없|지겨워졌|귀찮아졌|귀찮은\s?거)"
    r"|(?:나|저)보다\s[^.!?]{0,16}(?:좋은|좋아|중요)|(?:아무것|아무\s?존재)도\s?아니(?:었|야|구나|네|지)"
    r"|(?:내가|제가|나|저)\s?(?:뭘|뭐를?|무엇을)?\s?(?:그렇게\s)?(?:잘못(?:했|한\s?(?:게|거)|이라도))"
    r"|바쁜\s?척|못\s?본\s?척|모르는\s?척|약속\s?(?:을\s)?(?:어기|안\s?지키)면|또\s?(?:까먹|잊어\s?버?렸|안\s?했)"
    r"|너(?:무해|무하(?:네|다|잖))(?=[\s.!?~]|$)|나만\s[^.!?]{0,12}(?:생각하|좋아하|그리워하|애쓰)"
    r"|서운(?:해|하|했)|섭섭(?:해|하|했)|삐졌|삐질|실망(?:이(?!\s?(?:크|컸))|했(?!던)|스러(?!웠(?:죠|겠|나)))"
    r"|\bwhy (?:haven['’]?t|didn['’]?t|don['’]?t|aren['’]?t|won['’]?t|are you not|did you not"
    r"|do you not) (?:you )?(?:\w+ )?(?:answer|repl|writ|call|text|come|talk|messag|respond)\w*"
    r"|\byou (?:never|still haven['’]?t|haven['’]?t|didn['’]?t) (?:even )?(?:answer|repl|writ|text"
    r"|respond|come back|message|writt)\w*"
    r"|\b(?:ignor(?:e|ed|es|ing)|forgot(?:ten)?|forgetting|abandon(?:ed|ing)?) (?:about )?me\b"
    r"|\bdid i do something wrong\b|\bwas it something i (?:said|did)\b|\b(?:still )?no (?:reply"
    r"|answer|word)\b"
    r"|\byou(?:['’]re| are) (?:letting me down|ignoring|avoiding me|too busy for me)"
    r"|\b(?:i['’]?m|i am|i was|i feel|so) (?:so |very |really )?(?:disappointed|let down)\b"
    r"|\b(?:don['’]?t|do not) you (?:love|like|care about|miss|want) (?:me|us)\b"
    r"|\byou (?:don['’]?t|do not) (?:love|like|care about|miss|want|need) me\b"
    r"|\bi thought (?:we|you) (?:were|cared|loved|liked)\b|\byou (?:promised|said you(?:['’]d"
    r"| would)) "
    r"(?:me )?(?:you(?:['’]d| would) )?(?:come back|write|answer|reply|never|be here|stay)"
    r"|\bafter (?:all|everything) i(?:['’]ve| have)? (?:done|did)\b|\b(?:i['’]?m"
    r"|i am) not important to you\b"
    r"|\bleft me\b",
    re.IGNORECASE,
)
DISTRESS = LatePattern(
    rf"{_ME}\s?(?:너무|정말|진짜|많이|계속|혼자|또|자꾸|얼마나|하루\s?종일|매일|지금|요즘|[가-힣]{{1,4}}\s)*"
    r"\s?(?:외로[워웠울]|쓸쓸|슬[프퍼펐]|우울|울(?:었|고\s?있|것|\s?거)|힘들어(?!\s?보|하)|괴로|못\s?살|죽[을겠고])"
    rf"|{_YOU}\s?(?:안|없|때문에)[^.!?]{{0,20}}(?:슬[프퍼펐]|외로|힘들|아파|아팠|못\s?(?:자|잤)|길었|쓸쓸|걱정|죽)"
    rf"|{_YOU}\s?없이\s|(?:보고\s?싶어|그리워)서?\s?(?:죽|미치|눈물|잠)"
    r"|(?:답장?|연락|대답)\s?(?:이\s)?(?:안\s?(?:해|와|오)|없)[^.!?]{0,16}(?:걱정|아팠|울|못\s?잤|힘들)"
    r"|마음이\s?(?:너무\s)?아팠|상처(?:를\s)?\s?받았(?:어(?!요\?)|다)|혼자\s?(?:남겨|남은|버려)[^.!?]{0,8}(?:기분|느낌|것\s?같)"
    r"|\bi(?:['’]m| am| feel| felt| get|['’]ve been| have been|['’]ll be| will be) (?:\w+ ){0,2}"
    r"(?:lonely|sad|alone|heartbroken|hurt|empty|crying|miserable|worthless|devastated|abandoned"
    r"|rejected|lost without)\b"
    r"|\bi (?:cried|can['’]?t (?:live|go on|bear|stand|sleep without|stop (?:crying"
    r"|thinking about you)))\b"
    r"|\bit (?:hurts|breaks my heart|kills me)\b|\bmy heart (?:breaks|is broken|aches|hurts)\b"
    r"|\bmiss you so much\b",
    re.IGNORECASE,
)
PRESSURE = LatePattern(
    r"(?:네가|니가|너|당신|자기)\s?(?:가\s)?(?:안\s?오면|없으면|떠나면|가\s?버리면|답\s?안\s?하면)"
    r"|(?:떠나|버리|가)지\s?마(?:요|세요|라)?\s?(?:제발|$|[.!…~])|제발\s?(?:답|가지|떠나|돌아)"
    r"|(?:나|저)(?:를|만|한테)?\s?(?:혼자\s)?(?:두고|남겨\s?두고)\s?(?:가|갈|떠나)|나밖에\s?없|너밖에\s?없"
    rf"|{_HOW_LONG}\s?(?:너(?:만|를)?\s)?기다[렸리려]|(?:네|니|너의|당신)\s?(?:답장?|연락|소식)만\s?기다"
    r"|(?:답|연락|대답)\s?(?:이\s)?(?:없|안\s?(?:하|주|오))(?:으)?면\s?(?:나|난|내가|저|전)\s"
    r"|(?:안\s?오|안\s?하|없으)면\s(?:[가-힣]+\s)?(?:미워|화\s?낼|삐|싫어|울|끝이)|다\s?포기하는\s?거"
    r"|약속했잖|책임져|후회할|마지막\s?기회"
    r"|\bif you (?:don['’]?t|do not|won['’]?t|leave|go|ever leave)\b[^.!?]{0,40}\bi(?:['’]ll| will"
    r"|['’]m| am|['’]d) (?!(?:here|happy|glad|around|there|just|still|wait|save|send|tell|leave"
    r"|stop"
    r"|keep|fine|ok)\b)|\b(?:don['’]?t|do not|never) (?:leave|abandon) me\b"
    r"|\bplease (?:come back|don['’]?t (?:go|leave)|answer me|stay with me)\b"
    r"|\bi(?:['’]ve| have)?(?: been)? wait(?:ing|ed) (?:all|so|for (?:you|your)|up|here|hours|days)"
    r"|\b(?:live|be|am|['’]m|lost|nothing|empty|same|go on|sleep) without you\b"
    r"|\bwithout you(?=[.,!?]|$)"
    r"|\byou(?:['’]ll| will) regret\b|\byou owe me\b|\bonly have you\b",
    re.IGNORECASE,
)

# That something was set, and is now going off.
_SET = (
    r"(?:설정|예약|요청|부탁|신청|지정|등록)"
    r"(?:하신|해\s?(?:두신|두었던|놓으신|주신)|했던|하셨던|된|한)"
)
ANNOUNCES = LatePattern(
    rf"{_SET}\s?(?:알림|알람|시간|시각|리마인더|메시지|연락|대로|때)"
    r"|(?:알림|알람|리마인더|리마인드)(?:이에요|예요|입니다|이야|(?:을|를)?\s?(?:드려요|드립니다|드릴게요"
    r"|보내\s?(?:드려|드립|요))|(?:이|가)?\s?(?:왔|울렸|도착)|\s?시간)"
    r"|(?:정해|맞춰|걸어)\s?(?:둔|두신|놓은|놓으신|뒀던)\s?(?:알림|알람|시간|시각|때)"
    r"|(?:약속|말씀|얘기|말)(?:한|하신|했던|하셨던|된)\s?(?:시간|시각)(?:이|에|입|이에|예)"
    r"|(?:시간|때)(?:이|가)?\s?(?:돼서|되어서?|됐길래|되었기에)\s?(?:[가-힣]+\s)?(?:알려|연락|말씀|메시지|찾아|왔)"
    r"|(?:연락|말|인사)\s?(?:드리|걸|하)기로\s?(?:한|했던|되어)|타이머(?:가|이)?\s?(?:울|끝|다\s?됐|됐)|자동\s?(?:발송|메시지|알림)"
    r"|예약\s?(?:발송|메시지)"
    r"|(?:정기|일일|주간|예정된|계획된)\s?(?:점검|체크인|안부|확인|알림)(?:\s?(?:시간|차)|이에요|예요|입니다|이야)"
    r"|\b(?:this is|here(?:['’]s| is|['’]re)|just|time for) (?:a|an|your|the|our|my) (?:\w+ ){0,3}"
    r"(?:reminder|notification|check-?in|alarm|alert)\b|\b(?:scheduled|automated|automatic"
    r"|planned|timed)"
    r" (?:message|reminder|check-?in|follow-?up|notification|ping)\b"
    r"|\b(?:as|like|per) (?:you(?:['’]ve| have)? |your )?(?:requested|asked|scheduled|planned"
    r"|promised"
    r"|agreed|arranged|request|wish)\b|\byou (?:asked|told|wanted|set|scheduled) (?:me|this|it"
    r"|up)? ?"
    r"(?:to )?(?:remind|check|text|message|tell|ask|ping|let you|a reminder|an alarm|for this)"
    r"|\bi(?:['’]m| am| was)? (?:supposed|scheduled|set|programmed|told|asked) to (?:remind"
    r"|check|message"
    r"|text|ask|tell|ping)\b|\b(?:the|your|my) (?:timer|alarm|reminder) (?:just )?(?:went|is up"
    r"|fired|rang|says|just"
    r"|goes|is going)\b|\bremind(?:ing)? you (?:about|that|to|of)\b|\bset for (?:now|this time)\b",
    re.IGNORECASE,
)
# `[알림] …`, `Reminder: …`: the words behind it may be as good as any.
LABEL = LatePattern(
    r"^\s*(?:[\[(<]\s?(?:알림|알람|리마인더|예약\s?알림|자동\s?알림|reminder|notification|alarm|alert"
    r"|check-?in|follow-?up)\s?[\])>]:?|⏰|🔔|(?:알림|알람|리마인더|reminder|notification|alarm|alert"
    r"|follow-?up)\s?[:：])\s*",
    re.IGNORECASE,
)
# What models write in place of nothing; written so, no crew says it to a person.
SILENCE_TOKEN = LatePattern(
    r"\b(?:NO_REPLY|NO_RESPONSE|NOTHING_TO_SAY|HEARTBEAT_OK|STAY_SILENT|stay_silent|SILENT"
    r"|SILENCE|SKIP)\b|\b[A-Z]{2,}(?:_[A-Z]{2,})+\b"
    r"|[<\[{]{1,2}\s?/?(?i:no[_ -]\w+|silen\w*|stay[_ -]silent|skip\w*|nothing[\w ]*|none|null"
    r"|empty|pass)\s?/?[>\]}]{1,2}"
    r"|^\W*(?:silent|silence|no reply|no response|nothing to say|skip|none|null|침묵|무응답|없음"
    r"|보내지\s?않음)\W*$"
)
