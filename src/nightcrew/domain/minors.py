"""Whom a crew for adults does not talk with, neither in a turn nor first."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.domain.crew import Crew, requires_adult
from nightcrew.domain.errors import Refused

MINOR = "minor"


def refuses(crew: Crew, age_band: str | None) -> bool:
    """Whether this crew has nothing to say to somebody of this age band; nobody guesses an age."""
    return requires_adult(crew) and age_band == MINOR


def refused_for_minors(details: Mapping[str, object]) -> Refused:
    """The refusal. details: more of it, such as a text for the user."""
    return Refused(
        "refused_for_minors",
        "this crew does not talk with minors",
        hint="choose another crew, or correct age_band in the preferences",
        details=dict(details),
    )
