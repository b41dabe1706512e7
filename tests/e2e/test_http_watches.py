"""AS-28 from outside: a backend asks for a watch, lets it look, and finds the message once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem
from tests.watching import CHEAP, DEAR, Pages, page, speaks_of_it
from tests.world import a_world

PLACE = "/v1/users/u1/follow-ups"
WATCH = {
    "crew": CREW,
    "kind": "watch",
    "intent": "제주 항공권 10만원 밑이면 알림",
    "until": "2026-12-04",
    "watch": {
        "tool": "search", "query": "제주 항공권", "condition": "10만원 밑", "every_minutes": 60,
    },
}  # fmt: skip


async def look(door: Door, now: str) -> dict[str, Any]:
    answer = await door.client.post("/v1/run/check-watches", json={"now": now})
    told: dict[str, Any] = answer.json()
    return told


async def test_a_watch_is_promised_looks_speaks_once_and_is_over(database: Database) -> None:
    pages = Pages([page(DEAR)])
    model = a_model(compose_follow_up=speaks_of_it)
    world = replace(a_world(database, model), search=pages)
    async with open_door(database, model, world=world, time_travel=True) as door:
        await door.client.put("/v1/users/u1/preferences", json={"timezone": "Asia/Seoul"})
        made = (await door.client.post(PLACE, json=WATCH)).json()
        again = (await door.client.post(PLACE, json=WATCH)).json()
        dear = await look(door, "2026-12-01T03:00:00Z")
        pages.sources = [page(CHEAP)]
        cheap = await look(door, "2026-12-01T04:00:00Z")
        after = await look(door, "2026-12-01T09:00:00Z")
        sent = (await door.client.get("/v1/outbox")).json()["items"]
        listed = (await door.client.get(PLACE, params={"status": "all"})).json()["items"]

    assert (made["created"], again["created"]) == (True, False)
    assert made["follow_up"]["watch"] == WATCH["watch"]
    assert made["follow_up"]["until"] == "2026-12-04"
    assert [each["outcome"] for each in dear["reports"]] == ["no_news"]
    assert [each["outcome"] for each in cheap["reports"]] == ["found", "queued"]
    assert (cheap["reports"][0]["user"], after["reports"]) == ("u1", [])
    assert [(each["kind"], each["follow_up"]) for each in sent] == [
        ("follow_up", made["follow_up"]["id"])
    ]
    assert "89,000원" in sent[0]["text"]
    assert [each["state"] for each in listed] == ["done"]


async def test_a_watch_that_cannot_be_kept_says_what_to_do(database: Database) -> None:
    async with open_door(database) as door:
        parts = dict(WATCH["watch"])  # type: ignore[call-overload]
        for wrong, status, code in (
            ({**WATCH, "watch": {**parts, "every_minutes": 1}}, 422, "rule_too_frequent"),
            ({**WATCH, "watch": {**parts, "tool": "memory"}}, 422, "follow_up_unreadable"),
            ({**WATCH, "watch": {**parts, "every": 60}}, 422, "unknown_field"),
            ({**WATCH, "until": "2026-11-01"}, 422, "past"),
            ({**WATCH, "rule": "FREQ=DAILY"}, 422, "follow_up_unreadable"),
        ):
            assert problem(await door.client.post(PLACE, json=wrong), status, code)["hint"]
