from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from nightcrew.store import bootstrap
from nightcrew.store.bootstrap import OWNER_ROLE, Access
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreAway, StoreUnfit
from nightcrew.store.tables import metadata

SHAPE = """
select 'column', relname, attname::text, format_type(atttypid, atttypmod), attnotnull,
       attidentity::text, pg_get_expr(adbin, adrelid)
from pg_attribute join pg_class on pg_class.oid = attrelid
left join pg_attrdef on adrelid = attrelid and adnum = attnum
where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
union all
select 'constraint', conrelid::regclass::text, conname::text, pg_get_constraintdef(oid),
       condeferrable, '', '' from pg_constraint where connamespace = 'public'::regnamespace
union all
select 'index', indrelid::regclass::text, '', pg_get_indexdef(indexrelid), indisunique, '', ''
from pg_index join pg_class on pg_class.oid = indrelid
where relnamespace = 'public'::regnamespace
"""


@pytest.fixture
def empty_database(
    postgres_server: EmbeddedPostgres, template_database: Access
) -> Iterator[Access]:
    """A database with the extension and without a table."""
    name = f"empty_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute(f"create database {name} owner {OWNER_ROLE}".encode())
        try:
            moved = make_url(template_database.owner_url).set(database=name)
            access = replace(
                template_database, owner_url=moved.render_as_string(hide_password=False)
            )
            with psycopg.connect(access.owner_url, autocommit=True) as inside:
                inside.execute("create extension vector")
            yield access
        finally:
            connection.execute(f"drop database {name} with (force)".encode())


def test_an_empty_database_is_brought_to_exactly_the_tables_the_code_knows(
    access: Access, empty_database: Access
) -> None:
    engine = create_engine(make_url(empty_database.owner_url).set(drivername="postgresql+psycopg"))
    metadata.create_all(engine)
    engine.dispose()

    migrated, wanted = shape(access), shape(empty_database)

    assert len(wanted) > 200
    assert migrated - wanted == set()
    assert wanted - migrated == set()


def test_an_upgrade_repeated_changes_nothing(access: Access) -> None:
    before = shape(access)

    bootstrap.upgrade(access)

    assert bootstrap.pending(access) == []
    assert shape(access) == before


def test_the_newest_step_is_the_one_that_no_other_follows(access: Access) -> None:
    with psycopg.connect(access.owner_url) as connection:
        [reached] = connection.execute("select version_num from alembic_version").fetchone() or [""]

    assert reached == bootstrap.newest_revision()


def test_an_empty_database_says_what_it_lacks(empty_database: Access) -> None:
    assert bootstrap.pending(empty_database)[0] == "0001_first_tables"


def test_two_upgrades_at_once_make_the_tables_once(empty_database: Access) -> None:
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(bootstrap.upgrade, empty_database) for _ in range(2)]:
            done.result()

    assert bootstrap.pending(empty_database) == []


def test_tables_belong_to_the_owner_role(access: Access) -> None:
    with psycopg.connect(access.owner_url) as connection:
        owners = connection.execute(
            "select distinct tableowner from pg_tables where schemaname = 'public'"
        ).fetchall()

    assert owners == [(OWNER_ROLE,)]


def test_two_first_set_ups_at_once_agree(postgres_server: EmbeddedPostgres) -> None:
    with ThreadPoolExecutor(2) as pool:
        made = list(
            pool.map(lambda _: bootstrap.prepare(postgres_server.url, embedded=True), range(2))
        )

    assert made[0] == made[1]


def test_a_configured_database_is_migrated_by_its_own_login(
    postgres_server: EmbeddedPostgres, outside_login: str
) -> None:
    access = bootstrap.prepare(outside_login, embedded=False)
    bootstrap.upgrade(access)

    assert access == Access(app_url=outside_login, owner_url=outside_login, owner_role=None)
    assert bootstrap.pending(access) == []


def test_a_missing_extension_is_refused_with_the_command_to_run(
    outside_login: str, postgres_server: EmbeddedPostgres
) -> None:
    _as_superuser(outside_login, postgres_server, "drop extension vector")
    _as_superuser(outside_login, postgres_server, "alter database {database} owner to postgres")

    with pytest.raises(StoreUnfit) as refused:
        bootstrap.prepare(outside_login, embedded=False)

    assert refused.value.code == "missing_extension"
    assert "CREATE EXTENSION vector;" in refused.value.hint


def test_a_login_that_may_not_take_the_runtime_role_is_told_what_to_grant(
    outside_login: str, postgres_server: EmbeddedPostgres
) -> None:
    login = make_url(outside_login).username
    _as_superuser(outside_login, postgres_server, f"revoke nightcrew_app from {login}")

    with pytest.raises(StoreUnfit) as refused:
        bootstrap.prepare(outside_login, embedded=False)

    assert refused.value.code == "missing_role"
    assert f"GRANT nightcrew_app TO {login};" in refused.value.hint


def test_a_login_that_may_not_create_tables_is_told_so(
    outside_login: str, postgres_server: EmbeddedPostgres
) -> None:
    _as_superuser(outside_login, postgres_server, "alter database {database} owner to postgres")

    with pytest.raises(StoreUnfit) as refused:
        bootstrap.prepare(outside_login, embedded=False)

    assert refused.value.code == "cannot_create_tables"


def test_a_database_that_is_away_is_said_to_be_away(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    nowhere = f"postgresql://someone@/nightcrew?host={tmp_path_factory.mktemp('nowhere')}"

    with pytest.raises(StoreAway):
        bootstrap.prepare(nowhere, embedded=False)
    with pytest.raises(StoreAway):
        bootstrap.upgrade(Access(app_url=nowhere, owner_url=nowhere, owner_role=None))


@pytest.fixture
def outside_login(postgres_server: EmbeddedPostgres, template_database: Access) -> Iterator[str]:
    """A database as an operator may hand it to us: an ordinary login owns it."""
    name = f"outside_{uuid.uuid4().hex[:12]}"
    moved = make_url(template_database.owner_url).set(database=name)
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute(f"create role {name} login".encode())
        connection.execute(f"grant nightcrew_app to {name}".encode())
        connection.execute(f"create database {name} owner {name}".encode())
        with psycopg.connect(
            moved.render_as_string(hide_password=False), autocommit=True
        ) as inside:
            inside.execute("create extension vector")
        try:
            yield moved.set(username=name).render_as_string(hide_password=False)
        finally:
            connection.execute(f"drop database {name} with (force)".encode())
            connection.execute(f"drop role {name}".encode())


def shape(access: Access) -> set[tuple[object, ...]]:
    with psycopg.connect(access.owner_url) as connection:
        found = connection.execute(SHAPE).fetchall()
    return {tuple(row) for row in found if row[1] != "alembic_version"}


def _as_superuser(url: str, server: EmbeddedPostgres, statement: str) -> None:
    database = make_url(url).database
    inside = make_url(server.url).set(database=database).render_as_string(hide_password=False)
    with psycopg.connect(inside, autocommit=True) as connection:
        connection.execute(statement.format(database=database).encode())
