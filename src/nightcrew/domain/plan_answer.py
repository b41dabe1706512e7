"""A planner's whole answer: each proposal for itself, and all together within one user's limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp, ProposedFollowUp
from nightcrew.domain.lines import quoted
from nightcrew.domain.planning import MOST_OPEN, PlanGround, RefusedFollowUp, plan

Planned = tuple[FollowUp | RefusedFollowUp, ...]


def plan_all(
    proposed: Sequence[ProposedFollowUp], ground: PlanGround, new_id: Callable[[], UUID]
) -> Planned:
    """Make what may be promised, in order; an answer of more than 20 is refused as a whole."""
    if len(proposed) > MOST_OPEN:
        return tuple(RefusedFollowUp(reason="too_many_open") for _ in proposed)
    planned: list[FollowUp | RefusedFollowUp] = []
    for each in proposed:
        made = sum(isinstance(one, FollowUp) for one in planned)
        planned.append(plan(each, replace(ground, open_count=ground.open_count + made), new_id()))
    return tuple(planned)


def to_mend(proposed: Sequence[ProposedFollowUp], planned: Planned) -> tuple[str, ...]:
    """What the planner is told once about its own answer: the times that lie in the past."""
    return tuple(
        f"{each.reason} {quoted(one.local or '')}: {quoted(one.intent)}"
        for one, each in zip(proposed, planned, strict=True)
        if isinstance(each, RefusedFollowUp) and each.reason == "past"
    )


def mended(first: Planned, second: Planned) -> Planned:
    """Both answers together: what the first made stays, and what it lost is the second's to make.

    What is refused again is told as it was refused last.
    """
    made = [each for each in first if isinstance(each, FollowUp)]
    taken = {each.slot for each in made}
    others = [each for each in first if isinstance(each, RefusedFollowUp) and each.reason != "past"]
    added = [each for each in second if isinstance(each, RefusedFollowUp) or each.slot not in taken]
    return (*made, *others, *added)


def kept(planned: Planned) -> tuple[FollowUp, ...]:
    """What may be promised."""
    return tuple(each for each in planned if isinstance(each, FollowUp))


def refusals(planned: Planned) -> tuple[str, ...]:
    """Why the others may not be, by their codes."""
    return tuple(each.reason for each in planned if isinstance(each, RefusedFollowUp))
