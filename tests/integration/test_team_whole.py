"""AS-16: what a member teaches, what an admin lets stand, what is promoted, and a fresh digest."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.memory import Memory
from nightcrew.domain.team import Promotion
from nightcrew.store.database import Database
from tests.builders import memory
from tests.team_talk import ADMIN, OTHER, PROPOSER, TEAM, Office, office

MEETING = "우리 팀 회의는 매주 화요일 10시다"
PARKING = "주차장은 지하 2층에 있다"
GATE = "정문은 밤 열 시에 닫힌다"
DELIVERY = "납품은 목요일에 온다"
ROOM = "회의실은 4층이다"
SECRET = "이직 준비는 비밀이다"
MEMBERS = (PROPOSER, OTHER, ADMIN)


async def test_as_16_a_team_learns_what_an_admin_approved_and_nothing_else(
    shared_database: Database, own_tenant: UUID
) -> None:
    team = await office(shared_database, own_tenant)
    assert (await team.lines(), await team.waiting()) == ([], ())
    assert "via team)" not in await team.prompt(OTHER)

    await taught_and_decided(team)

    await digested(team, "팀은 매주 화요일 10시에 회의한다.", "m1")
    await team.known(GATE, OTHER)
    kept = [await team.learn(memory(text)) for text in (MEETING, GATE, DELIVERY, ROOM, SECRET)]
    tried, promoted = await promoted_by(team, dry_run=True), await promoted_by(team)
    assert counts(tried) == counts(promoted) == (2, 2, 1)
    assert DELIVERY not in await team.lines(OTHER)
    assert await own(team, kept) == [MEETING, GATE, DELIVERY, ROOM, SECRET]

    assert (await digest(team)).stale
    prompt = await team.prompt(OTHER)
    assert f"via team) {MEETING}\n" in prompt
    assert GATE in prompt
    for text in (DELIVERY, ROOM):
        await team.approve(await team.review_of(text))
    assert (await digest(team)).stale
    assert DELIVERY in await team.prompt(OTHER)

    lines = await team.lines(OTHER)
    assert sorted(lines) == sorted([MEETING, GATE, DELIVERY, ROOM])
    await digested(team, *[part for text in lines for part in (f"{text}.", text)])
    assert not (await digest(team)).stale
    prompt = await team.prompt(OTHER)
    assert "비밀이다" not in prompt
    assert all(text in prompt for text in lines)


async def taught_and_decided(team: Office) -> None:
    """A member teaches two things; nothing of them holds before an admin lets one of them in."""
    for told in (MEETING, PARKING):
        await team.teach(told)
    waiting = await team.waiting()
    assert [(each.action, each.state) for each in waiting] == [("WRITE", "waiting")] * 2
    assert not [user for user in MEMBERS if "화요일" in await team.prompt(user)]

    await team.approve(await team.review_of("화요일"))
    await team.reject(await team.review_of("지하"))
    assert await team.waiting() == ()
    for user in MEMBERS:
        assert await team.lines(user) == [MEETING]
        assert "지하 2층" not in await team.prompt(user)


def counts(done: Promotion) -> tuple[int, int, int]:
    return (done.created, done.already_shared, done.remained_private)


async def promoted_by(team: Office, **how: Any) -> Promotion:
    return await team.app.teams.promote(team.tenant, TEAM, PROPOSER, **how)


async def digested(team: Office, *parts: str) -> None:
    """Retell the team's lines: sentences, each followed by the line or the handle it tells."""

    def retold(question: Any) -> dict[str, Any]:
        handles = {shown.handle: shown.line for shown in question.inputs.lines}
        told = zip(parts[::2], parts[1::2], strict=True)
        return {"sentences": [
            {"text": sentence, "cites": [each for each in handles
                                         if each == of or of in handles[each]]}
            for sentence, of in told
        ]}  # fmt: skip

    team.model.answers["digest_team"] = retold
    done = await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))
    assert done.counts["digested"] == 1


async def digest(team: Office) -> Any:
    """What is told of the team now."""
    found = (await team.app.teams.keep.one(team.tenant, TEAM)).digest
    assert found is not None
    return found


async def own(team: Office, kept: list[Memory]) -> list[str]:
    """What its owner still knows of these."""
    known = {each.id: each.text for each in await team.talks[PROPOSER].known()}
    return [known[each.id] for each in kept]
