"""Openers: a crew speaks first about something real, at most once a day, and mostly not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.memory import Kind, Memory
from nightcrew.ports import Question
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import memory
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

NOON = datetime(2026, 10, 8, 3, 0, tzinfo=UTC)  # in Seoul
OSAKA = {"text": "오사카 여행을 간다", "from_on": date(2026, 10, 4), "to_on": date(2026, 10, 7)}
HELLO = {"send": True, "text": "오사카는 어땠어요?", "why": "어제까지 여행이었다"}


@dataclass(frozen=True, kw_only=True)
class Scene:
    talk: Talk
    model: ScriptedModel
    clock: FixedClock

    async def learn(self, **parts: Any) -> Memory:
        usual: dict[str, Any] = {"kind": Kind.PLAN, "user": self.talk.pair.user, "crew": CREW}
        kept = memory(**{**usual, **parts})
        act = Act(actor="dream", cause="dream", at=NOON - timedelta(days=20))
        async with self.talk.app.world.db.begin_pair(self.talk.pair) as connection:
            await memories.add(connection, self.talk.pair, kept, act)
        return kept

    async def run(self, at: datetime, **wish: Any) -> Mapping[str, int]:
        self.clock.at = at
        result = await self.talk.app.flows.run("open-talks", FlowWish(**wish))
        return Counter(report.outcome for report in result.reports)


CREW = "travel-mina"


@pytest.fixture
async def scene(database: Database, tenant: UUID) -> Scene:
    clock, model = FixedClock(NOON), scripted(open_talk=HELLO)
    talk = await talk_with(app_of(database, model, clock=clock), tenant, CREW)
    return Scene(talk=talk, model=model, clock=clock)


async def test_the_day_after_a_journey_the_crew_may_ask_about_it_once(scene: Scene) -> None:
    await scene.learn(**OSAKA)

    first = await scene.run(NOON)
    again = await scene.run(NOON + timedelta(hours=1))
    next_day = await scene.run(NOON + timedelta(days=1))

    assert (first, again, next_day) == ({"grounded": 1, "queued": 1}, {}, {})
    assert await scene.talk.cells("text", "outbox", "position") == [HELLO["text"]]
    assert await scene.talk.cells("kind", "outbox", "position") == ["opener"]


async def test_the_crew_asks_how_it_went_and_does_not_know(scene: Scene) -> None:
    await scene.learn(**OSAKA)

    await scene.run(NOON)

    [asked] = scene.model.asked_for("open_talk")
    assert "2026-10-04 ~ 2026-10-07 오사카 여행을 간다 어땠는지" in asked.text


async def test_the_eve_of_a_dated_matter_is_a_ground_and_a_week_before_is_not(
    scene: Scene,
) -> None:
    await scene.learn(text="면접을 본다", from_on=date(2026, 10, 9))
    await scene.learn(text="이사를 한다", from_on=date(2026, 10, 15))

    outcomes = await scene.run(NOON)

    assert outcomes == {"grounded": 1, "queued": 1}
    [asked] = scene.model.asked_for("open_talk")
    assert "면접을 본다" in asked.text.partition("# What is noted")[2]


@pytest.mark.parametrize(
    "parts",
    [
        {"text": "라면을 좋아한다", "kind": Kind.FACT},
        {"text": "짧게 말해 달라", "kind": Kind.STYLE},
        {"text": "언젠가 세계 일주를 한다"},
        {"text": "졸업식이 있다", "from_on": date(2026, 9, 20)},
    ],
)
async def test_without_something_dated_and_near_the_crew_says_nothing(
    scene: Scene, parts: dict[str, Any]
) -> None:
    await scene.learn(**parts)

    assert await scene.run(NOON) == {}
    assert scene.model.asked_for("open_talk") == []


async def test_silence_is_the_default_and_its_reason_is_stored(scene: Scene) -> None:
    scene.model.answers["open_talk"] = {}
    await scene.learn(**OSAKA)

    outcomes = await scene.run(NOON)

    assert outcomes == {"grounded": 1, "silent": 1}
    assert await scene.talk.cells("reason", "occurrences") == ["silent"]
    assert await scene.talk.rows("outbox") == 0


async def test_of_two_crews_one_opens_a_talk_that_day(scene: Scene) -> None:
    await scene.learn(**OSAKA)
    other = Talk(app=scene.talk.app, pair=replace_crew(scene.talk, "mindcare-sora"))
    await Scene(talk=other, model=scene.model, clock=scene.clock).learn(
        text="면접을 봤다", from_on=date(2026, 10, 7), crew="mindcare-sora"
    )

    outcomes = await scene.run(NOON)

    assert outcomes["queued"] == 1
    assert await scene.talk.rows("outbox") == 1


def replace_crew(talk: Talk, crew: str) -> Any:
    return type(talk.pair)(tenant=talk.pair.tenant, user=talk.pair.user, crew=crew)


async def test_at_night_it_waits_for_seven_in_the_morning(scene: Scene) -> None:
    await scene.learn(text="면접을 본다", from_on=date(2026, 10, 9))
    six = datetime(2026, 10, 7, 21, 0, tzinfo=UTC)  # in the morning, in Seoul

    early = await scene.run(six)
    scene.clock.at = six + timedelta(hours=1)
    at_seven = await scene.talk.app.flows.run("send-follow-ups")

    assert early == {"grounded": 1, "deferred": 1}
    assert at_seven.counts["queued"] == 1


async def test_a_schedule_looks_only_in_the_hours_in_which_people_have_time(
    scene: Scene,
) -> None:
    await scene.learn(**OSAKA)

    at_seven = await scene.run(datetime(2026, 10, 7, 22, 0, tzinfo=UTC), explicit=False)
    at_noon = await scene.run(NOON, explicit=False)

    assert (at_seven, at_noon["queued"]) == ({}, 1)


@pytest.mark.parametrize("asked_already", [False, True])
async def test_what_a_follow_up_asks_about_is_left_to_it(
    scene: Scene, *, asked_already: bool
) -> None:
    scene.clock.at = NOON - timedelta(days=20)
    said = await scene.talk.say("4일부터 7일까지 오사카 여행을 가요")
    [line] = await scene.talk.cells("id", "evidence where speaker = 'user'", "id")
    await scene.learn(**OSAKA, cites=(line,))
    scene.model.answers["plan_follow_ups"] = {
        "follow_ups": [
            {
                "kind": "one_shot",
                "local": "2026-10-08T18:00",
                "intent": "오사카 여행이 어땠는지",
                "cites": ["e1"],
            }
        ],
        "why": "여행이 끝난다",
    }
    scene.clock.at += timedelta(minutes=10)
    await scene.talk.app.flows.run("plan-follow-ups")
    scene.clock.at = datetime(2026, 10, 8, 9, 0, tzinfo=UTC)
    if asked_already:
        await scene.talk.app.flows.run("send-follow-ups")

    outcomes = await scene.run(scene.clock.at + timedelta(hours=1))

    assert said.reply
    assert outcomes == {}


async def test_after_two_messages_without_an_answer_nobody_opens_a_talk(scene: Scene) -> None:
    for days, text in ((8, "면접을 봤다"), (9, "병원에 다녀왔다"), (10, "졸업식에 갔다")):
        await scene.learn(text=text, from_on=date(2026, 10, days))

    days = [await scene.run(NOON + timedelta(days=number)) for number in range(1, 4)]

    assert [day["queued"] for day in days] == [1, 1, 0]
    assert days[2] == {"unanswered": 1}


async def test_what_was_forgotten_is_never_opened_with(scene: Scene) -> None:
    kept = await scene.learn(**OSAKA)
    await scene.talk.app.keep_memories.forget(scene.talk.pair.tenant, "u1", kept.id)

    assert await scene.run(NOON) == {}


async def test_a_memory_forgotten_while_the_words_are_found_stays_unsaid(scene: Scene) -> None:
    kept = await scene.learn(**OSAKA)

    async def forget_meanwhile(question: Question) -> Mapping[str, object]:
        await scene.talk.app.keep_memories.forget(scene.talk.pair.tenant, "u1", kept.id)
        return HELLO

    scene.model.answers["open_talk"] = forget_meanwhile

    outcomes = await scene.run(NOON)

    assert outcomes["queued"] == 0
    assert await scene.talk.rows("outbox") == 0


async def test_who_wants_no_messages_gets_none(scene: Scene) -> None:
    await scene.learn(**OSAKA)
    await scene.talk.app.keep_people.set_preferences(
        scene.talk.pair.tenant, "u1", {"consents": {"message": False}}
    )

    assert await scene.run(NOON) == {"blocked_consent": 1}
