"""How tests fall quiet and dream."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from nightcrew.domain.dream import DreamReport
from tests.fakes import FixedClock
from tests.talk import Talk

BUSAN: dict[str, Any] = {
    "action": "create",
    "kind": "plan",
    "text": "부산으로 이사할 예정이다",
    "cites": ["e1"],
    "why": "이사 계획",
}


async def quiet(talk: Talk, clock: FixedClock) -> None:
    clock.at = clock.at + timedelta(seconds=121)
    assert talk.pair in await talk.app.run_dream.ready()


async def dream(talk: Talk) -> DreamReport:
    return await talk.app.run_dream(talk.pair)
