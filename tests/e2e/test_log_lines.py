"""What the process writes to its log: one JSON line a request, and no word or id of anybody."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.ports import Question
from nightcrew.store.database import Database
from nightcrew.web.log_lines import JsonLines, write_json_lines
from tests.e2e.door import Door, a_model, open_door
from tests.e2e.every_call import CALLS
from tests.e2e.peopled import open_peopled

CANARY = "카나리아canary"
HEARD = ("카나리아", "canary", "%EC%B9%B4", "\\uce74")
CLIENT = ("httpx", "httpcore")  # what the test itself calls with
FIELDS = {
    "at", "level", "logger", "request", "method", "route", "status", "ms", "code", "key", "tenant",
}  # fmt: skip


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any logger of the process writes, as it would be written."""
    before = logging.root.handlers[:]
    levels = {name: logging.getLogger(name or None).level for name in ("", "nightcrew", *CLIENT)}
    written = io.StringIO()
    write_json_lines(written)
    logging.root.setLevel(logging.DEBUG)
    logging.getLogger("nightcrew").setLevel(logging.DEBUG)
    for name in CLIENT:
        logging.getLogger(name).setLevel(logging.WARNING)
    yield written
    logging.root.handlers[:] = before
    for name, level in levels.items():
        logging.getLogger(name or None).setLevel(level)


async def test_a_request_is_one_line_with_its_route_and_whose_key_it_was(
    database: Database, log: io.StringIO
) -> None:
    async with open_door(database) as door:
        made = await door.app.keep_tenant.make_key("default", ["memory"])
        header = {"Authorization": f"Bearer {made.key}"}
        forget(log)
        answered = await door.client.get("/v1/users/u1/memories/none/versions", headers=header)

        [line] = requests_in(log)
        assert set(line) == FIELDS
        assert line["request"] == answered.headers["x-request-id"]
        assert line["route"] == "/v1/users/{user}/memories/{memory}/versions"
        assert (line["method"], line["status"]) == ("GET", 404)
        assert line["code"] == "unknown_memory"
        assert line["key"] == str(made.id)
        assert line["tenant"] == str(await door.app.keep_tenant.tenant())
        assert made.key not in log.getvalue()


async def test_a_request_without_a_key_is_a_line_too(database: Database, log: io.StringIO) -> None:
    async with open_door(database) as door:
        forget(log)
        await door.client.get("/v1/models", headers={"Authorization": "Bearer nck_guessed"})

        [line] = requests_in(log)
        assert (line["status"], line["code"], line["key"]) == (401, "unauthorized", None)
        assert "nck_guessed" not in log.getvalue()


async def test_a_whole_life_leaves_no_word_of_it_in_the_log(
    database: Database, log: io.StringIO
) -> None:
    async with open_peopled(database) as peopled:
        for call in CALLS:
            await peopled.send(call)

        lines = lines_in(log)
        assert len(lines) > len(CALLS)
        words = ("고수", "커피", "자전거", "여권 챙겼", "누리", "창가", "회의는")
        assert [word for word in words if word in decoded(log)] == []


async def test_no_error_tells_what_was_said(database: Database, log: io.StringIO) -> None:
    def broken(question: Question) -> str:
        raise RuntimeError(f"{CANARY} {question.inputs}")

    model = a_model()
    async with open_door(database, model) as door:
        for script in (
            "됐어요.",
            ModelFailure("bad_json", CANARY),
            ModelFailure("provider_down", CANARY),
            broken,
        ):
            model.answers["reply"] = script
            await said_everywhere(door)
        model.answers["judge_needs"] = broken
        await said_everywhere(door)
        model.answers["propose_changes"] = broken
        await door.client.post("/v1/run/dream", json={"user": CANARY})
        await wrong_in_every_way(door)

        told = decoded(log)
        assert [sign for sign in HEARD if sign in told] == []
        assert len(requests_in(log)) > 20


async def said_everywhere(door: Door) -> None:
    """The canary as message, user, conversation and turn, in JSON and as a stream."""
    for accept in ("application/json", "text/event-stream"):
        await door.client.post(
            "/v1/crews/travel-mina/turns",
            json={"user": CANARY, "message": CANARY, "conversation": CANARY},
            headers={"Accept": accept},
        )


async def wrong_in_every_way(door: Door) -> None:
    user = f"/v1/users/{CANARY}"
    body = {"crew": CANARY, "scope": CANARY, "kind": "fact", "text": CANARY, CANARY: 1}
    await door.client.post(f"{user}/memories", json=body)
    await door.client.post(f"{user}/memories", content=CANARY.encode())
    await door.client.get(f"{user}/recall", params={"q": CANARY, "crew": CANARY})
    await door.client.get(f"{user}/memories", params={"cursor": CANARY})
    await door.client.get(f"/v1/{CANARY}", headers={"X-Canary": "canary"})
    await door.client.put(f"{user}/preferences", json={"timezone": CANARY, "name": CANARY})
    await door.client.post(f"{user}/follow-ups", json={"crew": "travel-mina", "intent": CANARY})
    await door.client.post(f"{user}/import", json={"format": "md", "text": CANARY})
    await door.client.delete(f"{user}/conversations/{CANARY}")
    await door.client.delete(user)


def test_what_was_said_cannot_begin_a_line_of_its_own() -> None:
    record = logging.LogRecord("nightcrew", logging.INFO, "", 0, "a\nERROR \x1b[31mred", (), None)

    [line] = JsonLines().format(record).splitlines()

    assert json.loads(line)["message"] == "a\nERROR \x1b[31mred"
    assert "\x1b" not in line


def test_an_exception_is_told_by_its_kind_and_place() -> None:
    try:
        json.loads(CANARY)
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("nightcrew", logging.ERROR, "", 0, "it broke", (), info)

    told = json.loads(JsonLines().format(record))

    assert told["error"] == "JSONDecodeError"
    assert told["place"].startswith("json.decoder:")
    assert CANARY not in str(told)


def forget(log: io.StringIO) -> None:
    log.seek(0)
    log.truncate()


def lines_in(log: io.StringIO) -> list[dict[str, object]]:
    """Every line; what is no JSON fails."""
    return [json.loads(line) for line in log.getvalue().splitlines()]


def requests_in(log: io.StringIO) -> list[dict[str, object]]:
    return [line for line in lines_in(log) if "route" in line]


def decoded(log: io.StringIO) -> str:
    """The lines with their escapes undone, beside the lines as they are."""
    return log.getvalue() + json.dumps(lines_in(log), ensure_ascii=False)
