"""What a person's own words say about who may know: everybody on the team, or nobody else."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern

_TO_ONESELF = LatePattern(
    r"비밀(?!번호)|(?:나|저|우리)(?:만|끼리만)\s?(?:알|아는|기억|보)|너만\s?(?:알|기억)"
    r"|(?:남|다른\s?사람|팀|누구)[가-힣]*\s?(?:에게|한테|에)(?:는|도)?\s?"
    r"(?:말|얘기|이야기|알리|공유)[가-힣]*\s?(?:지\s?마|지\s?말|면\s?안)"
    r"|개인적(?:인|으로)|사적(?:인|으로)|(?:나|저)한테만"
    r"|\b(?:just|only) (?:between us|for me)\b|\bkeep (?:it|this) (?:private|to yourself|secret)\b"
    r"|\b(?:in confidence|confidential(?:ly)?|private(?:ly)?|my secret|secret)\b"
    r"|\bdo(?: not|n['’]t) (?:tell|share)\b|\bnot for the team\b",
    re.IGNORECASE,
)
_OF_THE_TEAM = LatePattern(
    r"(?:우리|저희)\s?(?:팀|조|반|부서|회사|사무실|모임)|(?<![가-힣])팀(?:은|이|에|의|원|\s)"
    r"|\b(?:our|the|the user['’]s) (?:team|group|office|crew|department)(?:['’]s)?\b"
    r"|\bteam[ -]wide\b",
    re.IGNORECASE,
)


def keeps_to_oneself(text: str) -> bool:
    """Whether somebody asks that nobody else learns it: `비밀이야`, `just between us`."""
    return _TO_ONESELF.search(text) is not None


def is_of_the_team(text: str) -> bool:
    """Whether words speak of the team itself: `우리 팀 회의는 화요일`, `our team meets on …`."""
    return _OF_THE_TEAM.search(text) is not None
