"""How often a key may call: told before it is reached, refused clearly, and forgotten by itself."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any

from httpx import Response
from sqlalchemy import text

from nightcrew.store.database import Database
from nightcrew.usecases.limit_calls import LimitCalls
from nightcrew.web.limits import ADDRESS_LIMIT, FIELDS_LIMIT
from tests.e2e.door import Door, open_door, problem

# Nothing comes in before the next look, however late a busy machine takes it.
EMPTY = "update key_limits set tokens = 0, filled_at = clock_timestamp() + interval '1 hour'"


async def test_a_key_that_calls_too_often_is_refused_with_when_to_come_back(
    database: Database,
) -> None:
    async with open_door(database, requests_per_second=3) as door:
        begun = time.monotonic()
        answers = await asyncio.gather(*(door.client.get("/v1/models") for _ in range(20)))
        meanwhile = 3 * (time.monotonic() - begun)

        refused = [each for each in answers if each.status_code == 429]
        assert 6 <= len(answers) - len(refused) <= 7 + meanwhile  # six at once
        told = problem(refused[0], 429, "rate_limited")
        assert told["retryable"] is True
        assert told["per_second"] == 3
        assert refused[0].headers["retry-after"] == str(told["wait_seconds"]) == "1"
        assert "NIGHTCREW_REQUESTS_PER_SECOND" in told["hint"]


async def test_every_answer_says_what_is_left(database: Database) -> None:
    async with open_door(database, requests_per_second=10) as door:
        first, second = [await door.client.get("/v1/models") for _ in range(2)]

        assert first.headers["ratelimit-policy"] == '"key";q=20;w=2'
        assert first.headers["ratelimit"] == '"key";r=19;t=1'
        assert second.headers["ratelimit"].startswith('"key";r=18;')


async def test_one_key_that_calls_too_often_holds_up_no_other(database: Database) -> None:
    async with open_door(database, requests_per_second=1) as door:
        other = await door.key(tenant="other")
        loud = await until_refused(door)
        calm = await door.client.get("/v1/models", headers=other)

        assert problem(loud, 429, "rate_limited")["per_second"] == 1
        assert calm.status_code == 200


async def test_a_key_may_have_a_figure_of_its_own(database: Database) -> None:
    async with open_door(database) as door:
        made = await door.app.keep_tenant.make_key("default", ["turn"], per_second=2)
        header = {"Authorization": f"Bearer {made.key}"}
        answers = [await door.client.get("/v1/models", headers=header) for _ in range(4)]
        refused = await until_refused(door, headers=header)

        assert [each.status_code for each in answers] == [200] * 4
        assert problem(refused, 429, "rate_limited")["per_second"] == 2


async def test_a_bucket_fills_by_the_clock_of_the_database_whatever_now_a_request_names(
    database: Database,
) -> None:
    async with open_door(database, requests_per_second=1, time_travel=True) as door:
        await door.client.get("/v1/models")
        for now in ("2027-01-01T00:00:00Z", "2029-01-01T00:00:00Z"):
            await in_the_bucket(door, EMPTY)
            answered = await door.client.get("/v1/models", params={"now": now})
            assert answered.status_code == 429

        await in_the_bucket(door, "update key_limits set filled_at = filled_at - interval '1 hour'")

        assert (await door.client.get("/v1/models")).status_code == 200


async def in_the_bucket(door: Door, change: str) -> None:
    """Change what the database holds of the keys, as seen by a process without a handful."""
    tenant = await door.app.keep_tenant.tenant()
    async with door.app.world.db.begin(tenant) as connection:
        await connection.execute(text(change))
    door.app.limit_calls.held.clear()


async def until_refused(door: Door, **parts: Any) -> Response:
    """Call until a call is refused: a slow machine gets more through than a fast one."""
    for _ in range(100):
        answered = await door.client.get("/v1/models", **parts)
        if answered.status_code != 200:
            return answered
    raise AssertionError("nothing was ever refused")


async def test_two_processes_share_one_bucket(database: Database) -> None:
    async with open_door(database, requests_per_second=4) as door:
        made = await door.app.keep_tenant.make_key("default", ["turn"])
        tenant = await door.app.keep_tenant.tenant()
        both = [LimitCalls(db=database, per_second=4) for _ in range(2)]

        async def calls(limit: LimitCalls) -> int:
            let_through = 0
            for _ in range(20):
                try:
                    await limit(tenant, made.id)
                except Exception as error:
                    assert getattr(error, "code", "") == "rate_limited"
                else:
                    let_through += 1
            return let_through

        begun = time.monotonic()
        together = sum(await asyncio.gather(*map(calls, both)))
        meanwhile = 4 * (time.monotonic() - begun)

        assert 8 <= together <= 9 + meanwhile


async def test_what_a_monitor_asks_is_never_counted(database: Database) -> None:
    async with open_door(database, requests_per_second=1) as door:
        seen = [await door.client.get("/healthz") for _ in range(10)]

        assert {each.status_code for each in seen} == {200}
        assert "ratelimit" not in seen[0].headers


async def test_no_request_waits_for_the_bucket_while_its_handful_lasts(database: Database) -> None:
    async with open_door(database) as door:
        await door.client.get("/v1/models")
        tenant = await door.app.keep_tenant.tenant()
        async with database.begin(tenant) as connection:
            await connection.execute(text(EMPTY))
        [handful] = door.app.limit_calls.held.values()
        handful.until = math.inf  # whatever a busy machine does to the second it is kept for

        again = await door.client.get("/v1/models")

        assert again.status_code == 200


async def test_an_address_or_a_head_over_its_limit_is_refused(database: Database) -> None:
    async with open_door(database) as door:
        long = await door.client.get("/v1/models", params={"q": "x" * (ADDRESS_LIMIT - 4)})
        wide = await door.client.get("/v1/models", headers={"x-wide": "x" * 40_000})
        many = {f"x-{number}": "1" for number in range(FIELDS_LIMIT)}
        crowded = await door.client.get("/v1/models", headers=many)
        whole = await door.client.get(
            "/v1/users/u1/recall", params={"q": "가" * 7_000, "crew": "travel-mina"}
        )

        problem(long, 414, "address_too_long")
        problem(wide, 431, "head_too_large")
        problem(crowded, 431, "head_too_large")
        assert whole.status_code == 200
