"""The App a flow run uses: the one its process holds open, else one of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from nightcrew.app import App, open_app
from nightcrew.settings import Settings

_held: ContextVar[App | None] = ContextVar("held_app", default=None)


def hold(app: App) -> None:
    """Let every flow run that starts in this context use this App."""
    _held.set(app)


@asynccontextmanager
async def opened_app() -> AsyncIterator[App]:
    """The App to use now; opened and closed here when the process holds none."""
    held = _held.get()
    if held is not None:
        yield held
        return
    async with open_app(Settings()) as app:
        yield app
