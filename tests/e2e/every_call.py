"""One good call of every operation, over people who have something of each kind.

The calls stand in an order in which each still finds what it needs: what erases comes last.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from httpx import Response

from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.world import a_world

USER = "u1"
ADMIN = "chief"
OTHER_CREW = "mindcare-sora"
HOOK = {"url": "https://hooks.example.com/nightcrew", "events": ["memory.changed"]}


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call of an operation. names: of what stands in the path, where it is not as in the path."""

    operation: str
    body: Any = None
    query: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    status: int = 200

    @property
    def method(self) -> str:
        return self.operation.split(" ", 1)[0]

    def given(self, known: Mapping[str, str]) -> dict[str, str]:
        """What stands in the path and in the body, from what was prepared."""
        return {**known, **{place: known[name] for place, name in self.names.items()}}

    def content(self, known: Mapping[str, str]) -> Any:
        """The body, with ids from what was prepared in place of `{name}`."""
        if not isinstance(self.body, dict):
            return self.body
        given = self.given(known)
        return {
            name: given[part[1:-1]] if isinstance(part, str) and part[:1] == "{" else part
            for name, part in self.body.items()
        }

    def path(self, known: Mapping[str, str]) -> str:
        """The address with ids from what was prepared."""
        given = self.given(known)
        return self.operation.split(" ", 1)[1].format_map(
            {name: quote(text, safe="") for name, text in given.items()}
        )


def a_call(operation: str, body: Any = None, **parts: Any) -> Call:
    """A call, shorter to write."""
    return Call(operation=operation, body=body, **parts)


_PROMISE = {"crew": CREW, "kind": "one_shot", "intent": "짐 싸기", "local": "2026-12-20T10:00"}
_MEMORY = {"crew": CREW, "scope": "private", "kind": "fact", "text": "창가 자리를 좋아한다."}
_SAID = {"user": USER, "message": "제주도에 가고 싶어요", "conversation": "c1", "turn_id": "t9"}
_CHAT = {
    "model": f"crew/{CREW}",
    "user": USER,
    "messages": [{"role": "user", "content": "안녕하세요"}],
    "metadata": {"conversation": "c2", "turn_id": "t10"},
}
_PREVIEW = {
    "timezone": "Asia/Seoul",
    "now": "2027-05-01T00:00:00Z",
    "quiet_hours": "22:00-08:00",
    "recurring": {"dtstart_local": "2027-05-01T07:00", "rule": "FREQ=DAILY"},
    "count": 2,
}
_LISTING = {
    "id": "a1", "model": "아반떼", "year": 2021, "km": 30000, "price": 16500000,
    "listed_on": "2026-11-20",
}  # fmt: skip
_BEFORE = {
    "crew": CREW,
    "turns": [
        {"id": "old-1", "at": "2026-10-01T03:00:00Z", "speaker": "user", "text": "딸이 있어요"}
    ],
}
_U = "/v1/users/{user}"

_DOCUMENT = {
    "title": "여권",
    "text": "여권은 유효 기간이 여섯 달 넘게 남아야 한다.",
    "url": "https://www.passport.go.kr/",
    "as_of": "2026-11-01",
    "reviewed_by": "care-team",
}
_SAFETY = {
    "resources": {
        "KR": {
            "owner": "care-team",
            "reviewed_on": "2026-11-20",
            "places": [
                {
                    "phone": "109",
                    "name": {"ko": "자살예방 상담전화", "en": "Suicide prevention line"},
                    "hours": "24h",
                }
            ],
        }
    },
    "texts": {"notice": {"ko": "저는 AI예요.", "en": "I am an AI."}},
    "interval_minutes": {"minor": 30},
}
_TEAM = {
    "crews": [CREW],
    "members": [{"user": USER, "role": "member"}, {"user": ADMIN, "role": "admin"}],
}

