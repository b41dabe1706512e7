"""A team's memory without any model configured, in Korean and English."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.team import Member, Membership
from nightcrew.store.database import Database
from tests.talk import app_of, talk_with

TEAM = "harbour"


@dataclass(frozen=True, kw_only=True)
class Talking:
    """What a member asks the crew to remember for the team, and what they only tell it."""

    crew: str
    asks: str
    tells: str
    claim: str


KOREAN = Talking(
    crew="travel-mina",
    asks="우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬",
    tells="우리 팀 창고는 지하 2층에 있어요",
    claim="지하 2층",
)
ENGLISH = Talking(
    crew="language-emma",
    asks="Please remember: our team meets every Tuesday at ten",
    tells="Our team lives in the harbour office",
    claim="harbour office",
)


@pytest.mark.parametrize("talking", [KOREAN, ENGLISH], ids=["ko", "en"])
async def test_what_is_asked_for_and_what_is_dreamt_waits_and_the_digest_retells_the_rest(
    shared_database: Database, own_tenant: UUID, talking: Talking
) -> None:
    app = app_of(shared_database, RehearsalModel(HashEmbedder()))
    teams, talk = app.teams, await talk_with(app, own_tenant, talking.crew, user="u1")
    members = [Member(user="u1"), Member(user="chief", role=Membership.ADMIN)]
    await teams.keep.put(own_tenant, TEAM, [talking.crew], members)

    asked = await talk.say(talking.asks, team=TEAM)
    await talk.say(talking.tells, team=TEAM)
    await app.run_dream(talk.pair)

    waiting = (await teams.review.list(own_tenant, TEAM)).items
    assert asked.decisions["memory"]["note"] == "team_proposed"
    assert {each.origin for each in waiting} == {"asked", "dream"}
    assert any(talking.claim in each.text for each in waiting)
    for each in waiting:
        await teams.review.approve(own_tenant, TEAM, each.id, by="chief", seen=each.hash)
    ran = await app.flows.run("team-digest", FlowWish(tenant=own_tenant))
    assert ran.counts["digested"] == 1
