"""The push form of the outbox as a backend meets it over HTTP, with a receiver of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.webhook_sender import GuardedSender
from nightcrew.domain.webhook_signature import check
from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door, problem
from tests.stubs.local_server import LocalServer, send
from tests.world import NOW, FixedClock, a_world

MESSAGE = "crew.message.due"
WEBHOOK_FIELDS = {
    "id", "url", "events", "created_at", "disabled_at", "disabled_reason", "waits_until",
    "former_until", "last_success_at", "last_failure_at", "last_failure", "last_status",
    "consecutive_failures", "waiting", "dead_letters", "health",
}  # fmt: skip


@dataclass(slots=True)
class Backend:
    """Answers with a status and keeps what came."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Take a request."""
        body = request.rfile.read(int(request.headers["Content-Length"]))
        self.got.append((dict(request.headers.items()), body))
        send(request, status=self.status, headers=self.headers)


@asynccontextmanager
async def pushing(database: Database) -> AsyncIterator[tuple[Door, Backend, str]]:
    """A product that may call this machine, and a backend on it."""
    backend = Backend()
    model = a_model(compose_follow_up={"send": True, "text": "여권 챙겼어요?", "why": "때"})
    http = GuardedHttp(allow_private_hosts="127.0.0.1")
    world = replace(a_world(database, model), webhooks=GuardedSender(http))
    with LocalServer(backend.answer) as server:
        async with open_door(database, model, world=world, time_travel=True) as door:
            yield door, backend, f"{server.url}/hook"
    await http.close()


async def a_message(door: Door) -> None:
    """A follow-up that fell due and stands in the outbox."""
    await door.client.put("/v1/users/u1/preferences", json={"timezone": "Asia/Seoul"})
    promise = {"crew": CREW, "kind": "one_shot", "intent": "여권", "local": "2026-12-01T13:00"}
    await door.client.post("/v1/users/u1/follow-ups", json=promise)
    clock = door.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at = NOW + timedelta(hours=1, minutes=1)
    await door.client.post("/v1/run/send-follow-ups")


async def deliver(door: Door, **wanted: Any) -> Any:
    return (await door.client.post("/v1/run/deliver-webhooks", json=wanted)).json()


async def test_a_message_is_pushed_signed_and_then_gone_from_the_outbox(database: Database) -> None:
    async with pushing(database) as (door, backend, url):
        made = await door.client.post("/v1/webhooks", json={"url": url, "events": [MESSAGE]})
        await a_message(door)
        [waiting] = (await door.client.get("/v1/outbox")).json()["items"]
        told = await deliver(door)
        nothing = (await door.client.get("/v1/outbox")).json()["items"]
        [shown] = (await door.client.get("/v1/webhooks")).json()["items"]

        assert made.status_code == 201
        assert set(made.json()) == WEBHOOK_FIELDS | {"secret"}
        assert made.json()["secret"].startswith("whsec_")
        [(headers, body)] = backend.got
        check(made.json()["secret"], headers, body, datetime.now(UTC))
        assert headers["webhook-id"] == f"msg_{waiting['id'].replace('-', '')}"
        assert f'"text":"{waiting["text"]}"'.encode() in body
        [report] = told["reports"]
        assert (report["user"], report["crew"], report["outcome"]) == ("u1", CREW, "delivered")
        assert told["counts"]["delivered"] == 1
        assert nothing == []
        assert set(shown) == WEBHOOK_FIELDS
        assert (shown["health"], shown["last_status"]) == ("well", 204)
        times = (await door.client.get("/v1/users/u1/follow-ups?status=all")).json()["items"]
        path = f"/v1/users/u1/follow-ups/{times[0]['id']}/occurrences"
        assert (await door.client.get(path)).json()["items"][0]["state"] == "delivered"


