"""Everything a story can see of its pair, read in one round trip.

Measured reason: a story looks after each of its steps, and by the screens of a user one look took
23 round trips and most of the story's time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, cast
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp, WaitingOccurrence
from nightcrew.domain.memory import Kind, Status
from nightcrew.domain.pair import Pair
from nightcrew.domain.two_weeks import WAITING
from nightcrew.store.database import Database
from nightcrew.store.prepared import prepared
from nightcrew.store.rows import value


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMemory:
    """A memory, on or off, as far as a story looks at it."""

    id: UUID
    kind: Kind
    text: str
    status: Status
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMessage:
    """A message of the outbox that nobody acknowledged; no text once it was erased."""

    id: UUID
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLook:
    """What is there now of one pair in a tenant of its own.

    timezone: of the user. memories: newest said first. follow_ups: newest made first.
    occurrences: soonest due first. messages: oldest first. evidence: lines that were not erased.
    anchors: the lines that were cited in the turn that was asked for.
    """

    timezone: str | None
    memories: tuple[SeenMemory, ...]
    follow_ups: tuple[FollowUp, ...]
    occurrences: tuple[WaitingOccurrence, ...]
    messages: tuple[SeenMessage, ...]
    evidence: int
    anchors: tuple[str, ...]

    def waiting(self) -> tuple[WaitingOccurrence, ...]:
        """The times that are due and have not gone out, soonest due first."""
        return tuple(each for each in self.occurrences if each.state in WAITING)


def _rows(kind: type, table: str, also: str = "") -> str:
    names = ", ".join(f"t.{field.name}" for field in fields(cast("Any", kind)))
    return f"select {names} from {table} t where t.tenant_id = :tenant and t.user_id = :user {also}"


# One plan for all: the pair of a story has a handful of rows, whichever pair it is.
_LOOK = prepared(f"""
select cast(json_build_object(
  'timezone', (select timezone from users where tenant_id = :tenant and id = :user),
  'memories', (select coalesce(json_agg(m), '[]') from (
    {_rows(SeenMemory, "memories", "order by t.said_on desc, t.id desc")}) m),
  'follow_ups', (select coalesce(json_agg(f), '[]') from (
    {_rows(FollowUp, "follow_ups", "order by t.created_at desc, t.id desc")}) f),
  'occurrences', (select coalesce(json_agg(o), '[]') from (
    {_rows(WaitingOccurrence, "occurrences", "order by t.due_at, t.id")}) o),
  'messages', (select coalesce(json_agg(b), '[]') from (
    {_rows(SeenMessage, "outbox", "and t.state = 'ready' order by t.position")}) b),
  'evidence', (select count(*) from evidence t
    where t.tenant_id = :tenant and t.user_id = :user and t.erased_at is null),
  'anchors', (select jsonb_path_query_array(t.explain, '$.guide_lines[*].anchor') from turns t
    where t.tenant_id = :tenant and t.turn_id = :turn_id)) as text)
""")


async def look(database: Database, pair: Pair, *, turn_id: str = "") -> StoryLook:
    """All of it as it is now. turn_id: the turn whose cited lines are wanted.

    Raises: StoreAway.
    """
    values = {"tenant": pair.tenant, "user": pair.user, "turn_id": turn_id}
    [(document,)] = await database.alone(pair, _LOOK, values)
    body = json.loads(document)
    return value(StoryLook, {**body, "anchors": body["anchors"] or ()})
