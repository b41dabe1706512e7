"""The public memory cases that code or the rehearsal model decides, on the real database.

The scripted proposer tries what went wrong in the report; the verifier lets everything stand.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from nightcrew.domain.dream import Verdicts
from nightcrew.domain.reason import Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.builders import memory
from tests.case_talk import assert_is_there, play
from tests.fakes import NOON, ROOT
from tests.integration.memory_case_places import CASES, HELD_BY, NO_TEST
from tests.integration.memory_case_table import TRIED, changed, gone, new
from tests.scripting import all_stand, proposing
from tests.talk import talk_with


@pytest.mark.parametrize("number", TRIED)
async def test_a_dream_keeps_what_was_said_and_nothing_else(
    number: int, database: Database, tenant: UUID
) -> None:
    tried = TRIED[number]
    scene = await play(
        database, tenant, reply=tried.crew_says, propose_changes=proposing(*tried.changes)
    )
    for text in tried.held:
        await scene.learn(memory(text, user=scene.talk.pair.user))
    await scene.say(*tried.said)

    report = await scene.dream()

    assert tuple(change.reason for change in report.changes) == tried.reasons
    assert sorted(await scene.texts()) == sorted(tried.known)


async def test_case_3_a_taste_that_comes_back_is_one_line_with_its_history(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    steps = (
        ("콜라가 제일 좋아", new("콜라를 제일 좋아한다")),
        ("이제 커피만 마셔", changed("m1", "커피만 마신다")),
        ("다시 콜라로 돌아왔어", changed("m1", "콜라를 제일 좋아한다")),
    )
    for day, (line, change) in enumerate(steps):
        scene.script.answers["propose_changes"] = proposing(change)
        await scene.say(line, at=NOON + timedelta(days=4 * day))
        await scene.dream()

    [known] = await scene.talk.known()
    assert (known.text, known.version) == ("콜라를 제일 좋아한다", 3)
    assert [former.text for former in known.previous] == ["커피만 마신다", "콜라를 제일 좋아한다"]


async def test_case_10_an_unknown_thing_is_answered_with_nothing_stored(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)

    found = await scene.app.recall_past(scene.talk.pair, "what is my job?")

    assert (found.nothing_found, found.lines) == (True, ())


async def test_case_18_a_new_memory_beside_a_kept_one_is_really_new(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    first = await scene.keep("점심에는 회의를 잡지 않는다")

    second = await scene.keep("회의록은 금요일에 보낸다")

    assert first != second
    assert len(await scene.texts()) == 2


TEN = (
    ("고양이를 키워", "고양이를 키운다", "고양이를 키우고 있다"),
    ("땅콩 알레르기가 있어", "땅콩 알레르기가 있다", "땅콩에 알레르기가 있다"),
    ("판교로 출근해", "판교로 출근한다", "출근을 판교로 한다"),
    ("수요일마다 요가를 해", "수요일마다 요가를 한다", "요가를 수요일마다 하고 있다"),
    ("매운 음식을 못 먹어", "매운 음식을 못 먹는다", "매운 음식은 먹지 못한다"),
)


async def test_case_19_the_same_talk_read_twice_makes_no_twins(
    database: Database, tenant: UUID
) -> None:
    first = [new(text, f"e{2 * n + 1}") for n, (_, text, _) in enumerate(TEN)]
    again = [new(text, f"e{2 * n + 1}") for n, (_, _, text) in enumerate(TEN)]
    scene = await play(database, tenant, propose_changes=proposing(*first))
    await scene.say(*(line for line, _, _ in TEN))
    await scene.dream()
    scene.script.answers["propose_changes"] = proposing(*again)
    await scene.say(*(line for line, _, _ in TEN))

    report = await scene.dream()

    assert [change.reason for change in report.changes] == [Reason.DUPLICATE] * len(TEN)
    assert len(await scene.texts()) == len(TEN)


async def test_case_25_what_was_forgotten_is_not_made_again_from_old_talk(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=proposing(new("채식을 한다")))
    await scene.say("나 채식해")
    await scene.dream()
    [known] = await scene.talk.known()
    await scene.forget(known.id)

    for _ in range(3):
        await scene.say("나 채식해")
        await scene.dream()

    assert await scene.texts() == []


async def test_cases_26_and_27_what_was_forgotten_is_found_and_shown_nowhere(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=proposing(new("해바라기씨를 즐겨 먹는다")))
    await scene.say("나 해바라기씨 즐겨 먹어")
    await scene.dream()
    [known] = await scene.talk.known()
    await scene.app.flows.run("index-evidence")
    await scene.forget(known.id)

    found = await scene.app.recall_past(scene.talk.pair, "해바라기씨", strategy="hybrid")
    await scene.say("나 뭐 좋아하더라?")
    await scene.dream()

    assert "해바라기씨" not in found.text
    assert "해바라기씨" not in scene.script.asked_for("reply")[-1].text
    assert "해바라기씨" not in scene.script.asked_for("propose_changes")[-1].text


async def test_case_31_one_edit_leaves_the_other_seven(database: Database, tenant: UUID) -> None:
    scene = await play(database, tenant)
    ids = [await scene.keep(f"{number}번 서랍에 열쇠가 있다") for number in range(8)]
    await scene.app.keep_memories.change(tenant, "u1", ids[2], text="3번 서랍에 지갑이 있다")

    await scene.say("안녕")
    await scene.dream()

    assert len(await scene.texts()) == 8


async def test_cases_33_and_87_a_shared_memory_reaches_the_other_crew_and_a_private_one_does_not(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    user = scene.talk.pair.user
    await scene.learn(memory("둘만의 비밀이 있다", user=user))
    await scene.learn(memory("새우를 못 먹는다", user=user, scope="shared"))
    other = await talk_with(scene.app, tenant, "mindcare-sora")

    await other.say("안녕")

    prompt = scene.script.asked_for("reply")[-1].text
    assert "둘만의 비밀" not in prompt
    assert "via 미나) 새우를 못 먹는다" in prompt


def test_case_37_no_prompt_tells_a_model_that_loss_is_harmless() -> None:
    for file in (ROOT / "src/nightcrew/prompts").glob("*.j2"):
        text = file.read_text(encoding="utf-8").lower()
        assert not any(word in text for word in ("harmless", "archive", "backup", "can be undone"))


async def test_case_38_a_dream_leaves_all_talk_in_place(database: Database, tenant: UUID) -> None:
    scene = await play(database, tenant)
    for day in range(12):
        await scene.say("오늘은 산책했어", at=NOON + timedelta(days=day))
    await scene.dream()

    assert await scene.talk.rows("evidence") == await scene.talk.rows("messages") == 24


async def test_case_41_what_the_user_keeps_while_a_dream_thinks_stays(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=proposing(new("고양이를 키운다")))
    await scene.say("고양이를 키워")

    async def meanwhile(question: Question) -> Verdicts:
        await scene.keep("우산은 3번 락커에 있다")
        return all_stand(question)

    scene.script.answers["verify_changes"] = meanwhile
    await scene.dream()

    assert sorted(await scene.texts()) == ["고양이를 키운다", "우산은 3번 락커에 있다"]


async def test_cases_42_and_45_what_the_user_wrote_is_left_and_a_suggestion_waits(
    database: Database, tenant: UUID
) -> None:
    scene = await play(
        database,
        tenant,
        propose_changes=proposing(
            changed("m1", "땅콩 알레르기가 심하다"), new("알레르기는 땅콩"), gone("m1", "e1")
        ),
    )
    await scene.keep("알레르기 땅콩")
    await scene.say(*["땅콩 알레르기 얘기는 그만하자"] * 10)

    await scene.dream()

    assert await scene.texts() == ["알레르기 땅콩"]
    assert await scene.talk.cells("text", "suggestions", "created_at") == ["땅콩 알레르기가 심하다"]


async def test_case_63_that_means_what_the_crew_just_said(database: Database, tenant: UUID) -> None:
    wanted = "가게는 성수동 연무장길 12에 있다"
    scene = await play(database, tenant, reply="그 가게는 성수동 연무장길 12에 있어요.")
    await scene.say("그 가게 어디야?")
    scene.script.answers["judge_needs"] = {
        "memory": {"use": True, "act": "remember", "text": wanted}
    }

    await scene.say("그거 기억해 줘")

    assert await scene.texts() == [wanted]


NAMED = {3, 10, 18, 19, 25, 26, 27, 31, 33, 37, 38, 41, 42, 45, 63, 67, 69, 70, 74, 75, 77, 78,
         82, 85, 86, 87, 89, 91, 93, 94, 95, 97, 98, 101, 102, 103, 105, 106, 107, 109, 111, 114,
         115}  # fmt: skip


def test_every_public_case_is_played_or_held_elsewhere_and_two_have_no_test() -> None:
    assert set(TRIED) | NAMED | set(HELD_BY) | set(NO_TEST) == set(CASES)
    assert len(TRIED) + len(NAMED) + len(HELD_BY) + len(NO_TEST) == len(CASES)


@pytest.mark.parametrize("number", HELD_BY)
def test_a_case_that_is_held_elsewhere_is_held_there(number: int) -> None:
    for test in HELD_BY[number]:
        assert_is_there(test)
