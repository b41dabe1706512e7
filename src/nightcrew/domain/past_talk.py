"""Whether a clause tells of what was done or of what is arranged for later."""

from __future__ import annotations

import re

_PLANNED_KO = re.compile(
    r"기로\s?(?:했|하였|정)|예약|예매|예정|잡[았혔]|잡아\s?[놨뒀]|끊었|끊어\s?[놨뒀]|정[했해]"
    r"|바[꿨뀌]|미[뤘루뤄]|밀렸|연기|옮[겼기]|신청|등록|약속|당겨|앞당|늦[춰췄]|확정|마감"
)
_PAST_STEM = 20  # index of the final consonant ㅆ in a Hangul syllable
_NOT_PAST = frozenset("있겠")
# "have got", "am invited", "a booked table": words that look past and are not
_NOT_DONE_EN = re.compile(
    r"(?:\b(?:have|has)|['’](?:ve|s))\s(?:just\s|also\s|only\s|already\s)?got\b"
    r"|(?:\b(?:am|is|are|be|being|gets?|getting)|['’](?:m|re))\s(?:not\s|all\s|already\s)?[a-z]+ed\b",
    re.IGNORECASE,
)
_DONE_EN = re.compile(
    r"\b(?!tired|excited|worried|scared|bored|interested|married|supposed|stressed|need)(?:was"
    r"|were|had|did|didn't|went|came|got|saw|met|ate|took|bought|made|left|said|told"
    r"|started|finished|ended|visited|happened|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_PLANNED_EN = re.compile(
    r"\b(?:will|going to|gonna|booked|reserved|scheduled|planned|decided|moved (?:to|up|back"
    r"|forward)|pushed|postponed|rescheduled|delayed|shifted"
    r"|registered|signed up|arranged|confirmed)\b|['’]ll\b"
    r"|(?:\b(?:i|he|she|it) (?:am|is)|\b(?:we|they|you) are|['’](?:m|re)) [a-z]{2,}ing\b",
    re.IGNORECASE,
)


def tells_of_the_past(clause: str) -> bool:
    """Whether a clause tells of something done, and not of something arranged for later."""
    if tells_of_a_plan(clause):
        return False
    if any(map(_past_syllable, clause)):
        return True
    return _DONE_EN.search(_NOT_DONE_EN.sub(" ", clause)) is not None


def tells_of_a_plan(clause: str) -> bool:
    """Whether a clause tells of something arranged: booked, decided on, put off."""
    return bool(_PLANNED_KO.search(clause) or _PLANNED_EN.search(clause))


def _past_syllable(letter: str) -> bool:
    hangul = "가" <= letter <= "힣" and letter not in _NOT_PAST
    return hangul and (ord(letter) - ord("가")) % 28 == _PAST_STEM
