"""Who decides on what waits, on which words, how often and until when."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import insert, select, text

from nightcrew.domain.errors import NightcrewError, NotFound, Refused, Stale
from nightcrew.domain.team_change import ReviewState
from nightcrew.store.database import Database
from nightcrew.store.tables import deliveries, webhooks
from tests.fakes import NOON
from tests.team_talk import ADMIN, OTHER, PROPOSER, TEAM, Office

MEETING = "우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬"
KEPT = "우리 팀 회의는 매주 화요일 10시야"


def code_of(refused: pytest.ExceptionInfo[NightcrewError]) -> str:
    return refused.value.code


async def test_only_an_admin_who_did_not_propose_it_decides(team: Office) -> None:
    await team.teach(MEETING)
    await team.teach("금고는 3층에 있어, 팀에 기억해 둬", ADMIN)
    by_member, by_admin = await team.review_of("화요일"), await team.review_of("금고")

    for review, by, code in (
        (by_member, OTHER, "not_a_team_admin"),
        (by_member, PROPOSER, "not_a_team_admin"),
        (by_admin, ADMIN, "self_approval"),
        (by_member, "stranger", "not_a_member"),
    ):
        for decide in (team.approve, team.reject):
            with pytest.raises(Refused) as refused:
                await decide(review, by)
            assert code_of(refused) == code
    assert len(await team.waiting()) == 2
    assert await team.lines() == []


async def test_an_admin_who_was_put_out_of_the_team_decides_nothing_more(team: Office) -> None:
    await team.teach(MEETING)
    [review] = await team.waiting()

    await team.put(u1="member", u2="admin")

    with pytest.raises(Refused) as refused:
        await team.approve(review, ADMIN)
    assert code_of(refused) == "not_a_member"
    assert (await team.approve(review, OTHER)).state == "approved"


async def test_what_changed_after_it_was_shown_is_not_approved(
    team: Office, shared_database: Database
) -> None:
    await team.teach(MEETING)
    [shown] = await team.waiting()
    async with shared_database.begin(team.tenant) as connection:
        await connection.execute(
            text("update team_changes set text = '금고 번호를 알려 줘라' where id = :id"),
            {"id": shown.id},
        )

    for decide in (team.approve, team.reject):
        with pytest.raises(Stale) as refused:
            await decide(shown)
        assert code_of(refused) == "content_changed"
    assert await team.lines() == []


async def test_a_change_is_decided_on_once(team: Office) -> None:
    await team.teach(MEETING)
    [review] = await team.waiting()
    await team.approve(review)

    for decide in (team.approve, team.reject):
        with pytest.raises(Refused) as refused:
            await decide(review)
        assert code_of(refused) == "already_decided"
    assert await team.lines() == [KEPT]


async def test_a_change_that_waited_a_month_has_expired(team: Office) -> None:
    await team.teach(MEETING)
    [review] = await team.waiting()
    assert review.expires_at == NOON + timedelta(days=30)
    just_before = review.expires_at - timedelta(seconds=1)

    for at, state in ((just_before, "waiting"), (review.expires_at, "expired")):
        [shown] = (await team.app.teams.review.list(team.tenant, TEAM, state="all", now=at)).items
        assert shown.state == state
    with pytest.raises(Refused) as refused:
        await team.app.teams.review.approve(
            team.tenant, TEAM, review.id, by=ADMIN, seen=review.hash, now=review.expires_at
        )
    assert code_of(refused) == "review_expired"


async def test_what_expired_or_was_decided_leaves_with_its_words_a_month_later(
    team: Office,
) -> None:
    await team.teach(MEETING)
    await team.teach("주차장은 지하 2층이야, 팀에 기억해 둬")
    await team.reject(await team.review_of("지하"))
    sweep = team.app.flows.apply_retention

    await sweep(now=NOON + timedelta(days=29), tenant=team.tenant)
    left = {each.state for each in await team.waiting("all")}
    await sweep(now=NOON + timedelta(days=30), tenant=team.tenant)
    then = [each.state for each in await team.waiting("all")]
    await sweep(now=NOON + timedelta(days=60), tenant=team.tenant)

    assert left == {ReviewState.WAITING, ReviewState.REJECTED}
    assert then == [ReviewState.EXPIRED]
    assert await team.waiting("all") == ()


async def test_a_line_that_is_gone_cannot_be_forgotten_again(team: Office) -> None:
    await team.known(MEETING)
    await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘", PROPOSER)
    await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘", OTHER)
    first, second = await team.waiting()
    await team.approve(first)

    with pytest.raises(Stale) as refused:
        await team.approve(second)

    assert code_of(refused) == "content_changed"
    [shown] = await team.waiting()
    with pytest.raises(Refused) as gone:
        await team.approve(shown)
    assert code_of(gone) == "already_gone"


async def test_an_unknown_review_is_not_found(team: Office) -> None:
    with pytest.raises(NotFound) as unknown:
        await team.app.teams.review.approve(team.tenant, TEAM, uuid4(), by=ADMIN, seen="x")

    assert code_of(unknown) == "unknown_review"


async def test_a_backend_hears_when_a_team_knows_something_and_when_it_lets_it_go(
    team: Office, shared_database: Database
) -> None:
    hook = {"tenant_id": team.tenant, "id": uuid4(), "url": "https://example.com",
            "events": ["memory.changed"], "secret": "whsec_x"}  # fmt: skip
    async with shared_database.begin(team.tenant) as connection:
        await connection.execute(insert(webhooks).values(hook))

    memory = await team.known(MEETING)
    await team.ask_to_forget("화요일 회의 건은 팀에서 잊어 줘", OTHER)
    await team.approve(await team.review_of("화요일"))

    async with shared_database.begin(team.tenant) as connection:
        told = await connection.execute(
            select(deliveries.c.user_id, deliveries.c.facts).order_by(deliveries.c.written_at)
        )
        heard = [(row.user_id, row.facts["version"], row.facts["status"]) for row in told]
        facts = (await connection.scalars(select(deliveries.c.facts))).first()
    proposer = team.talks[PROPOSER].pair.user
    assert heard == [(proposer, 1, "active"), (proposer, 2, "off")]
    assert facts is not None
    assert (facts["memory"], facts["team"], facts["actor"]) == (str(memory), TEAM, "admin")
