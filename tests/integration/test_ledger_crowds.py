"""A crowd that falls due at one minute: every batch costs the same, however many still wait."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from nightcrew.store import deliveries, due_times, follow_ups
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.usecases.send_follow_ups import falling_due
from nightcrew.usecases.send_follow_ups.falling_due import let_fall_due

NOON = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # in Seoul
CROWD = 1_500  # by far enough that PostgreSQL would rather read all of them and sort
_CROWD = """
with people as (
  insert into users (tenant_id, id, external_id, consents, claim_key)
  select :tenant, gen_random_uuid(), 'u' || n, '{}', 'k' from generate_series(1, :count) n
  returning id)
insert into follow_ups (tenant_id, id, user_id, crew, kind, local, timezone, zone_mode, purpose,
  intent, when_nothing, grace_minutes, allow_night, asked_for, state, slot, next_at, next_local,
  created_at, cites, bundle, zone_data)
select :tenant, gen_random_uuid(), people.id, 'travel-mina', 'one_shot', '2026-10-05T12:00',
  'Asia/Seoul', 'pinned', 'check_in', '물 마시기', 'send', 120, false, true, 'open', 'one',
  :at, '2026-10-05T12:00', :at, '{}', '', '2026f'
from people
"""
_ENDPOINT = """
insert into webhooks (tenant_id, id, url, events, secret)
values (:tenant, :webhook, 'https://backend.example/hook', '{user.erased}', 'secret')
"""
_READY = """
insert into deliveries (tenant_id, id, webhook_id, event_id, event, facts, created_at, state)
select :tenant, gen_random_uuid(), :webhook, gen_random_uuid(), 'user.erased', '{}', now(), 'ready'
from generate_series(1, :count)
"""
_TOUCHED = text("""
select seq_tup_read + idx_tup_fetch as looked_at, n_tup_upd as written,
       n_tup_hot_upd as without_an_index
from pg_stat_xact_user_tables where relname = :table
""")


@pytest.fixture
async def crowd(database: Database, tenant: UUID, access: Access) -> int:
    """People who all asked to hear something at noon, and a database that has counted them."""
    async with database.begin(tenant) as connection:
        asked = {"tenant": tenant, "count": CROWD, "at": NOON}
        await connection.execute(text(_CROWD), asked)
    count(access)
    return CROWD


def count(access: Access) -> None:
    with psycopg.connect(access.owner_url, autocommit=True) as owner:
        owner.execute("analyze users, follow_ups, occurrences, deliveries")


async def touched(connection: Any, table: str) -> Any:
    return (await connection.execute(_TOUCHED, {"table": table})).one()


async def test_what_fell_due_is_taken_from_a_crowd_without_reading_all_of_it(
    database: Database, tenant: UUID, crowd: int
) -> None:
    async with database.begin(tenant) as connection:
        taken = await due_times.fallen_due(connection, tenant, NOON)

        assert len(taken) == due_times.BATCH < crowd
        assert (await touched(connection, "follow_ups")).looked_at <= 2 * due_times.BATCH


async def test_what_waits_is_claimed_from_a_crowd_without_reading_all_of_it_or_writing_an_index(
    database: Database, tenant: UUID, crowd: int, access: Access
) -> None:
    await let_fall_due(database, tenant, NOON, "Asia/Seoul")
    count(access)

    async with database.begin(tenant) as connection:
        taken = await follow_ups.claim(connection, tenant, NOON)

        cost = await touched(connection, "occurrences")
        assert len(taken) == cost.written == follow_ups.CLAIM_BATCH < crowd
        assert cost.looked_at <= 2 * cost.written
        assert cost.without_an_index > cost.written * 0.9


async def test_what_is_ready_for_an_endpoint_is_claimed_without_looking_at_all_that_is_ready(
    database: Database, tenant: UUID, access: Access
) -> None:
    webhook = uuid4()
    async with database.begin(tenant) as connection:
        asked = {"tenant": tenant, "webhook": webhook, "count": CROWD}
        await connection.execute(text(_ENDPOINT), asked)
        await connection.execute(text(_READY), asked)
    count(access)

    async with database.begin(tenant) as connection:
        taken = await deliveries.claim(connection, tenant, webhook, now=NOON, batch=10)

        assert len(taken) == 10
        assert (await touched(connection, "deliveries")).looked_at <= 4 * len(taken)


async def test_batches_that_overlap_make_everybody_wait_once(
    database: Database, tenant: UUID, crowd: int
) -> None:
    moved = await let_fall_due(database, tenant, NOON, "Asia/Seoul")

    assert falling_due.LANES > 1
    assert moved == crowd
    async with database.begin(tenant) as connection:
        counted = "select count(*), count(distinct follow_up_id) from occurrences"
        assert tuple((await connection.execute(text(counted))).one()) == (crowd, crowd)


async def test_what_is_over_cannot_wait(database: Database, tenant: UUID, crowd: int) -> None:
    await let_fall_due(database, tenant, NOON, "Asia/Seoul")

    async with database.begin(tenant) as connection:
        with pytest.raises(IntegrityError, match="what_waits_is_not_over"):
            await connection.execute(text("update occurrences set ended_at = now()"))
        await connection.rollback()


async def test_a_crowd_that_is_late_leaves_in_the_order_it_was_due(
    database: Database, tenant: UUID, crowd: int
) -> None:
    async with database.begin(tenant) as connection:
        await connection.execute(
            text(
                "update follow_ups f set next_at = next_at - n * interval '1 second' from ("
                " select id, row_number() over (order by id) as n from follow_ups) o"
                " where o.id = f.id"
            )
        )

    await let_fall_due(database, tenant, NOON.replace(hour=4), "Asia/Seoul")

    async with database.begin(tenant) as connection:
        disorder = text(
            "select count(*) from (select deliver_after,"
            " max(deliver_after) over (order by due_at, follow_up_id"
            "   rows between unbounded preceding and 1 preceding) as before"
            " from occurrences) o where deliver_after < before"
        )
        assert await connection.scalar(disorder) == 0
