"""The time of a follow-up that lies ahead, as the list of its times shows it before it is due."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5

from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import OccurrenceView, is_open
from nightcrew.domain.schedule import FollowUpKind

SCHEDULED = "scheduled"
LATE = "late"


def occurrence_id(follow_up: UUID, local: str, timezone: str) -> UUID:
    """Name a time of a follow-up: the same before it is due and when it has gone out."""
    return uuid5(follow_up, f"{local} {timezone}")


def coming_time(follow_up: FollowUp, now: datetime) -> OccurrenceView | None:
    """Show the next time as `scheduled`, or as `late` when its minute passed and no sender came.

    None for a follow-up that is over and for a watch, whose next look may say nothing.
    """
    due_at = follow_up.next_at
    if due_at is None or follow_up.kind is FollowUpKind.WATCH or not is_open(follow_up):
        return None
    local = follow_up.next_local or ""
    paused = follow_up.state is FollowUpState.PAUSED
    return OccurrenceView(
        id=occurrence_id(follow_up.id, local, follow_up.timezone),
        due_at=due_at,
        local=local,
        timezone=follow_up.timezone,
        state=SCHEDULED if due_at > now else LATE,
        reason=FollowUpState.PAUSED if paused else None,
        deliver_after=None,
        attempts=0,
    )
