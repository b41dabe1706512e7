"""The public attack cases on what lies below the talk: calls to the outside, and other tenants."""

from __future__ import annotations

import gzip
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.webhook_sender import GuardedSender
from nightcrew.app.menu import wire
from nightcrew.domain.errors import NightcrewError
from nightcrew.ports import WebhookSender
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.usecases.keep_webhooks import KeepWebhooks
from tests.case_talk import Play, play
from tests.outgoing_calls import Recorder, resolves_to
from tests.stubs.local_server import LocalServer, send

Case = Mapping[str, Any]


async def no_trick_in_an_address_reaches_inside(
    db: Database, tenant: UUID, case: Case, listed: str = ""
) -> None:
    """listed: the hosts an operator would vouch for."""
    inside = [each for each in case["input"].split(", ") if "://" in each]
    network = Recorder()
    http = GuardedHttp(
        allow_private_hosts=listed,
        resolver=resolves_to(["10.0.0.1", "8.8.8.8"]),
        connect=network,
    )
    sender = GuardedSender(http)
    scene = await play(db, tenant)
    keeping = replace(scene.app.keep_webhooks, sender=sender)

    told = {url: await _called(keeping, sender, tenant, url) for url in inside}
    changing = GuardedHttp(resolver=resolves_to(["8.8.8.8"], ["127.0.0.1"]), connect=network)
    first = await GuardedSender(changing).post("https://shop.example/", body=b"{}", headers=CLOSED)
    second = await GuardedSender(changing).post("https://shop.example/", body=b"{}", headers=CLOSED)

    assert len(told) == 12
    # What is no https address says so by its form; all that lead inside are told the same.
    assert {url for url, code in told.items() if code == "bad_url"} == {
        url for url in inside if not url.startswith("http") or "@" in url
    }
    assert set(told.values()) == {"address_not_allowed", "bad_url"}
    assert (first.status, second.failure) == (200, "address_not_allowed")
    assert network.called == [("8.8.8.8", 443)]


CLOSED = {"Connection": "close"}


async def _called(keeping: KeepWebhooks, sender: GuardedSender, tenant: UUID, url: str) -> str:
    """What a caller is told who writes an address down, or what becomes of the first message."""
    try:
        await keeping.make(tenant, url, ["memory.changed"])
    except NightcrewError as refused:
        return refused.code
    return (await sender.post(url, body=b"{}", headers={})).failure or "called"


async def an_answer_that_never_ends_is_let_go(
    db: Database,
    tenant: UUID,
    case: Case,
    sending: Callable[[GuardedHttp], WebhookSender] = GuardedSender,
) -> None:
    del db, tenant
    assert case["input"].startswith("receiver answers 200")
    http = GuardedHttp(allow_private_hosts="127.0.0.1", total_seconds=0.5)
    before, begun = _peak_kilobytes(), time.perf_counter()

    told = {}
    for name, answer in BOMBS.items():
        with LocalServer(answer) as server:
            told[name] = await sending(http).post(server.url, body=b"{}", headers={})
    await http.close()

    assert {name: posted.status for name, posted in told.items()} == {
        "endless": 200, "packed": 200, "dripping": None, "headers": None
    }  # fmt: skip
    assert told["dripping"].failure == "timeout"
    assert time.perf_counter() - begun < 16
    assert _peak_kilobytes() - before < 20_000


def _peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "5000000000")
    request.end_headers()
    while True:
        request.wfile.write(b"x" * 65_536)


def _packed(request: BaseHTTPRequestHandler) -> None:
    bomb = gzip.compress(b"0" * 5_000_000)
    send(request, bomb, headers={"Content-Encoding": "gzip"})


def _dripping(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    for _ in range(10):
        request.wfile.write(b".")
        time.sleep(0.1)


def _headers(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        request.wfile.write(b"X-Long: " + b"y" * 60_000 + b"\r\n")


BOMBS: Mapping[str, Callable[[BaseHTTPRequestHandler], None]] = {
    "endless": _endless, "packed": _packed, "dripping": _dripping, "headers": _headers,
}  # fmt: skip


async def an_address_says_that_it_wants_to_be_told(
    db: Database,
    tenant: UUID,
    case: Case,
    sending: Callable[[GuardedHttp], WebhookSender] = GuardedSender,
) -> None:
    assert "public receiver" in case["input"]
    network = Recorder()
    sender = sending(GuardedHttp(resolver=resolves_to(["8.8.8.8"]), connect=network))
    scene = await play(db, tenant)
    app = wire(scene.app.settings, replace(scene.app.world, webhooks=sender))

    made = await app.keep_webhooks.make(tenant, "https://shop.example/hook", ["memory.changed"])
    await scene.keep("금고 번호를 바꿨다")
    await app.flows.run("deliver-webhooks")

    assert made.webhook.health == "pending"
    assert (await app.keep_webhooks.one(tenant, made.webhook.id)).waiting == 0
    assert network.sent.count(b"POST /hook") == network.sent.count(b"webhook.challenge") == 1
    with pytest.raises(NightcrewError) as unproved:
        await app.keep_webhooks.enable(tenant, made.webhook.id)
    assert unproved.value.code == "webhook_unproved"


async def a_row_of_another_tenant_is_like_no_row(db: Database, tenant: UUID, case: Case) -> None:
    assert case["input"].startswith("create a child row")
    scene = await play(db, tenant)
    own = await scene.keep("고양이를 키운다")
    async with db.begin_system() as connection:
        other = await people.make_tenant(connection, "other")
    theirs = await play(db, other)
    foreign = await theirs.keep("금고가 있다")
    await theirs.say("금고가 있어")
    [line, *_] = await theirs.talk.cells("id", "evidence", "position")

    answers = list[object]()
    for wanted, cited in ((foreign, line), (uuid4(), uuid4())):
        answers += [await _refused_by_database(scene, own, cited)]
        with pytest.raises(NightcrewError) as told:
            await scene.app.keep_memories.versions(tenant, "u1", wanted)
        answers += [(told.value.code, str(told.value))]

    assert answers[:2] == answers[2:]
    assert answers[0] == "no_longer_there"  # SQLSTATE 23503, as callers are told


async def _refused_by_database(scene: Play, memory_id: UUID, line: UUID) -> str | None:
    """How the database refuses a citation of a line, by its code."""
    cited = text("insert into memory_cites (tenant_id, id, user_id, memory_id, evidence_id)"
                 " values (:tenant, :id, :user, :memory, :line)")  # fmt: skip
    pair = scene.talk.pair
    values = {"tenant": pair.tenant, "id": uuid4(), "user": pair.user, "memory": memory_id}
    try:
        async with scene.app.world.db.begin_pair(pair) as connection:
            await connection.execute(cited, {**values, "line": line})
    except DBAPIError as refused:
        return getattr(refused.orig, "sqlstate", None)
    except NightcrewError as refused:
        return refused.code
    return None
