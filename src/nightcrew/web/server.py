"""The HTTP door: routes, guards and one look for every refusal, over an open App."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Security
from fastapi.security import HTTPBearer
from fastapi.staticfiles import StaticFiles
from starlette.types import Lifespan

from nightcrew.app import App
from nightcrew.domain.errors import NightcrewError
from nightcrew.web import (
    erasing,
    follow_ups,
    knowledge,
    look_alike,
    memories,
    meta,
    moving,
    operations,
    people,
    price,
    safety,
    teams,
    turns,
    webhooks,
)
from nightcrew.web.access import KeyCheck
from nightcrew.web.console.pages import no_such_page
from nightcrew.web.console.routers import ROUTERS as CONSOLE
from nightcrew.web.figures import Figures
from nightcrew.web.guards import BodyLimit, LastResort
from nightcrew.web.limits import CallLimit, HeadLimit
from nightcrew.web.names import EncodedPaths
from nightcrew.web.openapi import describe
from nightcrew.web.problems import install_handlers

GUARDED = (
    turns, look_alike, people, memories, erasing, moving, follow_ups, operations, webhooks,
    price, knowledge, teams, safety,
)  # fmt: skip
# Declared for /openapi.json; KeyCheck is what looks at the key.
BEARER = [Security(HTTPBearer(auto_error=False))]

STATIC = Path(__file__).parent / "static"

log = logging.getLogger(__name__)


def create_server(
    app: App, *, lifespan: Lifespan[FastAPI] | None = None, figures: Figures | None = None
) -> FastAPI:
    """The server over an open App, which the caller closes after it.

    lifespan: what runs beside it; without one the models are warmed up in the background.
    figures: where it counts; without them it counts for itself alone.
    """
    server = FastAPI(
        title="nightcrew",
        version=version("nightcrew"),
        summary="Companion crews that remember rightly and speak at the right moment",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=lifespan or _warming,
    )
    server.state.app = app
    server.state.figures = figures or Figures()
    server.state.stories_playing = asyncio.Lock()
    server.include_router(meta.router)
    for part in GUARDED:
        server.include_router(part.router, dependencies=BEARER)
    describe(server, [meta.router, *(part.router for part in GUARDED)])
    for pages in CONSOLE:
        server.include_router(pages)
    server.mount("/static", StaticFiles(directory=STATIC))
    install_handlers(server)
    server.add_exception_handler(404, no_such_page)
    _stand_guard(server, app)
    return server


def _stand_guard(server: FastAPI, app: App) -> None:
    """From the inside to the outside: the one added last sees a request first."""
    server.add_middleware(BodyLimit)
    server.add_middleware(CallLimit, limit=app.limit_calls)
    server.add_middleware(KeyCheck, keys=app.keep_tenant)
    server.add_middleware(EncodedPaths)
    server.add_middleware(HeadLimit)
    server.add_middleware(LastResort)


@asynccontextmanager
async def _warming(server: FastAPI) -> AsyncIterator[None]:
    warming = asyncio.create_task(_warm(server.state.app))
    yield
    warming.cancel()
    with suppress(asyncio.CancelledError):
        await warming


async def _warm(app: App) -> None:
    try:
        await app.world.model.warm()
    except NightcrewError as error:
        log.warning("the model is not warm: %s", error.code)
