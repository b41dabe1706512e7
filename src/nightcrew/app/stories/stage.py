"""One crew and one user of a story, in a tenant of their own, and what is true of them now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.app.menu import App
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.memory import Status
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.page import LONGEST_PAGE
from nightcrew.domain.pair import Pair
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.story import Given, Part, Story
from nightcrew.domain.story_expectations import SeenFollowUp
from nightcrew.domain.story_sayings import given_memory
from nightcrew.domain.zones import to_local, zone
from nightcrew.store import conversations, evidence, memories
from nightcrew.store.memories import Act

USER = "story-user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything a story can see between two steps. messages: the outbox, oldest first."""

    memories: Mapping[UUID, MemoryView]
    follow_ups: Mapping[UUID, FollowUpView]
    messages: Mapping[UUID, str]
    evidence: int
    calls: int
    tokens: int

    def on(self) -> Mapping[UUID, str]:
        """The texts of the memories that are on."""
        on = (each for each in self.memories.values() if each.status is Status.ACTIVE)
        return {each.id: each.text for each in on}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Where a part of a story plays: rows of other parts and stories are out of its sight."""

    app: App
    tenant: UUID
    pair: Pair
    timezone: str

    async def snapshot(self, now: datetime, *, calls: int, tokens: int) -> Snapshot:
        """What is true now. calls, tokens: what models were asked so far."""
        held = await self.app.keep_memories.list(
            self.tenant, USER, status="all", limit=LONGEST_PAGE, now=now
        )
        messages = await self.app.read_outbox.page(self.tenant, limit=LONGEST_PAGE)
        async with self.app.world.db.begin_user(self.tenant, self.pair.user) as connection:
            lines = await evidence.count(connection, self.tenant, self.pair.user, None)
        return Snapshot(
            memories={each.id: each for each in held.items},
            follow_ups={each.id: each for each in await self.follow_ups(now, status="all")},
            messages={each.id: each.text or "" for each in messages.items},
            evidence=lines,
            calls=calls,
            tokens=tokens,
        )

    async def follow_ups(self, now: datetime, *, status: str) -> tuple[FollowUpView, ...]:
        """The user's follow-ups. status: open or all."""
        found = await self.app.keep_follow_ups.list(
            self.tenant, USER, status=status, limit=LONGEST_PAGE, now=now
        )
        return found.items

    def seen(self, follow_up: FollowUpView) -> SeenFollowUp:
        """A follow-up on the story's wall clock."""
        due_at = follow_up.due_at
        return SeenFollowUp(
            local=to_local(due_at, zone(self.timezone)) if due_at else None,
            repeats=follow_up.kind is FollowUpKind.RECURRING,
        )


async def set_stage(app: App, story: Story, part: Part) -> Stage:
    """Make the tenant, the user and what is given. Raises: BadInput for a preference."""
    tenant = await app.keep_tenant.tenant(f"story {story.id} {uuid4().hex}")
    wishes = {"timezone": story.timezone, **story.given.user}
    await app.keep_people.set_preferences(tenant, USER, wishes, now=story.at)
    pair = await app.keep_people.pair(tenant, USER, part.crew)
    if pair is None:
        raise RuntimeError("a user that was just made is never missing")
    await _give(app, pair, story.given, story.at)
    return Stage(app=app, tenant=tenant, pair=pair, timezone=story.timezone)


async def _give(app: App, pair: Pair, given: Given, at: datetime) -> None:
    if not given.memories:
        return
    async with app.world.db.begin_pair(pair) as connection:
        for each in given.memories:
            act = Act(actor="user" if each.explicit else "dream", cause="given", at=at)
            memory = given_memory(each, new_id=uuid4(), user=pair.user, crew=pair.crew)
            await memories.add(connection, pair, memory, act)
        await conversations.note_change(connection, pair, at)
