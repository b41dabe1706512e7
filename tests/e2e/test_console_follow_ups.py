"""*Follow-ups*: two weeks on the user's own clock, and what is done about a promise."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from tests.builders import CREW
from tests.console import Console, furnish, soup, texts
from tests.desk import USER


async def promise(console: Console, **parts: object) -> FollowUpView:
    """Something to be said on Friday at ten in Seoul, unless said otherwise."""
    usual: dict[str, object] = {
        "kind": FollowUpKind.ONE_SHOT, "intent": "숙소 확인", "local": "2026-12-04T10:00",
        "timezone": "Asia/Seoul",
    }  # fmt: skip
    made = await console.door.app.keep_follow_ups.make(
        console.desk.tenant,
        USER,
        CREW,
        FollowUpSpec(**(usual | parts)),  # type: ignore[arg-type]  # the parts of a test
    )
    return made.follow_up


async def every_evening(console: Console) -> FollowUpView:
    return await promise(
        console, kind=FollowUpKind.RECURRING, intent="물 한 잔", local="2026-12-01T21:00",
        rule="FREQ=DAILY", purpose=Purpose.LIFE,
    )  # fmt: skip


async def days(console: Console, user: UUID | None = None) -> list[str]:
    whose = user or await console.user()
    return texts(await console.page(f"/people/{whose}/follow-ups"), ".calendar .day")


async def test_the_calendar_has_the_two_weeks_that_begin_today_where_the_user_is(
    console: Console,
) -> None:
    user = await furnish(console)
    page = await console.page(f"/people/{user}/follow-ups")

    shown = [str(each["datetime"]) for each in soup(page).select(".calendar h3 time")]
    assert len(shown) == 14
    assert (shown[0], shown[-1]) == ("2026-12-01", "2026-12-14")
    assert "Asia/Seoul" in texts(page, ".lead")[0]
    assert len(texts(page, ".entry.planned")) == 17  # daily, once, and two Saturdays


async def test_a_user_elsewhere_sees_their_own_days(console: Console) -> None:
    await promise(console, local="instant:2026-12-04T01:00:00Z")
    await console.door.app.keep_people.set_preferences(
        console.desk.tenant, USER, {"timezone": "America/New_York"}
    )

    shown = await days(console)

    assert "Mon 30 Nov" in shown[0]
    assert "20:00" in shown[3]  # ten on Friday in Seoul is eight on Thursday evening there


async def test_quiet_hours_are_shaded_and_a_night_promise_says_when_it_leaves(
    console: Console,
) -> None:
    await promise(console, local="2026-12-03T23:30")

    page = await console.page(f"/people/{await console.user()}/follow-ups")

    strip = soup(page).select(".strip")[2]
    assert [(each["x"], each["width"]) for each in strip.select(".night")] == [
        ("0.0", "80.0"),
        ("220.0", "20.0"),
    ]
    assert "quiet 00:00-08:00, 22:00-24:00" in str(strip["aria-label"])
    assert "quiet hours · leaves at Fri 4 Dec 08:00" in texts(page, ".entry")[0]


async def test_a_quiet_saturday_is_shaded_as_a_whole(console: Console) -> None:
    await console.user()
    await console.door.app.keep_people.set_preferences(
        console.desk.tenant, USER, {"quiet_hours": {"default": None, "sat": "00:00-24:00"}}
    )

    page = await console.page(f"/people/{await console.user()}/follow-ups")

    labels = [str(each["aria-label"]) for each in soup(page).select(".strip")]
    assert "quiet all day" in labels[4]
    assert "no quiet hours" in labels[3]


@pytest.mark.parametrize("act", ["snooze", "skip", "end"])
async def test_an_act_says_what_it_does_before_it_is_done(console: Console, act: str) -> None:
    made = await every_evening(console)

    asked = await console.page(f"/people/{await console.user()}/follow-ups/{made.id}/{act}")

    assert len(texts(asked, ".does")) == 1
    assert (await days(console))[1].count("planned") == 1


async def test_the_next_time_is_skipped_and_the_others_stay(console: Console) -> None:
    made = await every_evening(console)

    await console.send(f"/people/{await console.user()}/follow-ups/{made.id}/skip")

    first, second, *_ = await days(console)
    assert "skipped" in first
    assert "planned" in second


async def test_putting_off_says_it_once_more_after_so_long(console: Console) -> None:
    made = await promise(console)

    done = await console.send(
        f"/people/{await console.user()}/follow-ups/{made.id}/snooze", minutes="180"
    )

    shown = await days(console)
    assert done.headers["location"].endswith("?done=snooze")
    assert "15:00" in shown[0]  # it is noon now
    assert "숙소 확인" not in shown[3]


async def test_putting_off_for_ever_is_refused_in_words(console: Console) -> None:
    made = await promise(console)

    refused = await console.send(
        f"/people/{await console.user()}/follow-ups/{made.id}/snooze", minutes="99999"
    )

    assert refused.status_code == 422
    assert texts(refused, ".notice") == ["It can be put off for 1 minute to 30 days."]


async def test_what_is_ended_is_said_no_more(console: Console) -> None:
    made = await every_evening(console)

    await console.send(f"/people/{await console.user()}/follow-ups/{made.id}/end")

    page = await console.page(f"/people/{await console.user()}/follow-ups")
    assert texts(page, ".entry.planned") == []
    assert "There is nothing to be said later." in texts(page, ".empty")


async def test_what_became_of_a_time_today_stands_there_with_its_reason(console: Console) -> None:
    made = await promise(console, local="2026-12-01T13:00")
    await console.send(f"/people/{await console.user()}/follow-ups/{made.id}/skip")

    [entry] = texts(await console.page(f"/people/{await console.user()}/follow-ups"), ".entry")

    assert "skipped or called off" in entry


async def test_a_promise_to_another_user_is_not_there(console: Console) -> None:
    made, other = await promise(console), await console.user("user-2")
    for follow_up in (made.id, uuid4()):
        path = f"/people/{other}/follow-ups/{follow_up}/end"
        assert (await console.browser.get(path)).status_code == 404
        assert (await console.send(path)).status_code == 404
    assert (await days(console))[3].count("planned") == 1


async def test_the_words_of_a_promise_are_shown_as_words(console: Console) -> None:
    planted = "<img src=x onerror=alert(1)> [x](javascript:alert(1))"
    await promise(console, intent=planted)

    page = soup(await console.page(f"/people/{await console.user()}/follow-ups"))

    assert planted in page.get_text()
    assert not page.select("main img, [onerror]")
