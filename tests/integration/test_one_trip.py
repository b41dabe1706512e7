"""A statement that goes alone, in one round trip, is a transaction like any other."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import text

from nightcrew.domain.pair import Pair
from nightcrew.store import people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.handed_on import MOST_RESTING
from nightcrew.store.prepared import prepared

NAMES = prepared("select external_id from users order by 1")
WRITE = prepared(
    "insert into users (tenant_id, id, external_id, consents, claim_key)"
    " values (:tenant, :id, :name, '{}', '\\x01') returning external_id"
)
PROCESS = prepared("select pg_backend_pid()")
WHOSE = "select current_setting('app.tenant', true), current_setting('app.user', true)"
SLEEP = prepared("select pg_sleep(5)")
SAME = prepared("select cast(:words as text)")


async def a_pair(database: Database, tenant: UUID, name: str) -> Pair:
    async with database.begin(tenant) as connection:
        person = await people.make_person(connection, tenant, name)
    return Pair(tenant=tenant, user=person.id, crew="travel-mina")


async def other_tenant(database: Database) -> UUID:
    async with database.begin_system() as connection:
        return await people.make_tenant(connection, "other")


async def test_it_sees_the_rows_of_its_own_tenant_only(database: Database, tenant: UUID) -> None:
    ours = await a_pair(database, tenant, "ours")
    theirs = await a_pair(database, await other_tenant(database), "theirs")

    seen = [await database.alone(pair, NAMES, {}) for pair in (ours, theirs, ours)]

    assert seen == [[("ours",)], [("theirs",)], [("ours",)]]


async def test_nothing_of_it_is_left_for_the_next_user_of_the_connection(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    many = MOST_RESTING + 4
    await asyncio.gather(*(database.alone(pair, NAMES, {}, flushed=False) for _ in range(many)))

    async with AsyncExitStack() as stack:
        held = [await stack.enter_async_context(database.hold_connection()) for _ in range(many)]
        left = [(await each.execute(text(WHOSE))).one() for each in held]
    async with database.begin_system() as connection:
        count = await connection.scalar(text("select count(*) from users"))

    assert {cell for row in left for cell in row} <= {"", None}
    assert count == 0


async def test_one_after_the_other_takes_the_same_connection(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")

    used = [await database.alone(pair, PROCESS, {}) for _ in range(3)]

    assert used[0] == used[1] == used[2]


async def test_many_at_once_are_all_answered_and_leave_the_pool_to_the_others(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")

    answered = await asyncio.gather(*(database.alone(pair, NAMES, {}) for _ in range(40)))
    async with AsyncExitStack() as stack:
        begun = [await stack.enter_async_context(database.begin(tenant)) for _ in range(16)]

    assert answered == [[("ours",)]] * 40
    assert len(begun) == 16


async def test_it_is_kept_at_once_and_a_rehearsal_leaves_nothing(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    kept = {"tenant": tenant, "id": uuid4(), "name": "kept"}
    tried = {"tenant": tenant, "id": uuid4(), "name": "tried"}

    assert await database.alone(pair, WRITE, kept) == [("kept",)]
    assert await database.alone(pair, WRITE, tried, keep=False) == [("tried",)]

    assert await database.alone(pair, NAMES, {}) == [("kept",), ("ours",)]


async def test_statements_sent_together_are_one_transaction_that_each_sees_the_one_before(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    new = {"tenant": tenant, "id": uuid4(), "name": "new"}
    again = {"tenant": tenant, "id": uuid4(), "name": "ours"}

    written, seen = await database.together(pair, (WRITE, new), (NAMES, {}))
    with pytest.raises(psycopg.errors.UniqueViolation):
        await database.together(
            pair, (WRITE, {"tenant": tenant, "id": uuid4(), "name": "late"}), (WRITE, again)
        )

    assert (written, seen) == ([("new",)], [("new",), ("ours",)])
    assert await database.alone(pair, NAMES, {}) == [("new",), ("ours",)]


async def test_more_words_than_a_connection_takes_at_once_arrive_whole(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    long = "가" * 2_000_000

    assert await database.alone(pair, SAME, {"words": long}) == [(long,)]


async def test_a_statement_that_fails_leaves_nothing_and_the_next_one_works(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    again = {"tenant": tenant, "id": uuid4(), "name": "ours"}

    with pytest.raises(psycopg.errors.UniqueViolation):
        await database.alone(pair, WRITE, again)

    assert await database.alone(pair, NAMES, {}) == [("ours",)]


async def test_the_row_of_another_tenant_cannot_be_written(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    planted = {"tenant": await other_tenant(database), "id": uuid4(), "name": "planted"}

    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        await database.alone(pair, WRITE, planted)


async def test_connections_lost_in_the_pool_are_replaced_without_anyone_noticing(
    database: Database, access: Access, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")
    await asyncio.gather(*(database.alone(pair, NAMES, {}) for _ in range(4)))
    with psycopg.connect(access.owner_url) as superuser:
        ended = superuser.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where usename = 'nightcrew_app' and datname = current_database()"
        ).fetchall()

    seen = await asyncio.gather(*(database.alone(pair, NAMES, {}) for _ in range(4)))

    assert len(ended) > 1
    assert seen == [[("ours",)]] * 4


async def test_a_caller_that_leaves_in_the_middle_hands_its_connection_to_nobody(
    database: Database, tenant: UUID
) -> None:
    pair = await a_pair(database, tenant, "ours")

    for _ in range(20):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await database.alone(pair, SLEEP, {})

    assert await database.alone(pair, NAMES, {}) == [("ours",)]
