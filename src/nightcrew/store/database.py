"""The pool of connections, and transactions that say whose rows they may see."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Self
from uuid import UUID

import psycopg
from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from nightcrew.domain.errors import Stale
from nightcrew.domain.pair import Pair
from nightcrew.store.failure import StoreAway, StoreUnfit
from nightcrew.store.handed_on import MOST_RESTING, HandedOn
from nightcrew.store.one_trip import OneTrip, Order
from nightcrew.store.prepared import ONLY_WHEN_ASKED, Prepared, Row, prepared

RUNTIME_ROLE = "nightcrew_app"

Transaction = AbstractAsyncContextManager[AsyncConnection]

_KEPT_OPEN = 8  # connections
_MORE_WHEN_BUSY = 8 + MOST_RESTING
_WAIT_FOR_CONNECTION = 10  # seconds, for a free place in the pool
_CONNECT_WITHIN = 5  # seconds
_SESSION = (
    "set statement_timeout = '30s'; set lock_timeout = '10s';"
    " set idle_in_transaction_session_timeout = '60s'"
)

# Local to the transaction and always all four, so that nothing of an earlier one can be left.
_SET_WHOSE = (
    "select set_config('app.tenant', :tenant, true), set_config('app.user', :user, true),"
    " set_config('app.crew', :crew, true), set_config('app.key_hash', :key_hash, true)"
)
_WHOSE, _WHOSE_AT_ONCE = text(_SET_WHOSE), prepared(_SET_WHOSE)
_WHOSE_UNFLUSHED = prepared(_SET_WHOSE + ", set_config('synchronous_commit', 'off', true)")
_NOBODY = {"tenant": "", "user": "", "crew": "", "key_hash": ""}
_BEGIN: Order = (prepared("begin"), {})
_ROLLBACK: Order = (prepared("rollback"), {})

# Which role the rows are read as, and whether row-level security could be passed by it.
_WHO_AM_I = text(
    "select current_user::text as name, rolsuper or rolbypassrls as above_policies,"
    " exists (select from pg_class where relowner = pg_roles.oid and relkind in ('r', 'p')"
    "   and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace))"
    " as owner"
    " from pg_roles where rolname = current_user"
)

_AWAY = ("08", "53", "57", "58")  # connection lost, resources used up, told to stop, disk errors
_FULL = "53100"
_READ_ONLY = "25006"
_GONE = "23503"  # what a row would point at is not there any more, such as an erased user
_MOVED = ("40001", "40P01", "55P03")  # serialization, deadlock, a lock not to be had


class Database:
    """Transactions of the runtime role; each sees the rows of whom it was begun for.

    Every `begin` raises StoreAway when the database cannot be reached, and Stale when another
    transaction was in the way; the pool recovers by itself.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._one_trip = OneTrip()
        self._handed_on = HandedOn(engine)

    @classmethod
    async def open(cls, url: str, *, role: str = RUNTIME_ROLE) -> Self:
        """Connect as the runtime role. Raises: StoreAway; StoreUnfit for an unsafe role."""
        database = cls(_engine(url, role))
        try:
            await database.check_role()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close every connection."""
        await self._handed_on.close()
        await self._engine.dispose()

    async def ping(self) -> None:
        """Make sure that the database answers. Raises: StoreAway."""
        async with self.begin_system() as connection:
            await connection.execute(text("select 1"))

    async def check_role(self) -> None:
        """Refuse to run as a role that policies do not hold. Raises: StoreUnfit."""
        async with self.begin_system() as connection:
            found = (await connection.execute(_WHO_AM_I)).one()
        if found.above_policies or found.owner:
            raise StoreUnfit(
                "unsafe_database_role",
                f"{found.name} is an owner or a superuser: row-level security would not hold",
                hint=f"connect as {RUNTIME_ROLE}, or as a login that may SET ROLE to it",
            )

    def begin(self, tenant: UUID) -> Transaction:
        """Begin a transaction over one tenant's rows."""
        return self._transaction({"tenant": str(tenant)})

    def begin_user(self, tenant: UUID, user: UUID) -> Transaction:
        """Begin a transaction over one person's rows with every crew."""
        return self._transaction({"tenant": str(tenant), "user": str(user)})

    def begin_pair(self, pair: Pair) -> Transaction:
        """Begin a transaction over one pair's rows and what is shared with its crew."""
        return self._transaction(_whose(pair))

    def begin_key(self, key_hash: bytes) -> Transaction:
        """Begin a transaction that sees one key's row, whatever its tenant."""
        return self._transaction({"key_hash": key_hash.hex()})

    def begin_system(self) -> Transaction:
        """Begin a transaction over the installation's own tables; no tenant's row is seen."""
        return self._transaction({})

    async def alone(
        self,
        pair: Pair,
        statement: Prepared,
        values: Mapping[str, Any],
        *,
        keep: bool = True,
        flushed: bool = True,
    ) -> list[Row]:
        """Run one statement in a transaction of its own over one pair, in one round trip.

        keep: False takes back what it wrote. flushed: False does not wait for the disk; a server
        that dies within the second may lose it, unless something flushed was written after it.
        Raises like `begin`.
        """
        whose, order = _whose_order(pair, flushed=flushed), (statement, values)
        if keep:
            return (await self._trip([whose, order]))[1]
        return (await self._trip([_BEGIN, whose, order, _ROLLBACK]))[2]

    async def together(self, pair: Pair, *orders: Order) -> list[list[Row]]:
        """Run statements in a transaction of their own over one pair, in one round trip."""
        return (await self._trip([_whose_order(pair), *orders]))[1:]

    async def _trip(self, orders: Sequence[Order]) -> list[list[Row]]:
        with _translated():
            while True:
                held = await self._handed_on.take()
                try:
                    found = await self._one_trip(held.driver, orders)
                except psycopg.errors.InvalidSqlStatementName:
                    # After a rollback the driver lets a connection forget what it had planned.
                    # Nothing was done then, and a new connection plans anew.
                    await asyncio.shield(held.throw_away())
                except BaseException:
                    await asyncio.shield(held.throw_away())
                    raise
                else:
                    await self._handed_on.give_back(held)
                    return found

    @asynccontextmanager
    async def hold_connection(self) -> AsyncIterator[AsyncConnection]:
        """Keep a connection of its own outside any transaction, for a lock that ends with it."""
        with _translated():
            connection = await self._engine.connect()
            try:
                yield await connection.execution_options(isolation_level="AUTOCOMMIT")
            finally:
                await asyncio.shield(connection.close())

    @asynccontextmanager
    async def _transaction(self, whose: Mapping[str, str]) -> AsyncIterator[AsyncConnection]:
        with _translated():
            connection = await self._begun({**_NOBODY, **whose})
            try:
                yield connection
                await connection.commit()
            finally:
                # A cancelled caller must not leave the connection half returned.
                await asyncio.shield(connection.close())

    async def _begun(self, whose: Mapping[str, str]) -> AsyncConnection:
        try:
            return await self._first_statement(whose)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The pool has dropped its dead connections; nothing was done yet, so once more is safe.
        return await self._first_statement(whose)

    async def _first_statement(self, whose: Mapping[str, str]) -> AsyncConnection:
        connection = await self._engine.connect()
        try:
            await connection.execute(_WHOSE, whose)
        except BaseException:
            await asyncio.shield(connection.close())
            raise
        return connection


