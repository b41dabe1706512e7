"""Workers are killed in the middle of everything, and every message still arrives, once."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from multiprocessing.process import BaseProcess
from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.domain.errors import Refused
from nightcrew.domain.speaking_gate import ALLOW
from nightcrew.domain.webhook_signature import check
from nightcrew.store import bootstrap, outbox, people
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.first_words import FirstWords, put_all
from nightcrew.store.tables import deliveries
from nightcrew.store.tables import outbox as outbox_rows
from tests.delivery_worker import LEASE_SECONDS, POINTS, run
from tests.desk import Desk
from tests.fakes import NOON
from tests.receiver import listening, secrets_of
from tests.stubs.local_server import LocalServer, send

WORKERS = 2
# A worker is forked from a server that has read the product already: 10 ms instead of 1.5 s of CPU.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.delivery_worker"])


@dataclass(slots=True)
class Deduplicating:
    """A backend that keeps the `webhook-id`: what it knows already has no effect again."""

    secret: str = ""
    posts: int = 0
    effects: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Take a message."""
        body = request.rfile.read(int(request.headers["Content-Length"]))
        try:
            check(self.secret, dict(request.headers.items()), body, datetime.now(UTC))
        except Refused:
            send(request, status=400)  # the rest of it died with its sender
            return
        with self.lock:
            self.posts += 1
            self.effects[str(request.headers["webhook-id"])] |= 1
        send(request, status=204)


async def fill(desk: Desk, count: int) -> None:
    """So many messages in the outbox, at once."""
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        for number in range(count):
            gate = await outbox.decide(
                connection, pair, ALLOW, sender="follow_up", occurrence=None, now=NOON
            )
            message = FirstWords(
                user_id=pair.user,
                crew=pair.crew,
                gate_id=gate,
                kind="opener",
                words=f"말 {number}",
                follow_up=None,
                occurrence=None,
                unasked=False,
                timezone="Asia/Seoul",
                bundle="",
            )
            await put_all(connection, pair.tenant, [message], NOON)


@dataclass(slots=True)
class Crowd:
    """Worker processes of this test, each started anew when it has died."""

    url: str
    tenant: UUID
    living: list[BaseProcess] = field(default_factory=list)
    killed: Counter[str] = field(default_factory=Counter)

    def start(self, point: str = "", after: int = 1) -> BaseProcess:
        """One more."""
        made = FORKS.Process(target=run, args=(self.url, self.tenant, point, after))
        made.start()
        self.living.append(made)
        return made

    def end(self) -> None:
        """Stop those of ours that still live, by their ids."""
        for each in self.living:
            if each.is_alive():
                each.kill()
            each.join()


@contextmanager
def crowd(url: str, tenant: UUID) -> Iterator[Crowd]:
    workers = Crowd(url=url, tenant=tenant)
    try:
        yield workers
    finally:
        workers.end()


async def kill_again_and_again(workers: Crowd, kills: int, patience: float) -> None:
    """Two workers at a time, each of which dies at the next point, until so many have died."""
    chance = random.Random(9)  # noqa: S311 - the same story each run
    points = [POINTS[number % len(POINTS)] for number in range(kills)]
    fates = [(point, 1 if "rescue" in point else chance.randint(1, 2)) for point in points]
    running: dict[BaseProcess, str] = {}
    give_up_at = time.monotonic() + patience
    while fates or running:
        while fates and len(running) < WORKERS:
            point, after = fates.pop(0)
            running[workers.start(point, after)] = point
        for each in [each for each in running if not each.is_alive()]:
            assert each.exitcode == -signal.SIGKILL, (running[each], each.exitcode)
            workers.killed[running.pop(each)] += 1
        assert time.monotonic() < give_up_at, (dict(workers.killed), list(running.values()))
        await asyncio.sleep(0.02)


async def all_arrive(
    url: str, *, messages: int, kills: int, patience: float
) -> tuple[Deduplicating, Crowd]:
    """Fill, kill, let two workers finish, and look at what is left."""
    receiver = Deduplicating()
    with LocalServer(receiver.answer) as server:
        db = await Database.open(url)
        async with db.begin_system() as connection:
            tenant = await people.make_tenant(connection, "default")
        desk = Desk(db=db, tenant=tenant)
        hook = await listening(desk, "crew.message.due", url=f"{server.url}/hook")
        [receiver.secret] = await secrets_of(desk, hook)
        await fill(desk, messages)
        with crowd(url, tenant) as workers:
            await kill_again_and_again(workers, kills, patience)
            for _ in range(WORKERS):
                workers.start()
            give_up_at = time.monotonic() + patience
            while set(await desk.cells(deliveries, "state")) != {"done"}:
                assert time.monotonic() < give_up_at, Counter(await desk.cells(deliveries, "state"))
                await asyncio.sleep(0.1)
            await asyncio.sleep(2 * LEASE_SECONDS)
        states = Counter(await desk.cells(deliveries, "state", "lease_token"))
        delivered = Counter(await desk.cells(outbox_rows, "state"))
        await db.close()
    assert states == {("done", None): messages}, "nothing is leased after it all"
    assert delivered == {"delivered": messages}
    assert len(receiver.effects) == messages, "none is lost"
    assert set(receiver.effects.values()) == {1}, "none has an effect twice"
    assert receiver.posts - messages <= 4 * kills, "as many again as were under way at a death"
    return receiver, workers


async def test_sixty_messages_survive_a_worker_killed_at_each_point(
    database_url: str,
) -> None:
    _, workers = await all_arrive(database_url, messages=60, kills=6, patience=240)

    assert workers.killed == dict.fromkeys(POINTS, 1)


@pytest.mark.soak
async def test_six_hundred_messages_survive_sixty_kills(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "postgres") as server:
        access = bootstrap.prepare(server.url, embedded=True)
        bootstrap.upgrade(access)
        begun = time.monotonic()
        receiver, workers = await all_arrive(access.app_url, messages=600, kills=60, patience=600)

    assert workers.killed == dict.fromkeys(POINTS, 10)
    sys.stderr.write(
        f"\n600 effects, {receiver.posts - 600} posts more, {time.monotonic() - begun:.0f} s\n"
    )
