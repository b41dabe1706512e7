"""AS-11 and AS-12 as a user meets them: now, before, one thing said once, and what lies far back.

The talk is that of `data/write_policy_60turns.json`; the memories are made by the rehearsal model
from it, session by session. How its 60 turns score under each policy is a figure of `make bench`.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.lines import show_memories
from nightcrew.store.database import Database
from tests.case_talk import Play, play
from tests.fakes import ROOT
from tests.scripting import proposing

TALK = json.loads((ROOT / "tests/data/write_policy_60turns.json").read_text(encoding="utf-8"))
SAID_ONCE = {
    turn
    for asked in TALK["questions"]
    if asked["kind"] == "incidental"
    for turn in asked["evidence"]
}
LEAD = "A팀 담당자"


def sessions() -> list[list[dict[str, Any]]]:
    """What the user said of the one fact that changes and of all that was said once, by day."""
    wanted = [
        turn
        for turn in TALK["turns"]
        if turn["turn_no"] in SAID_ONCE or (turn["speaker"] == "user" and LEAD in turn["text"])
    ]
    return [list(turns) for _, turns in groupby(wanted, key=lambda turn: turn["date"])]


async def with_ten_sessions(database: Database, tenant: UUID) -> Play:
    scene = await play(database, tenant, model=RehearsalModel(HashEmbedder()))
    for turns in sessions():
        day = date.fromisoformat(turns[0]["date"])
        at = datetime(day.year, day.month, day.day, 1, tzinfo=UTC)
        await scene.say(*(turn["text"] for turn in turns), at=at)
        await scene.dream()
    await scene.app.flows.run("index-evidence")
    scene.clock.at += timedelta(days=3)
    return scene


async def test_as_11_who_it_is_now_who_it_was_before_and_a_number_said_once(
    database: Database, tenant: UUID
) -> None:
    assert len(SAID_ONCE) == 9
    scene = await with_ten_sessions(database, tenant)

    async def told(question: str) -> str:
        return (await scene.app.recall_past(scene.talk.pair, question)).text

    now = await told("A팀에 마감 공지해 줘")
    before = await told("박지훈 님 전에는 누구였죠?")
    once = await told("택시비 송장 번호가 뭐였죠?")

    line = (
        "(2026-10-27, via 미나) A팀 담당자는 이도윤이다 / 이전: "
        "A팀 담당자는 박지훈이다 (2026-09-29부터), A팀 담당자는 김서연이다 (2026-09-01부터)"
    )
    assert line in now
    assert line in before
    assert "(2026-09-15, via 미나) 대구 출장 택시비 영수증 송장 번호가 KR-48213이었다" in once


async def test_as_11_no_old_name_stands_in_a_prompt_without_the_day_it_held_from(
    database: Database, tenant: UUID
) -> None:
    scene = await with_ten_sessions(database, tenant)

    shown = show_memories(await scene.talk.known(), scene.clock.at.date(), "ko-KR", {})

    leads = [each.line for each in shown if LEAD in each.memory.text]
    assert len(leads) == 1
    assert all(leads[0].count(name) == 1 for name in ("김서연", "박지훈", "이도윤"))


DRINKS = ("커피", "녹차", "보리차", "홍차", "우유", "두유")


@pytest.fixture
async def drinker(database: Database, tenant: UUID) -> Play:
    """A user who changed what they drink five times, a month apart."""
    scene = await play(database, tenant)
    for month, drink in enumerate(DRINKS, start=1):
        change: dict[str, Any] = {"action": "create" if month == 1 else "update", "memory": "m1"}
        change |= {"text": f"아침에 {drink}를 마신다", "cites": ["e1"]}
        scene.script.answers["propose_changes"] = proposing(change)
        at = datetime(2026, month, 3, 1, tzinfo=UTC)
        await scene.say(f"이제 아침에 {drink}를 마셔", at=at)
        await scene.dream()
    return scene


async def test_as_12_a_line_shows_what_is_so_and_three_former_values_with_their_first_days(
    drinker: Play,
) -> None:
    [shown] = show_memories(await drinker.talk.known(), drinker.clock.at.date(), "ko-KR", {})

    assert shown.line == (
        "[m1] (2026-06-03, via travel-mina) 아침에 두유를 마신다 / 이전: "
        "아침에 우유를 마신다 (2026-05-03부터), 아침에 홍차를 마신다 (2026-04-03부터), "
        "아침에 보리차를 마신다 (2026-03-03부터)"
    )


async def test_as_12_what_the_line_no_longer_shows_is_found_in_raw_talk_and_by_its_day(
    drinker: Play,
) -> None:
    await drinker.app.flows.run("index-evidence")
    tenant, pair = drinker.talk.pair.tenant, drinker.talk.pair

    found = await drinker.app.recall_past(pair, "언제 커피를 마셨지?", strategy="hybrid")
    then = await drinker.app.keep_memories.as_of(tenant, "u1", date(2026, 1, 20))

    [raw] = found.lines
    assert (raw.source, raw.date) == ("evidence", date(2026, 1, 3))
    assert "이제 아침에 커피를 마셔" in raw.text
    assert [each.text for each in then] == ["아침에 커피를 마신다"]


async def test_as_12_rebuilding_gives_the_same_line_and_forgetting_outlives_it(
    drinker: Play,
) -> None:
    tenant = drinker.talk.pair.tenant
    [before] = await drinker.talk.known()

    await drinker.app.rebuild_memories(tenant, "u1")
    [after] = await drinker.talk.known()
    await drinker.forget(after.id)
    await drinker.app.rebuild_memories(tenant, "u1")

    assert after == before
    assert await drinker.texts() == []
