"""A turn is answered on whatever connection it gets, also on one that took something back."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.domain.errors import NotFound
from nightcrew.store.database import Database
from tests.case_talk import Play, play
from tests.scripting import proposing

CATS = (
    {"action": "create", "text": "고양이를 키운다", "cites": ["e1"]},
    {"action": "create", "text": "고양이 이름은 나비다", "cites": ["e1"]},
)


async def a_remembering_turn(scene: Play) -> None:
    wanted = {"use": True, "act": "remember", "text": "고양이를 키운다"}
    scene.script.answers["judge_needs"] = {"memory": wanted}
    await scene.say("고양이를 키운다고 기억해 줘")


async def a_dream_of_two_changes(scene: Play) -> None:
    scene.script.answers["propose_changes"] = proposing(*CATS)
    await scene.say("고양이를 키워. 고양이 이름은 나비야")
    await scene.dream()


@pytest.mark.parametrize("before", [a_remembering_turn, a_dream_of_two_changes])
async def test_a_turn_is_answered_after_an_act_that_was_refused(
    before: object, database: Database, tenant: UUID
) -> None:
    assert callable(before)
    scene = await play(database, tenant)
    await before(scene)
    with pytest.raises(NotFound):
        await scene.forget(UUID(int=1))
    await scene.texts()

    turn = await scene.say("또 왔어")

    assert turn.reply
