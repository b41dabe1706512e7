"""AS-28: a watch looks now and then, speaks once when it is so, and ends by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.schedule import WhenNothing
from nightcrew.domain.tool_guide import Tool
from nightcrew.store.database import Database
from tests.watching import CHEAP, DEAR, FARE, page, watching

FRIDAY = "2026-10-09"


async def test_what_was_waited_for_is_told_once_with_its_source_and_the_watch_is_done(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)
    await scene.watch(until=FRIDAY)

    dear = await scene.look()
    scene.pages.sources = [page(DEAR), page(CHEAP, 2)]
    cheap = await scene.look(minutes=60)
    later = await scene.look(hours=10)

    assert (dear["no_news"], cheap["found"], cheap["queued"], later) == (1, 1, 1, {})
    assert await scene.words() == [f"제주 항공권 특가: {CHEAP} <https://air.example/2>"]
    assert (await scene.state(), await scene.times()) == (("done", None), ["queued"])
    assert len(scene.pages.asked) == 2


async def test_a_hundred_looks_without_news_say_nothing_and_ask_no_model(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)
    await scene.watch()

    for _ in range(100):
        scene.clock.at += timedelta(minutes=60)
        await scene.app.flows.check_watches(now=scene.clock.at, tenant=tenant)

    assert await scene.talk.cells("looks", "watches") == [100]
    assert len(scene.pages.asked) == 100
    assert await scene.words() == []
    assert scene.script.asked_for("compose_follow_up") == []
    assert await scene.state() == ("open", None)


async def test_when_the_day_has_passed_it_ends_in_silence(database: Database, tenant: UUID) -> None:
    scene = await watching(database, tenant, DEAR)
    await scene.watch(replace(FARE, every_minutes=24 * 60), until=FRIDAY)

    days = [await scene.look(hours=24) for _ in range(5)]

    assert [dict(day).keys() & {"no_news", "expired"} for day in days] == [
        {"no_news"}, {"no_news"}, {"no_news"}, {"expired"}, set(),
    ]  # fmt: skip
    assert await scene.state() == ("expired", "expired")
    assert await scene.words() == []


async def test_who_wants_to_hear_of_nothing_too_hears_one_honest_line_at_the_end(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)
    daily = replace(FARE, every_minutes=24 * 60)
    await scene.watch(daily, until=FRIDAY, when_nothing=WhenNothing.SEND)

    for _ in range(6):
        await scene.look(hours=24)

    [asked] = scene.script.asked_for("compose_follow_up")
    assert asked.inputs.over  # type: ignore[attr-defined]
    assert "run out and nothing was found" in asked.text
    assert await scene.words() == ["끝내 못 찾았어요."]
    assert await scene.state() == ("done", None)


async def test_the_line_at_the_end_waits_for_the_morning_when_the_last_look_is_at_night(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)
    await scene.watch(until=FRIDAY, when_nothing=WhenNothing.SEND)

    await scene.look(days=4, hours=9)
    for _ in range(16):
        await scene.look(hours=1)
        await scene.run("send-follow-ups")

    assert await scene.words() == ["끝내 못 찾았어요."]
    assert await scene.state() == ("done", None)


@pytest.mark.parametrize(("late", "told"), [(20, True), (49, False)])
async def test_the_line_at_the_end_is_said_once_also_by_who_comes_after_the_end(
    database: Database, tenant: UUID, late: int, *, told: bool
) -> None:
    scene = await watching(database, tenant, DEAR)
    await scene.watch(until=FRIDAY, when_nothing=WhenNothing.SEND)
    await scene.look()

    await scene.look(days=4, hours=late)  # from noon on Monday; Friday ends after twelve hours more
    for _ in range(3):
        await scene.look(hours=12)

    assert await scene.words() == (["끝내 못 찾았어요."] if told else [])
    assert await scene.state() == (("done", None) if told else ("expired", "expired"))
    assert len(scene.pages.asked) == 1


async def test_the_line_at_the_end_is_said_also_after_a_last_look_that_was_no_news(
    database: Database, tenant: UUID
) -> None:
    said = iter(
        [{"send": False, "why": "아직"}, {"send": True, "text": "못 찾았어요.", "why": "끝"}]
    )
    scene = await watching(database, tenant, DEAR, compose_follow_up=lambda _: next(said))
    daily = replace(FARE, condition="땡처리가 나오면", every_minutes=24 * 60 * 5)
    await scene.watch(daily, until=FRIDAY, when_nothing=WhenNothing.SEND)

    await scene.look()
    await scene.look(days=4)
    for _ in range(10):
        await scene.look(hours=3)
        await scene.run("send-follow-ups")

    assert await scene.words() == ["못 찾았어요."]
    assert await scene.state() == ("done", None)


async def test_a_watch_without_an_end_gets_one_after_ninety_days(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)

    made = await scene.watch()
    last = await scene.look(days=91)

    assert made.until == "2027-01-03"
    assert (last["expired"], await scene.state()) == (1, ("expired", "expired"))
    assert scene.pages.asked == []


async def test_it_looks_no_more_often_than_it_was_asked_to(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant, DEAR)
    made = await scene.watch()

    await scene.look()
    early = await scene.look(minutes=59)
    due = await scene.look(minutes=1)

    assert made.watch == {
        "tool": "search", "query": "제주 항공권", "condition": "10만원 밑", "every_minutes": 60,
    }  # fmt: skip
    assert (early, due["no_news"], len(scene.pages.asked)) == ({}, 1, 2)


@pytest.mark.parametrize(("asked", "kept"), [(10, 30), (30, 30), (45, 45)])
async def test_more_often_than_every_half_hour_nothing_is_looked_up(
    database: Database, tenant: UUID, asked: int, kept: int
) -> None:
    scene = await watching(database, tenant, DEAR)

    made = await scene.watch(replace(FARE, every_minutes=asked))

    assert made.watch is not None
    assert made.watch["every_minutes"] == kept


async def test_a_watch_every_minute_or_with_another_tool_is_refused(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(database, tenant)

    for wrong, code in (
        (replace(FARE, every_minutes=1), "rule_too_frequent"),
        (replace(FARE, tool=Tool.MEMORY), "follow_up_unreadable"),
        (replace(FARE, condition=" "), "follow_up_unreadable"),
        (replace(FARE, query="x" * 301), "follow_up_unreadable"),
    ):
        with pytest.raises(BadInput) as refused:
            await scene.watch(wrong)
        assert (refused.value.code, refused.value.field) == (code, "watch")


async def test_the_same_watch_is_not_made_twice(database: Database, tenant: UUID) -> None:
    scene = await watching(database, tenant)

    first = await scene.watch()
    scene.clock.at += timedelta(hours=3)
    second = await scene.watch()

    assert first.id == second.id


async def test_amounts_and_links_come_from_what_was_found_alone(
    database: Database, tenant: UUID
) -> None:
    made_up = {
        "send": True,
        "text": "제주 항공권 79,000원이래요! https://bad.example/x 봐요.",
        "why": "",
    }
    scene = await watching(database, tenant, CHEAP, compose_follow_up=made_up)
    await scene.watch()

    await scene.look()
    silent = await scene.times()
    told = "10만원 밑으로 내려왔어요. 89,000원이에요: https://air.example/1"
    scene.script.answers["compose_follow_up"] = {"send": True, "text": told, "why": ""}
    scene.pages.sources = [page(CHEAP + " 오늘 마감")]
    await scene.look(minutes=60)

    assert silent == ["silent"]
    assert await scene.words() == [told]


async def test_a_page_about_something_else_or_a_discount_is_no_fare(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(
        database, tenant, "제주 항공권 5만원 할인 쿠폰", "제주 항공권 왕복 13만원, 수수료 5,000원"
    )
    scene.pages.sources = [
        *scene.pages.sources, page("공항 버스 8,000원", 9, title="인천 버스"),
    ]  # fmt: skip
    await scene.watch()

    assert (await scene.look())["no_news"] == 1


async def test_a_crew_that_keeps_it_to_itself_goes_on_looking_and_is_not_asked_the_same_again(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(
        database, tenant, CHEAP, compose_follow_up={"send": False, "why": "편도만 찾던 게 아니다"}
    )
    await scene.watch()

    told = [await scene.look(minutes=60) for _ in range(3)]
    scene.pages.sources = [page(CHEAP), page("제주 항공권 왕복 95,000원", 2)]
    news = await scene.look(minutes=60)

    assert [each["silent"] for each in told] == [1, 0, 0]
    assert (news["silent"], await scene.state()) == (1, ("open", None))
    assert len(scene.script.asked_for("compose_follow_up")) == 2


async def test_a_condition_without_a_number_is_left_to_the_crew_and_only_when_something_changed(
    database: Database, tenant: UUID
) -> None:
    scene = await watching(
        database,
        tenant,
        "한라산 탐방 예약은 마감",
        compose_follow_up={"send": False, "why": "아직"},
    )
    ticket = replace(FARE, query="한라산 탐방 예약", condition="취소표가 나오면")
    await scene.watch(ticket, intent="한라산 취소표")

    for _ in range(6):
        await scene.look(minutes=60)
    asked = len(scene.script.asked_for("compose_follow_up"))
    scene.pages.sources = [page("한라산 탐방 예약 취소표 2장 나옴", 2, title="한라산")]
    scene.script.answers["compose_follow_up"] = {
        "send": True,
        "text": "취소표가 나왔어요!",
        "why": "",
    }
    await scene.look(minutes=60)

    assert asked == 1
    assert await scene.words() == ["취소표가 나왔어요!"]
