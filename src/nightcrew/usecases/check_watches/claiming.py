"""Which watches look now: each is moved on before it looks, so that no two workers look for one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import ends_at
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.reason import Silence
from nightcrew.domain.schedule import schedule_zone
from nightcrew.domain.watch import ends_untold, is_over, next_look
from nightcrew.domain.zones import to_local, zone_data_version
from nightcrew.store import due_times, people, watches
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.due_times import NextTime
from nightcrew.store.watches import LastLook


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A watch whose look has come.

    ended: why it looks no more. is_last: no look follows. is_over: its end came meanwhile, and
    whoever wants to hear of nothing too has not heard of it.
    """

    follow_up: FollowUp
    last: LastLook = field(default_factory=LastLook)
    ended: str | None = None
    is_last: bool = False
    is_over: bool = False


async def claim(
    db: Database,
    tenant: UUID,
    now: datetime,
    house_zone: str,
    *,
    user: UUID | None = None,
    crew: str | None = None,
) -> list[Due]:
    """Take the next batch of due watches; their next look is written with it."""
    async with db.begin(tenant) as connection:
        found = await watches.due(connection, tenant, now, user=user, crew=crew)
        if not found:
            return []
        zones = await people.zones_of(connection, tenant, sorted({each.user_id for each in found}))
        moved = [
            await _moved(connection, tenant, each, zones.get(each.user_id) or house_zone, now)
            for each in found
        ]
        await due_times.move(connection, tenant, [each for _, each in moved])
    return [due for due, _ in moved if due is not None]


async def _moved(
    connection: Connection, tenant: UUID, follow_up: FollowUp, zone_name: str, now: datetime
) -> tuple[Due | None, NextTime]:
    try:
        place = schedule_zone(follow_up.spec(), zone_name)
        over = is_over(follow_up, place, now)
    except BadInput as unreadable:
        # An end or a zone that was good once and no longer is: it ends with the code.
        ended = _ended(follow_up, now, unreadable.code)
        return Due(follow_up=follow_up, ended=unreadable.code), ended
    last = await watches.last_look(connection, tenant, follow_up.id)
    if over and ends_untold(follow_up, place, now) and not last.told_over:
        due = Due(follow_up=follow_up, last=last, is_last=True, is_over=True)
        return due, _next(follow_up, now, place)
    if over:
        return Due(follow_up=follow_up, ended=Silence.EXPIRED), _ended(follow_up, now)
    too_soon = _not_before(follow_up, last, now)
    if too_soon is not None:
        return None, _next(follow_up, too_soon, place)
    at = next_look(follow_up, place, now)
    # After the last look it is due once more at its end, and then it is over.
    until = at or ends_at(follow_up, place) or now
    due = Due(follow_up=follow_up, last=last, is_last=at is None)
    return due, _next(follow_up, until, place)


def _not_before(follow_up: FollowUp, last: LastLook, now: datetime) -> datetime | None:
    """When it may look again, after a move that brought its next look too near to the last one."""
    watch = follow_up.spec().watch
    if watch is None or last.looked_at is None or last.looked_at > now:
        return None
    earliest = last.looked_at + timedelta(minutes=watch.every_minutes)
    return earliest if earliest > now else None


def _next(follow_up: FollowUp, at: datetime, place: ZoneInfo) -> NextTime:
    return NextTime(
        id=follow_up.id,
        state=follow_up.state,
        reason=follow_up.reason,
        next_at=at,
        next_local=wall(Occurrence(local=to_local(at, place), due_at=at)),
        timezone=follow_up.timezone,
        zone_data=zone_data_version(),
        ended_at=follow_up.ended_at,
    )


def _ended(follow_up: FollowUp, now: datetime, reason: str = Silence.EXPIRED) -> NextTime:
    return NextTime(
        id=follow_up.id,
        state=FollowUpState.EXPIRED,
        reason=reason,
        next_at=None,
        next_local=None,
        timezone=follow_up.timezone,
        zone_data=zone_data_version(),
        ended_at=now,
    )
