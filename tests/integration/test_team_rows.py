"""Who can select a team's rows at all, and what leaves when a member's words are erased."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import Table, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.pair import Pair
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.tables import (
    metadata,
    team_changes,
    team_digests,
    team_members,
    team_memories,
    team_tombstones,
    team_turns,
    team_words,
    teams,
)
from tests.builders import memory
from tests.fakes import NOON
from tests.team_talk import ADMIN, OTHER, OTHER_CREW, PROPOSER, TEAM, Office, office

MEETING = "우리 팀 회의는 매주 화요일 10시다"
OF_THE_TEAM = [table for table in metadata.sorted_tables if table.info["policy"] == "team"]
EVERY = [table for table in metadata.sorted_tables if table.name.startswith("team")]


@pytest.fixture
async def team(shared_database: Database, own_tenant: UUID) -> Office:
    """A team of this test alone, with a row in each of its tables."""
    return await full_office(shared_database, own_tenant)


@pytest.fixture(scope="module")
async def standing(shared_database: Database) -> Office:
    """The same, for tests that only look."""
    async with shared_database.begin_system() as connection:
        tenant = await people.make_tenant(connection, "standing")
    return await full_office(shared_database, tenant)


async def full_office(database: Database, tenant: UUID) -> Office:
    made = await office(database, tenant)
    await made.known("주차장은 지하 2층에 있다")
    await made.ask_to_forget("주차장 지하 2층 이야기는 팀에서 잊어 줘")
    [review] = await made.waiting()
    await made.approve(review)
    await made.known(MEETING)
    made.model.answers["digest_team"] = {"sentences": [{"text": MEETING, "cites": ["m1"]}]}
    await made.app.flows.run("team-digest", FlowWish(tenant=tenant))
    return made


async def count(connection: AsyncConnection, table: Table) -> int:
    return len(list(await connection.scalars(select(table.c.id))))


@pytest.mark.parametrize("table", EVERY, ids=lambda table: table.name)
async def test_rows_of_a_team_are_its_tenants_and_no_others(
    standing: Office, shared_database: Database, table: Table
) -> None:
    async with shared_database.begin_system() as connection:
        elsewhere = await people.make_tenant(connection, f"beside-{standing.tenant}")

    async with shared_database.begin(standing.tenant) as connection:
        assert await count(connection, table) > 0
    async with shared_database.begin(elsewhere) as connection:
        assert await count(connection, table) == 0
    async with shared_database.begin_system() as connection:
        assert await count(connection, table) == 0


@pytest.mark.parametrize("table", OF_THE_TEAM, ids=lambda table: table.name)
async def test_what_a_team_has_is_seen_by_its_members_with_its_crews_only(
    standing: Office, shared_database: Database, table: Table
) -> None:
    member = standing.talks[OTHER].pair
    async with shared_database.begin(standing.tenant) as connection:
        stranger = await people.make_person(connection, standing.tenant, "stranger")

    async with shared_database.begin_user(standing.tenant, member.user) as connection:
        assert await count(connection, table) > 0
    async with shared_database.begin_pair(member) as connection:
        assert await count(connection, table) > 0
    elsewhere = Pair(tenant=standing.tenant, user=member.user, crew=OTHER_CREW)
    async with shared_database.begin_pair(elsewhere) as connection:
        assert await count(connection, table) == 0
    async with shared_database.begin_user(standing.tenant, stranger.id) as connection:
        assert await count(connection, table) == 0
        assert (await connection.execute(delete(table))).rowcount == 0
        assert (await connection.execute(update(table).values(id=table.c.id))).rowcount == 0


async def test_who_is_put_out_sees_nothing_but_their_own_words(
    team: Office, shared_database: Database
) -> None:
    mine = team.talks[PROPOSER].pair
    await team.put(u2="member", chief="admin")

    async with shared_database.begin_user(team.tenant, mine.user) as connection:
        seen = {table.name: await count(connection, table) for table in OF_THE_TEAM}
        own = set(await connection.scalars(select(team_words.c.user_id)))

    assert own == {mine.user}
    assert {name for name, rows in seen.items() if rows} == {"team_words", "team_tombstones"}


@pytest.mark.parametrize("table", [team_changes, team_turns, team_members], ids=lambda t: t.name)
async def test_what_a_member_offers_is_seen_by_no_other_member(
    standing: Office, shared_database: Database, table: Table
) -> None:
    other, mine = standing.talks[OTHER].pair, standing.talks[PROPOSER].pair

    async with shared_database.begin_user(standing.tenant, mine.user) as connection:
        assert await count(connection, table) > 0
    async with shared_database.begin_user(standing.tenant, other.user) as connection:
        rows = set(await connection.scalars(select(table.c.user_id)))
        assert rows <= {other.user}


async def test_nobody_can_slip_a_line_into_a_team_that_is_not_theirs(
    standing: Office, shared_database: Database
) -> None:
    async with shared_database.begin(standing.tenant) as connection:
        stranger = await people.make_person(connection, standing.tenant, "stranger")
        found = await connection.scalar(select(teams.c.id))

    line = {
        "tenant_id": standing.tenant, "id": stranger.id, "team_id": found, "kind": "fact",
        "status": "active", "version": 1, "learned_on": NOON.date(), "changed_at": NOON,
    }  # fmt: skip
    with pytest.raises(ProgrammingError, match="row-level security"):
        async with shared_database.begin_user(standing.tenant, stranger.id) as connection:
            await connection.execute(insert(team_memories).values(line))
    async with shared_database.begin(standing.tenant) as connection:
        before = await count(connection, team_memories)
        await connection.execute(insert(team_memories).values(line))
        assert await count(connection, team_memories) == before + 1
        await connection.rollback()


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("decided_by = user_id, decided_at = now(), state = 'approved'", "nobody_decides_alone"),
        ("state = 'approved', decided_at = null", "decided_has_a_moment"),
        ("kind = 'style'", "kind_is_known"),
        ("action = 'FORGET'", "forgets_something|text_is_whole"),
    ],
)
async def test_the_database_itself_refuses_what_must_never_be(
    team: Office, shared_database: Database, change: str, rule: str
) -> None:
    await team.teach("납품은 목요일에 온다")

    with pytest.raises(IntegrityError, match=rule):
        async with shared_database.begin(team.tenant) as connection:
            await connection.execute(text(f"update team_changes set {change}"))  # noqa: S608


async def test_a_member_who_is_erased_takes_along_what_rests_on_them_alone(
    team: Office, shared_database: Database
) -> None:
    await team.teach("납품은 목요일에 온다")

    await team.app.erase_words.person(team.tenant, PROPOSER)

    assert await team.lines(OTHER) == []
    assert await team.waiting("all") == ()
    async with shared_database.begin(team.tenant) as connection:
        for table in (team_words, team_memories, team_changes, team_tombstones, team_digests):
            assert await count(connection, table) == 0, table.name
        left = list(await connection.scalars(select(team_members.c.role)))
    assert sorted(left) == ["admin", "member"]


async def test_what_another_member_said_too_stays_until_the_last_of_them_is_erased(
    team: Office,
) -> None:
    await team.teach("비품은 창고에 있다", PROPOSER)
    await team.teach("비품은 창고에 있다", OTHER)
    for each in await team.waiting():
        await team.approve(each)
    assert set(await team.lines(ADMIN)) == {"비품은 창고에 있다", MEETING}

    await team.app.erase_words.person(team.tenant, PROPOSER)
    then = await team.lines(ADMIN)
    await team.app.erase_words.person(team.tenant, OTHER)

    assert then == ["비품은 창고에 있다"]
    assert await team.lines(ADMIN) == []


async def test_an_admin_who_is_erased_leaves_what_they_approved(
    team: Office, shared_database: Database
) -> None:
    await team.app.erase_words.person(team.tenant, ADMIN)

    assert await team.lines() == [MEETING]
    async with shared_database.begin(team.tenant) as connection:
        decided = list(await connection.scalars(select(team_changes.c.decided_by)))
    assert decided
    assert set(decided) == {None}


async def test_an_erased_turn_takes_its_proposal_and_the_line_that_rests_on_it(
    team: Office,
) -> None:
    await team.teach("납품은 목요일에 온다")
    await team.approve(await team.review_of("납품"))
    await team.teach("비품은 창고에 있다")
    reviews = {each.text: each for each in await team.waiting("all")}
    [approved] = reviews["납품은 목요일에 온다"].evidence
    [waiting] = reviews["비품은 창고에 있다"].evidence
    erase = team.app.erase_words

    receipts = [await erase.turn(team.tenant, PROPOSER, line) for line in (approved, waiting)]

    assert [each.counts.get("team_changes") for each in receipts] == [1, 1]
    assert [each.counts.get("team_words") for each in receipts] == [1, None]
    assert await team.lines(OTHER) == [MEETING]
    assert await team.waiting() == ()


async def test_an_erased_memory_takes_the_copy_that_was_promoted(team: Office) -> None:
    kept = await team.learn(memory("납품은 목요일에 온다"))
    await team.app.teams.promote(team.tenant, TEAM, PROPOSER)
    await team.approve(await team.review_of("납품"))
    assert "납품은 목요일에 온다" in await team.lines(OTHER)

    await team.app.erase_words.memory(team.tenant, PROPOSER, kept.id)

    assert await team.lines(OTHER) == [MEETING]


async def test_an_export_holds_what_a_person_offered_and_comes_in_again(team: Office) -> None:
    await team.teach("납품은 목요일에 온다")
    move = team.app.move_person

    exported = await move.export(team.tenant, PROPOSER)
    taken = await move.import_document(team.tenant, "someone-new", exported)

    told = {(each["text"], each["state"]) for each in exported["teams"]}
    assert (MEETING, "known to the team") in told
    assert ("납품은 목요일에 온다", "waiting") in told
    assert all(each["team"] == TEAM for each in exported["teams"])
    assert taken.dry_run is False
    assert await team.lines("someone-new") == []
    assert (await move.export(team.tenant, "someone-new"))["teams"] == []
