"""AS-15 and who sees what: a pair, all of a user's crews, and turns that ask for no memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.memory import Memory
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import memory
from tests.case_talk import Play, play
from tests.talk import Talk, talk_with

CREWS = ("travel-mina", "mindcare-sora", "used-car-hana", "study-juno")
WORD = "violet-kestrel-42"
RECALL = {"memory": {"use": True, "act": "recall", "query": WORD}}


async def told(scene: Play, crew: str = "travel-mina", **parts: Any) -> str:
    """The reply prompt of the next turn of a crew."""
    other = await talk_with(scene.app, scene.talk.pair.tenant, crew)
    await other.say("안녕", **parts)
    return scene.script.asked_for("reply")[-1].text


async def kept(scene: Play, scope: str, words: str) -> UUID:
    wanted = NewMemory(crew="travel-mina", scope=scope, kind="fact", text=words)
    added = await scene.app.keep_memories.add(scene.talk.pair.tenant, "u1", wanted)
    return added.memory.id


async def test_what_is_shared_is_in_the_next_turn_of_every_crew_with_via_and_date(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    before = [await told(scene, crew) for crew in CREWS]

    await kept(scene, "shared", f"암호말은 {WORD}이다")
    await kept(scene, "private", "둘만의 비밀이 있다")
    after = {crew: await told(scene, crew) for crew in CREWS}

    assert not any(WORD in prompt for prompt in before)
    line = f"(2026-10-05, via 미나) 암호말은 {WORD}이다"
    assert all(line in prompt for prompt in after.values())
    assert [crew for crew, prompt in after.items() if "둘만의 비밀" in prompt] == ["travel-mina"]


async def test_what_is_forgotten_is_gone_from_the_next_turn_of_every_crew_and_from_search(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, judge_needs=RECALL)
    shared = await kept(scene, "shared", f"암호말은 {WORD}이다")
    for crew in CREWS:
        assert WORD in await told(scene, crew)

    await scene.forget(shared)

    for crew in CREWS:
        assert WORD not in await told(scene, crew)
        pair = replace(scene.talk.pair, crew=crew)
        assert WORD not in (await scene.app.recall_past(pair, WORD, strategy="hybrid")).text


async def test_a_turn_that_is_being_answered_keeps_what_it_saw_and_the_next_does_not(
    database: Database, tenant: UUID
) -> None:
    forgotten: list[UUID] = []

    async def judged(_: object) -> dict[str, Any]:
        for each in forgotten:
            await scene.forget(each)
        forgotten.clear()
        return {}

    scene = await play(database, tenant, judge_needs=judged)
    forgotten.append(await kept(scene, "shared", f"암호말은 {WORD}이다"))

    frozen, following = await told(scene, "mindcare-sora"), await told(scene, "mindcare-sora")

    assert WORD in frozen
    assert WORD not in following


async def test_a_private_memory_of_one_crew_cannot_be_selected_by_another(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    await kept(scene, "private", f"암호말은 {WORD}이다")
    await scene.talk.say(f"{WORD}라고 말했어")
    await scene.app.index_evidence()

    seen = {}
    for crew in ("travel-mina", "mindcare-sora"):
        async with database.begin_pair(replace(scene.talk.pair, crew=crew)) as connection:
            seen[crew] = [
                await connection.scalar(text(f"select count(*) from {table}"))  # noqa: S608
                for table in ("memories", "memory_index", "evidence", "evidence_index")
            ]

    assert seen == {"travel-mina": [1, 1, 2, 2], "mindcare-sora": [0, 0, 0, 0]}


async def test_what_was_said_a_minute_ago_is_found_before_any_dream(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    await scene.talk.say("우산은 3번 락커에 뒀어")
    other = replace(scene.talk.pair, crew="mindcare-sora")

    own = await scene.app.recall_past(scene.talk.pair, "우산 어디에 뒀지?", strategy="hybrid")
    others = await scene.app.recall_past(other, "우산 어디에 뒀지?", strategy="hybrid")

    assert [line.source for line in own.lines] == ["evidence"]
    assert "3번 락커" in own.text
    assert (others.lines, others.total, others.nothing_found) == ((), 0, True)


@pytest.mark.parametrize(
    ("mode", "shown", "evidence"), [("on", True, 2), ("read", True, 0), ("off", False, 0)]
)
async def test_a_turn_says_whether_memory_is_shown_and_whether_it_leaves_evidence(
    database: Database, tenant: UUID, mode: str, shown: bool, evidence: int
) -> None:
    scene = await play(database, tenant)
    await kept(scene, "shared", "땅콩 알레르기가 있다")

    turn = await scene.talk.say("안녕", memory=mode)

    prompt = scene.script.asked_for("reply")[-1].text
    judged = scene.script.asked_for("judge_needs")[-1].text
    assert ("땅콩" in prompt, "땅콩" in judged) == (shown, shown)
    assert (turn.memory.shown, turn.memory.total) == ((1, 1) if shown else (0, 0))
    assert await scene.talk.rows("evidence") == evidence


async def test_a_turn_without_memory_does_not_look_back_at_old_talk_either(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    await scene.talk.say(f"{WORD}라고 말했어")
    scene.script.answers["judge_needs"] = RECALL

    turn = await scene.talk.say("뭐라고 했지?", memory="off", conversation="another")

    assert WORD not in scene.script.asked_for("reply")[-1].text
    assert turn.decisions["memory"]["status"] == "nothing_found"


async def test_nothing_is_kept_in_a_turn_that_only_reads(database: Database, tenant: UUID) -> None:
    remember = {"memory": {"use": True, "act": "remember", "text": "땅콩 알레르기가 있어"}}
    scene = await play(database, tenant, judge_needs=remember)

    turn = await scene.talk.say("땅콩 알레르기가 있어. 기억해 줘", memory="read")

    assert turn.memory.saved == ()
    assert turn.decisions["memory"]["status"] == "refused"
    assert await scene.talk.known() == ()


async def test_a_turn_shows_all_of_thirty_memories_and_the_nearest_of_more(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    await many(scene, 30)
    whole = await scene.talk.say("커피 마셔도 돼?")
    await many(scene, 90, first=30)

    turn = await scene.talk.say("이야기 7번이 뭐였지?", locale="en")

    assert (whole.memory.shown, whole.memory.total) == (30, 30)
    assert (turn.memory.shown, turn.memory.total) == (30, 120)
    for prompt in ("reply", "judge_needs"):
        assert "(30 of 120 shown)" in scene.script.asked_for(prompt)[-1].text
        assert ") 이야기 7번\n" in scene.script.asked_for(prompt)[-1].text
        assert "shown)" not in scene.script.asked_for(prompt)[0].text


async def many(scene: Play, count: int, first: int = 0) -> list[Memory]:
    return [
        await scene.learn(memory(f"이야기 {number}번", user=scene.talk.pair.user))
        for number in range(first, first + count)
    ]


async def test_old_talk_is_found_in_a_turn_and_a_question_about_anything_else_finds_nothing(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    await scene.talk.say(f"금고 번호는 {WORD}야", conversation="before")

    found = await asked_about(scene.talk, scene, "금고 번호")
    nothing = await asked_about(scene.talk, scene, "고래 울음소리")

    assert found == ("ok", True)
    assert nothing[0] == "nothing_found"


async def asked_about(talk: Talk, scene: Play, query: str) -> tuple[str, bool]:
    scene.script.answers["judge_needs"] = {"memory": {"use": True, "act": "recall", "query": query}}
    turn = await talk.say(f"{query} 뭐였지?", conversation=query)
    prompt = scene.script.asked_for("reply")[-1].text
    return turn.decisions["memory"]["status"], WORD in prompt
