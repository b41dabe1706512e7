"""Bad input of every kind: a problem body that names the field and holds no inside of ours."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from nightcrew.ports import Question
from nightcrew.store.database import Database
from nightcrew.web.guards import BODY_LIMIT
from tests.clones import CloneDatabase
from tests.e2e.door import TURNS, a_model, open_door, problem

UNUSABLE_BODIES: list[tuple[object, str, str]] = [
    ({"message": "안녕"}, "user", "missing_field"),
    ({"user": "", "message": "안녕"}, "user", "user_missing"),
    ({"user": 7, "message": "안녕"}, "user", "invalid_field"),
    ({"user": "a\u0001b", "message": "안녕"}, "user", "user_unreadable"),
    ({"user": "u" * 129, "message": "안녕"}, "user", "user_unreadable"),
    ({"user": "u1"}, "message", "missing_field"),
    ({"user": "u1", "message": "  "}, "message", "message_empty"),
    ({"user": "u1", "message": None}, "message", "invalid_field"),
    ({"user": "u1", "message": "안녕", "dry_run": {}}, "dry_run", "invalid_field"),
    ([], "body", "invalid_field"),
    (None, "body", "missing_field"),
]
NO_JSON = (b"{", b"", b"\xff\xfe", b'{"user": ', b"[" * 100_000)
NOBODY = ("%00", "a%0Ab", "u" * 129, "%FF", "%ED%A0%80")


async def test_an_unknown_crew_is_404_with_the_nearest_names(database: Database) -> None:
    async with open_door(database) as door:
        said = {"user": "u1", "message": "안녕"}
        answered = await door.client.post("/v1/crews/travel-mima/turns", json=said)

        told = problem(answered, 404, "unknown_crew")
        assert told["nearest"][0] == "travel-mina"
        assert "travel-mina" in told["hint"]


async def test_a_body_that_cannot_be_used_names_its_field(database: Database) -> None:
    async with open_door(database) as door:
        for body, field, code in UNUSABLE_BODIES:
            told = problem(await door.client.post(TURNS, json=body), 422, code)

            assert told["field"] == field, body


async def test_an_unknown_field_is_refused_with_the_nearest_one(database: Database) -> None:
    async with open_door(database) as door:
        told = problem(await door.say("안녕", conversatoin="c1"), 422, "unknown_field")

        assert told["field"] == "conversatoin"
        assert told["nearest"] == ["conversation"]


async def test_a_body_that_is_no_json_is_a_problem(database: Database) -> None:
    async with open_door(database) as door:
        for content in NO_JSON:
            answered = await door.client.post(
                TURNS, content=content, headers={"Content-Type": "application/json"}
            )

            assert answered.status_code in (400, 422), content[:20]
            assert answered.headers["content-type"] == "application/problem+json"
            assert answered.json()["code"] in ("malformed_json", "malformed_body", "missing_field")


async def test_unknown_paths_and_methods_are_problems_too(database: Database) -> None:
    async with open_door(database) as door:
        problem(await door.client.get("/v1/nothing-here"), 404, "unknown_path")
        problem(await door.client.get("/nothing-here"), 404, "unknown_path")
        wrong = await door.client.put(TURNS, json={})

        problem(wrong, 405, "method_not_allowed")
        assert wrong.headers["allow"] == "POST"


async def test_a_body_over_the_limit_is_refused_stated_or_not(database: Database) -> None:
    async with open_door(database) as door:

        async def dripping() -> AsyncIterator[bytes]:
            for _ in range(BODY_LIMIT // 50_000 + 2):
                yield b" " * 50_000

        stated = await door.client.post(TURNS, content=b" " * (BODY_LIMIT + 1))
        unstated = await door.client.post(
            TURNS, content=dripping(), headers={"Content-Type": "application/json"}
        )

        assert problem(stated, 413, "body_too_large")["limit"] == BODY_LIMIT
        problem(unstated, 413, "body_too_large")


async def test_what_nobody_foresaw_is_500_without_a_word_of_it(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(question: Question) -> str:
        raise RuntimeError(f"secret-canary {question.inputs}")

    async with open_door(database, a_model(reply=broken)) as door:
        with caplog.at_level(logging.DEBUG):
            answered = await door.say("말-카나리아", user="user-canary")

        told = problem(answered, 500, "unexpected")
        assert told["retryable"] is False
        for seen in (answered.text, "\n".join(each.getMessage() for each in caplog.records)):
            assert "canary" not in seen.replace("nightcrew.canary", "")
            assert "카나리아" not in seen
        assert "unexpected RuntimeError at" in caplog.text


async def test_the_request_log_names_the_route_and_not_the_user(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_door(database) as door:
        with caplog.at_level(logging.INFO, logger="nightcrew.web.guards"):
            await door.client.get("/v1/users/user-canary/memories", params={"crew": "travel-mina"})

        [line] = [each.getMessage() for each in caplog.records if "guards" in each.name]
        assert line.startswith("GET /v1/users/{user}/memories 200 ")


async def test_a_database_that_is_away_is_503_and_the_process_lives_on(
    clone_database: CloneDatabase,
) -> None:
    async with AsyncExitStack() as stack:
        with clone_database() as access:
            database = await Database.open(access.app_url)
            stack.push_async_callback(database.close)
            door = await stack.enter_async_context(open_door(database))
            before = await door.say("안녕")
        # The block is left: the database is dropped under the open door.
        after = await door.say("안녕")
        ready = await door.client.get("/readyz")
        figures = await door.client.get("/metrics")
        alive = await door.client.get("/healthz")

        assert before.status_code == 200
        assert problem(after, 503, "database_unavailable")["retryable"] is True
        assert ready.status_code == 503
        assert ready.json()["database"] == "away"
        assert "nightcrew_ready 0\n" in figures.text
        assert alive.status_code == 200


async def test_names_may_hold_slashes_spaces_and_any_script(database: Database) -> None:
    async with open_door(database) as door:
        names = {
            "팀/가 나": "%ED%8C%80%2F%EA%B0%80%20%EB%82%98",
            "a/../b": "a%2F..%2Fb",
            "%": "%25",
        }
        for name, encoded in names.items():
            await door.client.put(f"/v1/users/{encoded}/preferences", json={"name": name})
            read = await door.client.get(f"/v1/users/{encoded}/preferences")
            said = await door.say("안녕", user=name)
            heard = await door.client.get(f"/v1/users/{encoded}/evidence")

            assert read.json()["name"] == name
            assert said.status_code == 200
            assert heard.json()["total"] == 2


async def test_a_path_that_names_no_possible_user_is_422(database: Database) -> None:
    async with open_door(database) as door:
        for encoded in NOBODY:
            answered = await door.client.get(f"/v1/users/{encoded}/memories")

            assert answered.status_code == 422, encoded
            assert answered.json()["field"] == "user"


async def test_a_nul_character_is_refused_where_it_stands(database: Database) -> None:
    async with open_door(database) as door:
        new = {"crew": "travel-mina", "scope": "private", "kind": "fact", "text": "a\x00b"}
        told = problem(
            await door.client.post("/v1/users/u1/memories", json=new), 422, "text_unreadable"
        )

        assert told["field"] == "text"


async def test_a_message_is_answered_without_its_nul_characters(database: Database) -> None:
    async with open_door(database) as door:
        await door.say("안\x00녕")

        heard = await door.client.get("/v1/users/u1/evidence")
        assert "안녕" in [line["text"] for line in heard.json()["items"]]
