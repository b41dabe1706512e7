"""Two dreams of one pair at once, as of two processes: what was proposed is applied once (D16)."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from uuid import UUID

import pytest

from nightcrew.app import App
from nightcrew.domain.dream import DreamReport
from nightcrew.domain.pair import Pair
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing, scripted
from tests.talk import app_of, talk_with

MOVES = {"action": "create", "kind": "fact", "text": "부산으로 이사한다", "cites": ["e1"]}
FEW, MANY = 20, 200  # rounds; reliability.md D16 asks for 200


def _process(database: Database) -> App:
    """A process of its own: its own App, model and clock over the same database."""
    model: ScriptedModel = scripted(propose_changes=proposing(dict(MOVES)))
    return app_of(database, model, clock=FixedClock(NOON + timedelta(minutes=5)))


async def _round(apps: tuple[App, App], pair: Pair) -> tuple[DreamReport, DreamReport]:
    barrier = asyncio.Barrier(2)

    async def dream(app: App) -> DreamReport:
        await barrier.wait()
        return await app.run_dream(pair)

    first, second = await asyncio.gather(*map(dream, apps))
    return first, second


@pytest.mark.parametrize(
    "rounds", [FEW, pytest.param(MANY, marks=pytest.mark.soak)], ids=["few", "many"]
)
async def test_two_dreams_at_once_apply_once_in_every_round(
    shared_database: Database, own_tenant: UUID, rounds: int
) -> None:
    apps = (_process(shared_database), _process(shared_database))
    speaking = app_of(shared_database, scripted(), clock=FixedClock(NOON))
    outcomes: Counter[str] = Counter()

    for number in range(rounds):
        talk = await talk_with(speaking, own_tenant, user=f"u{number}")
        await talk.say("나 부산으로 이사할 예정이야")
        reports = await _round(apps, talk.pair)
        outcomes.update(report.outcome for report in reports)
        assert [memory.text for memory in await talk.known()] == ["부산으로 이사한다"]
        assert await talk.rows("memory_versions", f"user_id = '{talk.pair.user}'") == 1

    assert outcomes["applied"] == rounds
    assert outcomes.keys() <= {"applied", "busy", "stale", "nothing_to_do"}
