from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Table, delete, select, text, update
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.tables import dream_changes, memories, memory_versions, tombstones
from tests.integration.planted_rows import ABOUT_A_PERSON, CLOSED, Planted, Whose, insertion, plant

OURS, THEIRS = uuid4(), uuid4()
ANNA, BORA, CARL = uuid4(), uuid4(), uuid4()

ANNA_MINA = Whose(tenant=OURS, user=ANNA, crew="travel-mina")
ANNA_SORA = Whose(tenant=OURS, user=ANNA, crew="mindcare-sora")
ANNA_SORA_SHARED = Whose(tenant=OURS, user=ANNA, crew="mindcare-sora", scope="shared")
BORA_MINA = Whose(tenant=OURS, user=BORA, crew="travel-mina")
CARL_MINA = Whose(tenant=THEIRS, user=CARL, crew="travel-mina")
ALL_OURS = (ANNA_MINA, ANNA_SORA, ANNA_SORA_SHARED, BORA_MINA)

every_table = pytest.mark.parametrize("table", CLOSED, ids=lambda table: table.name)
every_table_about_a_person = pytest.mark.parametrize(
    "table", ABOUT_A_PERSON, ids=lambda table: table.name
)


@pytest.fixture(scope="module")
def peopled(clone_database: Callable[[], AbstractContextManager[Access]]) -> Iterator[Access]:
    with clone_database() as access:
        yield access


@pytest.fixture(scope="module")
def planted(peopled: Access) -> Planted:
    return plant(peopled, [*ALL_OURS, CARL_MINA])


@pytest.fixture(scope="module")
async def shared(peopled: Access, planted: Planted) -> AsyncIterator[Database]:
    opened = await Database.open(peopled.app_url)
    yield opened
    await opened.close()


@every_table
async def test_a_tenant_reads_all_its_own_rows_and_no_others(
    shared: Database, planted: Planted, table: Table
) -> None:
    async with shared.begin(OURS) as connection:
        assert await ids(connection, table) == planted.of(table, *ALL_OURS)
    async with shared.begin(THEIRS) as connection:
        assert await ids(connection, table) == planted.of(table, CARL_MINA)
    async with shared.begin_system() as connection:
        assert await ids(connection, table) == set()


@every_table
async def test_a_tenant_changes_and_deletes_its_own_rows_and_no_others(
    shared: Database, planted: Planted, table: Table
) -> None:
    for whose, changed in ((ANNA_MINA, 1), (CARL_MINA, 0)):
        row = table.c.id == planted.rows[table.name][whose]
        for statement in (update(table).where(row).values(id=table.c.id), delete(table).where(row)):
            async with undone(shared, OURS) as connection:
                assert (await connection.execute(statement)).rowcount == changed
            async with shared.begin_system() as connection:
                assert (await connection.execute(statement)).rowcount == 0


@every_table
async def test_a_tenant_adds_rows_for_itself_and_for_no_other(
    shared: Database, planted: Planted, table: Table
) -> None:
    async with undone(shared, OURS) as connection:
        added = await connection.exec_driver_sql(statement_for(table, ANNA_MINA))
        assert added.rowcount == 1

    for whose in (CARL_MINA, Whose(tenant=uuid4(), user=ANNA)):
        async with undone(shared, OURS) as connection:
            with pytest.raises(ProgrammingError, match="row-level security"):
                await connection.exec_driver_sql(statement_for(table, whose))


@every_table
async def test_a_tenant_cannot_give_a_row_away_nor_overwrite_one_it_cannot_see(
    shared: Database, planted: Planted, table: Table
) -> None:
    own, foreign = (planted.rows[table.name][whose] for whose in (ANNA_MINA, CARL_MINA))
    given_away = update(table).where(table.c.id == own).values(tenant_id=THEIRS)
    overwriting = statement_for(table, CARL_MINA, foreign) + (
        " on conflict (tenant_id, id) do update set id = excluded.id"
    )

    for attempt in (given_away, text(overwriting)):
        async with undone(shared, OURS) as connection:
            with pytest.raises(ProgrammingError, match="row-level security"):
                await connection.execute(attempt)


@every_table_about_a_person
async def test_a_transaction_of_one_person_reads_and_adds_rows_of_that_person_only(
    shared: Database, planted: Planted, table: Table
) -> None:
    async with shared.begin_user(OURS, ANNA) as connection:
        seen = await ids(connection, table)
        assert seen == planted.of(table, ANNA_MINA, ANNA_SORA, ANNA_SORA_SHARED)
        await connection.exec_driver_sql(statement_for(table, ANNA_SORA))
        await connection.rollback()

    with pytest.raises(ProgrammingError, match="row-level security"):
        async with shared.begin_user(OURS, ANNA) as connection:
            await connection.exec_driver_sql(statement_for(table, BORA_MINA))


@pytest.mark.parametrize(
    "table",
    [table for table in CLOSED if table.info["policy"] == "pair"],
    ids=lambda table: table.name,
)
async def test_a_transaction_of_a_pair_reads_that_pair_and_what_is_shared_with_it(
    shared: Database, planted: Planted, table: Table
) -> None:
    pair = Pair(tenant=OURS, user=ANNA, crew="travel-mina")

    async with shared.begin_pair(pair) as connection:
        assert await ids(connection, table) == planted.of(table, ANNA_MINA, *shared_with_all(table))
        await connection.exec_driver_sql(statement_for(table, ANNA_MINA))
        await connection.rollback()

    with pytest.raises(ProgrammingError, match="row-level security"):
        async with shared.begin_pair(pair) as connection:
            await connection.exec_driver_sql(statement_for(table, ANNA_SORA))


