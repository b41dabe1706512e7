"""A place to measure turns in: a throw-away server with fsync on, and people with memories."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import psycopg

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import embedder_from
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.adapters.web_search import ConfiguredNowhere
from nightcrew.app import App, World, open_app
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.world import ServerClock
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.pair import Pair
from nightcrew.ports import Answered, Model, Piece, Question, Role, Usage
from nightcrew.settings import Settings
from nightcrew.store import bootstrap, memories, people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.memories import Act
from tests.benchmarks.figures import ROOT

T = TypeVar("T")
CREW = "travel-mina"
AT_ONCE = 8  # issue figure: 8 at once
MEMORIES = 30  # issue figure: 30 or fewer memories
USERS = 16
SAID = "{number}번째 이야기예요. 다음 달에 제주도에 가려고 해요"
REPLY = "네, 잘 들었어요."
USAGE = Usage(model="scripted", model_calls=1, prompt_tokens=100, completion_tokens=20)


class QuickModel:
    """Wants nothing, answers at once and keeps nothing, so that only our own work is measured."""

    def name(self, role: Role) -> str:
        """The same for every role."""
        return f"scripted-{role}"

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """A judge without needs."""
        return Answered(value=answer(), usage=USAGE)

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """The same short reply."""
        yield Piece(text=REPLY)
        yield Piece(usage=USAGE)

    async def warm(self) -> None:
        """Nothing is loaded."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A server that holds people with memories, and the backend's names of them.

    data: the folder a program of ours is given as NIGHTCREW_DATA to find that server.
    """

    data: Path
    access: Access
    users: tuple[str, ...]
    pairs: tuple[Pair, ...]
    key: str

    def settle(self) -> None:
        """Let the server learn the size of its tables, as it does by itself within a minute."""
        with psycopg.connect(self.access.owner_url, autocommit=True) as owner:
            owner.execute("analyze")


@asynccontextmanager
async def open_place() -> AsyncIterator[Place]:
    """Start a server and fill it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as server,
    ):
        access = await asyncio.to_thread(bootstrap.prepare, server.url, embedded=True)
        await asyncio.to_thread(bootstrap.upgrade, access)
        async with open_scripted(access.app_url, QuickModel()) as app:
            made = await app.keep_tenant.make_key("default", ("turn",))
            users = tuple(f"user-{number}" for number in range(USERS))
            pairs = [await _person(app, user) for user in users]
        yield Place(data=Path(folder), access=access, users=users, pairs=tuple(pairs), key=made.key)


@asynccontextmanager
async def open_scripted(
    app_url: str, model: Model, embedder: str = "hash", **settings: Any
) -> AsyncIterator[App]:
    """The product over that server; no `.env` is read and nothing outside is asked.

    embedder: by name, as an operator would set it.
    """
    database = await Database.open(app_url)
    try:
        world = World(
            db=database,
            model=model,
            embedder=embedder_from(embedder),
            search=ConfiguredNowhere(),
            crews=CrewRoom(files=CrewFiles(ROOT / "crews", ROOT / "playbooks")),
            crisis=load_crisis_rules(),
            clock=ServerClock(),
        )
        async with open_app(Settings(_env_file=None, **settings), world) as app:
            yield app
    finally:
        await database.close()


async def _person(app: App, user: str) -> Pair:
    tenant = await app.keep_tenant.tenant()
    async with app.world.db.begin(tenant) as connection:
        person = await people.make_person(connection, tenant, user)
    pair = Pair(tenant=tenant, user=person.id, crew=CREW)
    learned = Act(actor="dream", cause="bench", at=datetime.now(UTC))
    async with app.world.db.begin_pair(pair) as connection:
        for number in range(MEMORIES):
            await memories.add(connection, pair, _memory(pair, number), learned)
    return pair


def _memory(pair: Pair, number: int) -> Memory:
    return Memory(
        id=uuid4(),
        user=pair.user,
        crew=pair.crew,
        kind=Kind.STYLE if number % 10 == 0 else Kind.FACT,
        scope=Scope.PRIVATE,
        subject="user",
        text=f"{number}번째로 알게 된 일이 하나 있고 길이는 이만큼이다",
        via=pair.crew,
        learned_on=date(2026, 9, 1),
        said_on=date(2026, 9, 1 + number % 28),
    )
