"""AS-31: a procedure stays open until another one, `end`, or 30 quiet minutes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with
from tests.unit.rehearsal_builders import judged

PRACTICE = {"skill": {"name": "conversation-jp", "why": "회화"}}


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
