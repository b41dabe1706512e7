"""What a text conveys beside its words: that things changed, are liked, or are allowed."""

from __future__ import annotations

import re

from nightcrew.domain.words import stems

_DENIES_IN_A_RUN = re.compile("(?:에|을|를|은|는|이|가|도)[안못](?=[가-힣])|지(?:않|마|말)|싫")
_HAS_TURNED = re.compile(
    r"(?<![가-힣])(?:이제|이제는|다시|드디어|마침내|도로|계속|여전히|아직도|요즘은)(?![가-힣])"
    r"|\b(?:now|again|back|finally|at last|still)\b",
    re.IGNORECASE,
)
_LIKES = re.compile(r"좋[아은다습]|사랑|즐[기겨]|친해|화해|\b(?:love|like|enjoy)\b", re.IGNORECASE)
_PERMITS = re.compile(
    r"도\s?(?:돼|된다|됩|되[는면네지고요죠]|괜찮|상관\s?없|무방)|\b(?:(?:fine|ok|okay) to"
    r"|you (?:can|may))\b",
    re.IGNORECASE,
)
_BECOMES = re.compile(
    r"(?P<what>[가-힣A-Za-z0-9]+?)(?:으로|로)\s?(?:올라[갔섰왔]|내려[갔왔]|바[꿨뀌뀐]"
    r"|변[했한]|갈아[탔탄]|승급|전환|교체)"
)


_IS_NOT = re.compile(
    r"(?P<what>[가-힣A-Za-z0-9]+?)(?:이|가|은|는|도)?\s?(?:거\s?)?(?:아니[고라구야에었]|아닌|아닙)"
)


def is_not(text: str) -> frozenset[str]:
    """The stems of what something is said not to be: 검정고시 아니고."""
    return frozenset(word for match in _IS_NOT.finditer(text) for word in stems(match["what"]))


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
    return frozenset(word for match in _BECOMES.finditer(text) for word in stems(match["what"]))
