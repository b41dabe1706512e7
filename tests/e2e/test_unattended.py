"""`nightcrew up` left alone: it dreams, survives a killed worker, follows up, and ends clean."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import httpx

from tests.unattended import (
    PROMISED_WITHIN,
    STOP_WITHIN,
    Running,
    is_free,
    leases_held,
    ready_document,
    tell,
    up,
    wait_for,
)

__all__ = ["up"]

USER = "unattended-user"
WAITING = "waiting-user"  # to somebody in the middle of a talk a crew does not speak first


def test_left_alone_it_dreams_follows_up_once_and_leaves_nothing_behind(up: Running) -> None:
    given = ready_document(up)
    assert given["url"] == f"http://127.0.0.1:{up.port}"

    with up.client() as client:
        a_turn_becomes_a_cited_memory(client)
        a_killed_worker_is_replaced(up)
        a_follow_up_arrives_once(client)
    up.remember_family()
    assert len(up.family) >= 4

    up.process.send_signal(signal.SIGINT)

    assert up.process.wait(STOP_WITHIN) == 0
    tell("ended")
    assert up.left() == []
    assert is_free(up.port)
    assert is_free(up.port + 1)
    assert leases_held(up.data) == 0


def a_turn_becomes_a_cited_memory(client: httpx.Client) -> None:
    said = {"user": USER, "message": "저는 땅콩 알레르기가 있어요. 12월 24일에 제주도로 가요."}
    assert client.post("/crews/travel-mina/turns", json=said).status_code == 200

    def remembered() -> Any:
        return client.get(f"/users/{USER}/memories").json()["items"]

    memories = wait_for("a memory", remembered, PROMISED_WITHIN)

    evidence = client.get(f"/users/{USER}/evidence").json()["items"]
    said_by_user = {each["id"] for each in evidence if each["speaker"] == "user"}
    assert all(set(memory["cites"]) & said_by_user for memory in memories)


def a_killed_worker_is_replaced(up: Running) -> None:
    before = up.worker()
    assert before is not None
    up.remember_family()

    os.kill(before, signal.SIGKILL)

    wait_for("another worker", lambda: up.worker() not in (None, before), PROMISED_WITHIN)


def a_follow_up_arrives_once(client: httpx.Client) -> None:
    awake = {"quiet_hours": None, "timezone": "Asia/Seoul", "consents": {"night": True}}
    assert client.put(f"/users/{WAITING}/preferences", json=awake).status_code == 200
    wish = {
        "crew": "travel-mina",
        "kind": "one_shot",
        "local": "now+PT20S",
        "purpose": "life",
        "intent": "짐은 다 쌌는지 묻기",
        "when_nothing": "send",
        "allow_night": True,
    }
    made = client.post(f"/users/{WAITING}/follow-ups", json=wish)
    assert made.status_code in (200, 201)
    promised = made.json()["follow_up"]["id"]

    def arrived() -> Any:
        items = client.get("/outbox").json()["items"]
        return [item for item in items if item["follow_up"] == promised]

    wait_for("the follow-up", arrived, PROMISED_WITHIN)
    time.sleep(22)  # two more ticks, which must not send it again
    assert len(arrived()) == 1