def _whose(pair: Pair) -> Mapping[str, str]:
    return {"tenant": str(pair.tenant), "user": str(pair.user), "crew": pair.crew}


def _whose_order(pair: Pair, *, flushed: bool = True) -> Order:
    return _WHOSE_AT_ONCE if flushed else _WHOSE_UNFLUSHED, {**_NOBODY, **_whose(pair)}


def _engine(url: str, role: str) -> AsyncEngine:
    engine = create_async_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        pool_size=_KEPT_OPEN,
        max_overflow=_MORE_WHEN_BUSY,
        pool_timeout=_WAIT_FOR_CONNECTION,
        hide_parameters=True,
        json_serializer=partial(json.dumps, ensure_ascii=False),
        connect_args={"connect_timeout": _CONNECT_WITHIN, "prepare_threshold": ONLY_WHEN_ASKED},
    )

    def take_role(dbapi_connection: Any, _: object) -> None:
        cursor = dbapi_connection.cursor()
        cursor.execute(f'set role "{role}"; {_SESSION}')
        cursor.close()
        dbapi_connection.commit()

    event.listen(engine.sync_engine, "connect", take_role)
    return engine


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except PoolExhausted as error:
        raise StoreAway(
            "every connection of the pool is busy", hint="try again in a moment"
        ) from error
    except DBAPIError as error:
        translated = _as_ours(error.orig, lost=error.connection_invalidated)
        if translated is None:
            raise
        raise translated from error
    except psycopg.Error as error:
        translated = _as_ours(error)
        if translated is None:
            raise
        raise translated from error


def _as_ours(error: BaseException | None, *, lost: bool = False) -> StoreAway | Stale | None:
    state: str = getattr(error, "sqlstate", None) or ""
    if state == _GONE:
        return Stale("no_longer_there", "this was erased meanwhile", hint="read it again")
    if state in _MOVED:
        return Stale("database_conflict", "another transaction was in the way", hint="try again")
    if state == _FULL:
        hint = "free some of the disk that the database lies on; work then goes on by itself"
        return StoreAway("the database has no room left", hint=hint, state="full")
    if state == _READ_ONLY:
        hint = "it is a standby, or its default_transaction_read_only is on"
        return StoreAway("the database takes no writes", hint=hint, state="read_only")
    unanswered = not state and isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    if lost or unanswered or state.startswith(_AWAY):
        return StoreAway("the database is away", hint="it is tried again with the next request")
    return None
