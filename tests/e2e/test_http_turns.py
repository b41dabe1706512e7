"""A turn over HTTP: as JSON, as events, once for each id."""

from __future__ import annotations

import asyncio

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import CREW, TURNS, a_model, events, open_door, problem

TURN_FIELDS = {
    "turn_id",
    "conversation",
    "crew",
    "crew_version",
    "reply",
    "decisions",
    "sources",
    "follow_ups",
    "memory",
    "safety",
    "usage",
    "replayed",
}


async def test_a_turn_is_answered_with_everything_the_contract_names(database: Database) -> None:
    async with open_door(database) as door:
        answered = await door.say("제주도 가고 싶어", turn_id="t1")

        assert answered.status_code == 200
        turn = answered.json()
        assert set(turn) == TURN_FIELDS
        assert turn["turn_id"] == "t1"
        assert turn["crew"] == CREW
        assert turn["reply"] == "알겠어요. 더 이야기해 주세요."
        assert set(turn["decisions"]) == {
            "search", "price", "memory", "knowledge", "follow_up", "skill",
        }  # fmt: skip
        assert turn["decisions"]["search"]["status"] == "not_used"
        assert turn["usage"]["model_calls"] == 2
        assert turn["safety"]["level"] == "none"
        assert turn["replayed"] is False


async def test_a_turn_can_be_read_back_and_explained(database: Database) -> None:
    async with open_door(database) as door:
        told = (await door.say("제주도 가고 싶어", turn_id="t/1 가")).json()

        read = await door.client.get("/v1/turns/t%2F1%20%EA%B0%80")
        explained = await door.client.get("/v1/turns/t%2F1%20%EA%B0%80/explain")

        assert read.json() == {**told, "replayed": True}
        assert [each["name"] for each in explained.json()["prompts"]] == ["judge_needs", "reply"]
        assert explained.json()["at"] == "2026-12-01T03:00:00Z"
        problem(await door.client.get("/v1/turns/other"), 404, "unknown_turn")
        problem(await door.client.get("/v1/turns/%00/explain"), 422, "invalid_field")


async def test_a_turn_arrives_as_events_sentence_by_sentence(database: Database) -> None:
    async with open_door(database) as door:
        answered = await door.client.post(
            TURNS,
            json={"user": "u1", "message": "안녕", "turn_id": "t1"},
            headers={"Accept": "text/event-stream"},
        )

        told = events(answered.text)
        assert answered.headers["content-type"].startswith("text/event-stream")
        assert [name for name, _ in told] == [
            "turn.started", "decision", "delta", "delta", "turn.completed",
        ]  # fmt: skip
        assert told[0][1]["turn_id"] == "t1"
        assert told[1][1]["decisions"]["search"]["use"] is False
        turn = told[-1][1]
        assert set(turn) == TURN_FIELDS
        assert "".join(data["text"] for name, data in told if name == "delta") == turn["reply"]


async def test_a_turn_known_already_streams_only_its_end(database: Database) -> None:
    async with open_door(database) as door:
        await door.say("안녕", turn_id="t1")

        again = await door.client.post(
            TURNS,
            json={"user": "u1", "message": "안녕", "turn_id": "t1"},
            headers={"Accept": "text/event-stream"},
        )

        [(name, turn)] = events(again.text)
        assert name == "turn.completed"
        assert turn["replayed"] is True


async def test_what_fails_before_the_first_event_is_an_ordinary_problem(database: Database) -> None:
    async with open_door(database) as door:
        answered = await door.client.post(
            "/v1/crews/travel-mima/turns",
            json={"user": "u1", "message": "안녕"},
            headers={"Accept": "text/event-stream"},
        )

        assert problem(answered, 404, "unknown_crew")["nearest"][0] == CREW


async def test_a_model_that_goes_away_in_a_stream_ends_it_with_an_error(database: Database) -> None:
    model = a_model(reply=ModelFailure("provider_down", "the model is away"))
    async with open_door(database, model) as door:
        answered = await door.client.post(
            TURNS,
            json={"user": "u1", "message": "안녕"},
            headers={"Accept": "text/event-stream"},
        )

        name, data = events(answered.text)[-1]
        assert name == "error"
        assert data["code"] == "model_unavailable"
        assert data["retryable"] is True


