"""A small folder of crew text with the product over it, for tests that edit and talk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from nightcrew.app import App, open_app
from nightcrew.app.crew_room import CrewRoom
from nightcrew.domain.crew_version import CrewVersion
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.turn import Said, Turn
from nightcrew.ports import Model, Question
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.unit.crew_folder import CrewFolder
from tests.world import a_world

CREW = "tea-bora"
CREW_FILE, PLAYBOOK = "crews/tea-bora.yaml", "playbooks/tea-bora.md"
CATEGORY, HOUSE = "crews/categories/tea.yaml", "crews/house.yaml"
SIGN = {"author": "tea-team", "reason": "말을 다듬었다"}
SEARCHES = "나들이 이야기에는 갈 곳을 찾아본다."
OTHER = """\
schema: crew/v1
id: tea-nuri
name: 누리
category: tea
locale: ko-KR
persona: {summary: 찻집을 지키는 사람.}
knowledge: {none: 손맛이 지식이다.}
"""


@dataclass(frozen=True, kw_only=True)
class Workshop:
    """One installation: its files, its App and the tenant that owns the crews."""

    folder: CrewFolder
    app: App
    tenant: UUID
    clock: FixedClock

    def write(self, name: str, text: str) -> None:
        """Write a file as somebody with an editor does."""
        self.folder.write(name, text)

    def edit(self, name: str, old: str, new: str) -> None:
        """Change some words of a file."""
        self.folder.edit(name, old, new)

    def text(self, name: str) -> str:
        """What a file says."""
        return (self.folder.crews.parent / name).read_text(encoding="utf-8")

    async def seen(self) -> None:
        """Let the product look at the files, as it does by itself twice a second."""
        await self.app.crew_reload.look()

    async def publish(self, *crews: str) -> Any:
        """Publish crews, or the one that there is."""
        return await self.app.edit_crews.publish(self.tenant, crews or [CREW], **SIGN)

    async def restore(self, number: int, **parts: Any) -> Any:
        """Bring a version back."""
        author, reason = SIGN["author"], SIGN["reason"]
        return await self.app.edit_crews.restore(
            self.tenant, CREW, number, author=author, reason=reason, **parts
        )

    async def versions(self, crew: str = CREW) -> tuple[CrewVersion, ...]:
        """A crew's versions, newest first."""
        return (await self.app.edit_crews.versions(self.tenant, crew)).items

    async def say(self, message: str, user: str = "u1", **parts: Any) -> Turn:
        """A turn with the crew."""
        pair = await self.app.keep_people.pair(self.tenant, user, CREW)
        assert pair is not None
        return await self.app.answer_turn(pair, Said(message=message, **parts))


def a_model() -> ScriptedModel:
    """A judge that wants nothing and a reply that is always the same."""
    return ScriptedModel(answers={"judge_needs": {}, "reply": "그래요."})


@asynccontextmanager
async def open_workshop(
    database: Database,
    base: Path,
    *,
    model: Model | None = None,
    folder: CrewFolder | None = None,
    keeps_text: bool = True,
    stories: Database | None = None,
) -> AsyncIterator[Workshop]:
    """The product over these files. folder: one that is there; a second start of the same.

    stories: where a diff plays them.
    """
    folder, clock = folder or CrewFolder(base), FixedClock(NOON)
    room = CrewRoom(files=type(folder.files)(folder.crews, folder.playbooks))
    world = replace(
        a_world(database, model or a_model(), crews=room), clock=clock, story_database=stories
    )
    settings = Settings(_env_file=None)
    async with open_app(settings, world, keeps_text=keeps_text) as app:
        tenant = await app.keep_tenant.tenant()
        yield Workshop(folder=folder, app=app, tenant=tenant, clock=clock)


def a_literal_model() -> ScriptedModel:
    """A model whose judge does what the text of a crew says, to the word."""
    quiet = {"propose_changes": {"changes": []}, "plan_follow_ups": {"follow_ups": []}}
    return ScriptedModel(answers={"judge_needs": _by_text, "reply": "그래요.", **quiet})


def _by_text(question: Question) -> dict[str, Any]:
    inputs = question.inputs
    assert isinstance(inputs, JudgeInputs)
    cited = [line for line in inputs.guide_lines if line.text == SEARCHES]
    use = bool(cited) and "나들이" in inputs.said
    why = f"텍스트대로: {inputs.said}"
    return {
        "search": {"use": use, "query": inputs.said, "why": why},
        "cites": [line.handle for line in cited] if use else [],
    }


def judged(model: ScriptedModel) -> list[JudgeInputs]:
    """What the judge was asked about."""
    found = (each.inputs for each in model.asked_for("judge_needs"))
    return [each for each in found if isinstance(each, JudgeInputs)]
