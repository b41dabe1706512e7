"""What a demo shows as proof: read from the database and from the App, never remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from nightcrew.app.menu import App
from nightcrew.cli.demo_events import Rows
from nightcrew.domain.crew import GuideLine, guide_lines
from nightcrew.domain.follow_up_times import FollowUpView, OccurrenceView
from nightcrew.domain.matching import clearly_meant
from nightcrew.domain.memory import Kind
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.page import LONGEST_PAGE
from nightcrew.domain.pair import Pair
from nightcrew.domain.version import Version
from nightcrew.store import evidence, raw_turns
from nightcrew.store.outbox import OutboxItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Questions a demo asks about one tenant; users go by the backend's id."""

    app: App
    tenant: UUID

    async def pair(self, user: str, crew: str) -> Pair:
        """The pair, made when it is new. Raises: NotFound for an unknown crew."""
        found = await self.app.keep_people.pair(self.tenant, user, crew)
        if found is None:
            raise RuntimeError("a user that is made when missing is never missing")
        return found

    async def rows(self, user: str, pair: Pair, now: datetime) -> Rows:
        """How many rows the user has."""
        kept = await self.app.keep_memories.list(self.tenant, user, status="all", limit=1, now=now)
        async with self.app.world.db.begin_user(self.tenant, pair.user) as connection:
            lines = await raw_turns.count(connection, self.tenant, pair.user, None)
        return Rows(memories=kept.total, evidence=lines)

    async def memories(
        self, user: str, now: datetime, *, crew: str | None = None, status: str = "all"
    ) -> dict[UUID, MemoryView]:
        """The user's memories by id, the newest of them when there are very many."""
        kept = await self.app.keep_memories.list(
            self.tenant, user, crew=crew, status=status, limit=LONGEST_PAGE, now=now
        )
        return {each.id: each for each in kept.items}

    async def meant(
        self, user: str, crew: str | None, words: str, now: datetime, *, status: str
    ) -> tuple[UUID, ...]:
        """The memories that words clearly speak of, as in a turn."""
        kept = await self.memories(user, now, crew=crew, status=status)
        return clearly_meant(words, {each.id: each.text for each in kept.values()})

    async def version_before(self, user: str, memory: UUID) -> Version | None:
        """What a memory was before its newest version."""
        versions = await self.app.keep_memories.versions(self.tenant, user, memory)
        return versions[1] if len(versions) > 1 else None

    async def cited(self, pair: Pair, ids: Sequence[UUID]) -> tuple[str, ...]:
        """The words of lines of evidence, oldest first."""
        async with self.app.world.db.begin_pair(pair) as connection:
            lines = await evidence.by_ids(connection, pair, ids)
        return tuple(line.text for line in lines)

    def guide(self, crew: str) -> tuple[GuideLine, ...]:
        """The lines of crew text that its judge sees."""
        return guide_lines(self.app.crews.crew(crew))

    async def explained(self, turn_id: str) -> Mapping[str, Any]:
        """Why a turn came out as it did."""
        return await self.app.explain_turn(self.tenant, turn_id)

    async def style(
        self, explained: Mapping[str, Any], user: str, now: datetime
    ) -> dict[UUID, str]:
        """The style memories that a turn was shown."""
        shown = {UUID(each) for each in explained.get("memories", [])}
        kept = await self.memories(user, now)
        return {
            each.id: each.text
            for each in kept.values()
            if each.id in shown and each.kind is Kind.STYLE
        }

    async def follow_ups(self, user: str, now: datetime) -> tuple[FollowUpView, ...]:
        """Every follow-up of the user, open or over."""
        found = await self.app.keep_follow_ups.list(
            self.tenant, user, status="all", limit=LONGEST_PAGE, now=now
        )
        return found.items

    async def occurrences(self, user: str, follow_up: UUID) -> tuple[OccurrenceView, ...]:
        """Every time of a follow-up that was due."""
        return await self.app.keep_follow_ups.occurrences(self.tenant, user, follow_up)

    async def occurrence(
        self, user: str, occurrence: UUID, now: datetime
    ) -> tuple[FollowUpView, OccurrenceView]:
        """A time of a follow-up by its id, and the follow-up it belongs to."""
        for follow_up in await self.follow_ups(user, now):
            for each in await self.occurrences(user, follow_up.id):
                if each.id == occurrence:
                    return follow_up, each
        raise RuntimeError("a time that was settled belongs to a follow-up")

    async def message(self, occurrence: UUID) -> OutboxItem | None:
        """What went into the outbox for a time of a follow-up."""
        page = await self.app.read_outbox.page(self.tenant, limit=LONGEST_PAGE)
        return next((item for item in page.items if item.occurrence == occurrence), None)

    async def zone_of(self, user: str) -> str:
        """The user's time zone."""
        preferences = await self.app.keep_people.preferences(self.tenant, user)
        return preferences.timezone or self.app.crews.house().timezone