def shared_with_all(table: Table) -> tuple[Whose, ...]:
    """What a dream proposed stays with its crew, whatever it was to become."""
    return () if table is dream_changes else (ANNA_SORA_SHARED,)


async def test_what_was_forgotten_for_every_crew_is_known_to_every_crew(
    shared: Database, planted: Planted
) -> None:
    pair = Pair(tenant=OURS, user=ANNA, crew="travel-mina")
    for_all = statement_for(tombstones, ANNA_SORA).replace("'mindcare-sora'", "NULL")
    assert for_all != statement_for(tombstones, ANNA_SORA)

    async with shared.begin_pair(pair) as connection:
        await connection.exec_driver_sql(for_all)
        seen = await ids(connection, tombstones)
        await connection.rollback()

    assert planted.of(tombstones, ANNA_MINA) < seen
    assert not seen & planted.of(tombstones, ANNA_SORA)


async def test_the_history_of_a_memory_is_seen_by_whoever_sees_the_memory_now(
    shared: Database, planted: Planted
) -> None:
    pair = Pair(tenant=OURS, user=ANNA, crew="travel-mina")
    private = memories.c.id == planted.rows["memories"][ANNA_SORA]
    of_sora = planted.rows["memory_versions"][ANNA_SORA]

    async with undone(shared, OURS) as connection:
        await connection.execute(update(memories).where(private).values(scope="shared"))
        await become(connection, pair)
        shown = await ids(connection, memory_versions)
    async with shared.begin_pair(pair) as connection:
        hidden = await ids(connection, memory_versions)

    assert of_sora in shown
    assert of_sora not in hidden


async def become(connection: AsyncConnection, pair: Pair) -> None:
    """Go on in the same transaction as one pair."""
    asked = "select set_config('app.user', :user, true), set_config('app.crew', :crew, true)"
    await connection.execute(text(asked), {"user": str(pair.user), "crew": pair.crew})


async def test_a_crew_cannot_make_a_shared_memory_of_another_crew_private(
    shared: Database, planted: Planted
) -> None:
    memory = planted.rows["memories"][ANNA_SORA_SHARED]
    change = update(memories).where(memories.c.id == memory)
    pair = Pair(tenant=OURS, user=ANNA, crew="travel-mina")

    async with shared.begin_pair(pair) as connection:
        assert (await connection.execute(change.values(text="new words"))).rowcount == 1
        await connection.rollback()
    with pytest.raises(ProgrammingError, match="row-level security"):
        async with shared.begin_pair(pair) as connection:
            await connection.execute(change.values(scope="private"))


async def test_nothing_of_a_transaction_is_left_in_the_pool(
    shared: Database, planted: Planted
) -> None:
    chance = random.Random(7)  # noqa: S311 - the same story each run
    own = {OURS: planted.of(memories, *ALL_OURS), THEIRS: planted.of(memories, CARL_MINA)}

    async def request(tenant: UUID, fate: float) -> None:
        async with shared.begin(tenant) as connection:
            assert await ids(connection, memories) == own[tenant]
            if fate < 0.1:
                raise LookupError
            if fate < 0.3:
                await connection.execute(text("select pg_sleep(0.2)"))

    running = [
        asyncio.create_task(request(chance.choice([OURS, THEIRS]), chance.random()))
        for _ in range(400)
    ]
    for task in chance.sample(running, 80):
        asyncio.get_running_loop().call_later(chance.uniform(0, 1.0), task.cancel)
    ended = await asyncio.gather(*running, return_exceptions=True)

    odd = [
        one for one in ended if one and not isinstance(one, LookupError | asyncio.CancelledError)
    ]
    assert odd == []
    assert await left_over(shared) == {("", "", "", "")}


async def ids(connection: AsyncConnection, table: Table) -> set[UUID]:
    return set(await connection.scalars(select(table.c.id)))


def statement_for(table: Table, whose: Whose, row: UUID | None = None) -> str:
    return insertion(table, whose, row or uuid4()).as_string(None)


@asynccontextmanager
async def undone(database: Database, tenant: UUID) -> AsyncIterator[AsyncConnection]:
    async with database.begin(tenant) as connection:
        yield connection
        await connection.rollback()


async def left_over(database: Database) -> set[tuple[str, ...]]:
    """What the settings are in sessions of the pool outside of our own transactions."""
    settings = ("app.tenant", "app.user", "app.crew", "app.key_hash")
    asked = ", ".join(f"coalesce(current_setting('{name}', true), '')" for name in settings)
    seen: set[tuple[str, ...]] = set()

    async def look() -> None:
        async with database.begin(OURS) as connection:
            await connection.rollback()
            await asyncio.sleep(0.05)
            seen.add(tuple((await connection.execute(text(f"select {asked}"))).one()))

    await asyncio.gather(*(look() for _ in range(16)))
    return seen
