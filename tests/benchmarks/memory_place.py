"""The product with the rehearsal model on a throw-away server, at a time of the measurement's."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.app import App, World, open_app
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.stories.neighbours import GivenSearch, StoryClock
from nightcrew.domain.questions import ReplyInputs
from nightcrew.ports import Answered, Embedder, Model, Piece, Question, Role, Usage
from nightcrew.settings import Settings
from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.benchmarks.figures import ROOT, Tell
from tests.benchmarks.memory_vectors import KeptVectors

T = TypeVar("T")
START = datetime(2026, 8, 1, tzinfo=UTC)  # before anything in the sets was said
EVALUATION_DATA = "NIGHTCREW_EVALUATION_DATA"


@dataclass(slots=True, kw_only=True)
class SpokenFor:
    """The model behind it, but for the next reply, which the talk of a set has written already."""

    model: Model
    reply: str | None = None

    def name(self, role: Role) -> str:
        """The name of the model behind."""
        return self.model.name(role)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """What the model behind answers."""
        return await self.model.ask(question, answer=answer)

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """The reply that is given, else the model's own."""
        reply, self.reply = self.reply, None
        if reply is None or not isinstance(question.inputs, ReplyInputs):
            async for piece in self.model.stream(question):
                yield piece
            return
        yield Piece(text=reply)
        yield Piece(usage=Usage(model=self.name(Role.REPLY), model_calls=1))

    async def warm(self) -> None:
        """Load what the first call would otherwise wait for."""
        await self.model.warm()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """The product, the clock that moves it and the one who may speak for its model."""

    app: App
    clock: StoryClock
    model: SpokenFor
    embedder: Embedder = field(repr=False)


@asynccontextmanager
async def open_bench(tell: Tell) -> AsyncIterator[Bench]:
    """The whole product; nothing outside is asked, the vectors are kept between runs."""
    engine = LocalEmbedder()
    try:
        embedder = KeptVectors(engine, tell)
        clock, model = StoryClock(at=START), SpokenFor(model=RehearsalModel(embedder))
        async with _database() as database:
            world = World(
                db=database,
                model=model,
                embedder=embedder,
                search=GivenSearch(),
                crews=CrewRoom(files=CrewFiles(ROOT / "crews", ROOT / "playbooks")),
                crisis=load_crisis_rules(),
                clock=clock,
            )
            async with open_app(Settings(_env_file=None), world) as app:
                yield Bench(app=app, clock=clock, model=model, embedder=embedder)
    finally:
        engine.close()


@asynccontextmanager
async def _database() -> AsyncIterator[Database]:
    with tempfile.TemporaryDirectory(prefix="nightcrew-bench-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "postgres", durable=False)
        await asyncio.to_thread(postgres.start)
        try:
            access = await asyncio.to_thread(bootstrap.prepare, postgres.url, embedded=True)
            await asyncio.to_thread(bootstrap.upgrade, access)
            database = await Database.open(access.app_url)
            try:
                yield database
            finally:
                await database.close()
        finally:
            await asyncio.to_thread(postgres.stop)
