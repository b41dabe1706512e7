"""What a look came to: a message due now, or nothing but a count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.pair import Pair
from nightcrew.domain.planning import wall
from nightcrew.domain.reason import Silence, ToolStatus
from nightcrew.domain.watch import News, NewsKind, WatchFound
from nightcrew.domain.zones import to_local, zone
from nightcrew.store import follow_ups, watches
from nightcrew.store.connection import Connection
from nightcrew.store.watches import Look
from nightcrew.usecases.check_watches.claiming import Due


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a look came to. failed: it could not look, which is no news and no bad news."""

    status: ToolStatus
    failed: bool
    news: News


async def write(
    connection: Connection, pair: Pair, due: Due, outcome: Outcome, now: datetime
) -> str:
    """Keep the look; with news, let a message fall due, once. Says what it came to."""
    tenant, follow_up = pair.tenant, due.follow_up
    locked = await follow_ups.one(connection, tenant, follow_up.id, lock=True)
    if locked is None or locked.state is not FollowUpState.OPEN:
        return Silence.CANCELLED
    news = outcome.news
    await watches.note(connection, tenant, follow_up, _look(outcome, now))
    if news.kind is not NewsKind.NONE:
        if await watches.may_speak(connection, tenant, follow_up.id):
            await _fall_due(connection, tenant, locked, now)
            return "found"
        return "waits"
    if due.is_last:
        await _expire(connection, tenant, follow_up, now)
        return Silence.EXPIRED
    return str(outcome.status) if outcome.failed else "no_news"


def _look(outcome: Outcome, now: datetime) -> Look:
    news = outcome.news
    found = None
    if news.kind is not NewsKind.NONE:
        found = WatchFound(kind=news.kind, lines=news.lines, links=news.links, found_at=now)
    return Look(at=now, status=outcome.status, failed=outcome.failed, seen=news.seen, found=found)


async def _fall_due(
    connection: Connection, tenant: UUID, follow_up: FollowUp, now: datetime
) -> None:
    at = now.replace(microsecond=0)
    local = to_local(at, zone(follow_up.timezone))
    await follow_ups.note_occurrence(
        connection,
        tenant,
        follow_up,
        local=wall(Occurrence(local=local, due_at=at)),
        due_at=at,
        now=now,
    )


async def _expire(connection: Connection, tenant: UUID, follow_up: FollowUp, now: datetime) -> None:
    await follow_ups.change(
        connection,
        tenant,
        follow_up.id,
        state=FollowUpState.EXPIRED,
        reason=Silence.EXPIRED,
        next_at=None,
        ended_at=now,
    )


async def call_off(
    connection: Connection, tenant: UUID, follow_up: FollowUp, now: datetime
) -> None:
    """End a watch whose matter the user asked to forget."""
    await follow_ups.change(
        connection,
        tenant,
        follow_up.id,
        state=FollowUpState.CANCELLED,
        reason=Silence.BURIED,
        next_at=None,
        ended_at=now,
    )
