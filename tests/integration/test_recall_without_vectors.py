"""When the embedder is away: recall goes by words, says so, and the turn goes on."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.app.menu import App, wire
from nightcrew.domain.errors import ModelFailure
from nightcrew.settings import Settings
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import memory
from tests.fakes import NOON
from tests.scripting import scripted
from tests.talk import Talk, talk_with
from tests.world import a_world

RECALL = {"memory": {"use": True, "act": "recall", "query": "우산 락커"}}


class Away:
    """An embedder that answers nobody."""

    model = "away"
    size = 384

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        raise ModelFailure("provider_down", "the embedder does not answer")

    async def query(self, text: str) -> list[float]:
        raise ModelFailure("provider_down", "the embedder does not answer")


class AwayForPassages(Away):
    """An embedder that leaves in the middle of a question."""

    async def query(self, text: str) -> list[float]:
        return [1.0] + [0.0] * 383


async def talking(database: Database, tenant: UUID, embedder: Away) -> tuple[Talk, App]:
    world = replace(a_world(database, scripted(judge_needs=RECALL), NOON), embedder=embedder)
    app = wire(Settings(_env_file=None), world)
    return await talk_with(app, tenant), app


@pytest.mark.parametrize("embedder", [Away(), AwayForPassages()], ids=["away", "leaves"])
async def test_a_turn_finds_old_talk_by_its_words_and_says_so(
    database: Database, tenant: UUID, embedder: Away, caplog: pytest.LogCaptureFixture
) -> None:
    talk, app = await talking(database, tenant, embedder)
    await talk.say("우산은 3번 락커에 뒀어", conversation="before")

    with caplog.at_level(logging.WARNING):
        turn = await talk.say("내 우산 어디 있지?", conversation="after")
        seen = await app.recall_past(talk.pair, "우산 락커", strategy="hybrid")

    assert turn.reply
    assert turn.decisions["memory"]["status"] == "ok"
    assert turn.decisions["memory"]["note"] == "by_words_alone"
    assert seen.by_words_alone
    assert "3번 락커" in seen.text
    assert "code=model_unavailable" in caplog.text
    assert "락커" not in caplog.text


async def test_words_alone_can_find_nothing_and_choose_among_many_memories(
    database: Database, tenant: UUID
) -> None:
    talk, app = await talking(database, tenant, Away())
    async with database.begin_pair(talk.pair) as connection:
        for number in range(60):
            line = memory(f"이야기 {number}번", user=talk.pair.user)
            act = Act(actor="dream", cause="dream", at=NOON)
            await memories.add(connection, talk.pair, line, act)

    seen = await app.recall_past(talk.pair, "이야기 17번")
    nothing = await app.recall_past(talk.pair, "고래 울음소리")
    turn = await talk.say("이야기 17번이 뭐였지?")

    assert seen.lines[0].text.endswith("이야기 17번")
    assert nothing.nothing_found
    assert (turn.memory.shown, turn.memory.total) == (30, 60)


async def test_an_engine_that_broke_is_told_as_a_model_that_is_away() -> None:
    embedder = LocalEmbedder()
    embedder.close()

    with pytest.raises(ModelFailure) as away:
        await embedder.query("안녕")

    assert away.value.kind == "provider_down"
