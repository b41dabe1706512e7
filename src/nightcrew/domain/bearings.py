"""What a text conveys beside its words: that things changed, are liked, or are allowed."""

from __future__ import annotations

import re

from nightcrew.domain.words import stems

_DENIES_IN_A_RUN = re.compile(
    r"(?:에|을|를|은|는|이|가|도|아직|전혀|절대|이제|요즘|도통|잘|한번도)[안못](?=[가-힣])|지(?:않|마|말)|싫"
)
_HAS_TURNED = re.compile(
    r"(?<![가-힣])(?:이제|이제는|다시|드디어|마침내|도로|계속|여전히|아직도|요즘은)(?![가-힣])"
    r"|\b(?:now|again|back|finally|at last|still)\b",
    re.IGNORECASE,
)
_LIKES = re.compile(r"좋[아은다습]|사랑|즐[기겨]|친해|화해|\b(?:love|like|enjoy)\b", re.IGNORECASE)
_PERMITS = re.compile(
    r"괜찮[아습네]|도\s?(?:돼|된다|됩|되[는면네지고요죠]|괜찮|상관\s?없|무방)"
    r"|\b(?:(?:fine|ok|okay) to"
    r"|you (?:can|may))\b",
    re.IGNORECASE,
)
_BECOMES = re.compile(
    r"(?:(?P<time>[월화수목금토일]요일|오전|오후|새벽|아침|점심|저녁|주말|평일|자기|잠들기|퇴근|출근"
    r"|식사)\s)?"
    r"(?P<what>[가-힣A-Za-z0-9]+?)(?:으로|로)\s?(?:올라[갔섰왔]|내려[갔왔]|바[꿨뀌뀐]"
    r"|변[했한경]|갈아[탔탄]|승급|전환|교체|옮[겼긴]|(?:이직|전근|전학)[했한]|발령|이동했|이전했)"
    r"|\b(?:moved|changed|switched|rescheduled|transferred|promoted)\b(?: \w+){0,3}? to"
    r"(?: the| an?| my)? (?P<to>\w+(?: \w+)?)",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:moved|moving|came|went|returned|flew|back|home)\b(?: \w+){0,3}? from (?:the |my )?"
    r"(?P<place>\w+(?: \w+)?)",
    re.IGNORECASE,
)
_IS_NOT = re.compile(
    r"(?P<what>[가-힣A-Za-z0-9]+?)(?:이|가|은|는|도)?\s?(?:거\s?)?(?:아니[고라구야에었]|아닌|아닙)"
    r"|(?:^|,\s|\bnow\s)not (?:on |in |at |since |from |until |the |an? )?"
    r"(?P<value>[\w'’]+(?: \w+)?)[\s.!]*$",
    re.IGNORECASE,
)


def is_not(text: str) -> frozenset[str]:
    """The stems of what something is said not to be: 검정고시 아니고."""
    found = (each["what"] or each["value"] for each in _IS_NOT.finditer(text))
    return frozenset(word for words in found for word in stems(words))


def denies_in_a_run(run: str) -> bool:
    """Whether text without spaces holds what would be a denial between its words."""
    return _DENIES_IN_A_RUN.search(run) is not None


def has_turned(text: str) -> bool:
    """Whether it says that things have become otherwise."""
    return _HAS_TURNED.search(text) is not None


def likes(text: str) -> bool:
    """Whether it tells of a liking."""
    return _LIKES.search(text) is not None


def permits(text: str) -> bool:
    """Whether it allows what it tells of."""
    return _PERMITS.search(text) is not None


def becomes(text: str) -> frozenset[str]:
    """The stems of what a thing has changed into: 골드로 올라갔어."""
    found = (each["time"] or each["what"] or each["to"] for each in _BECOMES.finditer(text))
    return frozenset(word for words in found for word in stems(words))


def left_behind(text: str) -> frozenset[str]:
    """The stems of a place that somebody has left: moved back home from Lisbon."""
    return frozenset(word for match in _LEFT.finditer(text) for word in stems(match["place"]))
