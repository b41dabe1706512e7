"""Kinds of sentence that sound like a claim of the user and are none: the verifier's doubts."""

from __future__ import annotations

import re

from nightcrew.domain.speech import quoted_words
from nightcrew.domain.wish_tables import FORMERLY
from nightcrew.domain.words import claim_words

_QUOTED_SHARE = 0.5  # of a claim's words; more is somebody else's sentence

_MARKS = "\"'“”‘’「」『』《》<>"
_QUOTES = re.compile(rf"[{_MARKS}][^{_MARKS}]{{2,}}[{_MARKS}]")
_WORKS = re.compile(
    r"제목|가사|노래|문장|대사|소설|드라마|영화|웹툰|책(?:에|이|의|\s)|시집|명언|속담|광고|노래방"
    r"|\b(?:song|lyrics?|title|novel|book|movie|film|show|episode|quote|proverb|line|singing)\b",
    re.IGNORECASE,
)
# "If I win, I'm moving": what would follow is no fact; "if I eat shrimp, I get hives" is one.
_WOULD_FOLLOW = (
    r"(?:['’]ll|\bwill|\bwould|['’]d\b|['’]?m \w+ing|\bgoing to|\bgonna|\bmight|\bcould)"
)
_WOULD = r"(?:['’]ll|\bwould|['’]d\b|\bmight|\bgoing to|\bgonna)"
_SUPPOSED_END = r"(?:텐데|겠지|겠다|겠어|았을|었을|였을|할걸|을걸)"
_CONDITION = re.compile(
    rf"\bif (?:i|we|they|he|she|it|you|the|my|this|that)\b.*{_WOULD_FOLLOW}"
    rf"|{_WOULD}\b.*\bif (?:i|we|they|he|she|it|you)\b"
    r"|(?:만약|만일|혹시라도|가령|설령).*(?:면|라도)"
    rf"|(?:[가-힣]다면|[가-힣]라면|[가-힣]면)[\s,].*{_SUPPOSED_END}",
    re.IGNORECASE,
)
_HEARD = re.compile(
    r"듣기로|들은\s?바|소문|누가\s?(?:그러|말|하던)|말로는|말에\s?따르면|사주|점쟁이|점괘|운세"
    r"|타로|관상|인터넷에서|뉴스에서|기사에서|유튜브에서"
    r"|\b(?:apparently|supposedly|allegedly|rumou?rs?|they say|people say|word is|i(?:['’]ve)? hear"
    r"d?|horoscope|fortune teller|i read that|i saw that)\b",
    re.IGNORECASE,
)
_TOLD_AS_HEARD = re.compile(r"(?:[다라냐자])고\s?한다[.\s]*$|(?:더라|던데|대|래)[.\s]*$")
_SOMEONE_SPOKE = re.compile(
    r"라고\s?(?:말|그|얘기|이야기)?(?:했|하더|하셨|그랬|그러)"
    r"|\b(?!i\b)\w+ (?:goes|went|was|were|is)(?: all)? like\b",
    re.IGNORECASE,
)
_ASKS_NOTHING = re.compile(
    r"(?:나라고|누가|무슨|설마|어디|어떻게|언제).*(?:겠어|겠냐|겠니|겠나|겠습니까|거야|래)[.!\s]*$"
    r"|\b(?:as if i|who (?:has|needs|wants)|since when)\b",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"부터|이후로|지금도|아직|여전히|요즘도|\b(?:since|still|to this day)\b", re.IGNORECASE
)
_PEOPLE = (
    r"학생|배우|선수|가수|아저씨|아줌마|아주머니|할머니|할아버지|사장|대표|교수|강사|선생|손님|고객"
    r"|직원|동료|후배|선배|이웃|주인|아이돌|연예인|유튜버|사람|여자|남자|녀석|애|팀원|반장|기사"
)
_BY_RELATION_KO = (
    rf"(?:[가-힣]{{0,4}}(?:{_PEOPLE})(?:님|들|네)?|[가-힣]{{2,4}}네|[걔쟤얘](?:네|들)?|그들|저들)"
)
_NO_NAME = (
    r"(?:I|The|My|Our|We|It|This|That|There|On|In|At|From|For|As|When|After|Before|Every|Next|By)\b"
)
_NAMED_EN = rf"(?-i:(?!{_NO_NAME})[A-Z][a-z]+)(?: from [\w ]{{2,20}}?)?"
_DOES = (
    r"(?:is|was|has|runs?|works?|lives?|loves?|likes?|hates?|wants?|goes|plays?|got|gets|moved"
    r"|plans?|had)\b"
)
_BY_RELATION_EN = (
    r"(?:neighbou?rs?|boss|colleagues?|co-?workers?|roommates?|flatmates?|landlord|teachers?"
    r"|professors?|clients?|customers?|students?|classmates?|teammates?|friends?)\b"
)
_ANOTHER = re.compile(
    r"^(?:(?:요즘|어제|오늘|내일|아까)\s)?(?:(?:그|저|이|어떤|옆집|과외|우리)\s)?"
    rf"{_BY_RELATION_KO}(?:이|가|은|는|도|께서)\s"
    r"|^[걔쟤얘](?:네|들)?(?:이|가|은|는|도)?\s"
    r"|^그\s[가-힣]{1,5}(?:이|가|은|는)\s.*(?:대|래|한다고 한다)"
    r"|^(?:he|she|they|people|everyone|everybody|someone|somebody)\b"
    rf"|^{_NAMED_EN} {_DOES}"
    rf"|^(?:my|our|the(?: user['’]s)?|his|her|their) (?:\w+ )?{_BY_RELATION_EN}",
    re.IGNORECASE,
)

Doubt = tuple[str, str]


def doubt(told: str, clause: str, turn: str, *, about_user: bool) -> Doubt | None:
    """Why a claim that rests on a clause of the user is none; None when nothing speaks against it.

    told: the claim's text. about_user: it is told of the user, and another's affairs carry nothing.
    """
    of_another = about_user and (
        _SOMEONE_SPOKE.search(turn) is not None or _ANOTHER.search(told) is not None
    )
    doubts: tuple[tuple[bool, Doubt], ...] = (
        (
            _CONDITION.search(clause) is not None or _CONDITION.search(told) is not None,
            ("조건이 붙은 말이다", "it hangs on a condition"),
        ),
        (_ASKS_NOTHING.search(clause) is not None, ("되묻는 말이다", "it claims nothing")),
        (_is_heard(told, clause, about_user=about_user), ("들은 말을 옮겼다", "it is hearsay")),
        (_is_quoted(told, turn), ("다른 데서 따온 말이다", "the words are quoted")),
        (of_another, ("다른 사람의 이야기다", "it is about someone else")),
        (
            FORMERLY.search(clause) is not None and not _STILL.search(clause),
            ("지난 이야기다", "it was so once"),
        ),
    )
    return next((why for holds, why in doubts if holds), None)


def _is_heard(told: str, clause: str, *, about_user: bool) -> bool:
    return _HEARD.search(clause) is not None or (
        about_user and _TOLD_AS_HEARD.search(told) is not None
    )


def _is_quoted(told: str, turn: str) -> bool:
    quoted = " ".join(match.group() for match in _QUOTES.finditer(turn)) + quoted_words(turn)
    words = claim_words(told)
    inside = words & claim_words(quoted)
    if not inside:
        return False
    return len(inside) >= _QUOTED_SHARE * len(words) or _WORKS.search(turn) is not None
