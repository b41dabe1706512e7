"""From a follow-up's next time to an occurrence that waits; after downtime one catch-up at most."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from nightcrew.domain.catch_up import Handled, overdue_since
from nightcrew.domain.errors import BadInput
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.reason import Silence
from nightcrew.domain.schedule import FollowUpKind, occurrences_after, schedule_zone
from nightcrew.store import follow_ups, people
from nightcrew.store.connection import Connection


async def let_fall_due(connection: Connection, tenant: UUID, now: datetime, house_zone: str) -> int:
    """Write the occurrences whose time has come and move each follow-up on; says how many."""
    due = await follow_ups.fallen_due(connection, tenant, now)
    for follow_up in due:
        person = await people.person(connection, tenant, follow_up.user_id)
        zone_name = (person and person.timezone) or house_zone
        await _move_on(connection, tenant, follow_up, zone_name, now)
    return len(due)


async def _move_on(
    connection: Connection, tenant: UUID, follow_up: FollowUp, zone_name: str, now: datetime
) -> None:
    if follow_up.kind is FollowUpKind.ONE_SHOT:
        await follow_ups.note_occurrence(
            connection,
            tenant,
            follow_up,
            local=follow_up.next_local or follow_up.local or "",
            due_at=follow_up.next_at or now,
            now=now,
        )
        await follow_ups.change(connection, tenant, follow_up.id, next_at=None)
        return
    try:
        await _repeat(connection, tenant, follow_up, zone_name, now)
    except BadInput as unreadable:
        # A rule that was good once and no longer is: it ends with the code, not in a loop.
        await follow_ups.change(
            connection,
            tenant,
            follow_up.id,
            state="ended",
            reason=unreadable.code,
            next_at=None,
            ended_at=now,
        )


async def _repeat(
    connection: Connection, tenant: UUID, follow_up: FollowUp, zone_name: str, now: datetime
) -> None:
    spec = follow_up.spec()
    place = schedule_zone(spec, zone_name)
    since = (follow_up.next_at or now) - timedelta(seconds=1)
    overdue = overdue_since(spec, Handled(up_to_at=since, zone=place), now)
    for missed in overdue[:-1]:
        await _note(connection, tenant, follow_up, missed, now, missed_it=True)
    for newest in overdue[-1:]:
        await _note(connection, tenant, follow_up, newest, now)
    coming = occurrences_after(spec, place, now, 1)
    if coming:
        await follow_ups.change(
            connection,
            tenant,
            follow_up.id,
            next_at=coming[0].due_at,
            next_local=wall(coming[0]),
        )
    else:
        await follow_ups.change(
            connection, tenant, follow_up.id, state="done", next_at=None, ended_at=now
        )


async def _note(
    connection: Connection,
    tenant: UUID,
    follow_up: FollowUp,
    occurrence: Occurrence,
    now: datetime,
    *,
    missed_it: bool = False,
) -> None:
    await follow_ups.note_occurrence(
        connection,
        tenant,
        follow_up,
        local=wall(occurrence),
        due_at=occurrence.due_at,
        state="missed" if missed_it else "due",
        reason=Silence.MISSED if missed_it else None,
        now=now,
    )
