"""All rows about one user as plain JSON and back, table by table, driven by the tables themselves.

A new column travels by itself. Left out: whose rows they are, leases, audit stamps, and what is
made anew: search indexes, occurrences, and messages that were handed to the backend already.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from functools import cache, partial
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Column,
    Date,
    DateTime,
    Table,
    Text,
    TextClause,
    Uuid,
    any_,
    cast,
    func,
    literal,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import instant_text
from nightcrew.store.tables import (
    conversations,
    dream_changes,
    dreams,
    erase_log,
    evidence,
    follow_ups,
    memories,
    memory_cites,
    memory_versions,
    messages,
    pair_states,
    suggestions,
    tombstones,
    turns,
)

Row = dict[str, Any]
# Each table after those it points at.
SECTIONS: Mapping[str, Table] = {
    table.name: table
    for table in (
        conversations,
        turns,
        messages,
        evidence,
        memories,
        memory_versions,
        memory_cites,
        tombstones,
        suggestions,
        dreams,
        dream_changes,
        follow_ups,
        pair_states,
    )
}
POSITION = "position"
LEFT = "microseconds"  # beside the columns of a row: by column, what of a moment is under a second
_IDS_AT_ONCE = 1_000
_ROWS_AT_ONCE = 200  # written as JSON in 2 ms, for which everybody else in this process waits
_NOT_OURS = frozenset({"tenant_id", "user_id", "written_at", "lease_token", "lease_until"})
_ERASED_ALONE = ("memory", "turn", "conversation")
_ORDER = {"memory_versions": "memory_id, version", "dream_changes": "dream_id, number"}


def columns(table: Table) -> tuple[Column[Any], ...]:
    """The columns that travel."""
    return tuple(column for column in table.c if column.name not in _NOT_OURS)


def _part(name: str, table: Table) -> str:
    left_out = " - ".join(f"'{column}'" for column in sorted(_NOT_OURS & set(table.c.keys())))
    order = POSITION if POSITION in table.c else _ORDER.get(name, "id")
    return (
        f"'{name}', (select coalesce(jsonb_agg(to_jsonb(t) - {left_out} order by {order}), '[]')"
        f" from {name} t where t.tenant_id = :tenant and t.user_id = :user)"
    )


# One statement sees one moment, so that everything points at something that is there.
_ALL = text(
    "select jsonb_build_object("
    + ", ".join(_part(name, table) for name, table in SECTIONS.items())
    + ")"
)


async def read(connection: AsyncConnection, tenant: UUID, user: UUID) -> dict[str, list[Row]]:
    """Every row about a user as JSON values, by table, each in its own order."""
    found: dict[str, list[Row]] = await connection.scalar(_ALL, {"tenant": tenant, "user": user})
    for name, rows in found.items():
        moments = [each.name for each in columns(SECTIONS[name]) if isinstance(each.type, DateTime)]
        for place, row in enumerate(rows, start=1):
            _tell_to_the_second(row, [each for each in moments if row[each] is not None])
            if POSITION in row:  # the installation's own counter tells how much others wrote
                row[POSITION] = place
    return found


def _tell_to_the_second(row: Row, names: Sequence[str]) -> None:
    """What is left of its moments stands beside them, so that nothing is lost."""
    moments = {name: datetime.fromisoformat(row[name]) for name in names}
    row.update({name: instant_text(moment) for name, moment in moments.items()})
    left = {name: moment.microsecond for name, moment in moments.items() if moment.microsecond}
    if left:
        row[LEFT] = left


def typed(name: str, row: Mapping[str, Any], place: str) -> Row:
    """A row as the table takes it; a column that is missing is empty.

    place: where it stands in the document. Raises: BadInput `export_unreadable` with its field.
    """
    readers = _readers(name)
    strange = sorted(set(row) - set(readers) - {LEFT})
    if strange:
        raise unreadable(f"{place}.{strange[0]}")
    read_row: Row = {}
    for column, reader in readers.items():
        cell = row.get(column)
        try:
            read_row[column] = None if cell is None else reader(cell)
        except (TypeError, ValueError, AttributeError) as error:
            raise unreadable(f"{place}.{column}") from error
    try:
        return read_row | _exact(read_row, row.get(LEFT) or {})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise unreadable(f"{place}.{LEFT}") from error


def _exact(row: Row, left: Mapping[str, int]) -> Row:
    return {name: row[name].replace(microsecond=_exactly(int, part)) for name, part in left.items()}


@cache
def _readers(name: str) -> Mapping[str, Callable[[Any], Any]]:
    """How the cells of a table are read, by column."""
    return {column.name: _reader(column.type) for column in columns(SECTIONS[name])}


def _reader(kind: Any) -> Callable[[Any], Any]:
    if isinstance(kind, ARRAY):
        item = _reader(kind.item_type)
        return lambda cell: [item(part) for part in _exactly(list, cell)]
    if isinstance(kind, JSONB):
        return lambda cell: cell
    for known, read_cell in ((Uuid, UUID), (DateTime, _moment), (Date, date.fromisoformat)):
        if isinstance(kind, known):
            return read_cell
    return partial(_exactly, kind.python_type)


def _moment(cell: str) -> datetime:
    moment = datetime.fromisoformat(cell)
    if moment.tzinfo is None:
        raise ValueError("a moment has an offset from UTC")
    return moment


def _exactly(kind: type[Any], cell: Any) -> Any:
    if type(cell) is not kind:
        raise TypeError(kind.__name__)
    return cell


def unreadable(field: str) -> BadInput:
    """The refusal of a document that is no export of ours."""
    return BadInput(
        "export_unreadable",
        "the document cannot be read at this place",
        hint="give an export as it was made; /openapi.json and docs/moving-memories.md show it",
        field=field,
    )


async def put(
    connection: AsyncConnection, tenant: UUID, user: UUID, name: str, rows: Sequence[Row]
) -> frozenset[UUID]:
    """Write rows that are not there; the ids of those written. Raises: BadInput."""
    whose, done = {"tenant_id": tenant, "user_id": user}, set[UUID]()
    try:
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            some = [{**row, **whose} for row in rows[start : start + _ROWS_AT_ONCE]]
            ready = json.dumps(some, ensure_ascii=False, default=str)
            done.update(await connection.scalars(_PUT[name], {"rows": ready}))
    except (IntegrityError, DataError, ProgrammingError) as error:
        raise unreadable(name) from error
    return frozenset(done)


def _putting(table: Table) -> TextClause:
    """One statement with one value: thousands of places would take longer to read than to write."""
    own = [column.name for column in columns(table) if column.name != POSITION]
    names = ", ".join(["tenant_id", "user_id", *own])
    return text(
        f"insert into {table.name} ({names}) select {names}"
        f" from jsonb_populate_recordset(null::{table.name}, cast(:rows as jsonb))"
        " on conflict do nothing returning id"
    )


_PUT = {name: _putting(table) for name, table in SECTIONS.items()}


async def taken(
    connection: AsyncConnection, tenant: UUID, user: UUID, ids: Mapping[str, Collection[UUID]]
) -> bool:
    """Whether other users have rows by these ids; ids: by table. Sees the tenant's rows only."""
    for name, wanted in ids.items():
        table, left = SECTIONS[name], list(wanted)
        for start in range(0, len(left), _IDS_AT_ONCE):
            some = literal(left[start : start + _IDS_AT_ONCE], ARRAY(Uuid))
            others = (table.c.tenant_id == tenant, table.c.user_id != user)
            if await connection.scalar(
                select(table.c.id).where(*others, table.c.id == any_(some)).limit(1)
            ):
                return True
    return False


