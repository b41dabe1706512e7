"""What a line asks of memory: to keep for one crew or for all, to tell, or only to wonder."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.store.database import Database
from tests.integration.memory_asked import memory_need, remembering
from tests.scripting import scripted
from tests.talk import app_of, talk_with


async def test_what_every_crew_is_to_know_is_kept_for_all_of_them(
    database: Database, tenant: UUID
) -> None:
    talk, _, _ = await remembering(database, tenant, "모든 크루에게 기억해 줘. 벌 알레르기가 있어")

    [memory] = await talk.known()
    assert (memory.scope, memory.text) == ("shared", "벌 알레르기가 있어")


@pytest.mark.parametrize("said", ["do you remember my birthday?", "I remember my first bike"])
async def test_a_line_that_asks_for_no_keeping_keeps_nothing_whatever_the_judge_says(
    said: str, database: Database, tenant: UUID
) -> None:
    model = scripted(judge_needs=memory_need("remember", text=said))
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say(said)

    assert (turn.memory.saved, await talk.known()) == ((), ())


async def test_what_is_named_as_a_thing_is_forgotten(database: Database, tenant: UUID) -> None:
    talk, model, _ = await remembering(
        database, tenant, "왼손잡이야", "요가를 배워", "커피를 좋아해"
    )
    model.answers["judge_needs"] = memory_need("forget", query="왼손잡이인 거")

    turn = await talk.say("왼손잡이인 거 잊어줘")

    assert len(turn.memory.forgotten) == 1
    assert all("왼손잡이" not in memory.text for memory in await talk.known())


async def test_memories_of_one_day_are_listed_newest_first(
    database: Database, tenant: UUID
) -> None:
    texts = ("요가를 배워", "커피를 좋아해", "서울에 살아", "왼손잡이야")
    talk, _, _ = await remembering(database, tenant, *texts)

    page = await talk.app.keep_memories.list(tenant, "u1")

    assert [memory.text for memory in page.items] == list(reversed(texts))
