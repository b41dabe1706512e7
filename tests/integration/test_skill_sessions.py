"""AS-31: a procedure stays open until another one, `end`, or 30 quiet minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with
from tests.unit.rehearsal_builders import judged

PRACTICE = {"skill": {"name": "conversation-jp", "why": "회화"}}
AWAY = ModelFailure("provider_down", "no reply model")


async def practising(database: Database, tenant: UUID) -> tuple[Talk, ScriptedModel, FixedClock]:
    """A talk in whose first turn the procedure was opened."""
    clock = FixedClock(NOON)
    model = scripted(judge_needs=PRACTICE)
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "language-yuki")
    await talk.say("회화 연습 시켜줘", conversation="c1")
    model.answers["judge_needs"] = {}
    return talk, model, clock


def led(model: ScriptedModel) -> list[str | None]:
    """By which procedure each reply was led."""
    skills: Sequence[Any] = [asked.inputs.skill for asked in model.asked_for("reply")]  # type: ignore[attr-defined]
    return [skill.name if skill else None for skill in skills]


async def test_it_stays_open_while_the_talk_goes_on(database: Database, tenant: UUID) -> None:
    talk, model, clock = await practising(database, tenant)

    for _ in range(3):
        clock.at += timedelta(minutes=29)
        await talk.say("식당에서요", conversation="c1")

    assert led(model) == ["conversation-jp"] * 4
    assert await talk.rows("skill_sessions") == 1
    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [None]


async def test_it_ends_when_the_judge_hears_that_it_should(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await practising(database, tenant)

    model.answers["judge_needs"] = {"skill": {"name": "end", "why": "그만하자고 한다"}}
    turn = await talk.say("연습은 그만할래", conversation="c1")
    model.answers["judge_needs"] = {}
    await talk.say("오늘 뭐 했어?", conversation="c1")

    assert led(model) == ["conversation-jp", None, None]
    assert turn.decisions["skill"] == {"name": None, "why": "그만하자고 한다"}
    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [NOON]


@pytest.mark.parametrize("conversation", ["c1", None])
async def test_it_ends_after_thirty_quiet_minutes_also_in_the_same_conversation(
    database: Database, tenant: UUID, conversation: str | None
) -> None:
    talk, model, clock = await practising(database, tenant)

    clock.at += timedelta(minutes=31)
    await talk.say("나 왔어", conversation=conversation)

    assert led(model) == ["conversation-jp", None]


async def test_after_thirty_quiet_minutes_a_new_wish_opens_it_anew(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await practising(database, tenant)

    clock.at += timedelta(minutes=31)
    model.answers["judge_needs"] = PRACTICE
    await talk.say("다시 회화 연습 시켜줘", conversation="c1")

    assert led(model) == ["conversation-jp"] * 2
    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [clock.at, None]


async def test_a_procedure_the_crew_does_not_have_changes_nothing(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await practising(database, tenant)

    model.answers["judge_needs"] = {"skill": {"name": "fly-a-plane", "why": "?"}}
    await talk.say("식당에서요", conversation="c1")

    assert led(model) == ["conversation-jp"] * 2


async def test_another_procedure_takes_its_place(database: Database, tenant: UUID) -> None:
    talk, model, _ = await practising(database, tenant)
    crew = talk.app.crews.crew("language-yuki")
    other = replace(crew.skills[0], name="shadowing")

    assert [skill.name for skill in crew.skills] == ["conversation-jp"]
    room = _Room(talk.app.crews, replace(crew, skills=(*crew.skills, other)))
    answering = replace(talk.app.answer_turn, crews=room)
    model.answers["judge_needs"] = {"skill": {"name": "shadowing", "why": "따라 말하기"}}
    await replace(talk, app=replace(talk.app, answer_turn=answering)).say(
        "따라 말하기 하자", conversation="c1"
    )

    assert led(model)[-1] == "shadowing"
    assert await talk.cells("skill", "skill_sessions", "started_at, skill") == [
        "conversation-jp",
        "shadowing",
    ]


class _Room:
    """The shipped crews, one of them with another text."""

    def __init__(self, room: Any, crew: Any) -> None:
        self._room, self._crew = room, crew

    def crew(self, crew_id: str) -> Any:
        return self._crew if crew_id == self._crew.id else self._room.crew(crew_id)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room, name)


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("연습은 그만할래", True),
        ("회화는 여기까지 하자", True),
        ("Let's stop practicing now", True),
        ("회화 연습 시켜줘", False),
        ("식당에서 주문하는 거요", False),
        ("오늘 뭐 해?", False),
    ],
)
def test_the_rehearsal_hears_when_practice_should_end(said: str, *, ends: bool) -> None:
    assert (judged(said, "language-yuki").skill.name == "end") == ends


@pytest.mark.parametrize("minutes", [1, 29])
async def test_it_is_open_also_when_the_reply_that_would_have_begun_it_never_came(
    database: Database, tenant: UUID, minutes: int
) -> None:
    clock = FixedClock(NOON)
    model = scripted(judge_needs=PRACTICE, reply=AWAY)
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "language-yuki")

    with pytest.raises(ModelFailure):
        await talk.say("회화 연습 시켜줘", conversation="c1")
    model.answers |= {"judge_needs": {}, "reply": "いいですよ。"}
    clock.at += timedelta(minutes=minutes)
    await talk.say("식당에서요", conversation="c1")

    assert led(model) == ["conversation-jp"] * 2
    assert await talk.rows("skill_sessions", "ended_at is null") == 1


async def test_a_retry_of_the_turn_that_opened_it_opens_no_second_one(
    database: Database, tenant: UUID
) -> None:
    model = scripted(judge_needs=PRACTICE, reply=AWAY)
    talk = await talk_with(app_of(database, model), tenant, "language-yuki")
    with pytest.raises(ModelFailure):
        await talk.say("회화 연습 시켜줘", conversation="c1", turn_id="t1")

    model.answers["reply"] = "いいですよ。"
    await talk.say("회화 연습 시켜줘", conversation="c1", turn_id="t1")

    assert await talk.rows("skill_sessions") == 1


async def test_it_is_over_also_when_the_reply_to_the_wish_to_stop_never_came(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await practising(database, tenant)

    model.answers |= {"judge_needs": {"skill": {"name": "end", "why": "그만"}}, "reply": AWAY}
    with pytest.raises(ModelFailure):
        await talk.say("연습은 그만할래", conversation="c1")
    model.answers |= {"judge_needs": {}, "reply": "네."}
    await talk.say("오늘 뭐 했어?", conversation="c1")

    assert led(model)[-1] is None
    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [clock.at]


async def test_words_whose_reply_never_came_are_no_quiet_minutes(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await practising(database, tenant)

    clock.at += timedelta(minutes=20)
    model.answers["reply"] = AWAY
    with pytest.raises(ModelFailure):
        await talk.say("식당에서요", conversation="c1")
    clock.at += timedelta(minutes=20)
    model.answers["reply"] = "はい。"
    await talk.say("주문할게요", conversation="c1")

    assert led(model) == ["conversation-jp"] * 3


@pytest.mark.parametrize(("seconds", "leads"), [(0, True), (1, False)])
async def test_thirty_quiet_minutes_are_counted_to_the_second(
    database: Database, tenant: UUID, seconds: int, *, leads: bool
) -> None:
    talk, model, clock = await practising(database, tenant)

    clock.at += timedelta(minutes=30, seconds=seconds)
    await talk.say("나 왔어", conversation="c1")

    assert (led(model)[-1] is not None) is leads


async def test_two_conversations_open_and_end_their_own(database: Database, tenant: UUID) -> None:
    talk, model, clock = await practising(database, tenant)
    began = clock.at
    clock.at += timedelta(minutes=1)
    model.answers["judge_needs"] = PRACTICE
    await talk.say("여기서도 회화 연습", conversation="c2")
    model.answers["judge_needs"] = {"skill": {"name": "end", "why": "그만"}}
    await talk.say("그만", conversation="c2")

    model.answers["judge_needs"] = {}
    await talk.say("식당에서요", conversation="c1")

    assert led(model)[-1] == "conversation-jp"
    kept = await talk.cells("(started_at, ended_at)::text", "skill_sessions", "started_at")
    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [None, clock.at], kept
    assert await talk.cells("started_at", "skill_sessions", "started_at") == [began, clock.at]


async def test_one_left_behind_in_a_talk_that_fell_quiet_is_closed_by_the_next(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await practising(database, tenant)

    clock.at += timedelta(minutes=31)
    model.answers["judge_needs"] = PRACTICE
    await talk.say("회화 연습", conversation="c2")

    assert await talk.cells("ended_at", "skill_sessions", "started_at") == [clock.at, None]


async def test_nobody_in_a_crisis_is_led_through_a_procedure(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await practising(database, tenant)

    turn = await talk.say("죽고 싶어요", conversation="c1")

    assert turn.safety.level == "crisis"
    assert led(model) == ["conversation-jp", None]
    assert await talk.rows("skill_sessions", "ended_at is null") == 1


async def test_a_turn_tells_which_procedure_is_open_and_none_that_the_crew_has_not(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await practising(database, tenant)

    went_on = await talk.say("식당에서요", conversation="c1")
    model.answers["judge_needs"] = {"skill": {"name": "fly-a-plane", "why": "?"}}
    unknown = await talk.say("달로", conversation="c1")

    assert went_on.decisions["skill"] == {"name": None, "why": "", "open": "conversation-jp"}
    assert unknown.decisions["skill"] == {
        "name": None,
        "why": "unknown_skill",
        "open": "conversation-jp",
    }
