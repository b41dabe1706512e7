"""Outbox, dreams, flows at once, health and figures."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

from nightcrew.ports import Question, Role
from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem
from tests.world import FixedClock, a_world, with_a_broken_crew

DREAM_FIELDS = {
    "id", "user", "crew", "at", "outcome", "changes", "evidence", "usage", "same_model_verifies",
}  # fmt: skip
CHANGE_FIELDS = {"number", "action", "memory", "kind", "scope", "cites", "applied", "reason"}
WORDS = {"text", "why", "verdict"}
NOT_USED = 'use="false",status="not_used"'


def _later(door: Door, **passed: float) -> None:
    clock = door.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at = clock.at + timedelta(**passed)


async def _dream(door: Door, header: dict[str, str] | None = None) -> Any:
    await door.say("나 고수는 못 먹어")
    _later(door, minutes=5)
    answered = await door.client.post("/v1/run/dream", json={"user": "u1"}, headers=header)
    return answered.json()


def _dreaming() -> Any:
    return a_model(
        propose_changes={
            "changes": [
                {"action": "create", "text": "고수를 못 먹는다.", "cites": ["e1"], "why": "말했다"}
            ]
        },
        verify_changes={"verdicts": [{"change": "c1", "stands": True, "why": "그렇다"}]},
    )


async def test_a_dream_run_by_hand_reports_what_it_changed(database: Database) -> None:
    async with open_door(database, _dreaming()) as door:
        told = await _dream(door)
        [report] = told["reports"]
        listed = (await door.client.get("/v1/dreams", params={"user": "u1", "crew": CREW})).json()
        one = (await door.client.get(f"/v1/dreams/{report['id']}")).json()
        memories = (await door.client.get("/v1/users/u1/memories")).json()

        assert set(told) == {"run_id", "counts", "reports"}
        assert set(report) >= DREAM_FIELDS
        assert report["user"] == "u1"
        assert report["outcome"] == "applied"
        assert report["changes"][0]["text"] == "고수를 못 먹는다."
        assert report["changes"][0]["applied"] is True
        assert listed["total"] == 1
        assert listed["items"] == [one]
        assert one["changes"][0]["why"] == "말했다"
        assert memories["items"][0]["cites"] == report["changes"][0]["cites"]


async def test_a_key_that_may_not_read_memories_sees_a_dream_without_its_words(
    database: Database,
) -> None:
    async with open_door(database, _dreaming()) as door:
        ops = await door.key("ops")
        told = await _dream(door, ops)
        listed = (await door.client.get("/v1/dreams", headers=ops)).json()
        one = await door.client.get(f"/v1/dreams/{told['reports'][0]['id']}", headers=ops)

        for report in (told["reports"][0], listed["items"][0], one.json()):
            assert set(report["changes"][0]) == CHANGE_FIELDS
            assert report["evidence"]["applied"] >= 1
        assert "고수" not in one.text


async def test_a_dream_before_the_quiet_time_does_nothing(database: Database) -> None:
    async with open_door(database, _dreaming()) as door:
        await door.say("나 고수는 못 먹어")
        told = (await door.client.post("/v1/run/dream")).json()

        assert told["reports"] == []
        assert told["counts"]["pairs"] == 0


async def test_a_flow_that_does_not_exist_is_refused_with_the_names(database: Database) -> None:
    async with open_door(database) as door:
        unknown = await door.client.post("/v1/run/dreams")
        wrong = await door.client.post("/v1/run/dream", json={"mode": "maybe"})
        crewless = await door.client.post("/v1/run/dream", json={"crew": "nobody"})

        assert "dream" in problem(unknown, 404, "unknown_flow")["nearest"]
        assert problem(wrong, 422, "invalid_field")["field"] == "mode"
        problem(crewless, 404, "unknown_crew")


async def test_every_other_flow_answers_with_counts_and_reports(database: Database) -> None:
    async with open_door(database) as door:
        for flow in ("temporal-review", "plan-follow-ups", "send-follow-ups", "retention"):
            told = (await door.client.post(f"/v1/run/{flow}", json={})).json()

            assert set(told) == {"run_id", "counts", "reports"}, flow


def _composing() -> Any:
    return a_model(compose_follow_up={"send": True, "text": "여권 챙겼어요?", "why": "때가 됐다"})


async def _promise(door: Door, local: str) -> None:
    promise = {"crew": CREW, "kind": "one_shot", "intent": "여권 확인", "local": local}
    await door.client.put("/v1/users/u1/preferences", json={"timezone": "Asia/Seoul"})
    made = await door.client.post("/v1/users/u1/follow-ups", json=promise)
    assert made.status_code == 200, made.text


async def test_a_follow_up_that_falls_due_waits_in_the_outbox_until_it_is_acknowledged(
    database: Database,
) -> None:
    async with open_door(database, _composing()) as door:
        await _promise(door, "2026-12-01T13:00")
        _later(door, hours=1, minutes=1)
        run = (await door.client.post("/v1/run/send-follow-ups", json={"user": "u1"})).json()
        first = (await door.client.get("/v1/outbox")).json()
        [message] = first["items"]
        after = await door.client.get("/v1/outbox", params={"cursor": first["next_cursor"]})
        acked = await door.client.post(
            f"/v1/outbox/{message['id']}/ack", json={"status": "delivered"}
        )
        nothing = (await door.client.get("/v1/outbox")).json()

        assert run["reports"][0]["user"] == "u1"
        assert set(message) == {
            "id", "user", "crew", "kind", "text", "follow_up", "occurrence", "created_at",
        }  # fmt: skip
        assert message["text"] == "여권 챙겼어요?"
        assert message["created_at"] == "2026-12-01T04:01:00Z"
        assert after.json()["items"] == []
        assert acked.json()["status"] == "delivered"
        assert nothing["items"] == []
        wrong = await door.client.post(f"/v1/outbox/{message['id']}/ack", json={"status": "seen"})
        problem(wrong, 422, "invalid_field")
        lost = await door.client.post("/v1/outbox/none/ack", json={"status": "read"})
        problem(lost, 404, "unknown_message")


async def test_a_backend_may_wait_for_the_next_message(database: Database) -> None:
    async with open_door(database, _composing()) as door:
        await _promise(door, "2026-12-01T13:00")
        _later(door, hours=1, minutes=1)
        waiting = asyncio.create_task(door.client.get("/v1/outbox", params={"wait": "20"}))
        await asyncio.sleep(0.1)
        await door.client.post("/v1/run/send-follow-ups")

        answered = await asyncio.wait_for(waiting, timeout=15)

        assert len(answered.json()["items"]) == 1
        problem(await door.client.get("/v1/outbox", params={"wait": "3600"}), 422, "invalid_field")


async def test_readiness_tells_models_crews_and_flows(database: Database) -> None:
    async with open_door(database) as door:
        await door.client.post("/v1/run/retention")
        bare = {"Authorization": ""}
        told = (await door.client.get("/readyz", headers=bare)).json()
        alive = await door.client.get("/healthz", headers=bare)

        assert alive.json() == {"status": "alive"}
        assert told["status"] == "ready"
        assert told["database"] == "reachable"
        assert told["models"]["reply"] == "scripted-reply"
        assert told["rehearsal"] is False
        assert told["same_model_verifies"] is False
        assert told["search"] == "misconfigured"
        assert {crew["status"] for crew in told["crews"]} == {"ok"}
        assert told["problems"] == []
        [run] = told["flows"]
        assert run["flow"] == "retention"
        assert run["started_at"] == "2026-12-01T03:00:00Z"


async def test_readiness_says_when_a_model_verifies_its_own_dreams(database: Database) -> None:
    model = a_model()
    model.names = dict.fromkeys(Role, "rehearsal")
    async with open_door(database, model) as door:
        told = (await door.client.get("/readyz")).json()

        assert told["rehearsal"] is True
        assert told["same_model_verifies"] is True


async def test_one_broken_crew_file_degrades_readiness_and_the_others_serve(
    database: Database, tmp_path: Path
) -> None:
    model = a_model()
    world = a_world(database, model, crews=with_a_broken_crew(tmp_path))
    async with open_door(database, model, world=world) as door:
        ready = await door.client.get("/readyz")
        served = await door.say("안녕")

        told = ready.json()
        assert ready.status_code == 200
        assert told["status"] == "degraded"
        assert "checkup-dana.yaml" in told["problems"][0]["file"]
        assert told["problems"][0]["line"] == 1
        assert {crew["id"] for crew in told["crews"] if crew["status"] == "broken"} == {
            "checkup-dana"
        }
        assert served.status_code == 200


async def test_figures_count_turns_decisions_and_evidence_without_words(
    database: Database,
) -> None:
    async with open_door(database) as door:
        await door.say("카나리아", user="user-canary", turn_id="t1")
        await door.say("카나리아", user="user-canary", turn_id="t1")
        await door.client.post("/v1/run/retention")
        told = await door.client.get("/metrics", headers={"Authorization": ""})

        assert told.headers["content-type"].startswith("application/openmetrics-text")
        lines = told.text.splitlines()
        assert f'nightcrew_turns_total{{crew="{CREW}",safety="none"}} 1' in lines
        assert f'nightcrew_decisions_total{{crew="{CREW}",tool="search",{NOT_USED}}} 1' in lines
        assert 'nightcrew_evidence{state="pending"} 2' in lines
        assert 'nightcrew_flow_age_seconds{flow="retention"} 0' in lines
        assert "nightcrew_ready 1" in lines
        assert lines[-1] == "# EOF"
        assert "canary" not in told.text
        assert "카나리아" not in told.text


async def test_the_description_of_the_api_names_every_path_and_the_key(database: Database) -> None:
    async with open_door(database) as door:
        told = (await door.client.get("/openapi.json", headers={"Authorization": ""})).json()

        assert "/v1/crews/{crew}/turns" in told["paths"]
        assert told["paths"]["/v1/models"]["get"]["security"] == [{"HTTPBearer": ["turn"]}]


async def test_a_lost_listener_does_not_stop_a_turn(database: Database) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def judged(_: Question) -> dict[str, object]:
        begun.set()
        await go_on.wait()
        return {}

    async with open_door(database, a_model(judge_needs=judged)) as door:
        listening = asyncio.create_task(door.say("안녕", turn_id="t1"))
        await begun.wait()
        listening.cancel()
        go_on.set()
        await asyncio.wait(door.app.answer_turn.running)

        assert (await door.client.get("/v1/turns/t1")).json()["reply"]
