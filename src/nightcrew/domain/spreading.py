"""Not everybody at once: what a crowd waits for leaves over some minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from datetime import timedelta

A_MINUTE = 50  # messages of a tenant that leave together; so 500 late ones take ten minutes
WIDEST = timedelta(minutes=20)  # crews.md 3.1.5
ONE_BY_ONE = timedelta(minutes=10)  # between two messages to one person


def crowd_delay(place: int) -> timedelta:
    """How long the message at a place in the crowd waits; the first A_MINUTE do not."""
    return min(timedelta(minutes=place // A_MINUTE), WIDEST)


def opening_delays(
    people: Sequence[Hashable], waiting_before: int, theirs_before: Counter[Hashable]
) -> tuple[timedelta, ...]:
    """How long after an opening each message leaves: one a person at the opening itself.

    people: whom each is for, in their order. waiting_before: how many wait for the opening already;
    theirs_before: the same by person.
    """
    theirs = Counter(theirs_before)
    delays: list[timedelta] = []
    for place, whose in enumerate(people, start=waiting_before):
        delays.append(max(crowd_delay(place), theirs[whose] * ONE_BY_ONE))
        theirs[whose] += 1
    return tuple(delays)
