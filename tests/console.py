"""The console as a browser finds it: a session with cookies, pages, and forms sent from them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

from bs4 import BeautifulSoup, Tag
from httpx import ASGITransport, AsyncClient, Response

from nightcrew.domain.memory import Kind
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from nightcrew.store import dreams
from nightcrew.store.database import Database
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.usecases.keep_tenant import NewKey
from tests.builders import CREW, memory, plan, said
from tests.desk import USER, Desk
from tests.e2e.door import ALL_SCOPES, Door, open_door
from tests.fakes_model import ScriptedModel
from tests.world import NOW


@dataclass(frozen=True, kw_only=True)
class Console:
    """A browser without a window, over the server of a test."""

    door: Door
    desk: Desk
    browser: AsyncClient
    tenant: str = "default"

    async def sign_in(self, *scopes: str, tenant: str | None = None) -> Response:
        """Open a session with a new key."""
        made = await self.key(*scopes, tenant=tenant)
        return await self.browser.post("/login", data={"key": made.key, "back": "/"})

    async def sign_in_again(self, *scopes: str) -> None:
        """Leave the session and open another."""
        self.browser.cookies.clear()
        await self.sign_in(*scopes)

    async def key(self, *scopes: str, tenant: str | None = None) -> NewKey:
        """A new key of this tenant or another."""
        keep = self.door.app.keep_tenant
        return await keep.make_key(tenant or self.tenant, scopes or ALL_SCOPES)

    async def page(self, path: str, **parts: Any) -> Response:
        """Open a page, which must be there."""
        opened = await self.browser.get(path, **parts)
        assert opened.status_code == 200, (path, opened.status_code, opened.text[-600:])
        return opened

    async def send(
        self, path: str, *, part: bool = False, accept: str = "", **fields: Any
    ) -> Response:
        """Send a form with the token of the session, as a page, as htmx or as a script would."""
        token = csrf_of((await self.browser.get("/")).text)
        headers = ({"HX-Request": "true"} if part else {}) | ({"Accept": accept} if accept else {})
        return await self.browser.post(path, data={"csrf": token, **fields}, headers=headers)

    async def user(self, name: str = USER) -> UUID:
        """Our own id of a user, who is made when new."""
        return (await self.desk.pair(user=name)).user


@asynccontextmanager
async def open_console(
    database: Database, model: ScriptedModel | None = None, **settings: Any
) -> AsyncIterator[Console]:
    """Serve the product and open a browser without a session."""
    async with (
        open_door(database, model, **settings) as door,
        _browsing(door, "default") as console,
    ):
        yield console


@asynccontextmanager
async def another(served: Console) -> AsyncIterator[Console]:
    """A tenant, a browser and an address of its own over a server that is there already."""
    async with _browsing(served.door, uuid4().hex) as console:
        yield console


@asynccontextmanager
async def _browsing(door: Door, tenant: str) -> AsyncIterator[Console]:
    desk = Desk(db=door.app.world.db, tenant=await door.app.keep_tenant.tenant(tenant))
    desk.clock.set(NOW)
    transport = ASGITransport(
        app=door.server, raise_app_exceptions=False, client=(f"client-{tenant}", 1)
    )
    async with AsyncClient(transport=transport, base_url="http://nightcrew") as browser:
        yield Console(door=door, desk=desk, browser=browser, tenant=tenant)


def soup(answer: Response | str) -> BeautifulSoup:
    """The page as a tree."""
    return BeautifulSoup(answer if isinstance(answer, str) else answer.text, "html.parser")


def csrf_of(html: str) -> str:
    """The token that a page's forms carry; empty without a session."""
    found = soup(html).find("input", {"name": "csrf"})
    return str(found["value"]) if isinstance(found, Tag) else ""


def texts(answer: Response | str, selector: str) -> list[str]:
    """What parts of a page say, spaces in a row taken as one."""
    return [" ".join(each.get_text(" ").split()) for each in soup(answer).select(selector)]


def planted_code(answer: Response | str | BeautifulSoup) -> list[Tag]:
    """What on a page would run because somebody wrote it there."""
    page = answer if isinstance(answer, BeautifulSoup) else soup(answer)
    acting = page.select("main script, main img, main svg, [onerror], [onload], [onmouseover]")
    links = [each for each in page.select("a") if "javascript:" in str(each.get("href"))]
    return [*acting, *links]


async def furnish(console: Console) -> UUID:
    """A user with a bit of everything: memories and their words, dreams, promises."""
    desk = console.desk
    await _remembered(desk)
    await _dreamt(desk)
    await _promised(console)
    return await console.user()


