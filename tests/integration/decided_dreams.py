"""Dreams that tests accept or undo."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from nightcrew.domain.dream import DreamReport
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk


def fact(text: str, cite: int = 1) -> dict[str, Any]:
    return {"action": "create", "kind": "fact", "text": text, "cites": [f"e{cite}"]}


async def dream_of(
    talk: Talk, model: ScriptedModel, said: str, *changes: dict[str, Any], mode: str = "apply"
) -> DreamReport:
    await talk.say(said)
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(*changes)
    return await talk.app.run_dream(talk.pair, mode=mode)  # type: ignore[arg-type]
