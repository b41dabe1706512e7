"""Every list page by page while others write: nothing is shown twice, nothing there is left out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import TextClause, text

from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, problem
from tests.e2e.every_call import HOOK, USER
from tests.e2e.peopled import open_peopled

Write = Callable[[Door, int], Awaitable[object]]
THERE = 7  # rows of each list before anybody pages through it
PAGE = 2

_FALL_DUE = text("""
insert into occurrences (tenant_id, id, user_id, crew, follow_up_id, local, timezone, due_at, state,
                         reason, ended_at)
select tenant_id, gen_random_uuid(), user_id, crew, id, '2026-01-01T00:00', cast(:number as text),
       timestamptz '2026-01-01Z' + make_interval(mins => :number), 'silent', 'silent', now()
from follow_ups where tenant_id = :tenant and intent like '%2026-12-08%'
""")
_COUNT_A_MONTH = text("""
insert into safety_counts (tenant_id, id, month_on, level, turns)
values (:tenant, gen_random_uuid(),
        cast(date '2000-01-01' + make_interval(months => :number) as date), 'concern', 1)
""")


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A list, and how one more row of it comes to be while it is read."""

    path: str
    write: Write
    query: tuple[tuple[str, str], ...] = ()


async def remember(door: Door, number: int) -> object:
    new = {"crew": CREW, "scope": "private", "kind": "fact", "text": f"{number}번째로 좋아하는 곳"}
    made = await door.client.post(f"/v1/users/{USER}/memories", json=new)
    assert made.status_code == 201, made.text
    return made


async def say(door: Door, number: int) -> object:
    return await door.say(f"{number}번째 이야기", user=USER)


async def promise(door: Door, number: int) -> object:
    body = {
        "crew": CREW, "kind": "one_shot", "intent": f"{number}번째 확인",
        "local": f"2026-12-{number % 20 + 5:02d}T10:{number % 60:02d}",
    }  # fmt: skip
    made = await door.client.post(f"/v1/users/{USER}/follow-ups", json=body)
    assert made.status_code == 200, made.text
    return made


async def dream(door: Door, number: int) -> object:
    await say(door, number)
    return await dreamt(
        door, {"action": "create", "text": f"{number}번째 이야기를 했다.", "cites": ["e1"]}
    )


async def dreamt(door: Door, change: dict[str, Any]) -> object:
    door.model.answers["propose_changes"] = {"changes": [change]}
    clock: Any = door.app.world.clock
    clock.at += timedelta(minutes=10)
    return await door.client.post("/v1/run/dream", json={"user": USER})


async def suggest(door: Door, number: int) -> object:
    await say(door, number)
    change = {
        "action": "update", "memory": "m1", "text": f"{number}번째 이야기를 했다.", "cites": ["e1"]
    }  # fmt: skip
    return await dreamt(door, change)


async def message(door: Door, number: int) -> object:
    made: Any = await promise(door, number)
    follow_up = made.json()["follow_up"]["id"]
    await door.client.post(f"/v1/users/{USER}/follow-ups/{follow_up}/run")
    return await door.client.post("/v1/run/send-follow-ups", json={"user": USER})


async def correct(door: Door, number: int) -> object:
    listed = await door.client.get(f"/v1/users/{USER}/memories", params={"limit": "200"})
    [coffee] = [each["id"] for each in listed.json()["items"] if "커피" in each["text"]]
    changed = await door.client.patch(
        f"/v1/users/{USER}/memories/{coffee}", json={"text": f"커피를 하루에 {number}번 마신다."}
    )
    assert changed.status_code == 200, changed.text
    return changed


async def fall_due(door: Door, number: int) -> object:
    return await _insert(door, _FALL_DUE, number)


async def count_a_month(door: Door, number: int) -> object:
    return await _insert(door, _COUNT_A_MONTH, number)


async def _insert(door: Door, statement: TextClause, number: int) -> object:
    tenant = await door.app.keep_tenant.tenant()
    async with door.app.world.db.begin(tenant) as connection:
        return await connection.execute(statement, {"tenant": tenant, "number": number})


async def listen(door: Door, number: int) -> object:
    made = await door.client.post("/v1/webhooks", json={**HOOK, "url": f"{HOOK['url']}/{number}"})
    assert made.status_code == 201, made.text
    return made


async def hand_in(door: Door, number: int) -> object:
    waiting = {"title": f"{number}", "text": f"{number}번째 산책길은 아름답다.", "review": True}
    return await door.client.post("/v1/knowledge/walk/documents", json=waiting)


