"""What dreams would change about memories the user wrote: only the user decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.memory_edits import memory_off, own_text, rewritten, switched_off
from nightcrew.domain.memory_view import MemoryView, view
from nightcrew.domain.named_fields import recast
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_moment_cursor
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.ports import Clock, Crews
from nightcrew.store import (
    console_reads,
    conversations,
    memories,
    memory_history,
    people,
    suggestions,
)
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.store.retention import DISMISSED_FOR
from nightcrew.store.suggestions import Suggestion

ACCEPTED = "accepted"
DISCARDED = "discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionView:
    """A proposed change to an explicit memory.

    memory, current: the memory and what it says now. text: what it would say; empty means that it
    would be switched off.
    """

    id: UUID
    crew: str
    memory: UUID
    current: str
    text: str
    kind: str
    from_on: date | None
    to_on: date | None
    cites: tuple[UUID, ...]
    state: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepSuggestions:
    """Lists what dreams suggest and carries out what the user decides."""

    db: Database
    clock: Clock
    crews: Crews

    async def list(
        self,
        tenant: UUID,
        user: str,
        *,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
        now: datetime | None = None,
    ) -> Page[SuggestionView]:
        """A page of the open ones and the 10 newest dismissed of the last 30 days, newest first.

        Raises: BadInput.
        """
        after, limit = read_moment_cursor(cursor), check_limit(limit)
        since = (now or self.clock.now()) - DISMISSED_FOR
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return Page()
            whose = (connection, tenant, person.id)
            found = await suggestions.listed(
                *whose, dismissed_since=since, after=after, limit=limit + 1
            )
            total = await suggestions.count(*whose, dismissed_since=since)
            now_say = await console_reads.memory_lines(*whose, [each.memory_id for each in found])
        said = {each.id: each.text for each in now_say}
        shown = tuple(_told(each, said[each.memory_id]) for each in found[:limit])
        following = cursor_behind(found, limit, lambda each: (each.created_at, each.id))
        return Page(items=shown, next_cursor=following, total=total)

    async def accept(
        self, tenant: UUID, user: str, suggestion_id: UUID, *, now: datetime | None = None
    ) -> MemoryView:
        """Make it so: a new version, still the user's own; accepting twice changes nothing.

        Raises: NotFound, Refused `memory_off`.
        """
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person, suggestion = await _held(connection, tenant, user, suggestion_id)
            if suggestion.state == DISCARDED:
                raise _no_suggestion()
            if suggestion.state != ACCEPTED:
                await self._carry_out(connection, tenant, person, suggestion, at)
            memory = await _memory(connection, tenant, person, suggestion)
            off = await memory_history.off_moments(connection, tenant, [memory.id])
        days = self.crews.house().retention_days.get("forgotten", 0)
        return view(memory, self._today(person, at), days, off_at=off.get(memory.id))

    def _today(self, person: Person, at: datetime) -> date:
        return today(at, person.timezone or self.crews.house().timezone)

    async def _carry_out(
        self,
        connection: Connection,
        tenant: UUID,
        person: Person,
        suggestion: Suggestion,
        at: datetime,
    ) -> None:
        memory = await _memory(connection, tenant, person, suggestion)
        if memory.status is Status.OFF:
            raise memory_off()
        pair = Pair(tenant=tenant, user=person.id, crew=memory.crew)
        wanted = _wanted(memory, suggestion, self._today(person, at))
        act = Act(actor="user", cause="suggestion accepted", at=at)
        await memories.revise(connection, pair, wanted, act)
        await conversations.note_change(connection, pair, at)
        await suggestions.decide(
            connection, tenant, person.id, suggestion.id, state=ACCEPTED, at=at
        )

    async def dismiss(
        self, tenant: UUID, user: str, suggestion_id: UUID, *, now: datetime | None = None
    ) -> SuggestionView:
        """Not now: it stays listed for a while. Raises: NotFound."""
        return await self._put_away(tenant, user, suggestion_id, "dismissed", now)

    async def discard(
        self, tenant: UUID, user: str, suggestion_id: UUID, *, now: datetime | None = None
    ) -> SuggestionView:
        """Never: it is gone from the list. Raises: NotFound."""
        return await self._put_away(tenant, user, suggestion_id, DISCARDED, now)

    async def _put_away(
        self, tenant: UUID, user: str, suggestion_id: UUID, state: str, now: datetime | None
    ) -> SuggestionView:
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person, suggestion = await _held(connection, tenant, user, suggestion_id)
            if suggestion.state == ACCEPTED:
                raise Refused(
                    "already_accepted", "this was accepted", hint="restore an older version"
                )
            if suggestion.state not in (state, DISCARDED):
                decided = await suggestions.decide(
                    connection, tenant, person.id, suggestion.id, state=state, at=at
                )
                suggestion = decided or suggestion
            return await _shown(connection, tenant, person, suggestion)


async def _held(
    connection: Connection, tenant: UUID, user: str, suggestion_id: UUID
) -> tuple[Person, Suggestion]:
    """A suggestion of a user whose row is locked, so that changes take turns."""
    person = await people.enter(connection, tenant, user)
    if person is None:
        raise _no_suggestion()
    await people.lock_person(connection, tenant, person.id)
    found = await suggestions.one(connection, tenant, person.id, suggestion_id)
    if found is None:
        raise _no_suggestion()
    return person, found


async def _memory(
    connection: Connection, tenant: UUID, person: Person, suggestion: Suggestion
) -> Memory:
    memory = await memories.one(connection, tenant, person.id, suggestion.memory_id)
    if memory is None:
        raise _no_suggestion()
    return memory


async def _shown(
    connection: Connection, tenant: UUID, person: Person, suggestion: Suggestion
) -> SuggestionView:
    memory = await _memory(connection, tenant, person, suggestion)
    return _told(suggestion, memory.text)


def _told(suggestion: Suggestion, current: str) -> SuggestionView:
    return recast(SuggestionView, suggestion, memory=suggestion.memory_id, current=current)


def _wanted(memory: Memory, suggestion: Suggestion, said_on: date) -> Memory:
    if not suggestion.text.strip():
        return switched_off(memory)
    return rewritten(
        memory,
        own_text(suggestion.text, said_on),
        said_on,
        dates=(suggestion.from_on, suggestion.to_on),
    )


def _no_suggestion() -> NotFound:
    return NotFound(
        "unknown_suggestion", "there is no such suggestion", hint="list the suggestions"
    )
