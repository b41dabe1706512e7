"""Plays the public cases: their scripted proposer in our words, and short steps of a talk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from pydantic import TypeAdapter

from nightcrew.adapters.web_sources import chosen
from nightcrew.app.menu import App, wire
from nightcrew.app.world import World
from nightcrew.domain.dream import DreamReport, Proposal
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory import Memory
from nightcrew.domain.questions import ProposeInputs
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.domain.turn import Turn
from nightcrew.ports import Model, Question
from nightcrew.settings import Settings
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import NOON, ROOT, FixedClock
from tests.fakes_model import Script, ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

T = TypeVar("T")
CASES = ROOT / "tests" / "cases"
LATER = timedelta(seconds=121)
# What the cases call a handle of a prompt, and whose line it stands for.
_LINES = {
    "ev_u1": (Speaker.USER, 0),
    "ev_u_yes": (Speaker.USER, -1),
    "ev_assistant_1": (Speaker.ASSISTANT, 0),
}
_OURS = {"id": "memory", "content": "text", "evidence": "cites"}


def read_cases(name: str) -> Any:
    """A file of public cases."""
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def assert_is_there(test: str) -> None:
    """That a test named as `tests/…/test_x.py::test_name` exists."""
    file, _, name = test.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    assert f"def {name}(" in source, f"{test} is not there"


def proposer_of(case: Mapping[str, Any], **handles: str) -> Callable[[Question], Proposal]:
    """A case's scripted proposer; handles: what its other names stand for in the prompt."""

    def propose(question: Question) -> Proposal:
        inputs = question.inputs
        assert isinstance(inputs, ProposeInputs)
        changes = [_in_our_words(each, inputs, handles) for each in _changes(case)]
        return TypeAdapter(Proposal).validate_python({"changes": changes})

    return propose


def _changes(case: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return case["scripted_proposer"]["changes"]  # type: ignore[no-any-return]


def _in_our_words(
    change: Mapping[str, Any], inputs: ProposeInputs, handles: Mapping[str, str]
) -> dict[str, Any]:
    told = {_OURS.get(key, key): value for key, value in change.items() if key != "quote"}
    told["cites"] = [_handle(name, inputs, handles) for name in change["evidence"]]
    if "id" in change:
        told["memory"] = handles[change["id"]]
    if "quote" in change:
        told["quotes"] = dict.fromkeys(told["cites"], change["quote"])
    return told


def _handle(name: str, inputs: ProposeInputs, handles: Mapping[str, str]) -> str:
    if name in handles:
        return handles[name]
    if name not in _LINES:
        return name.replace("ev_", "e")
    speaker, place = _LINES[name]
    lines = [line.handle for line in inputs.evidence if line.evidence.speaker is speaker]
    return lines[place]


@dataclass(frozen=True, slots=True)
class Page:
    """A search that finds one page, whatever is asked."""

    snippet: str
    url: str = "https://page.test/rates"

    async def look_up(self, request: SearchRequest) -> SearchResult:
        found = {"title": request.query, "url": self.url, "snippet": self.snippet}
        return SearchResult(status=ToolStatus.OK, sources=chosen([found], request).sources)


@dataclass(kw_only=True)
class Play:
    """One user with one crew, and a clock that goes on."""

    talk: Talk
    clock: FixedClock
    model: Model
    reports: list[DreamReport] = field(default_factory=list)

    @property
    def app(self) -> App:
        return self.talk.app

    @property
    def script(self) -> ScriptedModel:
        assert isinstance(self.model, ScriptedModel)
        return self.model

    async def say(self, *lines: str, at: datetime | None = None) -> Turn:
        """Say one thing after the other; the last turn."""
        self.clock.at = at or self.clock.at
        turns = []
        for line in lines:
            self.clock.at += timedelta(seconds=20)
            turns.append(await self.talk.say(line))
        return turns[-1]

    async def dream(self, *, nightly: bool = False) -> DreamReport:
        """Fall quiet and dream."""
        self.clock.at += LATER
        report = await self.app.run_dream(self.talk.pair, nightly=nightly)
        self.reports.append(report)
        return report

    async def texts(self) -> list[str]:
        """What is remembered, newest first."""
        return [memory.text for memory in await self.talk.known()]

    async def learn(self, memory: Memory) -> Memory:
        """Put a memory there as a dream would have."""
        act = Act(actor="dream", cause="dream", at=self.clock.at)
        async with self.app.world.db.begin_pair(self.talk.pair) as connection:
            await memories.add(connection, self.talk.pair, memory, act)
        return memory

    async def keep(self, text: str, kind: str = "fact") -> UUID:
        """Write a memory on the user's own screen."""
        wanted = NewMemory(crew=self.talk.pair.crew, scope="private", kind=kind, text=text)
        added = await self.app.keep_memories.add(self.talk.pair.tenant, "u1", wanted)
        return added.memory.id

    async def forget(self, memory: UUID) -> None:
        """Forget on the user's own screen."""
        await self.app.keep_memories.forget(self.talk.pair.tenant, "u1", memory)

    async def reason(self) -> str | None:
        """Why the first change of the last dream was refused."""
        return self.reports[-1].changes[0].reason


def _as_it_is(part: T) -> T:
    return part


@dataclass(frozen=True, slots=True, kw_only=True)
class Guards:
    """What stands where the product's own parts would: how a test takes a guard away."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    world: Callable[[World], World] = _as_it_is
    app: Callable[[App], App] = _as_it_is

    def around(self, app: App) -> App:
        """The same product with these in their places."""
        return self.app(wire(Settings(_env_file=None, **self.settings), self.world(app.world)))


ALL_GUARDS = Guards()


async def play(
    database: Database,
    tenant: UUID,
    *,
    crew: str = "travel-mina",
    model: Model | None = None,
    search: Page | None = None,
    guards: Guards = ALL_GUARDS,
    **answers: Script,
) -> Play:
    """A fresh user in Seoul at noon, with a scripted model unless one is handed in."""
    clock, asked = FixedClock(NOON), model or scripted(**answers)
    app = guards.around(app_of(database, asked, clock=clock, search=search))
    return Play(talk=await talk_with(app, tenant, crew), clock=clock, model=asked)
