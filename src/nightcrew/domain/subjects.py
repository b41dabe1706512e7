"""Whom or what a claim is about, as a proposer names it: `user`, `user's son 누리`."""

from __future__ import annotations

from nightcrew.domain.word_tables import RELATIONS
from nightcrew.domain.words import stems, tokens

USER = "user"
_NO_NAMES = frozenset({USER, "user's", "users", "사용자", "사용자의", "s", ""})


def subject_words(subject: str) -> frozenset[str]:
    """The words of a subject that name somebody or something else than the user."""
    return frozenset(tokens(subject)) - _NO_NAMES


def is_person(subject: str) -> bool:
    """Whether a subject is somebody by what they are to the user."""
    return bool(frozenset(stems(subject)) & RELATIONS)


def names(text: str, subject: frozenset[str]) -> bool:
    """Whether a text names one of a subject's words."""
    said = frozenset(tokens(text))
    return any(word in said or (len(word) > 1 and word in text) for word in subject)
