"""A window on the console: served on a real port, with everything the browser complains about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page
from uvicorn import Config, Server

from nightcrew.store.database import Database
from tests.console import Console, open_console
from tests.e2e.door import ALL_SCOPES
from tests.fakes_model import ScriptedModel

SERIOUS = ("serious", "critical")


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A console on a port; origin: its address."""

    console: Console
    origin: str


@dataclass(frozen=True, kw_only=True)
class Window:
    """One page of a browser; complaints: console errors, dialogs and failed or foreign loads."""

    page: Page
    origin: str
    complaints: list[str] = field(default_factory=list)

    async def open(self, path: str) -> None:
        """Go to a page and wait until all of it is there."""
        await self.page.goto(f"{self.origin}{path}", wait_until="load")

    async def open_whole(self, path: str) -> None:
        """The same with everything unfolded."""
        await self.open(path)
        await self.page.evaluate(
            "document.querySelectorAll('details').forEach(each => each.open = true)"
        )

    async def sign_in(self, key: str) -> None:
        """Sign in by the form."""
        await self.open("/login")
        await self.page.fill("#key", key)
        await self.page.press("#key", "Enter")
        await self.page.wait_for_selector(".places")

    async def serious_findings(self) -> list[str]:
        """What axe-core finds that keeps somebody out."""
        found = await Axe().run(self.page, options={"resultTypes": ["violations"]})
        return [
            f"{each['id']}: {node['html'][:160]}"
            for each in found.response["violations"]
            if each["impact"] in SERIOUS
            for node in each["nodes"]
        ]

    async def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(await self.page.evaluate(wider))


@asynccontextmanager
async def on_a_port(
    database: Database, model: ScriptedModel | None = None, **settings: Any
) -> AsyncIterator[Stage]:
    """Serve the console as it is served for real."""
    async with open_console(database, model, **settings) as console:
        config = Config(
            console.door.server, port=0, log_config=None, access_log=False, lifespan="off"
        )
        server = Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Stage(console=console, origin=f"http://127.0.0.1:{port}")
        server.should_exit = True
        await serving


@asynccontextmanager
async def window(
    browser: Browser,
    stage: Stage,
    *,
    language: str = "ko",
    theme: str = "light",
    width: int = 1280,
    **parts: Any,
) -> AsyncIterator[Window]:
    """A new browser profile with one page, signed in with every scope."""
    context = await browser.new_context(
        locale={"ko": "ko-KR", "en": "en-GB"}[language],
        color_scheme="dark" if theme == "dark" else "light",
        viewport={"width": width, "height": 900},
        **parts,
    )
    opened = Window(page=await context.new_page(), origin=stage.origin)
    _listen(context, opened)
    made = await stage.console.door.app.keep_tenant.make_key("default", ALL_SCOPES)
    await opened.sign_in(made.key)
    yield opened
    await context.close()


def _listen(context: BrowserContext, opened: Window) -> None:
    complaints = opened.complaints

    def noted(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"console: {message.text}")

    async def dialog(shown: Any) -> None:
        complaints.append(f"dialog: {shown.message}")
        await shown.dismiss()

    def asked(request: Any) -> None:
        if not request.url.startswith(opened.origin):
            complaints.append(f"foreign: {request.url}")

    opened.page.on("console", noted)
    opened.page.on("dialog", dialog)
    opened.page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    context.on("request", asked)
