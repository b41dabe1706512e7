"""The follow-up screen: what was promised, and how its owner moves it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from nightcrew.domain.errors import BadInput, Refused
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store.tables import users
from tests.builders import CREW, memory
from tests.desk import USER, Desk
from tests.promises import TOMORROW_NINE, daily, make, once


async def test_a_promise_is_shown_in_utc_and_on_the_users_clock(desk: Desk) -> None:
    made = await desk.follow_ups.make(desk.tenant, USER, CREW, once())

    assert made.created
    assert made.follow_up.due_at == TOMORROW_NINE
    assert (made.follow_up.local, made.follow_up.timezone) == ("2026-10-06T09:00", "Asia/Seoul")
    assert (made.follow_up.state, made.follow_up.asked_for) == ("open", True)


async def test_a_daily_one_shows_its_next_three_times(desk: Desk) -> None:
    made = await make(desk, daily())

    assert [time.local for time in made.next] == [
        "2026-10-06T09:00",
        "2026-10-07T09:00",
        "2026-10-08T09:00",
    ]
    assert made.due_at == made.next[0].due_at == TOMORROW_NINE


async def test_the_same_promise_is_not_made_twice(desk: Desk) -> None:
    first = await make(desk, daily())
    again = await desk.follow_ups.make(desk.tenant, USER, CREW, daily())

    assert (again.created, again.follow_up.id) == (False, first.id)


async def test_now_plus_five_minutes_becomes_a_moment(desk: Desk) -> None:
    made = await make(desk, once("now+PT5M"))

    assert made.due_at == desk.clock.now() + timedelta(minutes=5)


async def test_a_watch_says_what_it_looks_for_or_is_not_promised(desk: Desk) -> None:
    with pytest.raises(BadInput) as refused:
        await make(desk, FollowUpSpec(kind=FollowUpKind.WATCH, intent="항공권"))

    assert (refused.value.code, refused.value.field) == ("follow_up_unreadable", "watch")
    assert await desk.cells(users, "id") == []


async def test_what_lies_in_the_past_is_refused_and_makes_no_user(desk: Desk) -> None:
    with pytest.raises(BadInput) as refused:
        await make(desk, once("2026-10-04T09:00"))

    assert refused.value.code == "past"
    assert await desk.cells(users, "id") == []


async def test_a_user_has_at_most_twenty_open_follow_ups(desk: Desk) -> None:
    for number in range(20):
        await make(desk, once(f"2026-10-06T10:{number:02}", intent=f"약속 {number}"))

    with pytest.raises(Refused) as refused:
        await make(desk, daily())

    assert refused.value.code == "too_many_open"


async def test_nothing_is_promised_about_what_the_user_asked_to_forget(desk: Desk) -> None:
    learned = await desk.learn(memory("부산 지사 발령"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    with pytest.raises(Refused) as refused:
        await make(desk, once(intent="부산 지사 발령 소식 묻기"))

    assert refused.value.code == "buried"


async def test_the_list_pages_newest_first_with_the_exact_count(desk: Desk) -> None:
    for number in range(5):
        desk.clock.set(desk.clock.now() + timedelta(minutes=1))
        await make(desk, once(f"2026-10-06T10:{number:02}", intent=f"약속 {number}"))
    first = await desk.follow_ups.list(desk.tenant, USER, limit=3)
    second = await desk.follow_ups.list(desk.tenant, USER, limit=3, cursor=first.next_cursor)

    assert (first.total, second.total, second.next_cursor) == (5, 5, None)
    shown = [each.intent for each in (*first.items, *second.items)]
    assert shown == ["약속 4", "약속 3", "약속 2", "약속 1", "약속 0"]


async def test_a_user_nobody_met_has_no_follow_ups(desk: Desk) -> None:
    assert (await desk.follow_ups.list(desk.tenant, USER)).total == 0

    assert await desk.cells(users, "id") == []


async def test_a_deleted_one_is_over_and_still_known(desk: Desk) -> None:
    made = await make(desk, daily())

    gone = await desk.follow_ups.delete(desk.tenant, USER, made.id)
    again = await desk.follow_ups.delete(desk.tenant, USER, made.id)

    assert (gone.state, gone.next, again) == ("cancelled", (), gone)
    assert (await desk.follow_ups.list(desk.tenant, USER)).items == ()
    everything = await desk.follow_ups.list(desk.tenant, USER, status="all")
    assert [each.id for each in everything.items] == [made.id]
    assert (await desk.follow_ups.make(desk.tenant, USER, CREW, daily())).created
