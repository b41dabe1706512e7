"""A database that was brought back is the same one: rows, rules, rights, and what watches them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from nightcrew.domain.errors import BadInput, Refused
from nightcrew.store import backup, bootstrap, migrations
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreUnfit
from tests.builders import memory
from tests.desk import Desk

SHAPE: Mapping[str, str] = {
    "tables": "select relname, relrowsecurity, relforcerowsecurity, relacl::text,"
    " pg_get_userbyid(relowner) from pg_class where relkind = 'r'"
    " and relnamespace = 'public'::regnamespace",
    "policies": "select tablename, policyname, cmd, qual, with_check from pg_policies",
    "indexes": "select indexdef from pg_indexes where schemaname = 'public'",
    # How PostgreSQL writes a check back depends on how it was read: its name has to do.
    "constraints": "select conname, contype, case when contype <> 'c' then"
    " pg_get_constraintdef(oid) end from pg_constraint where connamespace = 'public'::regnamespace",
    "functions": "select proname, prosrc from pg_proc join pg_language l on l.oid = prolang"
    " where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'",
    "triggers": "select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal",
    "no sample is kept": "select attrelid::regclass::text, attname from pg_attribute"
    " where attstattarget = 0 and attrelid::regclass::text !~ '^pg_'",
}


def shape(access: Access) -> dict[str, list[Any]]:
    with psycopg.connect(access.owner_url) as connection:
        return {
            name: sorted(map(str, connection.execute(query.encode()).fetchall()))
            for name, query in SHAPE.items()
        }


async def test_a_database_comes_back_with_every_row_rule_and_right(
    access: Access, database: Database, tenant: UUID, tmp_path: Path
) -> None:
    desk = Desk(db=database, tenant=tenant)
    learned = await desk.learn(memory("라면을 좋아한다"))
    before, file, said = shape(access), tmp_path / "whole.backup", list[str]()
    await database.close()

    made = backup.write_backup(access, file, said.append)
    backup.check_alone(access)
    assert backup.holds_users(access)
    back = backup.bring_back(access, file, said.append)

    assert shape(access) == before
    assert all(before.values())
    assert bootstrap.pending(access) == []
    assert replace(back, file=made.file) == made
    assert said.count("memories") == 2
    reopened = await Database.open(access.app_url)
    [shown] = (await replace(desk, db=reopened).memories.list(tenant, "user-1")).items
    await reopened.close()
    assert (shown.id, shown.text) == (learned.id, "라면을 좋아한다")


@pytest.fixture
def bare(access: Access, postgres_server: EmbeddedPostgres) -> Iterator[Access]:
    """A prepared database that never took a migration."""
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute(f"create database bare owner {bootstrap.OWNER_ROLE}".encode())
        there = make_url(access.owner_url).set(database="bare")
        made = replace(access, owner_url=there.render_as_string(hide_password=False))
        with psycopg.connect(made.owner_url) as own:
            own.execute("create extension vector")
        yield made
        connection.execute("drop database bare with (force)")


@pytest.fixture
def older(bare: Access) -> Access:
    """A database that only ever took the first migration."""
    migrate(make_url(bare.owner_url), "0001_first_tables")
    return bare


def test_a_database_that_was_never_upgraded_is_told_what_to_do_first(
    bare: Access, tmp_path: Path
) -> None:
    with pytest.raises(Refused) as refused:
        backup.write_backup(bare, tmp_path / "bare.backup", lambda _: None)

    assert refused.value.code == "nothing_to_back_up"
    assert "nightcrew db upgrade" in refused.value.hint
    assert list(tmp_path.iterdir()) == []


def migrate(address: URL, revision: str) -> None:
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(migrations.__file__).parent))
    configuration.set_main_option("path_separator", "os")
    engine = create_engine(address.set(drivername="postgresql+psycopg"), poolclass=NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"set local role {bootstrap.OWNER_ROLE}")
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, revision)


def test_a_backup_of_an_older_version_takes_the_migrations_that_came_later(
    older: Access, access: Access, tmp_path: Path
) -> None:
    wanted, file = shape(access), tmp_path / "older.backup"
    backup.write_backup(older, file, lambda _: None)

    back = backup.bring_back(access, file, lambda _: None)
    steps = bootstrap.pending(access)
    bootstrap.upgrade(access)

    assert back.revision == "0001_first_tables"
    assert steps[0] == "0002_erase_log"
    assert shape(access) == wanted


@pytest.fixture
def half_blind(access: Access) -> Iterator[Access]:
    """The addresses of a login that owns nothing and that policies hold."""
    name = make_url(access.owner_url).database
    with psycopg.connect(access.owner_url, autocommit=True) as connection:
        connection.execute("create role half_blind login in role nightcrew_owner")
        connection.execute(f"grant connect on database {name} to half_blind".encode())
        address = make_url(access.owner_url).set(username="half_blind")
        yield replace(access, owner_url=address.render_as_string(hide_password=False))
        connection.execute("drop owned by half_blind")
        connection.execute("drop role half_blind")


def test_a_login_that_does_not_see_every_row_saves_nothing(
    half_blind: Access, tmp_path: Path
) -> None:
    with pytest.raises(StoreUnfit) as refused:
        backup.write_backup(half_blind, tmp_path / "half.backup", lambda _: None)

    assert refused.value.code == "cannot_back_up"
    assert list(tmp_path.iterdir()) == []


def test_a_dump_of_something_else_is_no_backup(access: Access, tmp_path: Path) -> None:
    file = tmp_path / "other.backup"
    file.write_bytes(b"PGDMP" + bytes(200))

    with pytest.raises(BadInput) as refused:
        backup.check_backup(access, file)

    assert refused.value.code == "backup_unreadable"
