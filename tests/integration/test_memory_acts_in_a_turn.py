"""Remember, forget and "what do you know", carried out in the turn from the user's own words."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

import pytest

from nightcrew.domain.errors import Refused
from nightcrew.domain.reason import Reason
from nightcrew.store import people
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.integration.memory_asked import memory_need, remembering
from tests.scripting import proposing, scripted
from tests.talk import app_of, talk_with


async def test_what_the_user_asks_to_keep_is_kept_in_their_words_with_its_source(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(database, tenant, "땅콩 알레르기가 있어")

    [memory] = await talk.known()
    assert (memory.text, memory.explicit, memory.kind) == ("땅콩 알레르기가 있어", True, "fact")
    assert list(memory.cites) == (await talk.cells("id", "evidence", "position"))[:1]
    assert model.asked[-1].inputs.done == ("기억했다: 땅콩 알레르기가 있어",)


async def test_words_the_user_never_said_are_not_kept(database: Database, tenant: UUID) -> None:
    model = scripted(judge_needs=memory_need("remember", text="사용자는 관리자다"))
    talk = await talk_with(app_of(database, model), tenant)

    await talk.say("내 생일은 5월 3일이야, 기억해 줘")

    [memory] = await talk.known()
    assert "관리자" not in memory.text


async def test_a_plan_with_a_day_is_kept_with_its_day(database: Database, tenant: UUID) -> None:
    talk, _, _ = await remembering(database, tenant, "모레 치과에 가")

    [memory] = await talk.known()
    assert (memory.kind, memory.from_on) == ("plan", date(2026, 10, 7))


async def test_asking_twice_keeps_one(database: Database, tenant: UUID) -> None:
    talk, model, _ = await remembering(database, tenant, "땅콩 알레르기가 있어")

    turn = await talk.say("땅콩 알레르기가 있어. 기억해 줘")

    [memory] = await talk.known()
    assert turn.memory.saved == (memory.id,)
    assert "이미" in model.asked[-1].inputs.done[0]


async def test_forgetting_takes_what_is_clearly_meant_and_leaves_the_rest(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(
        database, tenant, "라면을 좋아해", "서울에 살아", "고양이를 키워"
    )
    model.answers["judge_needs"] = memory_need("forget", query="라면")

    turn = await talk.say("라면 얘기는 잊어 줘")

    assert len(turn.memory.forgotten) == 1
    assert (turn.memory.shown, turn.memory.total) == (2, 2)
    assert {memory.text for memory in await talk.known()} == {"서울에 살아", "고양이를 키워"}
    assert await talk.rows("tombstones") == 1
    assert await talk.rows("memory_versions", "cause = 'forgotten'") == 1
    shown = [line.memory.text for line in model.asked[-1].inputs.memories]
    assert "라면을 좋아해" not in shown


async def test_when_it_is_not_clear_what_to_forget_nothing_is_forgotten_and_the_reply_asks(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(
        database, tenant, "라면을 좋아해", "서울에 살아", "고양이를 키워"
    )
    model.answers["judge_needs"] = memory_need("forget", query="그때 그거")

    turn = await talk.say("그때 그거 잊어 줘")

    assert turn.memory.forgotten == ()
    assert len(await talk.known()) == 3
    assert "어느 것" in model.asked[-1].inputs.done[0]


async def test_of_two_memories_that_are_equally_near_none_is_forgotten_and_the_reply_asks(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(
        database, tenant, "커피를 하루 두 잔 마신다", "우유를 못 마신다", "서울에 살아"
    )
    model.answers["judge_needs"] = memory_need("forget", query="마신다")

    unclear = await talk.say("마시는 거 잊어 줘")
    asked = model.asked[-1].inputs.done[0]
    all_of_it = await talk.say("마시는 거 다 잊어 줘")

    assert (unclear.memory.forgotten, "어느 것" in asked) == ((), True)
    assert len(all_of_it.memory.forgotten) == 2


async def test_a_wish_how_to_be_treated_is_kept_as_one(database: Database, tenant: UUID) -> None:
    talk, _, _ = await remembering(database, tenant, "앞으로 반말로 말해 줘")

    [memory] = await talk.known()
    assert (memory.kind, memory.explicit) == ("style", True)


async def test_what_was_forgotten_does_not_come_back_when_it_is_said_again(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await remembering(database, tenant, "라면을 좋아해")
    model.answers["judge_needs"] = memory_need("forget", query="라면")
    await talk.say("라면 얘기는 잊어 줘")
    model.answers["judge_needs"] = {}
    await talk.say("나 라면 진짜 좋아해")
    clock.at += timedelta(minutes=3)
    model.answers["propose_changes"] = proposing(
        {"action": "create", "text": "라면을 좋아한다", "cites": ["e1"]},
        {"action": "create", "text": "라면을 좋아한다", "cites": ["e2"]},
        {"action": "create", "text": "라면을 좋아한다", "cites": ["e3"]},
    )

    report = await talk.app.run_dream(talk.pair)

    assert await talk.known() == ()
    assert not any(change.applied for change in report.changes)
    reasons = {change.reason for change in report.changes}
    assert reasons <= {Reason.BURIED, Reason.UNKNOWN_EVIDENCE, Reason.NOT_USER_SPEECH}


async def test_forgotten_words_are_withheld_from_the_talk_that_is_shown(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(database, tenant, "라면을 좋아해", "서울에 살아")
    model.answers["judge_needs"] = memory_need("forget", query="라면")
    await talk.say("라면 얘기는 잊어 줘")
    model.answers["judge_needs"] = {}

    await talk.say("오늘 뭐 먹지?")

    shown = " ".join(line.text for line in model.asked[-1].inputs.talk)
    assert "라면을 좋아해" not in shown
    assert "서울에 살아" in shown


async def test_an_explicit_remember_brings_a_forgotten_thing_back(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(database, tenant, "라면을 좋아해")
    model.answers["judge_needs"] = memory_need("forget", query="라면")
    await talk.say("라면 얘기는 잊어 줘")
    model.answers["judge_needs"] = memory_need("remember", text="라면을 좋아해")

    await talk.say("라면을 좋아해, 다시 기억해 줘")

    assert [memory.text for memory in await talk.known()] == ["라면을 좋아해"]
    assert await talk.rows("tombstones", "lifted_at is not null") == 1


async def test_what_do_you_know_shows_everything_with_its_date(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await remembering(database, tenant, "라면을 좋아해", "서울에 살아")
    model.answers["judge_needs"] = memory_need("list")

    turn = await talk.say("나에 대해 뭐 알아?")

    [block] = [each for each in model.asked[-1].inputs.found if each.tool == "memory"]
    assert len(block.lines) == 2
    assert all("(2026-10-05, via 미나)" in line for line in block.lines)
    assert turn.decisions["memory"]["act"] == "list"


async def test_a_user_who_does_not_want_to_be_remembered_is_not(
    database: Database, tenant: UUID
) -> None:
    model = scripted(judge_needs=memory_need("remember", text="땅콩 알레르기가 있어"))
    talk = await talk_with(app_of(database, model), tenant)
    async with talk.app.world.db.begin(tenant) as connection:
        await people.set_preferences(
            connection, tenant, talk.pair.user, {"consents": {"remember": False}}
        )

    turn = await talk.say("땅콩 알레르기가 있어, 기억해 줘")

    assert turn.decisions["memory"]["status"] == "refused"
    assert await talk.rows("memories") == 0
    assert await talk.rows("evidence") == 0


async def test_a_reply_does_not_claim_to_have_saved_what_was_not_saved(
    database: Database, tenant: UUID
) -> None:
    model = scripted(reply="좋은 생각이에요. 기억해 둘게요.")
    talk = await talk_with(app_of(database, model), tenant)

    turn = await talk.say("요즘 커피를 줄이고 있어")

    assert turn.reply == "좋은 생각이에요."


async def test_a_reply_names_no_amount_that_nobody_said(database: Database, tenant: UUID) -> None:
    model = scripted(reply="반가워요. 그 차는 1,450만 원이면 적당해요. 더 알아볼까요?")
    talk = await talk_with(app_of(database, model), tenant, "used-car-hana")

    turn = await talk.say("15년식 아반떼 얼마야?")

    assert "1,450" not in turn.reply
    assert turn.reply.startswith("반가워요.")


async def test_a_crisis_turn_carries_help_asks_no_judge_and_stays_out_of_dreams(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted()
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "mindcare-sora")

    turn = await talk.say("이제 그만 살고 싶어요. 죽고 싶다는 생각만 들어요")

    assert turn.safety.level == "crisis"
    assert "109" in str(turn.safety.resources)
    assert [question.name for question in model.asked] == ["reply"]
    assert set(await talk.cells("state", "evidence", "position")) == {"excluded"}
    assert await talk.app.run_dream.ready(NOON + timedelta(hours=1)) == []


async def test_an_idiom_is_no_crisis(database: Database, tenant: UUID) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant, "mindcare-sora")

    turn = await talk.say("배고파 죽겠다, 뭐 먹지")

    assert turn.safety.level == "none"


async def test_romance_crews_do_not_talk_with_minors(database: Database, tenant: UUID) -> None:
    talk = await talk_with(app_of(database, scripted()), tenant, "girlfriend-ara")
    async with talk.app.world.db.begin(tenant) as connection:
        await people.set_preferences(connection, tenant, talk.pair.user, {"age_band": "minor"})

    with pytest.raises(Refused) as refused:
        await talk.say("안녕")

    assert refused.value.code == "refused_for_minors"
    assert await talk.rows("messages") == 0


async def test_a_skill_is_opened_by_the_judge_and_recorded(
    database: Database, tenant: UUID
) -> None:
    model = scripted(judge_needs={"skill": {"name": "conversation-jp", "why": "회화"}})
    talk = await talk_with(app_of(database, model), tenant, "language-yuki")

    turn = await talk.say("회화 연습 시켜줘")
    model.answers["judge_needs"] = {}
    await talk.say("네, 식당에서요")

    assert turn.decisions["skill"]["name"] == "conversation-jp"
    assert await talk.cells("skill", "skill_sessions", "started_at") == ["conversation-jp"]
    assert [question.inputs.skill.name for question in model.asked_for("reply")] == [
        "conversation-jp",
        "conversation-jp",
    ]
