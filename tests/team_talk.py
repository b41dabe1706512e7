"""A team of a harbour office in tests: who is in it, what is proposed and who lets it stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from nightcrew.app import App
from nightcrew.domain.memory import Memory, Scope
from nightcrew.domain.team import Member, Membership
from nightcrew.domain.team_change import ReviewState, TeamReview
from nightcrew.ports import Question
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.usecases.keep_teams import TeamView
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

TEAM = "harbour"
CREW = "travel-mina"
OTHER_CREW = "checkup-dana"
PROPOSER, OTHER, ADMIN = "u1", "u2", "chief"


def remembering(text: str = "") -> dict[str, Any]:
    """A judge that hears a wish to remember."""
    return {"memory": {"use": True, "act": "remember", "text": text}}


def forgetting(query: str = "") -> dict[str, Any]:
    """A judge that hears a wish to forget."""
    return {"memory": {"use": True, "act": "forget", "query": query}}


@dataclass(frozen=True, kw_only=True)
class Office:
    """The team, its talks and its desk."""

    app: App
    model: ScriptedModel
    tenant: UUID
    talks: dict[str, Talk]

    async def put(self, *, crews: Sequence[str] = (CREW,), **roles: str) -> TeamView:
        """Make the team these people."""
        members = [Member(user=user, role=Membership(role)) for user, role in roles.items()]
        return await self.app.teams.keep.put(self.tenant, TEAM, crews, members)

    async def teach(self, text: str, user: str = PROPOSER) -> Any:
        """Ask in a turn of the team that something be remembered."""
        self.model.answers["judge_needs"] = remembering()
        turn = await self.talks[user].say(text, team=TEAM)
        self.model.answers["judge_needs"] = {}
        return turn

    async def ask_to_forget(self, text: str, user: str = PROPOSER) -> Any:
        """Ask in a turn of the team that something be forgotten."""
        self.model.answers["judge_needs"] = forgetting()
        turn = await self.talks[user].say(text, team=TEAM)
        self.model.answers["judge_needs"] = {}
        return turn

    async def waiting(self, state: str = ReviewState.WAITING) -> tuple[TeamReview, ...]:
        """What waits for an admin."""
        return (await self.app.teams.review.list(self.tenant, TEAM, state=state)).items

    async def review_of(self, part: str) -> TeamReview:
        """The waiting change whose text holds this."""
        [found] = [each for each in await self.waiting() if part in each.text]
        return found

    async def approve(self, review: TeamReview, by: str = ADMIN) -> TeamReview:
        """Let a change hold as it was shown."""
        return await self.app.teams.review.approve(
            self.tenant, TEAM, review.id, by=by, seen=review.hash
        )

    async def reject(self, review: TeamReview, by: str = ADMIN) -> TeamReview:
        """Let a change go."""
        return await self.app.teams.review.reject(
            self.tenant, TEAM, review.id, by=by, seen=review.hash
        )

    async def known(self, text: str, user: str = PROPOSER) -> UUID:
        """Teach something and let it stand; the team's memory."""
        await self.teach(text, user)
        review = next(each for each in await self.waiting() if each.proposer == user)
        approved = await self.approve(review)
        assert approved.memory is not None
        return approved.memory

    async def lines(self, user: str = PROPOSER) -> list[str]:
        """What the user's teams know."""
        page = await self.app.keep_memories.list(self.tenant, user, scope=Scope.TEAM)
        return [each.text for each in page.items]

    async def prompt(self, user: str = PROPOSER, *, team: str | None = TEAM) -> str:
        """The reply prompt of a new conversation's first turn."""
        await self.talks[user].say("안녕?", team=team, conversation=f"fresh-{len(self.asked())}")
        return self.asked()[-1].text

    def asked(self) -> list[Question]:
        """Every reply prompt so far."""
        return self.model.asked_for("reply")

    async def learn(self, memory: Memory, user: str = PROPOSER) -> Memory:
        """Put a memory of the user there, as a dream would have."""
        return await learnt(self.talks[user], memory)


async def learnt(talk: Talk, memory: Memory) -> Memory:
    """Put a memory there for a pair."""
    kept = replace(memory, user=talk.pair.user, crew=talk.pair.crew, via=talk.pair.crew)
    act = Act(actor="dream", cause="dream", at=talk.app.world.clock.now())
    async with talk.app.world.db.begin_pair(talk.pair) as connection:
        await memories.add(connection, talk.pair, kept, act)
    return kept


async def office(database: Database, tenant: UUID, **answers: Any) -> Office:
    """Two members and an admin in a team with one crew."""
    model = scripted(**answers)
    app = app_of(database, model)
    talks = {
        user: await talk_with(app, tenant, CREW, user=user) for user in (PROPOSER, OTHER, ADMIN)
    }
    made = Office(app=app, model=model, tenant=tenant, talks=talks)
    await made.put(u1="member", u2="member", chief="admin")
    return made
