"""The tables written anew, so that nothing which was erased is left in their files.

`VACUUM` alone frees the room of an erased row and leaves its bytes there until something is written
over them, which for a quiet table is never.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import psycopg
from psycopg import sql

from nightcrew.store.bootstrap import Access, plain_address
from nightcrew.store.failure import StoreAway

_LOCKED_FOR = "60s"  # a table is waited for while somebody works in it, then the act gives up
_TABLES = (
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
    " order by relname"
)
_SIZE = "select pg_database_size(current_database())"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """What was written anew. before, after: bytes of the database. flushed: on the disk already."""

    tables: tuple[str, ...]
    before: int
    after: int
    flushed: bool


def rewrite(access: Access, say: Callable[[str], None]) -> Rewritten:
    """Write every table and its indexes anew; each is closed to all others meanwhile.

    say: told the name of each table on its way. Raises: StoreAway, also for a table that somebody
    keeps locked.
    """
    try:
        with psycopg.connect(
            plain_address(access.owner_url), connect_timeout=5, autocommit=True
        ) as connection:
            connection.execute(f"set lock_timeout = '{_LOCKED_FOR}'")
            tables = tuple(str(row[0]) for row in connection.execute(_TABLES))
            before = _size(connection)
            for table in tables:
                say(table)
                connection.execute(sql.SQL("vacuum (full) {}").format(sql.Identifier(table)))
            flushed = _flush(connection)
            return Rewritten(tables=tables, before=before, after=_size(connection), flushed=flushed)
    except psycopg.OperationalError as error:
        raise StoreAway(
            "the database is away, or a table is in use",
            hint="check NIGHTCREW_DATABASE_URL, and do it when less is going on",
        ) from error


def _size(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    row = connection.execute(_SIZE).fetchone()
    return int(str(row[0])) if row else 0


def _flush(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Whether the new files are on the disk; a login that may not ask for it waits for the next."""
    try:
        connection.execute("checkpoint")
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True
