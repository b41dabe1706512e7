"""A user is erased: planted words are looked for in every column, in vectors and in statistics.

The places come from `Table.info`, the columns that are searched from the database itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from uuid import UUID

import psycopg
import pytest

from nightcrew.store import erasing
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.usecases.erase_words import EraseWords
from tests.fakes import FixedClock
from tests.integration.canaries import (
    MARK,
    WRITTEN,
    Canary,
    Connection,
    Place,
    Planted,
    holds,
    near_vectors,
    plant,
    row_hashes,
    scan,
    words_of_users,
)
from tests.integration.planted_rows import drop_what_is_not_about_policies

# What was made of several persons' words is nobody's row, and leaves with the words.
LEAVES_WITH = {"team_digests": "team_words"}


@dataclass(frozen=True, kw_only=True)
class Field:
    """A database full of canaries, seen by a superuser."""

    connection: Connection
    tenant: UUID
    planted: Planted

    def words(self) -> dict[Canary, set[Place]]:
        """Where the planted words stand."""
        return scan(self.connection, self.planted.words)

    def vectors(self) -> set[Canary]:
        """Which planted vectors something is still near to."""
        return near_vectors(self.connection, self.planted.vectors)


@pytest.fixture
def empty_field(access: Access, tenant: UUID) -> Iterator[Field]:
    with psycopg.connect(access.owner_url, autocommit=True) as connection:
        drop_what_is_not_about_policies(connection)
        yield Field(connection=connection, tenant=tenant, planted=Planted())


@pytest.fixture
def field(empty_field: Field) -> Field:
    """A user for each encoding."""
    planted = plant(empty_field.connection, empty_field.tenant, WRITTEN)
    return replace(empty_field, planted=planted)


@pytest.fixture
async def erase(database: Database) -> AsyncIterator[EraseWords]:
    yield EraseWords(db=database, clock=FixedClock())


def test_the_scanner_finds_every_plant_where_it_was_planted(field: Field) -> None:
    wanted = {(encoding, place) for encoding in WRITTEN for place in words_of_users()}

    found = field.words()

    assert field.planted.words.keys() | field.planted.vectors.keys() == wanted
    assert found == {(label, place): {place} for label, place in field.planted.words}
    assert field.vectors() == field.planted.vectors.keys()


def test_a_text_at_any_offset_of_base64_and_inside_packed_bytes_is_found() -> None:
    words = f"{MARK}가나다"
    packed = {encoding: write(words) for encoding, write in WRITTEN.items()}

    assert all(holds(f'{{"x": "{cell}"}}'.encode(), words) for cell in packed.values())
    assert not any(holds(cell.encode(), f"{MARK}라마바") for cell in packed.values())


async def test_nothing_of_an_erased_user_is_left_and_everyone_else_stays_byte_for_byte(
    field: Field, erase: EraseWords
) -> None:
    everyone = {user: row_hashes(field.connection, user) for user, _ in users_of(field)}

    for user, name in users_of(field):
        receipt = await erase.person(field.tenant, name)

        assert set(row_hashes(field.connection, user).values()) == {"0 "}
        assert receipt.counts == {table.name: 1 for table in erasing.PERSON_TABLES}
        del everyone[user]
        assert everyone == {other: row_hashes(field.connection, other) for other in everyone}

    field.connection.execute("analyze")
    assert field.words() == {}
    assert field.vectors() == set()


async def test_a_table_that_is_skipped_is_reported(empty_field: Field, database: Database) -> None:
    connection, tenant = empty_field.connection, empty_field.tenant
    as_said = dict.fromkeys((table.name for table in erasing.PERSON_TABLES), WRITTEN["nfc"])
    field = replace(empty_field, planted=plant(connection, tenant, as_said))

    for table in erasing.PERSON_TABLES:
        user, _ = field.planted.users[table.name]
        others = [each for each in erasing.PERSON_TABLES if each is not table]
        async with database.begin_user(tenant, user) as transaction:
            await erasing.delete_person(transaction, tenant, user, others)
        rows = row_hashes(connection, user)
        assert {name for name, told in rows.items() if told != "0 "} == {table.name}

    left = field.words().keys() | field.vectors()
    places = words_of_users()
    assert left == {(LEAVES_WITH.get(place.table, place.table), place) for place in places}


async def test_a_sample_that_postgres_keeps_is_reported(field: Field, erase: EraseWords) -> None:
    for statement in ("alter table messages alter column text set statistics 100", "analyze"):
        field.connection.execute(statement.encode())

    for _, name in users_of(field):
        await erase.person(field.tenant, name)

    sample = Place(table="pg_stats of messages", column="text")
    text = Place(table="messages", column="text")
    assert field.words() == {(encoding, text): {sample} for encoding in WRITTEN}


async def test_a_copy_in_a_column_that_nobody_knows_is_found(field: Field) -> None:
    field.connection.execute("alter table messages add column diary jsonb")
    field.connection.execute("update messages set diary = jsonb_build_object('said', text)")

    found = field.words()

    text = Place(table="messages", column="text")
    both = {text, Place(table="messages", column="diary")}
    assert all(found[encoding, text] == both for encoding in WRITTEN)


def users_of(field: Field) -> list[tuple[UUID, str]]:
    return list(field.planted.users.values())
