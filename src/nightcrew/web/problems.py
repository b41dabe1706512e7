"""What went wrong, as RFC 9457 problem details; the one table from an error to its status."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from nightcrew.domain.errors import (
    BadInput,
    NightcrewError,
    NotFound,
    OutsideFailure,
    Refused,
    Stale,
    TooOften,
)
from nightcrew.web.json_shape import plain
from nightcrew.web.log_lines import place_of

MEDIA_TYPE = "application/problem+json"
PROBLEM = "problem"  # where a request keeps the code of its refusal
STATUS_OF_CODE: Mapping[str, int] = {
    "unauthorized": 401,
    "missing_scope": 403,
    "refused_for_minors": 403,
    "not_a_member": 403,
    "not_a_team_admin": 403,
    "self_approval": 403,
    "not_the_owner": 403,
    "message_too_long": 413,
    "body_too_large": 413,
    "address_too_long": 414,
    "head_too_large": 431,
}
STATUS_OF_KIND: Sequence[tuple[type[NightcrewError], int]] = (
    (NotFound, 404),
    (BadInput, 422),
    (Refused, 409),
    (Stale, 409),
    (TooOften, 429),
    (OutsideFailure, 503),
    (NightcrewError, 503),
)
CODE_OF_STATUS: Mapping[int, str] = {
    400: "malformed_body",
    404: "unknown_path",
    405: "method_not_allowed",
    413: "body_too_large",
}
HINT_OF_STATUS: Mapping[int, str] = {
    400: "send the body as one JSON document in UTF-8",
    404: "/openapi.json lists every path",
    405: "the Allow header names the methods of this path",
    413: "send less at once",
}
# What moved was the thing itself: the same request again would meet the same answer.
DECIDE_AGAIN = frozenset({"memory_changed", "content_changed"})
SHAPE = "format"
HINT_OF_SHAPE = (
    "nightcrew-export/v1 with an export's fields, md with text, or list with crew and lines or text"
)
RETRY_AFTER = {409: "1", 503: "5"}  # seconds

log = logging.getLogger(__name__)


def status_of(error: NightcrewError) -> int:
    """The HTTP status of an error: by its code first, then by its kind."""
    if error.code in STATUS_OF_CODE:
        return STATUS_OF_CODE[error.code]
    return next(status for kind, status in STATUS_OF_KIND if isinstance(error, kind))


def problem_of(error: Exception) -> dict[str, Any]:
    """The problem body of any error; of an unforeseen one nothing of its inside is told."""
    if not isinstance(error, NightcrewError):
        return _body(
            500,
            "unexpected",
            "something went wrong on our side",
            hint="the server's log names the place; tell the operator if it stays",
        )
    return _body(
        status_of(error),
        error.code,
        error.message,
        hint=error.hint,
        retryable=error.retryable and error.code not in DECIDE_AGAIN,
        field=error.field,
        details=error.details,
    )


def problem_response(error: Exception) -> JSONResponse:
    """The problem as an answer."""
    return _response(problem_of(error))


def note_unexpected(error: Exception) -> None:
    """Log an unforeseen error by its kind and place only: its text may hold words of a user."""
    log.error("unexpected %s at %s", type(error).__name__, place_of(error))


def install_handlers(server: FastAPI) -> None:
    """Make every refusal of the framework look like ours."""
    server.add_exception_handler(NightcrewError, _on_ours)
    server.add_exception_handler(RequestValidationError, _on_invalid)
    server.add_exception_handler(HTTPException, on_http)


async def _on_ours(request: Request, error: Exception) -> JSONResponse:
    return _noted(request, problem_of(error))


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        return _noted(request, problem_of(error))
    found = [_invalid(each) for each in error.errors()]
    code, field, said = found[0]
    details = {"errors": [{"field": name, "problem": why} for _, name, why in found]}
    hint = HINT_OF_SHAPE if field == SHAPE else f"correct {field}"
    told = _body(422, code, said, hint=hint, field=field, details=details)
    return _noted(request, told)


async def on_http(request: Request, error: Exception) -> JSONResponse:
    """A refusal of the framework itself, as a problem."""
    if not isinstance(error, HTTPException):
        return _noted(request, problem_of(error))
    status = error.status_code
    code = CODE_OF_STATUS.get(status, "refused")
    body = _body(
        status,
        code,
        _phrase(status),
        hint=HINT_OF_STATUS.get(status, "/openapi.json tells what is answered here"),
    )
    return _noted(request, body, headers=error.headers)


def _noted(
    request: Request, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The problem as an answer; its code stays with the request, for who counts and logs it."""
    request.scope.setdefault("state", {})[PROBLEM] = body["code"]
    return _response(body, headers=headers)


def _invalid(found: Mapping[str, Any]) -> tuple[str, str, str]:
    """Code, field and reason of one complaint; pydantic's text holds no value of the caller."""
    place = [str(part) for part in found["loc"]]
    if found["type"] == "json_invalid":
        return "malformed_json", "body", f"the body is no JSON at character {place[-1]}"
    if found["type"] in {"union_tag_not_found", "union_tag_invalid"}:
        missing = found["type"] == "union_tag_not_found"
        return (
            "missing_field" if missing else "invalid_field",
            SHAPE,
            "`format` names no known shape",
        )
    field = ".".join(place[1:]) or place[0]
    code = "missing_field" if found["type"] == "missing" else "invalid_field"
    return code, field, str(found["msg"]).removeprefix("Value error, ")


def _body(
    status: int,
    code: str,
    said: str,
    *,
    hint: str,
    retryable: bool = False,
    field: str | None = None,
    details: Mapping[str, object] | None = None,
) -> dict[str, Any]:
    named = {"field": field} if field else {}
    return {
        **plain(details or {}),
        "type": f"urn:nightcrew:problem:{code}",
        "title": _phrase(status),
        "status": status,
        "detail": said,
        "code": code,
        "retryable": retryable,
        "hint": hint,
        **named,
    }


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def _response(body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> JSONResponse:
    status = int(body["status"])
    told = {"Cache-Control": "no-store", **(headers or {})}
    if status == HTTPStatus.UNAUTHORIZED:
        told["WWW-Authenticate"] = "Bearer"
    if body["retryable"]:
        told["Retry-After"] = str(body.get("wait_seconds") or RETRY_AFTER.get(status, "1"))
    return JSONResponse(body, status, headers=told, media_type=MEDIA_TYPE)
