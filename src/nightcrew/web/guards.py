"""What stands in front of every request: its size, its log line and the last resort."""

from __future__ import annotations

import logging
import secrets
from time import perf_counter

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nightcrew.domain.errors import NightcrewError, Refused
from nightcrew.web.figures import Failed
from nightcrew.web.log_lines import FACTS
from nightcrew.web.problems import PROBLEM, note_unexpected, problem_of, problem_response

BODY_LIMIT = 1_000_000  # bytes; the longest message is 32 kB, the rest is names
LARGE_LIMIT = 10_000_000  # bytes, where a whole life or a thousand turns come in at once
LARGE = ("/import", "/evidence", "/price/listings", "/documents")

log = logging.getLogger(__name__)


class LastResort:
    """Turns what nobody caught into a problem and writes the request log.

    The log holds an id of the request, method, route template, status, time, and whose key it was:
    never a path, which names a user, and never an id that came from outside.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever happens."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, request = perf_counter(), 0, secrets.token_hex(8)

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            if not isinstance(error, NightcrewError):
                note_unexpected(error)
            scope.setdefault("state", {})[PROBLEM] = problem_of(error)["code"]
            if not status:
                await problem_response(error)(scope, receive, noted)
        finally:
            took = round((perf_counter() - begun) * 1000)
            line = (scope["method"], _template(scope), status, took)
            log.info("%s %s %s %s ms", *line, extra={FACTS: _facts(scope, request, line)})
            _count(scope, line)


def _facts(scope: Scope, request: str, line: tuple[str, str, int, int]) -> dict[str, object]:
    caller = scope.get("state", {}).get("caller")
    method, route, status, took = line
    return {
        "request": request,
        "method": method,
        "route": route,
        "status": status,
        "ms": took,
        "code": scope.get("state", {}).get(PROBLEM),
        "key": str(caller.key) if caller else None,
        "tenant": str(caller.tenant) if caller else None,
    }


def _count(scope: Scope, line: tuple[str, str, int, int]) -> None:
    method, route, status, _ = line
    code = scope.get("state", {}).get(PROBLEM)
    if code is None or "app" not in scope:
        return
    there, crew = scope["app"].state, scope.get("path_params", {}).get("crew", "")
    known = crew if crew in there.app.crews.shelf().crews else ""
    there.figures.note_failed(
        Failed(method=method, route=route, status=status, code=code, crew=known)
    )


def _template(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", "(no route)"))


class BodyLimit:
    """Refuses a body over the limit, by its stated length or as soon as it passes it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on a request that is not too large."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        stated = dict(scope["headers"]).get(b"content-length", b"0")
        limit = LARGE_LIMIT if scope["path"].endswith(LARGE) else BODY_LIMIT
        if stated.isdigit() and int(stated) > limit:
            raise Refused(
                "body_too_large",
                f"a request holds at most {limit} bytes",
                hint="send less at once",
                details={"limit": limit},
            )
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                # The framework hands on only its own exceptions while it reads a body.
                raise HTTPException(413)
            return message

        await self._app(scope, counted, send)
