"""Endpoints of the contract that are not built yet: each answers 501 `not_yet`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from nightcrew.domain.errors import Refused
from nightcrew.web.access import needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """One endpoint to come; scope: of the key it will need."""

    method: str
    path: str
    scope: str


def _missing(scope: str, *lines: str) -> tuple[Missing, ...]:
    parts = (line.split(" ", 1) for line in lines)
    return tuple(Missing(method=method, path=path, scope=scope) for method, path in parts)


NOT_YET: tuple[Missing, ...] = (
    *_missing(
        "admin",
        "PUT /teams/{team}",
        "GET /teams/{team}/reviews",
        "POST /teams/{team}/reviews/{review}/approve",
        "POST /teams/{team}/reviews/{review}/reject",
        "POST /teams/{team}/promote",
        "POST /knowledge/{collection}/documents",
    ),
)


def _says_so(missing: Missing) -> Callable[[], Awaitable[Response]]:
    async def say_so() -> Response:
        raise Refused(
            "not_yet",
            f"{missing.method} /v1{missing.path} is not built yet",
            hint="README lists what is to come",
        )

    return say_so


def _routed() -> APIRouter:
    routes = APIRouter(tags=["not yet"], prefix="/v1")
    for missing in NOT_YET:
        routes.add_api_route(
            missing.path,
            _says_so(missing),
            methods=[missing.method],
            dependencies=[Depends(needs(missing.scope))],
            summary="Not built yet",
        )
    return routes


router = _routed()