async def _remembered(desk: Desk) -> None:
    lines = [
        said(
            "다음 달부터 제주도에서 한 달 살아요. 반려견 보리도 데려가요.", NOW - timedelta(days=3)
        ),
        said("12월 20일에 교토로 출발해요. 표는 끊었어요.", NOW - timedelta(days=2)),
        said("설명은 짧게, 목록으로 해 주세요.", NOW - timedelta(days=1)),
    ]
    await desk.hear(*lines)
    day = (NOW - timedelta(days=2)).date()
    dog, trip, style = (line.id for line in lines)
    await desk.learn(
        memory("반려견 보리와 함께 제주도에서 한 달을 지낸다", said_on=day, cites=(dog,))
    )
    await desk.learn(plan("교토로 여행을 간다", date(2026, 12, 20), said_on=day, cites=(trip,)))
    await desk.learn(
        memory("설명은 짧게, 목록으로 받고 싶어 한다", kind=Kind.STYLE, said_on=day, cites=(style,))
    )
    gone = await desk.learn(memory("매운 음식을 잘 먹는다", said_on=day))
    await desk.memories.forget(desk.tenant, USER, gone.id)
    corrected = await desk.learn(memory("커피를 하루에 두 잔 마신다", said_on=day))
    await desk.memories.change(desk.tenant, USER, corrected.id, "커피를 하루에 한 잔만 마신다")


def a_change(number: int, **changed: Any) -> KeptChange:
    """A change of a dream that stands."""
    usual: dict[str, Any] = {
        "number": number, "action": "create", "memory_id": None, "memory_version": None,
        "kind": "fact", "scope": "private", "subject": "user", "text": f"기억 {number}",
        "from_on": None, "to_on": None, "cites": (), "applied": True, "reason": None,
        "detail": "", "why": "스스로 그렇게 말했다", "verdict": "말한 그대로다",
    }  # fmt: skip
    return KeptChange(**(usual | changed))


async def dreamt(
    desk: Desk, *changes: KeptChange, outcome: str = "applied", days: int = 0, **changed: Any
) -> UUID:
    """Keep a dream that was dreamt so many days ago."""
    pair = await desk.pair()
    usual: dict[str, Any] = {
        "id": uuid4(), "user_id": pair.user, "crew": CREW, "flow": "dream", "mode": "apply",
        "at": desk.clock.now() - timedelta(days=days), "outcome": outcome,
        "usage": {"model_calls": 2, "prompt_tokens": 900 + 250 * days, "completion_tokens": 120,
                  "cost": None},
        "evidence": {"read": 3, "applied": 2, "pending": 1, "parked": 0}, "prompts": {},
        "same_model_verifies": False,
    }  # fmt: skip
    run = DreamRun(**(usual | changed))
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, changes)
    return run.id


async def _dreamt(desk: Desk) -> None:
    known = (await desk.memories.list(desk.tenant, USER, kind="fact")).items
    old = next(each for each in known if "제주도" in each.text)
    for days in (9, 6, 5, 2):
        await dreamt(desk, a_change(1, text="걷는 것을 좋아한다"), days=days)
    await dreamt(
        desk,
        a_change(1, text="겨울에는 따뜻한 곳으로 여행하고 싶어 한다", cites=old.cites),
        a_change(2, action="update", memory_id=old.id, memory_version=1, cites=old.cites,
                 text="반려견 보리와 제주도에서 두 달을 지낸다"),
        a_change(3, text="매운 음식을 좋아한다", applied=False, reason="buried", verdict=None),
    )  # fmt: skip
    await dreamt(
        desk,
        a_change(1, text="아침 비행기는 피한다", applied=False, reason="not_accepted",
                 cites=old.cites),
        a_change(2, action="remove", memory_id=old.id, memory_version=1, applied=False,
                 reason="not_accepted", text="", why="이제 아니라고 했다"),
        outcome="review", mode="review",
    )  # fmt: skip


async def _promised(console: Console) -> None:
    keep, tenant = console.door.app.keep_follow_ups, console.desk.tenant
    for spec in (
        FollowUpSpec(
            kind=FollowUpKind.RECURRING, intent="자기 전에 물 한 잔", local="2026-12-01T22:30",
            rule="FREQ=DAILY", purpose=Purpose.LIFE, timezone="Asia/Seoul",
        ),
        FollowUpSpec(
            kind=FollowUpKind.ONE_SHOT, intent="교토 숙소를 예약했는지 묻기",
            local="2026-12-04T10:00", timezone="Asia/Seoul",
        ),
        FollowUpSpec(
            kind=FollowUpKind.RECURRING, intent="주간 운동 돌아보기", local="2026-12-05T11:00",
            rule="FREQ=WEEKLY;BYDAY=SA", purpose=Purpose.LIFE, timezone="Asia/Seoul",
        ),
    ):  # fmt: skip
        await keep.make(tenant, USER, CREW, spec)
