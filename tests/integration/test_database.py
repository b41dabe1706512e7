from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from nightcrew.domain.errors import Stale
from nightcrew.store import bootstrap, people
from nightcrew.store.bootstrap import OWNER_ROLE, Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreAway, StoreUnfit
from nightcrew.store.tables import tenants, users


async def test_a_key_is_found_by_its_hash_alone_before_its_tenant_is_known(
    database: Database, tenant: UUID
) -> None:
    async with database.begin(tenant) as connection:
        for key_hash in (b"\x01" * 32, b"\x02" * 32):
            await people.add_key(
                connection, tenant, key_hash=key_hash, label="one", scopes=["turn"], expires_in=None
            )

    async with database.begin_key(b"\x01" * 32) as connection:
        found = await people.key_owner(connection, b"\x01" * 32)
        other = await people.key_owner(connection, b"\x02" * 32)
    async with database.begin_key(b"\x03" * 32) as connection:
        unknown = await people.key_owner(connection, b"\x01" * 32)

    assert found is not None
    assert found["tenant_id"] == tenant
    assert other is None
    assert unknown is None


async def test_the_pool_runs_as_the_runtime_role_whatever_the_login(access: Access) -> None:
    for url in (access.app_url, access.owner_url):
        database = await Database.open(url)
        async with database.begin_system() as connection:
            assert await connection.scalar(text("select current_user")) == "nightcrew_app"
        await database.close()


@pytest.mark.parametrize("role", ["postgres", OWNER_ROLE])
async def test_it_refuses_to_run_as_superuser_or_owner(access: Access, role: str) -> None:
    with pytest.raises(StoreUnfit) as refused:
        await Database.open(access.owner_url, role=role)

    assert refused.value.code == "unsafe_database_role"
    assert not refused.value.retryable


async def test_a_lost_connection_is_replaced_without_anyone_noticing(
    database: Database, access: Access
) -> None:
    await database.ping()
    with psycopg.connect(access.owner_url) as superuser:
        ended = superuser.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where usename = 'nightcrew_app' and datname = current_database()"
        ).fetchall()
    assert ended

    await database.ping()


async def test_while_the_database_is_away_requests_fail_and_later_ones_work_again(
    quick_folder: Path,
) -> None:
    server = EmbeddedPostgres(quick_folder / "away")
    await asyncio.to_thread(server.start)
    access = await asyncio.to_thread(bootstrap.prepare, server.url, embedded=True)
    database = await Database.open(access.app_url)

    for _ in range(2):
        process = server.process
        assert process is not None
        os.kill(process, signal.SIGKILL)
        with pytest.raises(StoreAway) as away:
            await gone(database)
        assert away.value.retryable
        assert away.value.code == "database_unavailable"

        await asyncio.to_thread(server.start)
        await database.ping()

    await database.close()
    await asyncio.to_thread(server.stop)


async def test_a_transaction_cut_off_in_the_middle_is_told_that_the_database_is_away(
    database: Database, access: Access
) -> None:
    with pytest.raises(StoreAway):
        async with database.begin_system() as connection:
            backend = await connection.scalar(text("select pg_backend_pid()"))
            with psycopg.connect(access.owner_url) as superuser:
                superuser.execute("select pg_terminate_backend(%s, 5000)", [backend])
            await connection.execute(select(tenants.c.id))

    await database.ping()


async def test_two_who_want_the_same_row_are_told_that_the_ground_moved(
    database: Database, tenant: UUID
) -> None:
    wanted = select(tenants.c.id).where(tenants.c.id == tenant).with_for_update(nowait=True)
    async with database.begin_system() as first:
        await first.execute(wanted)

        with pytest.raises(Stale) as moved:
            async with database.begin_system() as second:
                await second.execute(wanted)

    assert moved.value.retryable


async def test_an_error_of_the_database_carries_no_words_of_a_user(
    database: Database, tenant: UUID
) -> None:
    async with database.begin(tenant) as connection:
        await people.make_person(connection, tenant, "canary-user")

    again = users.insert().values(
        tenant_id=tenant, id=uuid4(), external_id="canary-user", consents={}, claim_key=b"1"
    )
    with pytest.raises(IntegrityError) as doubled:
        async with database.begin(tenant) as connection:
            await connection.execute(again)

    assert "uq_users_tenant_id_external_id" in str(doubled.value)
    assert "canary" not in str(doubled.value)


async def gone(database: Database) -> None:
    """Ask until the backends of a killed server have left, too."""
    for _ in range(1_500):
        await database.ping()
        await asyncio.sleep(0.02)
