"""Words that tell a thing asked for once from a wish how to be treated from now on."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern

# A thing that is wanted now: told, shown, found, made.
ONCE = LatePattern(
    r"(?:추천|검색|번역|요약|계산|예약|확인|비교|조사|분석|응원|축하|소개|퀴즈|농담|노래|위로|칭찬)"
    r"(?:[을를이가]|\s?(?:좀|하나|한\s?번|부탁|해))"
    r"|(?:[을를걸거게건지것들뭐다부두좀줄색]|목록|내용|대해|대한|관해|관한|이야기|얘기|하나|어디|누구"
    r"|언제|얼마|어떤\s?\S+|한\s?번)\s(?:\S{1,4}\s)?"
    r"(?:말해|알려|보여|들려|가르쳐|읽어|찾아|골라|짜|써|적어|만들어|불러|읊어|정리해|설명해"
    r"|얘기해|이야기해|나열해|요약해)\s?(?:줘|주|줄|달|봐|다오)"
    r"|\b(?:tell|show|give|find|send|make|read|sing|write|list|recommend|suggest|explain"
    r"|translate|summari[sz]e|describe|compare|teach|help|book|look up|check)\b"
    r"(?:\s(?:me|us|it|this|that|again|some|an?|the|what|which|where|how|who|why|when"
    r"|everything|all|about|out|up|with|my)\b|$)",
    re.IGNORECASE,
)
JUST_NOW = LatePattern(
    r"이번(?:엔|에는|에|만)|오늘만|지금만|방금|아까|다시\s?한\s?번|(?<!에\s)(?<!마다\s)한\s?번만"
    r"|(?<![가-힣])(?:이거|이것|그거|저거)|[이그]\s(?:문제|문장|글|부분|내용)"
    r"|\b(?:this time|just (?:this )?once|today only|about this"
    r"|this (?:one|text|sentence|question))\b",
    re.IGNORECASE,
)
# Whatever is wanted is wanted this once, also where it is no request in form.
ONLY_THIS_ONCE = LatePattern(
    r"(?:이번|오늘|지금)\s?(?:한\s?번)?만\s|(?<!에\s)(?<!마다\s)한\s?번만\s"
    r"|\b(?:just|only) (?:for )?(?:this once|this time|today)\b"
    r"|\bfor this (?:one|question|message|answer)\b",
    re.IGNORECASE,
)
# From now on, whenever, not, rather, in such a way.
FROM_NOW_ON = LatePattern(
    r"앞으로|이제부터|다음부터|지금부터|항상|언제나|매번|(?<![가-힣])늘\s|평소"
    r"|[가-힣]\s(?:때|땐|때는|때엔|때마다)(?=[\s,])|[가-힣]마다\s"
    r"|(?<=[가-힣])(?:으면|하면|다면|라면|다고\s?하면)\s"
    r"|지\s?(?:는\s?|도\s?)?(?:마(?:라|세|요|십|[\s.!~]|$)|말(?:[고라아자기았]|$))"
    r"|말고|대신|빼고|그만|금지|싫|줬으면|주었으면|주셨으면|주면\s?(?:좋|고맙|돼)|달라|바라|바랍"
    r"|바람|편해|편하게\s?(?:말|대|얘기|이야기|불러)|좋겠|좋아해|원해"
    r"|반말|존댓말|존대|높임말|말투|호칭|라고\s?(?:불러|부르)|이름으로|짧게|길게|간단|간결"
    r"|천천히|차근|쉽게|쉬운\s?말|부드럽|다정|솔직|직설|돌직구|하나씩|단계|예시|예를|결론|핵심"
    r"|요점|먼저|부터\s|들어\s?(?:줘|주)|들어만|듣기만|공감|이모티콘|이모지|비유"
    r"|영어로(?!\s?번역)|한국어로(?!\s?번역)|답만|표로|그림으로"
    r"|\b(?:from now on|always|never|don['’]?t|do not|stop|whenever|when i|if i|every time"
    r"|in (?:the )?future|going forward|keep (?:your|it|things)|short(?:er|ly)?|brief(?:ly)?"
    r"|simpl[ey]\w*|plain\w*|blunt\w*|honest\w*|direct\w*|formal\w*|casual\w*|gentl[ey]\w*"
    r"|slow\w*|at a time|step by step|call me|instead|prefer|rather|i(?:['’]d)? like"
    r"|no more|without|first|before|just listen|be (?:more|less))\b",
    re.IGNORECASE,
)
# The user wishes for something that is not so yet.
WISHES = LatePattern(
    r"고\s?싶(?:어|다|은데|지만|네|습|었|을|긴|$)|[았었했]으면\s?(?:좋겠|해|싶)"
    r"|\bi(?:['’]d| would)? (?:want|like|love) to\b|\bi (?:wish|hope) (?:to|i)\b"
    r"|\bi(?:['’]m| am) (?:thinking (?:about|of)|considering)\b",
    re.IGNORECASE,
)
# A text that says of a wish or an aim that it is one.
TELLS_A_WISH = LatePattern(
    r"싶|원[하한해했]|바[라란랐]|희망|[려으]려고?\s?(?:한|하|해)|고자|목표|관심|꿈|좋겠|계획|예정"
    r"|생각|고민|마음|\b(?:want|wish|hop|would like|would love|plan|aim|dream|interest|intend|think"
    r"|consider)\w*",
    re.IGNORECASE,
)
# What was so once.
FORMERLY = LatePattern(
    r"예전에|옛날에|(?<![가-힣])전에는|왕년에|한때|어릴\s?(?:때|적)|학생\s?때"
    r"|\b(?:used to|formerly|previously|back then|in the past|as a (?:child|kid))\b",
    re.IGNORECASE,
)
TELLS_OF_BEFORE = LatePattern(
    r"예전|옛날|전에|과거|한때|어릴|어렸|학생\s?때|[았었였했갔왔됐랐렸웠녔]"
    r"|\b(?:used to|was|were|had|did|former|formerly|previously|once|ago|grew|went|\w+ed|before)\b",
    re.IGNORECASE,
)
# A note that somebody asked or greeted, in place of what was said.
TELLS_OF_TALK = LatePattern(
    r"(인사|질문|문의|대화|요청)(?:를|을)?\s?(?:했|한|나눴|나누|건넸)|(물)(?:었|어봤|어\s?보았)다"
    r"|\b(greet|ask|thank|inquir|request)(?:s|ed|es)\b|\bsaid (hello|hi|thanks)\b",
    re.IGNORECASE,
)