async def test_a_reply_model_that_is_away_is_503_and_the_retry_completes_the_turn(
    database: Database,
) -> None:
    model = a_model(reply=ModelFailure("provider_down", "the model is away"))
    async with open_door(database, model) as door:
        away = await door.say("안녕", turn_id="t1")
        model.answers["reply"] = "돌아왔어요."
        back = await door.say("안녕", turn_id="t1")

        assert problem(away, 503, "model_unavailable")["retryable"] is True
        assert away.headers["retry-after"]
        assert back.json()["reply"] == "돌아왔어요."
        assert back.json()["replayed"] is False


async def test_the_same_turn_again_is_replayed_and_asks_no_model(database: Database) -> None:
    async with open_door(database) as door:
        first = await door.say("안녕", turn_id="t1")
        asked = len(door.model.asked)

        header = {"Idempotency-Key": "t1"}
        again = await door.client.post(
            TURNS, json={"user": "u1", "message": "안녕"}, headers=header
        )

        assert again.json() == {**first.json(), "replayed": True}
        assert len(door.model.asked) == asked


async def test_a_turn_id_with_another_body_is_refused(database: Database) -> None:
    async with open_door(database) as door:
        await door.say("안녕", turn_id="t1")

        problem(await door.say("다른 말", turn_id="t1"), 409, "turn_id_reused")


async def test_a_header_and_a_body_that_name_different_turns_are_refused(
    database: Database,
) -> None:
    async with open_door(database) as door:
        answered = await door.client.post(
            TURNS,
            json={"user": "u1", "message": "안녕", "turn_id": "t1"},
            headers={"Idempotency-Key": "t2"},
        )

        assert problem(answered, 422, "turn_id_disagrees")["field"] == "turn_id"


async def test_eight_deliveries_at_once_are_one_turn(database: Database) -> None:
    async with open_door(database) as door:
        told = await asyncio.gather(*(door.say("안녕", turn_id="t1") for _ in range(8)))

        assert {each.status_code for each in told} == {200}
        assert len({each.json()["reply"] for each in told}) == 1
        assert sorted(each.json()["replayed"] for each in told) == [False] + [True] * 7
        assert len(door.model.asked_for("reply")) == 1


async def test_without_an_id_nothing_is_deduplicated(database: Database) -> None:
    async with open_door(database) as door:
        first, second = await door.say("안녕"), await door.say("안녕")

        assert first.json()["turn_id"] != second.json()["turn_id"]
        assert first.json()["conversation"] == second.json()["conversation"]


async def test_a_text_over_32_kb_is_refused_with_the_limit(database: Database) -> None:
    async with open_door(database) as door:
        told = problem(await door.say("가" * 11_000), 413, "message_too_long")

        assert told["limit"] == 32_768
        assert told["field"] == "message"


async def test_a_field_that_cannot_be_used_is_named(database: Database) -> None:
    async with open_door(database) as door:
        for field, value in (("memory", "yes"), ("locale", "한국어"), ("turn_id", "a\nb")):
            told = problem(await door.say("안녕", **{field: value}), 422, "invalid_field")

            assert told["field"] == field


async def test_a_romance_crew_refuses_minors(database: Database) -> None:
    async with open_door(database) as door:
        await door.client.put("/v1/users/u1/preferences", json={"age_band": "minor"})

        said = {"user": "u1", "message": "안녕"}
        refused = await door.client.post("/v1/crews/girlfriend-ara/turns", json=said)

        problem(refused, 403, "refused_for_minors")


async def test_an_unknown_zone_is_refused_with_the_nearest_names(database: Database) -> None:
    async with open_door(database) as door:
        told = problem(await door.say("안녕", timezone="Asia/Seul"), 422, "unknown_time_zone")

        assert "Asia/Seoul" in told["hint"]
