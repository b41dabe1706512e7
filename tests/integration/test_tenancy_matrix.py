"""Tables x commands x identities, made from the catalogue: each denial beside a control that works.

A table that is new is in it by itself. `test_whose_rows` says the same in sentences, and more.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import Table, delete, select, update
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database, Transaction
from tests.integration.planted_rows import CLOSED, Planted, Whose, insertion, plant

OURS, THEIRS, ANNA, BORA, CARL = (uuid4() for _ in range(5))
MINE = Whose(tenant=OURS, user=ANNA, crew="travel-mina")
OTHER_CREW = Whose(tenant=OURS, user=ANNA, crew="mindcare-sora")
OTHER_USER = Whose(tenant=OURS, user=BORA, crew="travel-mina")
OTHER_TENANT = Whose(tenant=THEIRS, user=CARL, crew="travel-mina")
COMMANDS = ("select", "insert", "update", "delete")


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Who asks, and whose row is out of reach; needs: the policies of tables it says that of."""

    name: str
    begin: Callable[[Database], Transaction]
    foreign: Whose
    needs: frozenset[str]


EVERY = frozenset(str(table.info["policy"]) for table in CLOSED)
PAIR = Pair(tenant=OURS, user=ANNA, crew="travel-mina")
IDENTITIES = (
    Identity(
        name="another tenant's row",
        begin=lambda database: database.begin(OURS),
        foreign=OTHER_TENANT,
        needs=EVERY,
    ),
    Identity(
        name="another user's row",
        begin=lambda database: database.begin_user(OURS, ANNA),
        foreign=OTHER_USER,
        needs=frozenset({"person", "pair"}),
    ),
    Identity(
        name="another crew's row",
        begin=lambda database: database.begin_pair(PAIR),
        foreign=OTHER_CREW,
        needs=frozenset({"pair"}),
    ),
)
CELLS = [
    (identity, table, command)
    for table in CLOSED
    for identity in IDENTITIES
    for command in COMMANDS
    if table.info["policy"] in identity.needs
]


@pytest.fixture(scope="module")
def peopled(clone_database: Callable[[], AbstractContextManager[Access]]) -> Iterator[Access]:
    with clone_database() as access:
        yield access


@pytest.fixture(scope="module")
def planted(peopled: Access) -> Planted:
    return plant(peopled, [MINE, OTHER_CREW, OTHER_USER, OTHER_TENANT])


@pytest.fixture(scope="module")
async def asked(peopled: Access, planted: Planted) -> AsyncIterator[Database]:
    opened = await Database.open(peopled.app_url)
    yield opened
    await opened.close()


def test_the_matrix_holds_every_closed_table_of_the_catalogue(peopled: Access) -> None:
    with psycopg.connect(peopled.owner_url) as connection:
        found = connection.execute(
            "select relname from pg_class where relnamespace = 'public'::regnamespace"
            " and relkind in ('r', 'p') and relrowsecurity"
        )
        closed = {name for (name,) in found}

    assert closed == {table.name for _, table, _ in CELLS}
    assert len(CELLS) > 300
    assert len({(each.name, table.name, command) for each, table, command in CELLS}) == len(CELLS)


@pytest.mark.parametrize("table", CLOSED, ids=lambda table: table.name)
async def test_no_cell_of_the_matrix_is_open_and_each_has_a_control_that_works(
    asked: Database, planted: Planted, table: Table
) -> None:
    for identity, of, command in CELLS:
        if of is not table:
            continue
        mine = planted.rows[table.name][MINE]
        foreign = planted.rows[table.name][identity.foreign]
        told = f"{command} on {table.name}: {identity.name}"

        assert await reached(asked, identity, table, command, foreign) == 0, told
        assert await reached(asked, identity, table, command, mine, own=True) == 1, told


@pytest.mark.parametrize("table", CLOSED, ids=lambda table: table.name)
async def test_without_a_tenant_nothing_is_reached(
    asked: Database, planted: Planted, table: Table
) -> None:
    nobody = Identity(
        name="nobody", begin=lambda database: database.begin_system(), foreign=MINE, needs=EVERY
    )
    for command in COMMANDS:
        row = planted.rows[table.name][MINE]
        assert await reached(asked, nobody, table, command, row) == 0, (table.name, command)


@pytest.mark.parametrize("name", ["memories", "evidence", "api_keys", "key_limits"])
async def test_a_policy_that_is_dropped_opens_a_cell(
    peopled: Access, asked: Database, planted: Planted, name: str
) -> None:
    [table] = [each for each in CLOSED if each.name == name]
    with psycopg.connect(peopled.owner_url, autocommit=True) as owner:
        [kept] = owner.execute(
            "select pg_get_expr(polqual, polrelid) from pg_policy"
            " where polrelid = %s::regclass and polname = 'whose'", [name]
        ).fetchall()  # fmt: skip
        owner.execute(f"alter policy whose on {name} using (true) with check (true)".encode())
        try:
            foreign = planted.rows[name][OTHER_TENANT]
            open_cells = [
                await reached(asked, IDENTITIES[0], table, command, foreign) for command in COMMANDS
            ]
        finally:
            shut = f"alter policy whose on {name} using ({kept[0]}) with check ({kept[0]})"
            owner.execute(shut.encode())

    assert open_cells == [1, 1, 1, 1]


async def reached(
    database: Database,
    identity: Identity,
    table: Table,
    command: str,
    row: UUID,
    *,
    own: bool = False,
) -> int:
    """How many rows a command reaches; it is taken back. A refusal of the policy reaches none."""
    whose = MINE if own else identity.foreign
    async with taken_back(identity.begin(database)) as connection:
        match command:
            case "select":
                found = await connection.execute(select(table.c.id).where(table.c.id == row))
                return len(found.all())
            case "insert":
                return await _inserted(connection, insertion(table, whose, uuid4()).as_string(None))
            case "update":
                change = update(table).where(table.c.id == row).values(id=table.c.id)
                return int((await connection.execute(change)).rowcount)
            case _:
                return int(
                    (await connection.execute(delete(table).where(table.c.id == row))).rowcount
                )


async def _inserted(connection: AsyncConnection, statement: str) -> int:
    try:
        async with connection.begin_nested():
            return (await connection.exec_driver_sql(statement)).rowcount
    except ProgrammingError as error:
        assert "row-level security" in str(error)
        return 0


@asynccontextmanager
async def taken_back(transaction: Transaction) -> AsyncIterator[AsyncConnection]:
    async with transaction as connection:
        yield connection
        await connection.rollback()
