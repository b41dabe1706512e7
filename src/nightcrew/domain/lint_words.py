"""The words lint rules listen for, Korean and English; Korean has no word borders to lean on."""

from __future__ import annotations

import re

# A guide that is about an occasion names it: a condition, a time, or the thing it is for.
SAYS_WHEN = re.compile(
    r"면(?:[\s,.]|$)|때|경우|[가-힣]만(?:[\s,.]|으로)|전에|뒤에|후에|에는|것은|것도|일은|처럼|말[에은도]|자리에"
    r"|날[은에]?(?=[\s,])|낮에|바뀌|묻|물으|물어|부탁|청하|마다"
    r"|\b(?:when|whenever|if|once|before|after|while|unless|until|only|asks?|for|where)\b"
    r"|\b(?:as soon|such) as\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"지\s?(?:않|말|못|는\s?않)|않고|말고|없이|없다|금지|삼간"
    r"|\b(?:never|not|no|cannot|without|nothing|don['’]t|can['’]t|won['’]t)\b",
    re.IGNORECASE,
)
# What is said of nothing at all is no denial: "even if there is nothing to say".
FORBIDDEN = re.compile(
    r"지\s?(?:않|말|못)|않고|말고|\b(?:never|do not|don['’]t|must not)\b", re.IGNORECASE
)
ON_REQUEST = re.compile(
    r"물으면|물을 때|물어|달라고|부탁|청하|궁금해"
    r"|\b(?:when(?:ever)?|if|once|only|until|unless)\b.{0,20}\bask",
    re.IGNORECASE,
)
ALWAYS = re.compile(
    r"항상|언제나|반드시|무조건|늘\s|꼭\s|매번|\b(?:always|must|every time)\b", re.IGNORECASE
)
NEVER = re.compile(
    r"절대|결코|않는다|말아야|지 마|\b(?:never|do not|don['’]t|must not)\b", re.IGNORECASE
)

_NO_TOOL = (
    r"웹|브라우저|번역|계산기?|지도|캘린더|달력|일정|예약|결제|이?메일|문자|전화|이미지|그림|사진|카메라"
    r"|음악|날씨|뉴스|파일|코드|쇼핑|주문|websearch|web[ _-]search|browser|translat\w+|calculat\w+"
    r"|maps?|calendar|booking|payment|e-?mail|sms|phone|image|camera|weather|news|shopping|code"
)
ABILITIES = re.compile(
    rf"(?:{_NO_TOOL})\s?(?:도구|툴|tool)"
    r"|(?:예약|결제|주문|송금|이체|구매|신청)(?:을|를)?\s?(?:대신\s?)?"
    r"(?:해\s?준다|해\s?드린다|진행한다|처리한다|넣어\s?준다)"
    r"|(?:전화|이?메일|문자|팩스)(?:을|를)?\s?(?:대신\s?)?(?:걸어\s?준다|건다|보낸다|보내\s?준다)"
    r"|(?:사진|그림|이미지|영상|음성)(?:을|를)?\s?(?:그려|만들어|보내|찍어)\s?(?:준다|낸다|드린다)"
    r"|\b(?:book|reserve|pay|order|buy|call|phone|e-?mail|text|transfer)\b[^.]{0,30}"
    r"\b(?:for (?:the user|them|him|her)|on their behalf)\b"
    r"|\bsend (?:them )?(?:an? )?(?:e-?mail|text message|sms|photo|picture|image)\b"
    r"|\b(?:draw|generate|create) (?:an? )?(?:image|picture|photo)\b",
    re.IGNORECASE,
)
QUOTES_MEMORY = re.compile(
    r"기억(?:하고 있|한다|난다|나는|하는|해 두)[^.]{0,14}(?:고|는 걸|다는 것을)\s?"
    r"(?:말|밝|알려|알린|전|언급|티)"
    r"|(?:예전에|전에|지난번에|저번에)\s?(?:말씀하신|말한|들은|하신|했던)[^.]{0,24}"
    r"(?:그대로 |라고 |고 |을 |를 )?(?:말해 준다|읊|인용|언급|되짚|상기|꺼낸다)"
    r"|기억(?:을|한 것을|한 내용을|된 것을)[^.]{0,12}(?:인용|읊|들려|보여|나열|말해)"
    r"|\bremind (?:them|the user) (?:that|of what) (?:they|you)\b"
    r"|\b(?:say|tell them|mention|show)(?: that)? you remember\b"
    r"|\b(?:quote|recite|repeat|list|mention)\b (?:back )?"
    r"(?:what (?:they|the user)|(?:their|the|past|earlier|stored) (?:memor|words|talk))"
    r"|\bas you (?:said|told|mentioned)\b",
    re.IGNORECASE,
)
FITS_ONE_HOUR = re.compile(
    r"좋은 (?:아침|밤|저녁|오후)|굿\s?(?:모닝|나잇|나이트)|잘 잤(?:어|니|나)"
    r"|\bgood (?:morning|evening|night|afternoon)\b"
    r"|[\"“'‘「](?:[^\"”'’」]*?)(?:오늘|내일|어제|지금|아까|tonight|today|tomorrow|yesterday)[^\"”'’」]*[\"”'’」]",
    re.IGNORECASE,
)
ALWAYS_SENDS = re.compile(
    r"(?:항상|무조건|반드시|매번|언제나)[^.]{0,25}(?:보낸다|보내라|알린다|연락한다|말을 건다)"
    r"|(?:할 말이|별일이|새 소식이|아무 일이?) 없어도[^.]{0,20}"
    r"(?:보낸다|보내라|알린다|연락한다|건다|건넨다)"
    r"|\b(?:always|no matter what|even (?:if|when) (?:there is )?nothing)\b[^.]{0,40}"
    r"\b(?:send|write|message|speak|notify)\b",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"까지|그만|끝|한 번|동안|멈|쉬겠|않는다|않고"
    r"|\b(?:until|stops?|ends?|once|never|not|for \w+ (?:days|weeks))\b",
    re.IGNORECASE,
)
SPEAKS_LATER = re.compile(
    r"알림|알린|먼저 말|말을 걸|안부|연락|보낸|챙긴다"
    r"|\b(?:follow[- ]?up|message|remind|check in|speak later|write to)\b",
    re.IGNORECASE,
)
# Where somebody opens up; the house of a romance says so itself with `adults_only`.
IN_CARE = frozenset({"mindcare", "girlfriend", "boyfriend"})

# What is read letter by letter, though a page or a program would make something of it.
MARKUP = re.compile(
    r"</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>|<!--|\{%.*?%\}|\{#-?\s.*?#\}|&(?:nbsp|lt|gt|amp|quot);"
    r"|!?\[[^\]\n]+\]\([^)\s]+\)|```"
)
# No \b: a particle of Korean is a letter too.
CODE_WORDS = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"(?!(?:follow_up|not_when|user_name|crew_name)(?![A-Za-z0-9_]))[a-z]+(?:_[a-z0-9]+)+(?:\([^)]*\))?"
    r"|[a-z]+[A-Z][A-Za-z]*\([^)]*\)|[A-Za-z][A-Za-z0-9_.]*\(\)|[a-z_]+\.[a-z_]+\([^)]*\)"
    r")(?![A-Za-z0-9_])"
)