async def test_a_failing_backend_is_called_again_by_the_published_table_with_the_same_id(
    database: Database,
) -> None:
    async with pushing(database) as (door, backend, url):
        await door.client.post("/v1/webhooks", json={"url": url, "events": [MESSAGE]})
        await a_message(door)
        start = NOW + timedelta(hours=1, minutes=1)
        backend.status, backend.headers = 302, {"Location": f"{url}/elsewhere"}
        moments = [start, start + timedelta(seconds=4), start + timedelta(seconds=5)]
        counts = []
        for moment in moments:
            now = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
            counts.append((await deliver(door, now=now))["counts"]["pairs"])
        backend.status = 200
        now = (moments[-1] + timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
        done = await deliver(door, now=now)

        assert counts == [1, 0, 1]
        assert done["counts"]["delivered"] == 1
        assert len({headers["webhook-id"] for headers, _ in backend.got}) == 1
        assert len(backend.got) == 3


async def test_a_backend_that_is_gone_is_switched_off_and_seen_by_the_operator(
    database: Database,
) -> None:
    async with pushing(database) as (door, backend, url):
        made = (
            await door.client.post("/v1/webhooks", json={"url": url, "events": [MESSAGE]})
        ).json()
        await a_message(door)
        backend.status = 410
        await deliver(door)
        path = f"/v1/webhooks/{made['id']}"
        off = (await door.client.get(path)).json()
        dead = (await door.client.get(f"{path}/deliveries?status=dead")).json()
        ready = (await door.client.get("/readyz")).json()
        on = (await door.client.post(f"{path}/enable")).json()

        assert (off["health"], off["disabled_reason"]) == ("disabled", "gone")
        assert [each["reason"] for each in dead["items"]] == ["gone"]
        assert "여권" not in str(dead)
        assert ready["webhooks"] == {"failing": 0, "disabled": 1, "dead_letters": 1}
        assert on["health"] != "disabled"


async def test_a_secret_may_be_chosen_and_rotated_and_is_never_shown_again(
    database: Database,
) -> None:
    async with pushing(database) as (door, _, url):
        own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        body = {"url": url, "events": [MESSAGE], "secret": own}
        made = (await door.client.post("/v1/webhooks", json=body)).json()
        path = f"/v1/webhooks/{made['id']}"
        rotated = (await door.client.post(f"{path}/rotate")).json()
        listed = await door.client.get("/v1/webhooks")
        gone = await door.client.delete(path)
        again = await door.client.delete(path)

        assert made["secret"] == own
        assert rotated["secret"] not in ("", own)
        assert rotated["former_until"] is not None
        assert own not in listed.text
        assert rotated["secret"] not in listed.text
        assert gone.json() == {"id": made["id"], "deleted": True}
        problem(again, 404, "unknown_webhook")


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"url": "http://backend.example/"}, "address_not_allowed", "url"),
        ({"url": "https://backend.example:8443/"}, "address_not_allowed", "url"),
        ({"url": "ftp://backend.example/"}, "bad_url", "url"),
        ({"url": "https://me:word@backend.example/"}, "bad_url", "url"),
        ({"events": []}, "unknown_event", "events"),
        ({"events": ["crew.message"]}, "unknown_event", "events"),
        ({"secret": "whsec_c2hvcnQ="}, "bad_secret", "secret"),
        ({"event": [MESSAGE]}, "unknown_field", "event"),
    ],
)
async def test_what_cannot_be_a_webhook_is_refused_with_the_field(
    database: Database, changed: dict[str, Any], code: str, field: str
) -> None:
    async with pushing(database) as (door, _, url):
        body = {"url": url, "events": [MESSAGE]} | changed
        refused = await door.client.post("/v1/webhooks", json=body)

        assert problem(refused, 422, code)["field"] == field


async def test_an_address_inside_is_called_by_nobody(database: Database) -> None:
    async with pushing(database) as (door, backend, url):
        inside = url.replace("127.0.0.1", "localhost").replace("http:", "https:")
        refused = await door.client.post("/v1/webhooks", json={"url": inside, "events": [MESSAGE]})

        problem(refused, 422, "address_not_allowed")
        assert backend.got == []


async def test_webhooks_are_kept_with_the_scope_of_the_outbox(database: Database) -> None:
    async with pushing(database) as (door, _, url):
        body = {"url": url, "events": [MESSAGE]}
        turn, others = await door.key("turn"), await door.key("memory", "ops", "admin")
        mine = await door.client.post("/v1/webhooks", json=body, headers=turn)
        refused = await door.client.post("/v1/webhooks", json=body, headers=others)
        foreign = await door.key(tenant="other")
        path = f"/v1/webhooks/{mine.json()['id']}"

        assert mine.status_code == 201
        problem(refused, 403, "missing_scope")
        problem(await door.client.get(path, headers=foreign), 404, "unknown_webhook")


async def test_an_erased_user_is_told_to_the_backend(database: Database) -> None:
    async with pushing(database) as (door, backend, url):
        await door.client.post("/v1/webhooks", json={"url": url, "events": ["user.erased"]})
        await door.say("안녕", user="u9")
        await door.client.delete("/v1/users/u9")
        await deliver(door)

        [(_, body)] = backend.got
        assert b'"type":"user.erased"' in body
        assert b'"data":{"user":"u9"}' in body


async def test_a_memory_and_a_crisis_are_told_in_ids(database: Database) -> None:
    async with pushing(database) as (door, backend, url):
        events = ["memory.changed", "safety.flagged"]
        await door.client.post("/v1/webhooks", json={"url": url, "events": events})
        memory = {"crew": CREW, "scope": "private", "kind": "fact", "text": "땅콩을 못 먹는다"}
        kept = (await door.client.post("/v1/users/u1/memories", json=memory)).json()
        turn = (await door.say("죽고 싶어")).json()
        await deliver(door)

        bodies = b"\n".join(body for _, body in backend.got).decode()
        assert f'"memory":"{kept["id"]}"' in bodies
        assert f'"turn_id":"{turn["turn_id"]}"' in bodies
        assert turn["safety"]["level"] in bodies
        assert "땅콩" not in bodies
        assert "죽고" not in bodies
