"""What is still to come, or only perhaps so, told as if it had happened or were certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.time_words import resolve

# A perhaps in what was said, and one in a text about it.
_PERHAPS = LatePattern(
    r"(?<![가-힣])아마도?\s|수도\s?있|긴가민가|(?:확실하?|정확하?|분명하?)(?:지는|진|지도|지|치)?\s?않"
    r"|\b(?:i|we) (?:may|might)\b|\b(?:maybe|perhaps|possibly|not (?:quite |really |so )?sure"
    r"|not certain)\b",
    re.IGNORECASE,
)
_TELLS_PERHAPS = LatePattern(
    r"아마|수도|지도\s?모|모르|의심|추정|같[다은]|듯|생각|고민|확실|가능성|검토"
    r"|\b(?:may|might|maybe|perhaps|possibly|possible|probably|not (?:\w+ )?sure|unsure|uncertain"
    r"|thinks?|suspects?|considers?|considering|could)\b",
    re.IGNORECASE,
)
_PAST = LatePattern(
    r"[았었였했갔왔됐랐렸웠녔났샀탔봤졌쳤켰꼈겼]"
    r"|\b(?:was|were|did|had|has|have been|went|ran|took|came|got|saw|met|bought|sold|left|won|lost"
    r"|became|gave|flew|drove|ate|made|wrote|read|\w{2,}ed)\b",
    re.IGNORECASE,
)
# A step that is taken before the thing itself comes.
_SETTLED = LatePattern(
    r"기로|예정|계획|약속|앞두|예약|신청|등록|접수|끊[었어]|잡[았아혔]|준비|초대|정[했해]"
    r"|\b(?:plan|schedul|decid|book|intend|suppos|agre|promis|invit|regist|sign|engag|arrang|due"
    r"|reserv|prepar|need|want|hop|will|going|has an?|has the)\w*",
    re.IGNORECASE,
)
_TO_COME = LatePattern(
    r"(?<![가-힣])(?:곧|조만간|머지않아)\s|예정|[을할갈될올볼날줄일]\s?(?:거|게|계획|생각)|려고"
    r"|\b(?:i|we)(?:['’]ll| will|['’](?:m|re) going to| am going to| are going to)\b",
    re.IGNORECASE,
)


def perhaps_told_as_so(text: str, resting: Sequence[str]) -> bool:
    """Whether a text is certain of what its user was not. resting: the clauses it rests on."""
    if not resting or _TELLS_PERHAPS.search(text):
        return False
    return all(map(_PERHAPS.search, resting))


def coming_told_as_done(text: str, resting: Sequence[str], said_on: date) -> bool:
    """Whether a text tells the outcome of what was still to come when it was said."""
    if not resting or not _PAST.search(text) or _SETTLED.search(text):
        return False
    return all(not _PAST.search(piece) and _comes(piece, said_on) for piece in resting)


def _comes(piece: str, said_on: date) -> bool:
    if _TO_COME.search(piece):
        return True
    return any(span.from_on > said_on for span in resolve(piece, said_on))
