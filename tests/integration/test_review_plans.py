"""AS-06, AS-07 and the dates of AS-08: what has passed says so, once, and nothing is made up."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from nightcrew.domain.lines import show_memories
from nightcrew.domain.memory import Kind, Memory, Scope, State
from nightcrew.domain.memory_changes import PASSED_EN, PASSED_KO
from nightcrew.domain.pair import Pair
from nightcrew.store import memories, pairs
from tests.builders import memory, plan, said
from tests.desk import USER, Desk

LAST_OF_AUGUST = datetime(2026, 8, 31, 3, 0, tzinfo=UTC)
CHECK_UP = date(2026, 8, 20)


async def only(desk: Desk) -> Memory:
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        [found] = await memories.seen_by(connection, pair)
    return found


async def test_a_check_up_whose_day_passed_says_so_and_not_that_it_happened(desk: Desk) -> None:
    line = said("8월 20일에 건강검진 가")
    await desk.hear(line)
    learned = await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP, cites=(line.id,)))
    desk.clock.set(LAST_OF_AUGUST)

    [report] = await desk.review()

    noted = await only(desk)
    assert noted.text == f"2026-08-20 건강검진 예정 — {PASSED_KO}"
    assert (noted.version, noted.passed_noted, noted.said_on) == (2, True, learned.said_on)
    assert noted.previous == ()
    assert (report.outcome, report.counts, report.ids) == (
        "applied",
        {"passed": 1},
        (learned.id,),
    )
    newest, first = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert (newest.actor, newest.cause, newest.cites) == ("review", "clock", ())
    assert first.cites == (line.id,)


async def test_a_second_review_changes_nothing_on_that_day_or_later(desk: Desk) -> None:
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP))
    desk.clock.set(LAST_OF_AUGUST)
    await desk.review()

    assert await desk.review() == []
    assert await desk.review(now=datetime(2027, 8, 31, tzinfo=UTC)) == []
    assert (await only(desk)).version == 2


async def test_the_words_are_in_the_users_language(desk: Desk) -> None:
    await desk.people.set_preferences(desk.tenant, USER, {"locale": "en"})
    await desk.learn(plan("check-up on 2026-08-20", CHECK_UP))

    await desk.review(now=LAST_OF_AUGUST)

    assert (await only(desk)).text.endswith(PASSED_EN)


async def test_the_memories_of_a_crew_that_is_gone_are_reviewed_too(desk: Desk) -> None:
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP, crew="crew-that-left"))

    [report] = await desk.review(now=LAST_OF_AUGUST)

    assert report.crew == "crew-that-left"


async def test_explicit_memories_keep_their_words_and_their_line_says_passed(desk: Desk) -> None:
    await desk.learn(plan("2026-08-20 건강검진", CHECK_UP, explicit=True))

    assert await desk.review(now=LAST_OF_AUGUST) == []

    kept = await only(desk)
    assert kept.version == 1
    [shown] = show_memories([kept], date(2026, 8, 31), "ko", {})
    assert "passed, outcome unknown" in shown.line


@pytest.mark.parametrize(
    "kept",
    [
        memory("2020년부터 판교에서 일한다", from_on=date(2020, 1, 1)),
        memory("힘들 때는 듣기만 한다", kind=Kind.STYLE),
        memory("라면을 좋아한다"),
        plan("제주 여행 예정", date(2026, 12, 3)),
        memory("이사 준비 중", kind=Kind.PLAN, review_on=date(2026, 8, 1)),
    ],
    ids=["began long ago", "style", "no date", "still to come", "no end"],
)
async def test_what_has_no_day_that_passed_stays_as_it_is(desk: Desk, kept: Memory) -> None:
    await desk.learn(kept)

    assert await desk.review(now=LAST_OF_AUGUST) == []
    assert (await only(desk)).version == 1


async def test_a_state_with_an_end_has_passed_after_it(desk: Desk) -> None:
    await desk.learn(memory("8월 말까지 재택근무", to_on=date(2026, 8, 30)))

    [report] = await desk.review(now=LAST_OF_AUGUST)

    assert report.counts == {"passed": 1}


async def test_today_is_where_the_user_is(desk: Desk) -> None:
    ten_at_night_utc = datetime(2026, 8, 20, 22, 0, tzinfo=UTC)
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP))

    await desk.people.set_preferences(desk.tenant, USER, {"timezone": "America/Los_Angeles"})
    assert await desk.review(now=ten_at_night_utc) == []
    await desk.people.set_preferences(desk.tenant, USER, {"timezone": "Asia/Seoul"})
    assert len(await desk.review(now=ten_at_night_utc)) == 1


async def test_a_review_alone_wakes_no_nightly_dream(desk: Desk) -> None:
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP))

    await desk.review(now=LAST_OF_AUGUST)

    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        state = await pairs.state(connection, pair)
    assert (state.changed_at, state.reviewed_on) == (None, "2026-08-31")


async def test_shared_memories_are_reviewed_once_and_by_the_crew_that_learned_them(
    desk: Desk,
) -> None:
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP, scope=Scope.SHARED))
    await desk.learn(plan("2026-08-20 상담 예정", CHECK_UP, crew="mindcare-sora"))

    reports = await desk.review(now=LAST_OF_AUGUST)

    assert sorted((report.crew, report.counts["passed"]) for report in reports) == [
        ("mindcare-sora", 1),
        ("travel-mina", 1),
    ]


async def test_a_review_may_be_asked_for_one_user_and_crew(desk: Desk) -> None:
    await desk.learn(plan("2026-08-20 건강검진 예정", CHECK_UP))
    pair: Pair = await desk.pair()
    other = await desk.pair(user="user-2")

    assert await desk.review(now=LAST_OF_AUGUST, tenant=desk.tenant, user=other.user) == []
    assert await desk.review(now=LAST_OF_AUGUST, user=pair.user, crew="mindcare-sora") == []
    assert len(await desk.review(now=LAST_OF_AUGUST, user=pair.user, crew=pair.crew)) == 1


async def test_words_that_would_grow_too_long_stay_and_are_marked_all_the_same(
    desk: Desk,
) -> None:
    await desk.learn(plan("가" * 495, CHECK_UP))

    await desk.review(now=LAST_OF_AUGUST)

    kept = await only(desk)
    assert (kept.text, kept.passed_noted) == ("가" * 495, True)


@pytest.mark.parametrize(
    ("day", "state"),
    [
        (date(2026, 10, 2), State.PLANNED),
        (date(2026, 10, 5), State.UNDER_WAY),
        (date(2026, 10, 7), State.UNDER_WAY),
        (date(2026, 10, 8), State.PASSED),
    ],
)
async def test_the_osaka_trip_is_ahead_then_under_way_then_past(
    desk: Desk, day: date, state: State
) -> None:
    await desk.learn(plan("10/4~7 오사카 여행 예정", date(2026, 10, 4), date(2026, 10, 7)))
    noon = datetime(day.year, day.month, day.day, 3, tzinfo=UTC)

    reports = await desk.review(now=noon)

    [shown] = (await desk.memories.list(desk.tenant, USER, now=noon)).items
    assert shown.state is state
    assert len(reports) == (state is State.PASSED)


async def test_a_line_of_a_plan_that_passed_bears_its_dates_and_says_so(desk: Desk) -> None:
    await desk.learn(
        plan(
            "시험 (2026-09-07~2026-09-13)",
            date(2026, 9, 7),
            date(2026, 9, 13),
            said_on=date(2026, 8, 31),
        )
    )
    await desk.review(now=datetime(2026, 9, 20, 3, tzinfo=UTC))

    [shown] = show_memories([await only(desk)], date(2026, 9, 20), "ko", {})

    assert "(2026-08-31, via" in shown.line
    assert "2026-09-07~2026-09-13" in shown.line
    assert "passed, outcome unknown" in shown.line
    assert "다음 주" not in shown.line
