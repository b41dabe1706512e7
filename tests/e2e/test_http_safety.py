"""`/v1/safety`: an operator sets lists, texts and intervals, and turns show them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import Door, a_model, events, open_door, problem

SAFETY = "/v1/safety"
CRY = "죽고 싶어요"
PLACE = {"phone": "02-123-4567", "name": {"ko": "학교 상담실", "en": "School counsellor"}}
LISTED = {"owner": "care-team", "reviewed_on": "2026-11-20", "places": [PLACE]}


@pytest.fixture
async def door(shared_database: Database) -> AsyncIterator[Door]:
    async with open_door(shared_database) as opened:
        opened.client.headers.update(await opened.key(tenant=str(id(opened))))
        yield opened


async def test_what_an_operator_sets_is_answered_and_shown_in_turns(door: Door) -> None:
    change = {"resources": {"KR": LISTED}, "interval_minutes": {"minor": 30}}

    put = (await door.client.put(SAFETY, json=change)).json()

    assert put["own"] == ["resources.KR", "interval_minutes.minor"]
    assert put["resources"]["KR"] == {**LISTED, "places": [{**PLACE, "hours": ""}]}
    assert (await door.client.get(SAFETY)).json() == put
    told = (await door.say(CRY, locale="ko-KR")).json()["safety"]
    assert told["resources"] == [{"name": "학교 상담실", "phone": "02-123-4567"}]
    assert told["interrupt"] is True
    assert told["notice"] and told["text"]


async def test_the_same_change_twice_is_one_and_null_gives_back_what_ships(door: Door) -> None:
    shipped = (await door.client.get(SAFETY)).json()
    once = await door.client.put(SAFETY, json={"resources": {"KR": LISTED}})
    twice = await door.client.put(SAFETY, json={"resources": {"KR": LISTED}})

    back = await door.client.put(SAFETY, json={"resources": None})

    assert once.json() == twice.json() != shipped
    assert back.json() == shipped


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"resources": {"XX": LISTED}}, "safety_unreadable", "resources"),
        (
            {"resources": {"KR": {**LISTED, "places": [{**PLACE, "phone": 109}]}}},
            "invalid_field",
            "resources.KR.places.0.phone",
        ),
        (
            {"resources": {"KR": {**LISTED, "places": [{**PLACE, "number": "1"}]}}},
            "invalid_field",
            "resources.KR.places.0.number",
        ),
        ({"resources": {"KR": {"places": [PLACE]}}}, "missing_field", "resources.KR.owner"),
        ({"texts": {"notice": {"ko": "", "en": "x"}}}, "safety_unreadable", "texts.notice.ko"),
        ({"interval_minutes": {"adult": 5}}, "invalid_field", "interval_minutes.adult"),
        ({"interval_minutes": {"child": 60}}, "safety_unreadable", "interval_minutes"),
        ({"intervals": {}}, "unknown_field", "intervals"),
    ],
)
async def test_what_cannot_be_used_is_a_problem_that_names_its_place(
    door: Door, change: dict[str, Any], code: str, field: str
) -> None:
    refused = problem(await door.client.put(SAFETY, json=change), 422, code)

    assert refused["field"] == field
    assert refused["hint"]
    assert (await door.client.get(SAFETY)).json()["own"] == []


@pytest.mark.parametrize("scopes", [("turn",), ("memory",), ("ops",)])
async def test_only_an_admin_key_sees_or_sets_it(door: Door, scopes: tuple[str, ...]) -> None:
    other = await door.key(*scopes)

    for path in (SAFETY, f"{SAFETY}/months"):
        problem(await door.client.get(path, headers=other), 403, "missing_scope")
    problem(await door.client.put(SAFETY, json={}, headers=other), 403, "missing_scope")


async def test_months_are_counted_without_anybodys_name(door: Door) -> None:
    await door.say(CRY)

    counted = (await door.client.get(f"{SAFETY}/months")).json()

    assert counted == {
        "items": [{"month_on": "2026-12-01", "concern": 0, "crisis": 1}],
        "next_cursor": None,
        "total": 1,
    }


async def test_a_problem_says_where_help_is_when_no_reply_can(shared_database: Database) -> None:
    away = a_model(reply=ModelFailure("provider_down", "no answer"))
    async with open_door(shared_database, away) as door:
        told = problem(await door.say(CRY), 503, "model_unavailable")
        stream = {"Accept": "text/event-stream"}
        body = {"user": "u2", "message": CRY}
        streamed = await door.client.post("/v1/crews/travel-mina/turns", json=body, headers=stream)

    assert "109" in [place["phone"] for place in told["safety"]["resources"]]
    name, last = events(streamed.text)[-1]
    assert name == "error"
    assert last["safety"]["level"] == "crisis"


@pytest.mark.parametrize(
    "sent",
    [
        r'{"texts": {"notice": {"ko": "\ud800", "en": "x"}}}',
        r'{"texts": {"notice": {"\ud800": "x", "ko": "x", "en": "x"}}}',
        r'{"resources": {"\ud800": null}}',
        r'{"resources": {"": null}}',
        r'{"interval_minutes": {"minor": 1e400}}',
        r'{"interval_minutes": {"minor": 60.5}}',
        r'{"interval_minutes": {"minor": true}}',
        r'{"interval_minutes": {"minor": "60"}}',
        r'{"texts": {"notice": {"ko": "\u0000", "en": "x"}}}',
    ],
)
async def test_what_no_reader_could_read_is_refused_and_not_stored(door: Door, sent: str) -> None:
    headers = {"Content-Type": "application/json"}

    refused = await door.client.put(SAFETY, content=sent, headers=headers)

    assert refused.status_code == 422, refused.text
    assert (await door.client.get(SAFETY)).json()["own"] == []