CALLS: Sequence[Call] = (
    a_call("GET /healthz"),
    a_call("GET /readyz"),
    a_call("GET /metrics"),
    a_call("GET /v1/models"),
    a_call("POST /v1/crews/{crew}/turns", _SAID),
    a_call("GET /v1/turns/{turn_id}"),
    a_call("GET /v1/turns/{turn_id}/explain"),
    a_call("POST /v1/chat/completions", _CHAT),
    a_call(f"GET {_U}/preferences"),
    a_call(f"PUT {_U}/preferences", {"name": "누리", "quiet_hours": "22:00-08:00"}),
    a_call(f"GET {_U}/recall", query={"q": "고수", "crew": CREW}),
    a_call(f"GET {_U}/evidence", query={"limit": "2"}),
    a_call(f"POST {_U}/evidence", _BEFORE),
    a_call(f"GET {_U}/suggestions"),
    a_call(f"POST {_U}/suggestions/{{suggestion}}/{{decision}}"),
    a_call(f"GET {_U}/memories", query={"limit": "2"}),
    a_call(f"POST {_U}/memories", _MEMORY, status=201),
    a_call(f"PATCH {_U}/memories/{{memory}}", {"text": "커피를 하루에 세 잔 마신다."}),
    a_call(f"GET {_U}/memories/{{memory}}/versions"),
    a_call(f"POST {_U}/memories/{{memory}}/forget"),
    a_call(f"POST {_U}/memories/{{memory}}/restore"),
    a_call(f"POST {_U}/memories/{{memory}}/versions/{{version}}/redact"),
    a_call(f"POST {_U}/memories/copy", {"from_crew": CREW, "to_crew": OTHER_CREW}),
    a_call(f"GET {_U}/export"),
    a_call(f"POST {_U}/import", {"format": "list", "crew": CREW, "text": "- 물을 많이 마신다"}),
    a_call("POST /v1/follow-ups/preview", _PREVIEW),
    a_call(f"GET {_U}/follow-ups"),
    a_call(f"POST {_U}/follow-ups", _PROMISE),
    a_call(f"PATCH {_U}/follow-ups/{{follow_up}}", {"snooze_minutes": 30}),
    a_call(f"POST {_U}/follow-ups/{{follow_up}}/run"),
    a_call(f"GET {_U}/follow-ups/{{follow_up}}/occurrences"),
    a_call(f"DELETE {_U}/follow-ups/{{follow_up}}"),
    a_call("GET /v1/outbox"),
    a_call("POST /v1/outbox/{message}/ack", {"status": "delivered"}),
    a_call("GET /v1/dreams"),
    a_call("GET /v1/dreams/{dream}"),
    a_call("POST /v1/dreams/{dream}/accept", {"changes": [1]}, names={"dream": "review"}),
    a_call("POST /v1/dreams/{dream}/revert"),
    a_call("POST /v1/run/{flow}", {"user": USER}),
    a_call("POST /v1/webhooks", HOOK, status=201),
    a_call("GET /v1/webhooks"),
    a_call("GET /v1/webhooks/{webhook}"),
    a_call("POST /v1/webhooks/{webhook}/rotate"),
    a_call("POST /v1/webhooks/{webhook}/enable"),
    a_call("GET /v1/webhooks/{webhook}/deliveries"),
    a_call("DELETE /v1/webhooks/{webhook}"),
    a_call("POST /v1/price/listings", {"listings": [_LISTING]}),
    a_call("GET /v1/safety"),
    a_call("PUT /v1/safety", _SAFETY),
    a_call("GET /v1/safety/months"),
    a_call("POST /v1/knowledge/{collection}/documents", _DOCUMENT),
    a_call("POST /v1/knowledge/{collection}/research", {"topic": "여권"}),
    a_call("GET /v1/knowledge/{collection}/search", query={"q": "여권 유효 기간"}),
    a_call("GET /v1/knowledge/coverage"),
    a_call("GET /v1/knowledge/reviews"),
    a_call("POST /v1/knowledge/reviews/{item}/accept", {"by": "care-team"}),
    a_call(
        "POST /v1/knowledge/reviews/{item}/reject", {"by": "care-team"}, names={"item": "item_2"}
    ),
    a_call("GET /v1/teams/{team}"),
    a_call("GET /v1/teams/{team}/reviews"),
    a_call("POST /v1/teams/{team}/promote", {"user": USER, "dry_run": True}),
    a_call(
        "POST /v1/teams/{team}/reviews/{review}/approve",
        {"by": ADMIN, "hash": "{hash}"},
        names={"review": "team_review"},
    ),
    a_call(
        "POST /v1/teams/{team}/reviews/{review}/reject",
        {"by": ADMIN, "hash": "{hash}"},
        names={"review": "team_review_2", "hash": "hash_2"},
    ),
    a_call("PUT /v1/teams/{team}", _TEAM),
    a_call(f"POST {_U}/start-over", {"crew": OTHER_CREW}),
    a_call(f"POST {_U}/memories/{{memory}}/erase"),
    a_call(f"POST {_U}/evidence/{{evidence}}/erase"),
    a_call(f"DELETE {_U}/conversations/{{conversation}}"),
    a_call(f"DELETE {_U}"),
)


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
async def open_peopled(database: Database, **settings: Any) -> AsyncIterator[Peopled]:
    """Open the door and put something of each kind behind it."""
    model = _model()
    world = replace(a_world(database, model), search=FindsNothing())
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
    explicit = {**_MEMORY, "text": "커피를 하루에 한 잔만 마신다."}
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
        new = {**_MEMORY, "text": text}
        await door.client.post(f"/v1/users/{USER}/memories", json=new)
    await door.client.put(f"/v1/users/{ADMIN}/preferences", json={"name": "팀장"})
    made = await door.client.put("/v1/teams/sales", json=_TEAM)
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
    promise = {**_PROMISE, "intent": f"여권 확인 {local[:10]}", "local": local}
    made = await door.client.post(f"/v1/users/{USER}/follow-ups", json=promise)
    return str(made.json()["follow_up"]["id"])


def _later(door: Door, **passed: float) -> None:
    clock = door.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at = clock.at + timedelta(**passed)