async def there(
    connection: AsyncConnection, tenant: UUID, user: UUID, name: str
) -> frozenset[UUID]:
    """The ids a user's rows of a table have."""
    table = SECTIONS[name]
    # As one text, which is read aside: tens of thousands of rows would hold everybody else up.
    found = await connection.scalar(
        select(func.string_agg(cast(table.c.id, Text), " ")).where(
            table.c.tenant_id == tenant, table.c.user_id == user
        )
    )
    return await asyncio.to_thread(_read_ids, found or "")


def _read_ids(written: str) -> frozenset[UUID]:
    return frozenset(map(UUID, written.split()))


async def named_talks(
    connection: AsyncConnection, tenant: UUID, user: UUID
) -> dict[tuple[str, str], UUID]:
    """The user's conversations by crew and by the backend's id."""
    found = await connection.execute(
        select(conversations.c.crew, conversations.c.external_id, conversations.c.id).where(
            conversations.c.tenant_id == tenant, conversations.c.user_id == user
        )
    )
    return {(row.crew, row.external_id): row.id for row in found}


async def named_lines(
    connection: AsyncConnection, tenant: UUID, user: UUID
) -> frozenset[tuple[str, str]]:
    """The user's lines that a backend brought in, by crew and by its id."""
    found = await connection.execute(
        select(evidence.c.crew, evidence.c.external_id).where(
            evidence.c.tenant_id == tenant,
            evidence.c.user_id == user,
            evidence.c.external_id.is_not(None),
        )
    )
    return frozenset((row.crew, row.external_id) for row in found)


async def erased(connection: AsyncConnection, tenant: UUID) -> frozenset[UUID]:
    """The memories, lines and conversations of a tenant whose words are gone for good."""
    found = await connection.scalars(
        select(erase_log.c.subject).where(
            erase_log.c.tenant_id == tenant, erase_log.c.kind.in_(_ERASED_ALONE)
        )
    )
    return frozenset(found)
