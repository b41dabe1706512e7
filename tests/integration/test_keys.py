"""Keys: kept as hashes alone, ended by the database's clock, and never told again."""

from __future__ import annotations

import json
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.store.database import Database
from nightcrew.store.tables import metadata
from nightcrew.usecases.keep_tenant import SCOPES, KeepTenant, hash_of


@pytest.fixture
def keep(database: Database) -> KeepTenant:
    return KeepTenant(db=database)


async def test_no_table_holds_a_key_and_no_list_shows_one(
    database: Database, keep: KeepTenant
) -> None:
    made = [await keep.make_key("default", ["turn"], label=f"n{each}") for each in range(20)]

    told = json.dumps(await keep.keys(), default=str)
    tenant = await keep.tenant()
    async with database.begin(tenant) as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(table.select())).all()
            told += str(rows)
        hashes = set(await connection.scalars(text("select key_hash from api_keys")))
    assert [key.key for key in made if key.key in told or key.key[8:] in told] == []
    assert hashes == {hash_of(key.key) for key in made}


async def test_a_key_has_256_bits_of_chance_and_no_two_are_alike(keep: KeepTenant) -> None:
    keys = {(await keep.make_key("default", ["turn"])).key for _ in range(20)}

    assert len(keys) == 20
    assert {len(key) for key in keys} == {47}  # nck_ and 32 bytes in base64


async def test_a_key_ends_when_the_clock_of_the_database_says_so(
    database: Database, keep: KeepTenant
) -> None:
    made = await keep.make_key("default", ["turn"], expires_in=timedelta(hours=1))
    there = await keep.caller(made.key)
    await set_back(database, await keep.tenant())
    keep.seen.clear()

    assert there is not None
    assert there.key == made.id
    assert await keep.caller(made.key) is None
    assert await keep.any_key_opens() is False


async def set_back(database: Database, tenant: UUID) -> None:
    """As if the database's clock had gone on by the hour that the key had."""
    async with database.begin(tenant) as connection:
        ended = text("update api_keys set expires_at = expires_at - interval '1 hour'")
        await connection.execute(ended)


async def test_a_revoked_key_is_known_no_more_also_by_another_process(
    database: Database, keep: KeepTenant
) -> None:
    made = await keep.make_key("default", ["turn"])
    elsewhere = KeepTenant(db=database)
    await elsewhere.caller(made.key)
    await keep.revoke(made.id)
    elsewhere.seen.update({key: (0.0, caller) for key, (_, caller) in elsewhere.seen.items()})

    assert await keep.caller(made.key) is None
    assert await elsewhere.caller(made.key) is None
    with pytest.raises(NotFound):
        await keep.revoke(made.id, "another tenant")


@pytest.mark.parametrize("scopes", [[], ["everything"], ["turn", "root"]])
async def test_a_key_without_scopes_that_exist_is_not_made(
    keep: KeepTenant, scopes: list[str]
) -> None:
    with pytest.raises(BadInput) as refused:
        await keep.make_key("default", scopes)

    assert refused.value.code == "unknown_scope"
    assert all(scope in refused.value.hint for scope in SCOPES)


@pytest.mark.parametrize("sent", ["", "nck_", "nck_" + "x" * 43, "' or true --", "키"])
async def test_what_is_no_key_of_ours_opens_nothing(keep: KeepTenant, sent: str) -> None:
    await keep.make_key("default", ["turn"])

    assert await keep.caller(sent) is None
