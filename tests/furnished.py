"""What an operator finds: a team with proposals, knowledge that waits, listings, a day of turns."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from nightcrew.domain.knowledge import KnowledgeKind, RawDocument
from nightcrew.domain.price.row import own_shape
from nightcrew.domain.team import Member, Membership
from nightcrew.usecases.load_knowledge import GivenDocument
from tests.console import Console
from tests.e2e.door import CREW

TEAM = "harbour"
PROPOSED = "우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬"
COLLECTION = "visa-notes"
PASSAGE = "일본은 90일까지 무비자로 머문다."
MEMBERS = (
    Member(user="u1"),
    Member(user="u2"),
    Member(user="chief", role=Membership.ADMIN),
)


async def a_team(console: Console, *, members: tuple[Member, ...] = MEMBERS) -> UUID:
    """A team whose member u1 proposed something; gives our own id of the team."""
    app, tenant = console.door.app, console.desk.tenant
    await app.teams.keep.put(tenant, TEAM, [CREW], members)
    [team] = await app.teams.keep.names_by_id(tenant)
    return team


async def propose(console: Console, text: str = PROPOSED, user: str = "u1") -> None:
    """Ask in a turn that the team remembers something. Only in the tenant `default`."""
    answers: dict[str, Any] = dict(console.door.model.answers)
    console.door.model.answers["judge_needs"] = {"memory": {"use": True, "act": "remember"}}
    answered = await console.door.say(text, user, team=TEAM)
    console.door.model.answers.update(answers)
    assert answered.status_code == 200, answered.text


async def knowledge(
    console: Console,
    *,
    waits: bool = False,
    text: str = PASSAGE,
    kind: KnowledgeKind = "markdown",
) -> None:
    """A document of knowledge, let in or waiting."""
    head = "# 일본 입국\n\n" if kind == "markdown" else ""
    given = GivenDocument(
        raw=RawDocument(kind=kind, content=(f"{head}{text}\n").encode()),
        url="https://example.invalid/visa",
        title="일본 입국 안내",
        called="visa",
        as_of=date(2026, 11, 1),
        recheck_on=date(2026, 11, 20),
        reviewed_by=None if waits else "visa-team",
        review=waits,
    )
    await console.door.app.knowledge.load(console.desk.tenant, COLLECTION, given)


async def listings(console: Console, count: int = 40) -> None:
    """Cars of one model, of one year, that differ in distance and price."""
    rows = [
        {
            "id": f"car-{number}", "maker": "현대", "model": "아반떼", "year": "2022",
            "km": str(31_000 + 700 * number),
            "price": str(17_900_000 - 45_000 * number + 230_000 * (number * 5 % 7)),
            "fuel": "가솔린", "accident": "무사고", "listed_on": "2026-11-20",
        }
        for number in range(count)
    ]  # fmt: skip
    await console.door.app.load_listings(
        console.desk.tenant, rows, own_shape("autumn-fair", price_unit="원")
    )


async def furnish_office(console: Console) -> None:
    """A bit of everything, in the tenant `default`."""
    await a_team(console)
    await propose(console)
    await knowledge(console)
    await knowledge(console, waits=True, text="미국은 전자 여행 허가를 먼저 받는다.")
    await listings(console)
    await console.door.client.post("/v1/run/retention")
    await console.door.say("안녕", user="")
