"""What a real Prefect server keeps of an erased user: nothing, and a careless flow is seen."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.store.database import Database
from tests.e2e.test_flows_wiring import flow, hold, prefect_store
from tests.fakes import NOON, FixedClock
from tests.integration.canaries import MARK, files_with
from tests.scripting import proposing, scripted
from tests.talk import app_of, talk_with

__all__ = ["prefect_store"]

WORDS, CARELESS = f"{MARK}가나다", f"{MARK}라마바"


@pytest.mark.soak
async def test_prefect_keeps_no_word_of_an_erased_user(
    prefect_store: Path,
    database: Database,
    tenant: UUID,
) -> None:
    change = {"action": "create", "kind": "fact", "text": f"별명이 {WORDS}이다", "cites": ["e1"]}
    clock = FixedClock(NOON)
    app = app_of(database, scripted(propose_changes=proposing(change)), clock=clock)
    talk = await talk_with(app, tenant, user=WORDS)
    await talk.say(f"내 별명은 {WORDS}이야")
    clock.set(NOON.replace(hour=NOON.hour + 1))
    hold(app)

    for name in ("dream", "nightly_dream", "temporal_review", "follow_ups", "retention"):
        await flow(name)()
    assert len(await talk.known()) == 1
    await app.erase_words.person(tenant, WORDS)

    assert files_with(prefect_store.parent, WORDS) == set()


@pytest.mark.soak
async def test_a_flow_that_is_given_words_of_a_user_is_reported(
    prefect_store: Path,
) -> None:
    import prefect

    @prefect.flow
    async def careless(said: str) -> int:
        return len(said)

    await careless(CARELESS)

    assert files_with(prefect_store.parent, CARELESS)
