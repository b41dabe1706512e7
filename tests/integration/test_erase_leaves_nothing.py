"""A user is erased: planted words are looked for in every column, in vectors and in statistics.

The places come from `Table.info`, the columns that are searched from the database itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from canaries import (
    MARK,
    WRITTEN,
    Connection,
    Place,
    Planted,
    holds,
    near_vectors,
    needles,
    plant,
    row_hashes,
    scan,
    words_of_users,
)
from planted_rows import drop_what_is_not_about_policies

from nightcrew.store import erasing
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.usecases.erase_words import EraseWords
from tests.fakes import FixedClock


@dataclass(frozen=True, kw_only=True)
class Field:
    """A database full of canaries, seen by a superuser."""

    connection: Connection
    tenant: UUID
    planted: Planted

    def words(self, encoding: str) -> dict[Place, set[Place]]:
        """Where the canaries of one user stand."""
        return scan(self.connection, self.planted.words[encoding])

    def vectors(self, encoding: str) -> set[Place]:
        """Which vectors of one user something is still near to."""
        return near_vectors(self.connection, self.planted.vectors[encoding])


@pytest.fixture
def empty_field(access: Access, tenant: UUID) -> Iterator[Field]:
    with psycopg.connect(access.owner_url, autocommit=True) as connection:
        drop_what_is_not_about_policies(connection)
        planted = Planted(users={}, words={}, vectors={})
        yield Field(connection=connection, tenant=tenant, planted=planted)


@pytest.fixture
def field(empty_field: Field) -> Field:
    """A user for each encoding."""
    planted = plant(empty_field.connection, empty_field.tenant, WRITTEN)
    return replace(empty_field, planted=planted)


@pytest.fixture
def small_field(empty_field: Field) -> Field:
    """One user, whose canaries are written as they are said."""
    planted = plant(empty_field.connection, empty_field.tenant, {"nfc": WRITTEN["nfc"]})
    return replace(empty_field, planted=planted)


@pytest.fixture
async def erase(database: Database) -> AsyncIterator[EraseWords]:
    yield EraseWords(db=database, clock=FixedClock())


def test_the_scanner_finds_every_plant_where_it_was_planted(field: Field) -> None:
    wanted = words_of_users()

    for encoding in WRITTEN:
        words, vectors = field.planted.words[encoding], field.planted.vectors[encoding]

        assert words.keys() | vectors.keys() == wanted
        assert field.words(encoding) == {place: {place} for place in words}
        assert field.vectors(encoding) == vectors.keys()


def test_a_text_at_any_offset_of_base64_and_inside_packed_bytes_is_found() -> None:
    words = f"{MARK}가나다"
    packed = {encoding: write(words) for encoding, write in WRITTEN.items()}

    assert all(holds(f'{{"x": "{cell}"}}'.encode(), words) for cell in packed.values())
    assert not any(holds(cell.encode(), f"{MARK}라마바") for cell in packed.values())


async def test_nothing_of_an_erased_user_is_left_and_everyone_else_stays_byte_for_byte(
    field: Field, erase: EraseWords
) -> None:
    everyone = {user: row_hashes(field.connection, user) for user, _ in users_of(field)}

    for encoding, (user, name) in field.planted.users.items():
        receipt = await erase.person(field.tenant, name)

        field.connection.execute("analyze")
        assert field.words(encoding) == {}
        assert field.vectors(encoding) == set()
        assert set(row_hashes(field.connection, user).values()) == {"0 "}
        assert receipt.counts == {table.name: 1 for table in erasing.PERSON_TABLES}
        del everyone[user]
        assert everyone == {other: row_hashes(field.connection, other) for other in everyone}


async def test_a_table_that_is_skipped_is_reported(empty_field: Field, database: Database) -> None:
    connection, tenant = empty_field.connection, empty_field.tenant
    as_said = dict.fromkeys((table.name for table in erasing.PERSON_TABLES), WRITTEN["nfc"])
    field = replace(empty_field, planted=plant(connection, tenant, as_said))

    for table in erasing.PERSON_TABLES:
        user, _ = field.planted.users[table.name]
        others = [each for each in erasing.PERSON_TABLES if each is not table]
        async with database.begin_user(tenant, user) as transaction:
            await erasing.delete_person(transaction, tenant, user, others)

        left = {place.table for place in field.words(table.name)}
        left |= {place.table for place in field.vectors(table.name)}
        assert left == ({table.name} if table.info["user_text"] else set())
        rows = row_hashes(connection, user)
        assert {name for name, told in rows.items() if told != "0 "} == {table.name}


async def test_a_sample_that_postgres_keeps_is_reported(
    small_field: Field, erase: EraseWords
) -> None:
    field = small_field
    for statement in ("alter table messages alter column text set statistics 100", "analyze"):
        field.connection.execute(statement.encode())
    _, name = field.planted.users["nfc"]

    await erase.person(field.tenant, name)

    place = Place(table="messages", column="text")
    assert field.words("nfc") == {place: {Place(table="pg_stats of messages", column="text")}}


async def test_a_copy_in_a_column_that_nobody_knows_is_found(small_field: Field) -> None:
    field = small_field
    field.connection.execute("alter table messages add column diary jsonb")
    field.connection.execute(
        "update messages set diary = jsonb_build_object('said', text)",
    )

    found = field.words("nfc")

    assert found[Place(table="messages", column="text")] == {
        Place(table="messages", column="text"),
        Place(table="messages", column="diary"),
    }


@pytest.mark.soak
async def test_no_byte_of_an_erased_user_is_left_in_the_files_of_the_tables(
    field: Field, erase: EraseWords, postgres_server: EmbeddedPostgres, access: Access
) -> None:
    folder = _folder_of(field.connection, postgres_server)
    field.connection.execute("checkpoint")
    before = files_with(folder, MARK)
    assert before

    for _, name in field.planted.users.values():
        await erase.person(field.tenant, name)
    for statement in ("vacuum full", "checkpoint"):
        field.connection.execute(statement.encode())

    assert files_with(folder, MARK) == set()


def _folder_of(connection: Connection, server: EmbeddedPostgres) -> Path:
    found = connection.execute(
        "select current_setting('data_directory'), oid::text from pg_database"
        " where datname = current_database()"
    ).fetchone()
    assert found is not None
    return Path(str(found[0])) / "base" / str(found[1])


def files_with(folder: Path, words: str) -> set[str]:
    """Files below a folder in which words stand, in any encoding."""
    wanted = needles(words)
    found = set()
    for file in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a file that VACUUM has just let go
            if file.is_file() and any(needle in file.read_bytes() for needle in wanted):
                found.add(file.name)
    return found


def users_of(field: Field) -> list[tuple[UUID, str]]:
    return list(field.planted.users.values())
