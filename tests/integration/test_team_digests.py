"""A digest retells what a team knows; as soon as a line changes, the lines are shown again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text as sql

from nightcrew.adapters.rehearsal.retelling import retell
from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.questions import DigestInputs
from nightcrew.domain.usage import Usage
from nightcrew.ports import Question
from nightcrew.usecases.keep_teams import DigestView
from tests.fakes import NOON
from tests.team_talk import OTHER, TEAM, Office

MEETING = "우리 팀 회의는 매주 화요일 10시다"
PARKING = "주차장은 지하 2층에 있다"
PROSE = "팀은 매주 화요일 10시에 회의하고, 주차장은 지하 2층에 있다."


async def digested(team: Office, *sentences: dict[str, Any], **how: Any) -> dict[str, int]:
    team.model.answers["digest_team"] = {"sentences": list(sentences)}
    wish = FlowWish(tenant=team.tenant, **how)
    return dict((await team.app.flows.run("team-digest", wish)).counts)


async def digest_of(team: Office) -> DigestView | None:
    return (await team.app.teams.keep.one(team.tenant, TEAM)).digest


def one(text: str, *cites: str) -> dict[str, Any]:
    return {"text": text, "cites": list(cites)}


async def test_the_digest_stands_in_prompts_while_it_is_fresh(team: Office) -> None:
    await team.known(MEETING)
    await team.known(PARKING)

    counts = await digested(team, one(PROSE, "m1", "m2"))

    assert counts["digested"] == 1
    shown = await digest_of(team)
    assert shown is not None
    assert (shown.text, shown.stale) == (PROSE, False)
    prompt = await team.prompt(OTHER)
    assert f"via team) {PROSE}" in prompt
    assert MEETING not in prompt


async def test_a_line_that_changes_makes_it_stale_at_once_and_the_lines_are_shown(
    team: Office,
) -> None:
    await team.known(MEETING)
    await digested(team, one(f"{MEETING}.", "m1"))

    await team.known(PARKING)

    shown = await digest_of(team)
    assert shown is not None
    assert shown.stale
    prompt = await team.prompt(OTHER)
    assert f"via team) {MEETING}\n" in prompt
    assert PARKING in prompt
    await digested(team, one(PROSE, "m1", "m2"))
    assert PROSE in await team.prompt(OTHER)


async def test_a_line_that_is_forgotten_stands_in_no_prompt_though_the_digest_told_it(
    team: Office,
) -> None:
    await team.known(MEETING)
    await team.known(PARKING)
    await digested(team, one(PROSE, "m1", "m2"))
    await team.ask_to_forget("주차장 지하 2층 이야기는 팀에서 잊어 줘")
    [review] = await team.waiting()

    await team.approve(review)

    prompt = await team.prompt(OTHER)
    assert "지하" not in prompt
    assert MEETING in prompt


async def test_a_line_that_no_sentence_tells_is_shown_beside_them(team: Office) -> None:
    await team.known(MEETING)
    await team.known(PARKING)

    def only_the_meeting(question: Question) -> dict[str, Any]:
        assert isinstance(question.inputs, DigestInputs)
        [line] = [each for each in question.inputs.lines if "화요일" in each.line]
        return {"sentences": [one("팀은 매주 화요일 10시에 회의한다.", line.handle)]}

    team.model.answers["digest_team"] = only_the_meeting
    await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    prompt = await team.prompt(OTHER)
    assert "팀은 매주 화요일 10시에 회의한다." in prompt
    assert PARKING in prompt


@pytest.mark.parametrize(
    "sentence",
    [
        one("팀은 매주 화요일 11시에 회의한다.", "m1"),
        one("팀은 매주 금요일 10시에 회의한다.", "m1"),
        one("팀은 김철수 부장과 매주 화요일 10시에 회의한다.", "m1"),
        one("팀은 매주 화요일 10시에 회의하고 2027-01-05에 쉰다.", "m1"),
        one("팀은 매주 화요일 10시에 회의한다.", "m9"),
        one("팀은 매주 화요일 10시에 회의한다."),
        one("", "m1"),
    ],
    ids=["number", "day", "name", "date", "unknown line", "no line", "nothing said"],
)
async def test_a_sentence_that_does_not_stand_in_its_lines_lets_the_lines_be_shown(
    team: Office, sentence: dict[str, Any]
) -> None:
    await team.known(MEETING)

    counts = await digested(team, one(f"{MEETING}.", "m1"), sentence)

    assert counts["refused"] == 1
    assert await digest_of(team) is None
    assert f"via team) {MEETING}\n" in await team.prompt(OTHER)


async def test_the_same_lines_are_not_retold_twice(team: Office) -> None:
    await team.known(MEETING)
    await digested(team, one("팀은 금요일에 회의한다.", "m1"))
    asked = len(team.model.asked_for("digest_team"))

    ticked = await digested(team, one(f"{MEETING}.", "m1"), explicit=False)
    assert (ticked["refused_before"], len(team.model.asked_for("digest_team"))) == (1, asked)
    again = await digested(team, one(f"{MEETING}.", "m1"))
    assert again["digested"] == 1
    once_more = await digested(team, one("팀은 금요일에 회의한다.", "m1"))
    assert once_more["fresh"] == 1


async def test_a_model_that_is_away_leaves_the_lines_and_is_asked_again(team: Office) -> None:
    await team.known(MEETING)
    team.model.answers["digest_team"] = ModelFailure("provider_down", "away")

    away = await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    assert away.counts["provider_down"] == 1
    assert (await digested(team, one(f"{MEETING}.", "m1")))["digested"] == 1


async def test_lines_that_change_while_the_model_thinks_are_not_retold(team: Office) -> None:
    await team.known(MEETING)
    await team.teach(PARKING)
    [review] = await team.waiting()

    async def meanwhile(_: Question) -> dict[str, Any]:
        await team.approve(review)
        return {"sentences": [one(f"{MEETING}.", "m1")]}

    team.model.answers["digest_team"] = meanwhile
    done = await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    assert done.counts["stale"] == 1
    assert await digest_of(team) is None


async def test_a_plan_whose_day_passes_makes_the_digest_stale(team: Office) -> None:
    await team.teach("12월 9일에 팀 회식이 있어, 팀에 기억해 둬")
    [review] = await team.waiting()
    await team.approve(review)
    await digested(team, one("2026년 12월 9일에 팀 회식이 있다.", "m1"))
    keep = team.app.teams.keep

    before = (await keep.one(team.tenant, TEAM)).digest
    later = (await keep.one(team.tenant, TEAM, now=NOON + timedelta(days=150))).digest

    assert before is not None
    assert later is not None
    assert (before.stale, later.stale) == (False, True)


async def test_the_rehearsal_retells_every_line_once_and_passes_the_same_checks(
    team: Office,
) -> None:
    for text in (MEETING, PARKING, "회의 자료는 화요일 아침에 나눈다"):
        await team.known(text)
    team.model.answers["digest_team"] = lambda question: retell(question.inputs)

    done = await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    assert done.counts["digested"] == 1
    shown = await digest_of(team)
    assert shown is not None
    assert sorted(len(each.memories) for each in shown.sentences) == [1, 1, 1]


async def test_a_team_without_lines_asks_no_model(team: Office) -> None:
    await team.teach(MEETING)

    done = await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    assert done.reports == ()


@pytest.mark.parametrize(
    ("answer", "calls"), [({"sentences": []}, 1), (ModelFailure("bad_json", "unreadable"), 2)]
)
async def test_a_digest_is_paid_whether_it_stands_or_not(
    team: Office, answer: Any, calls: int
) -> None:
    if isinstance(answer, ModelFailure):
        answer.spent = Usage(model="paid", model_calls=2, prompt_tokens=70, completion_tokens=9)
    await team.known(MEETING)
    team.model.answers["digest_team"] = answer

    await team.app.flows.run("team-digest", FlowWish(tenant=team.tenant))

    async with team.app.world.db.begin(team.tenant) as connection:
        paid = sql("select work, crew, usage ->> 'model_calls' from model_costs")
        rows = [tuple(row) for row in await connection.execute(paid)]
    assert ("digest", "", str(calls)) in rows
