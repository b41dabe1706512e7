"""A database for the state machine of deliveries, and planted faults that the machine must find.

A mutant is a change of a statement on its way to the database; the product's code stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store import people, webhooks
from nightcrew.store.database import Database
from tests.own_loop import OwnLoop

_LEASED = "state = 'leased' and lease_token = %(token)s"
_STUCK = """r.state = 'leased' and r.lease_token = %(token)s
    and r.lease_until < clock_timestamp()"""
_DUE = """and (r.run_at is null or r.run_at <= coalesce(cast(%(now)s as timestamptz),\
 clock_timestamp()))"""

# name: (where in the statement, what stands there instead)
MUTANTS: Mapping[str, tuple[str, str]] = {
    "an attempt is settled without its token": (
        f"lease_token = null, lease_until = null\nwhere tenant_id = %(tenant)s and id = %(id)s"
        f" and {_LEASED}",
        "lease_token = null, lease_until = null\nwhere tenant_id = %(tenant)s and id = %(id)s",
    ),
    "a lease is renewed without its token": (
        f"make_interval(secs => %(lease)s)\nwhere tenant_id = %(tenant)s and id = %(id)s"
        f" and {_LEASED}",
        "make_interval(secs => %(lease)s)\nwhere tenant_id = %(tenant)s and id = %(id)s"
        " and state = 'leased' and cast(%(token)s as uuid) is not null",
    ),
    "a rescue goes by id only": (_STUCK, "cast(%(token)s as uuid) is not null"),
    "a rescue goes by a clock that is ahead": (
        "lease_until < clock_timestamp()",
        "lease_until < clock_timestamp() + interval '1 hour'",
    ),
    "a rescue knows no last attempt": ("d.attempts >= %(most)s", "%(most)s < 0"),
    "a held delivery can be claimed": ("r.state = 'ready'", "r.state in ('ready', 'leased')"),
    "a token is not fresh": (
        "lease_token = gen_random_uuid()",
        "lease_token = '00000000-0000-0000-0000-000000000001'",
    ),
    "a retry is claimed early": (_DUE, "and cast(%(now)s as timestamptz) is null"),
    "attempts are not counted": ("attempts = d.attempts + 1", "attempts = d.attempts"),
}  # fmt: skip


@dataclass(slots=True)
class Place:
    """One database, opened for a machine that is not asynchronous itself.

    Every statement is a transaction of its own, which makes a step four round trips shorter.
    """

    url: str
    mutant: str | None = None
    rewritten: int = 0
    runner: OwnLoop = field(default_factory=OwnLoop)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    connection: AsyncConnection = field(init=False)
    tenant: UUID = field(init=False)
    webhook: UUID = field(init=False)

    def open(self) -> None:
        """Connect, and make an endpoint that asked for one kind of event."""
        self.runner.run(self._open())

    async def _open(self) -> None:
        db = await Database.open(self.url)
        self.stack.push_async_callback(db.close)
        async with db.begin_system() as connection:
            self.tenant = await people.make_tenant(connection, "default")
        self.connection = await self.stack.enter_async_context(db.hold_connection())
        await self.connection.execute(
            text("select set_config('app.tenant', :tenant, false)"), {"tenant": str(self.tenant)}
        )
        self.webhook = await webhooks.add(
            self.connection,
            self.tenant,
            url="https://backend.example/",
            events=["memory.changed"],
            secret="whsec_none",
        )
        if self.mutant is not None:
            engine = self.connection.sync_connection.engine  # type: ignore[union-attr]
            event.listen(engine, "before_cursor_execute", self._rewrite, retval=True)

    def _rewrite(self, *call: Any) -> tuple[str, Any]:
        statement, parameters = call[2], call[3]
        old, new = MUTANTS[self.mutant or ""]
        self.rewritten += old in statement
        return statement.replace(old, new), parameters

    def close(self) -> None:
        """Disconnect."""
        self.runner.run(self.stack.aclose())
        self.runner.close()

    def do(self, act: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """One call of the store."""
        return self.runner.run(act(self.connection, self.tenant, *given, **named))

    def say(self, statement: str, **values: Any) -> list[Any]:
        """One statement of the test's own."""

        async def once() -> list[Any]:
            found = await self.connection.execute(text(statement), values)
            return list(found.all()) if found.returns_rows else []

        return self.runner.run(once())
