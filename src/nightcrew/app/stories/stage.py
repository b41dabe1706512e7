"""One crew and one user of a story, in a tenant of their own, and what is true of them now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.app.menu import App
from nightcrew.domain.follow_up import WaitingOccurrence
from nightcrew.domain.follow_up_times import FollowUpView, view
from nightcrew.domain.memory import Status
from nightcrew.domain.pair import Pair
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.story import Given, Part, Story, given_memory
from nightcrew.domain.story_expectations import SeenFollowUp
from nightcrew.domain.zones import to_local, zone
from nightcrew.store import conversations, memories, story_looks
from nightcrew.store.memories import Act
from nightcrew.store.story_looks import SeenMemory, StoryLook

USER = "story-user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything a story can see between two steps.

    messages: the outbox, oldest first. anchors: cited in the turn that was just answered.
    """

    memories: Mapping[UUID, SeenMemory]
    follow_ups: Mapping[UUID, FollowUpView]
    occurrences: Mapping[UUID, WaitingOccurrence]
    messages: Mapping[UUID, str]
    evidence: int
    anchors: tuple[str, ...]
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

    async def snapshot(
        self, now: datetime, *, calls: int, tokens: int, turn_id: str = ""
    ) -> Snapshot:
        """What is true now. calls, tokens: what models were asked so far.

        turn_id: of the turn that was just answered.
        """
        look = await self.look(turn_id=turn_id)
        return Snapshot(
            memories={each.id: each for each in look.memories},
            follow_ups={each.id: each for each in self.follow_ups(look, now)},
            occurrences={each.id: each for each in look.occurrences},
            messages={each.id: each.text or "" for each in look.messages},
            evidence=look.evidence,
            anchors=look.anchors,
            calls=calls,
            tokens=tokens,
        )

    async def look(self, *, turn_id: str = "") -> StoryLook:
        """All that is kept of the pair."""
        return await story_looks.look(self.app.world.db, self.pair, turn_id=turn_id)

    def follow_ups(self, look: StoryLook, now: datetime) -> tuple[FollowUpView, ...]:
        """Every follow-up as its owner sees it, newest made first."""
        zone_name = look.timezone or self.app.crews.house().timezone
        waiting = {each.follow_up_id: each for each in reversed(look.waiting())}
        return tuple(view(each, zone_name, now, waiting.get(each.id)) for each in look.follow_ups)

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