LISTS = (
    Listed(path=f"/v1/users/{USER}/memories", write=remember),
    Listed(path=f"/v1/users/{USER}/memories", write=remember, query=(("status", "all"),)),
    Listed(path=f"/v1/users/{USER}/evidence", write=say),
    Listed(path=f"/v1/users/{USER}/suggestions", write=suggest),
    Listed(path=f"/v1/users/{USER}/follow-ups", write=promise),
    Listed(path="/v1/dreams", write=dream),
    Listed(path="/v1/webhooks/{webhook}/deliveries", write=remember),
    Listed(path="/v1/webhooks", write=listen),
    Listed(path=f"/v1/users/{USER}/memories/{{memory}}/versions", write=correct),
    Listed(path=f"/v1/users/{USER}/follow-ups/{{follow_up}}/occurrences", write=fall_due),
    Listed(path="/v1/safety/months", write=count_a_month),
    Listed(path="/v1/knowledge/reviews", write=hand_in),
)


@pytest.mark.parametrize(
    "listed", LISTS, ids=lambda listed: listed.path.rsplit("/", 1)[-1] + str(listed.query)[:9]
)
async def test_a_list_read_while_others_write_shows_each_row_once(
    database: Database, listed: Listed
) -> None:
    async with open_peopled(database) as peopled:
        door = peopled.door
        path = listed.path.format_map(dict(peopled.known))
        for number in range(THERE):
            await listed.write(door, number)
        before = await whole(door, path, listed)

        shown, cursor, number = list[str](), None, 100
        while True:
            page = await read(door, path, listed, cursor)
            shown += named(page)
            await listed.write(door, number)
            number += 1
            cursor = page["next_cursor"]
            if cursor is None or number > 140:
                break

        assert len(shown) == len(set(shown))
        assert set(before) <= set(shown)
        assert number <= 140, "the list never ends while others write"
        after = await read(door, path, listed, None)
        assert after["total"] > len(before)


async def test_a_cursor_that_is_none_of_ours_is_refused_by_every_list(database: Database) -> None:
    async with open_peopled(database) as peopled:
        door = peopled.door
        for listed in (*LISTS, Listed(path="/v1/outbox", write=say)):
            path = listed.path.format_map(dict(peopled.known))
            for cursor in ("nonsense", "bm9uc2Vuc2U", "W10", "WyJ4IiwgInkiXQ"):
                answered = await door.client.get(path, params={"cursor": cursor})
                problem(answered, 422, "cursor_unreadable")
            for limit in ("0", "201", "-1", "many"):
                answered = await door.client.get(path, params={"limit": limit})
                problem(answered, 422, "invalid_field")


async def test_every_list_of_the_api_is_in_this_file_or_comes_whole(database: Database) -> None:
    async with open_peopled(database) as peopled:
        told = (await peopled.door.client.get("/openapi.json")).json()
        paged = {
            path
            for path, of_path in told["paths"].items()
            for parameter in of_path.get("get", {}).get("parameters", ())
            if parameter["name"] == "cursor"
        }

        walked = {listed.path.replace(f"/{USER}/", "/{user}/") for listed in LISTS}
        assert paged == walked | {"/v1/outbox", "/v1/teams/{team}/reviews"}


async def test_messages_that_wait_are_handed_on_in_order_while_more_come(
    database: Database,
) -> None:
    async with open_peopled(database) as peopled:
        door, seen, cursor = peopled.door, list[str](), None
        for number in range(3):
            await message(door, number)
            params: dict[str, str] = {"limit": "1", **({"cursor": cursor} if cursor else {})}
            page = (await door.client.get("/v1/outbox", params=params)).json()
            seen += [each["created_at"] + each["id"] for each in page["items"]]
            cursor = page["next_cursor"]

        assert len(seen) == len(set(seen)) > 0
        assert [each[:20] for each in seen] == sorted(each[:20] for each in seen)


def named(page: Any) -> list[str]:
    """The rows of a page; a month has no id."""
    return [each.get("id") or each["month_on"] for each in page["items"]]


async def read(door: Door, path: str, listed: Listed, cursor: str | None) -> Any:
    params = {"limit": str(PAGE), **dict(listed.query), **({"cursor": cursor} if cursor else {})}
    answered = await door.client.get(path, params=params)
    assert answered.status_code == 200, answered.text
    return answered.json()


async def whole(door: Door, path: str, listed: Listed) -> list[str]:
    answered = await door.client.get(path, params={"limit": "200", **dict(listed.query)})
    assert answered.json()["total"] == len(answered.json()["items"])
    return named(answered.json())
