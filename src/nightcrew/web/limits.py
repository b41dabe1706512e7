"""Limits at the door: how often a key may call, and how large the head of a request may be."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nightcrew.domain.errors import Refused
from nightcrew.domain.limits import BURST_SECONDS, Allowance
from nightcrew.usecases.limit_calls import LimitCalls

ADDRESS_LIMIT = 65_536  # bytes; the most that h11 and httpx handle, enough for 7,000 letters in q
HEAD_LIMIT = 32_768  # bytes of all header fields together
FIELDS_LIMIT = 100


class CallLimit:
    """Counts the calls of a known key; what needs no key is not counted."""

    def __init__(self, app: ASGIApp, *, limit: LimitCalls) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a call that is not one too many. Raises: TooOften `rate_limited`."""
        caller = scope.get("state", {}).get("caller")
        if caller is None:
            await self._app(scope, receive, send)
            return
        allowance = await self._limit(caller.tenant, caller.key)
        told = headers_of(allowance)

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *told]
            await send(message)

        await self._app(scope, receive, counted)


def headers_of(allowance: Allowance) -> list[tuple[bytes, bytes]]:
    """The fields of the IETF draft on rate limits: what one may do, and what is left of it."""
    policy = f'"key";q={allowance.most};w={BURST_SECONDS}'
    left = f'"key";r={allowance.left};t={allowance.fills_in}'
    return [(b"ratelimit-policy", policy.encode()), (b"ratelimit", left.encode())]


class HeadLimit:
    """Refuses an address or header fields over the limit, before anything of them is read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request whose head is not too large. Raises: Refused."""
        if scope["type"] == "http":
            _check_address(scope)
            _check_head(scope)
        await self._app(scope, receive, send)


def _check_address(scope: Scope) -> None:
    size = len(scope.get("raw_path") or scope["path"]) + len(scope.get("query_string", b""))
    if size > ADDRESS_LIMIT:
        raise Refused(
            "address_too_long",
            f"the address of a request has at most {ADDRESS_LIMIT} bytes",
            hint="send long texts in a body",
            details={"limit": ADDRESS_LIMIT},
        )


def _check_head(scope: Scope) -> None:
    fields = scope["headers"]
    size = sum(len(name) + len(text) for name, text in fields)
    if size > HEAD_LIMIT or len(fields) > FIELDS_LIMIT:
        raise Refused(
            "head_too_large",
            f"a request has at most {FIELDS_LIMIT} header fields of {HEAD_LIMIT} bytes together",
            hint="send fewer or shorter header fields",
            details={"limit": HEAD_LIMIT, "fields": FIELDS_LIMIT},
        )
