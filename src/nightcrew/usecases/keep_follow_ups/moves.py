"""What may be done to one follow-up: snooze, skip, pause, resume, end."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput, Refused
from nightcrew.domain.follow_up import FollowUp, FollowUpState, WaitingOccurrence
from nightcrew.domain.follow_up_times import is_open, moved_on
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.schedule import FollowUpKind, schedule_zone, snoozed
from nightcrew.domain.zones import to_local
from nightcrew.store import follow_ups, occurrences
from nightcrew.store.connection import Connection

CANCELLED = "cancelled"
_OVER = (FollowUpState.ENDED, FollowUpState.CANCELLED, FollowUpState.EXPIRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpChange:
    """What to do with a follow-up, one thing at a time.

    snooze_minutes: speak once more after so long. skip_next: leave out the next time.
    pause_until: say nothing before this moment. resume: end a pause. end: no more of it.
    """

    snooze_minutes: int | None = None
    skip_next: bool = False
    pause_until: datetime | None = None
    resume: bool = False
    end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """One follow-up of one user in a transaction, locked."""

    connection: Connection
    tenant: UUID
    follow_up: FollowUp
    zone_name: str
    now: datetime


def only_verb(change: FollowUpChange) -> str:
    """The one thing a change asks for. Raises: BadInput for none or several."""
    wanted = {each.name: getattr(change, each.name) for each in fields(change)}
    # By identity, since a snooze of 0 minutes is one, though a wrong one.
    given = [name for name, value in wanted.items() if value is not None and value is not False]
    if len(given) != 1:
        raise BadInput(
            "one_change_at_a_time",
            "a follow-up is changed one thing at a time",
            hint="give one of " + ", ".join(each.name for each in fields(change)),
        )
    return given[0]


def _require_alive(follow_up: FollowUp) -> None:
    if follow_up.state in _OVER:
        raise _over()


def _require_open(follow_up: FollowUp) -> None:
    if not is_open(follow_up):
        raise _over()


def _over() -> Refused:
    return Refused("follow_up_over", "this follow-up is over", hint="make a new one")


async def _change(opened: Opened, **changed: Any) -> None:
    await follow_ups.change(opened.connection, opened.tenant, opened.follow_up.id, **changed)


async def _drop_waiting(opened: Opened) -> int:
    return await follow_ups.cancel_waiting(
        opened.connection, opened.tenant, [opened.follow_up.id], opened.now
    )


async def _stop(opened: Opened, state: FollowUpState, *, reason: str | None) -> None:
    await _change(opened, state=state, reason=reason, next_at=None, ended_at=opened.now)
    await _drop_waiting(opened)


async def _extra(opened: Opened, occurrence: Occurrence, place: ZoneInfo) -> WaitingOccurrence:
    """One time beside the series; what waited goes with it, and so does a one-shot's own time."""
    await _drop_waiting(opened)
    if opened.follow_up.kind is FollowUpKind.ONE_SHOT:
        await _change(opened, next_at=None)
    return await occurrences.put_due(
        opened.connection,
        opened.tenant,
        opened.follow_up,
        local=wall(occurrence),
        timezone=place.key,
        due_at=occurrence.due_at,
    )


async def snooze(opened: Opened, minutes: int) -> None:
    """Speak once more, so many minutes from now; a watch that still looks, looks from then on."""
    _require_alive(opened.follow_up)
    place = schedule_zone(opened.follow_up.spec(), opened.zone_name)
    later = snoozed(opened.now.replace(microsecond=0), minutes, place)
    if _looks(opened.follow_up):
        await pause(opened, later.due_at)
        return
    await _extra(opened, later, place)


def _looks(follow_up: FollowUp) -> bool:
    return follow_up.kind is FollowUpKind.WATCH and is_open(follow_up)


async def skip_next(opened: Opened) -> None:
    """Leave out what waits or, when nothing does, the next time."""
    follow_up = opened.follow_up
    _require_open(follow_up)
    if await _drop_waiting(opened) or follow_up.next_at is None:
        return
    await follow_ups.note_occurrence(
        opened.connection,
        opened.tenant,
        follow_up,
        local=follow_up.next_local or "",
        due_at=follow_up.next_at,
        state=CANCELLED,
        reason=CANCELLED,
        now=opened.now,
    )
    moved = moved_on(follow_up, opened.zone_name, opened.now, after=follow_up.next_at)
    await _change(opened, **moved)


async def pause(opened: Opened, until: datetime) -> None:
    """Say nothing before a moment; what waited is dropped. Raises: BadInput, Refused."""
    follow_up = opened.follow_up
    _require_open(follow_up)
    if until <= opened.now:
        raise BadInput(
            "past", "the pause has ended already", hint="give a later end", field="pause_until"
        )
    paused = replace(follow_up, pause_until=until)
    moved = await _moved_on(opened, paused)
    if moved["next_at"] is None:
        raise Refused(
            "nothing_after_the_pause",
            "nothing is left of it after the pause",
            hint="snooze it or end it",
            field="pause_until",
        )
    await _change(opened, **moved, pause_until=until)
    await _drop_waiting(opened)


async def _moved_on(opened: Opened, changed: FollowUp) -> dict[str, Any]:
    """Its next time from now on; what was skipped stays skipped."""
    behind = await occurrences.behind(opened.connection, opened.tenant, [changed.id], opened.now)
    return moved_on(
        changed, opened.zone_name, opened.now, after=opened.now, behind=behind[changed.id]
    )


async def resume(opened: Opened) -> None:
    """End a pause; without one there is nothing to do."""
    follow_up = opened.follow_up
    _require_open(follow_up)
    if follow_up.pause_until is None:
        return
    going_on = replace(follow_up, pause_until=None)
    moved = await _moved_on(opened, going_on)
    await _change(opened, **moved, pause_until=None)


async def end(opened: Opened) -> None:
    """No more of it; one that is over stays as it is."""
    if is_open(opened.follow_up):
        await _stop(opened, FollowUpState.ENDED, reason=None)


async def call_off(opened: Opened) -> None:
    """Call it off for good; the row stays, so that it is known that it was."""
    if opened.follow_up.state is not FollowUpState.CANCELLED:
        await _stop(opened, FollowUpState.CANCELLED, reason=CANCELLED)


async def run_now(opened: Opened) -> WaitingOccurrence:
    """Make a time of it due now. Raises: Refused, also for a watch that still looks."""
    _require_alive(opened.follow_up)
    if _looks(opened.follow_up):
        raise Refused(
            "watch_looks_first",
            "a watch speaks once it has found what it looks for",
            hint="run the flow check-watches to let it look now",
        )
    place = schedule_zone(opened.follow_up.spec(), opened.zone_name)
    local = to_local(opened.now, place).replace(microsecond=0)
    return await _extra(opened, Occurrence(local=local, due_at=opened.now), place)


async def apply(opened: Opened, change: FollowUpChange) -> None:
    """Carry out a change. Raises: BadInput, Refused."""
    match only_verb(change):
        case "snooze_minutes":
            await snooze(opened, change.snooze_minutes or 0)
        case "skip_next":
            await skip_next(opened)
        case "pause_until":
            await pause(opened, change.pause_until or opened.now)
        case "resume":
            await resume(opened)
        case _:
            await end(opened)
