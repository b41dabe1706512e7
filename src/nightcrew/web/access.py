"""Who calls and what the key may do; the tenant comes from the key and from nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from nightcrew.app import App
from nightcrew.domain.errors import BadInput, Refused
from nightcrew.usecases.keep_tenant import Caller, KeepTenant
from nightcrew.web.figures import Figures
from nightcrew.web.names import Instant

GUARDED = "/v1/"
LONGEST_KEY = 200  # characters; ours have 47


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request of a known caller."""

    app: App
    caller: Caller
    figures: Figures
    query_now: datetime | None = None

    @property
    def tenant(self) -> UUID:
        """Whose rows this call may see."""
        return self.caller.tenant

    def may(self, scope: str) -> bool:
        """Whether the key has the scope."""
        return scope in self.caller.scopes

    def check_crew(self, crew: str | None) -> None:
        """Refuse a crew that is named and does not exist. Raises: NotFound."""
        if crew is not None:
            self.app.crews.crew(crew)

    def at(self, now: datetime | None = None) -> datetime | None:
        """The `now` of the request, from its body or its query. Raises: BadInput."""
        wanted = now or self.query_now
        if wanted is not None and not self.app.settings.time_travel:
            raise BadInput(
                "time_travel_off",
                "this server does not take `now` from a request",
                hint="leave `now` out, or start the server with NIGHTCREW_TIME_TRAVEL=1",
                field="now",
            )
        return wanted


class KeyCheck:
    """Knows the caller before anything of the request is read."""

    def __init__(self, app: ASGIApp, *, keys: KeepTenant) -> None:
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on the request with its caller. Raises: Refused `unauthorized`."""
        if scope["type"] == "http" and scope["path"].startswith(GUARDED):
            caller = await self._caller(scope)
            if caller is None:
                raise Refused(
                    "unauthorized",
                    "this needs a valid key",
                    hint="send Authorization: Bearer <key>; `nightcrew keys create` makes one",
                )
            scope.setdefault("state", {})["caller"] = caller
        await self._app(scope, receive, send)

    async def _caller(self, scope: Scope) -> Caller | None:
        sent = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        kind, _, key = sent.partition(" ")
        key = key.strip()
        if kind.lower() != "bearer" or not 0 < len(key) <= LONGEST_KEY:
            return None
        return await self._keys.caller(key)


@dataclass(frozen=True, slots=True)
class Needs:
    """A dependency that gives the call to keys with this scope."""

    scope: str

    async def __call__(
        self, request: Request, now: Annotated[Instant | None, Query()] = None
    ) -> Call:
        """The call of a key that may do this. Raises: Refused `missing_scope`, BadInput."""
        call = Call(
            app=request.app.state.app,
            caller=request.state.caller,
            figures=request.app.state.figures,
            query_now=now,
        )
        if not call.may(self.scope):
            raise Refused(
                "missing_scope",
                f"this key may not do this, it needs the scope {self.scope}",
                hint=f"use a key with the scope {self.scope}",
                details={"scope": self.scope},
            )
        call.at()
        return call


def needs(scope: str) -> Needs:
    """A dependency that gives the call to keys with this scope."""
    return Needs(scope)


TurnCall = Annotated[Call, Depends(needs("turn"))]
MemoryCall = Annotated[Call, Depends(needs("memory"))]
OpsCall = Annotated[Call, Depends(needs("ops"))]
AdminCall = Annotated[Call, Depends(needs("admin"))]
