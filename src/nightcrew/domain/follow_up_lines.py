"""Follow-ups that are still open, each as one line of a prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol
from uuid import UUID

from nightcrew.domain.lines import show_follow_up
from nightcrew.domain.questions import OpenFollowUp


class Promise(Protocol):
    """What a line needs of a follow-up, whatever else is known of it."""

    @property
    def id(self) -> UUID:
        """Our own id."""

    @property
    def intent(self) -> str:
        """What it is about."""

    @property
    def local(self) -> str | None:
        """The wall time it was asked for."""

    @property
    def next_local(self) -> str | None:
        """The wall time at which it is due next."""

    @property
    def rule(self) -> str | None:
        """By what it repeats."""


def show_follow_ups(promises: Iterable[Promise]) -> tuple[OpenFollowUp, ...]:
    """Each at its next time."""
    return tuple(
        show_follow_up(
            each.id,
            intent=each.intent,
            due_local=(each.next_local or each.local or "").replace("T", " "),
            rule=each.rule,
        )
        for each in promises
    )
