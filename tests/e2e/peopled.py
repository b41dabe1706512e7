"""Two tenants with people in them, for calls that must not see across."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from httpx import Response

from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door
from tests.e2e.every_call import ADMIN, HOOK, MEMORY, PROMISE, TEAM, USER, Call
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.world import NOW, a_world


@dataclass(frozen=True, kw_only=True)
class Peopled:
    """A door behind which something of each kind is, and what stands in paths, by name."""

    door: Door
    known: Mapping[str, str]

    async def send(self, call: Call, headers: Mapping[str, str] | None = None) -> Response:
        """Make a call."""
        given = {} if call.body is None else {"json": call.content(self.known)}
        return await self.door.client.request(
            call.method,
            call.path(self.known),
            params=dict(call.query),
            headers=dict(headers or {}),
            **given,
        )


class FindsNothing:
    """A search that is there and finds nothing."""

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Nothing, and that is no failure."""
        return SearchResult(status=ToolStatus.EMPTY)


@asynccontextmanager
async def open_peopled(
    database: Database, *, now: datetime = NOW, **settings: Any
) -> AsyncIterator[Peopled]:
    """Open the door and put something of each kind behind it."""
    model = _model()
    world = replace(a_world(database, model, now), search=FindsNothing())
    async with open_door(database, model, world=world, **settings) as door:
        yield Peopled(door=door, known=await _people(door))


def _model() -> ScriptedModel:
    dreams = [
        [
            {"action": "create", "text": "고수를 못 먹는다.", "cites": ["e1"], "why": "말했다"},
            {
                "action": "update", "memory": "m1", "text": "커피를 하루에 두 잔 마신다.",
                "cites": ["e3"], "why": "말했다",
            },
        ],
        [{"action": "create", "text": "자전거로 출근한다.", "cites": ["e1"], "why": "말했다"}],
    ]  # fmt: skip

    def proposed(_: object) -> dict[str, Any]:
        return {"changes": dreams.pop(0) if dreams else []}

    return a_model(
        propose_changes=proposed,
        verify_changes={
            "verdicts": [
                {"change": f"c{number}", "stands": True, "why": "그렇다"} for number in (1, 2)
            ]
        },
        compose_follow_up={"send": True, "text": "여권 챙겼어요?", "why": "때가 됐다"},
        plan_follow_ups={},
    )


async def _people(door: Door) -> dict[str, str]:
    user = f"/v1/users/{USER}"
    await door.client.put(f"{user}/preferences", json={"timezone": "Asia/Seoul"})
    explicit = {**MEMORY, "text": "커피를 하루에 한 잔만 마신다."}
    memory = (await door.client.post(f"{user}/memories", json=explicit)).json()
    await door.say("나 고수는 못 먹어", conversation="c1", turn_id="t1")
    await door.say("요즘은 커피를 하루에 두 잔 마셔", conversation="c1")
    dream = await _dreamt(door, "apply")
    await door.say("나는 자전거로 출근해", conversation="c1")
    review = await _dreamt(door, "review")
    follow_ups = [
        await _promised(door, local) for local in ("2026-12-01T13:00", "2026-12-08T10:00")
    ]
    _later(door, hours=1, minutes=1)
    await door.client.post("/v1/run/send-follow-ups", json={"user": USER})
    message = (await door.client.get("/v1/outbox")).json()["items"][0]
    suggestion = (await door.client.get(f"{user}/suggestions")).json()["items"][0]
    heard = (await door.client.get(f"{user}/evidence")).json()["items"]
    webhook = (await door.client.post("/v1/webhooks", json=HOOK)).json()
    return {
        **await _of_team(door),
        **await _of_knowledge(door),
        "user": USER, "crew": CREW, "turn_id": "t1", "conversation": "c1", "version": "1",
        "memory": memory["id"], "suggestion": suggestion["id"], "decision": "dismiss",
        "dream": dream, "review": review, "follow_up": follow_ups[1], "message": message["id"],
        "evidence": heard[0]["id"], "webhook": webhook["id"], "flow": "retention",
    }  # fmt: skip


async def _of_team(door: Door) -> dict[str, str]:
    wanted = ("회의는 화요일에 한다.", "보고서는 짧게 쓴다.")
    for text in wanted:
        new = {**MEMORY, "text": text}
        await door.client.post(f"/v1/users/{USER}/memories", json=new)
    await door.client.put(f"/v1/users/{ADMIN}/preferences", json={"name": "팀장"})
    made = await door.client.put("/v1/teams/sales", json=TEAM)
    assert made.status_code == 200, made.text
    await door.client.post("/v1/teams/sales/promote", json={"user": USER})
    listed = (await door.client.get("/v1/teams/sales/reviews")).json()["items"]
    first, second = (each for each in listed if each["text"] in wanted)
    return {
        "team": "sales", "team_review": first["id"], "hash": first["hash"],
        "team_review_2": second["id"], "hash_2": second["hash"],
    }  # fmt: skip


async def _of_knowledge(door: Door) -> dict[str, str]:
    for title in ("비자", "수하물"):
        waiting = {"title": title, "text": f"{title}에 대한 한 문장이다.", "review": True}
        await door.client.post("/v1/knowledge/walk/documents", json=waiting)
    first, second = (
        await door.client.get("/v1/knowledge/reviews", params={"collection": "walk"})
    ).json()["items"][:2]
    return {"collection": "walk", "item": first["id"], "item_2": second["id"]}


async def _dreamt(door: Door, mode: str) -> str:
    _later(door, minutes=5)
    run = await door.client.post("/v1/run/dream", json={"user": USER, "mode": mode})
    return str(run.json()["reports"][0]["id"])


async def _promised(door: Door, local: str) -> str:
    promise = {**PROMISE, "intent": f"여권 확인 {local[:10]}", "local": local}
    made = await door.client.post(f"/v1/users/{USER}/follow-ups", json=promise)
    return str(made.json()["follow_up"]["id"])


def _later(door: Door, **passed: float) -> None:
    clock = door.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at = clock.at + timedelta(**passed)
