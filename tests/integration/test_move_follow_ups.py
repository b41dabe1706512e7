"""Snooze, skip, pause, resume, end and run: how a promise is moved by its owner."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.store import follow_ups
from nightcrew.store.tables import occurrences
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from tests.desk import USER, Desk
from tests.promises import daily, make, once


async def change(desk: Desk, follow_up: FollowUpView, **changed: object) -> FollowUpView:
    wanted = FollowUpChange(**changed)  # type: ignore[arg-type]
    return await desk.follow_ups.change(desk.tenant, USER, follow_up.id, wanted)


async def times(desk: Desk, follow_up: FollowUpView) -> list[tuple[str, str]]:
    found = await desk.follow_ups.occurrences(desk.tenant, USER, follow_up.id)
    return [(each.local, each.state) for each in found]


async def fall_due(desk: Desk, at: datetime) -> int:
    async with desk.db.begin(desk.tenant) as connection:
        return len(await follow_ups.claim(connection, desk.tenant, at))


async def test_a_snooze_is_one_time_more_and_the_series_stays(desk: Desk) -> None:
    made = await make(desk, daily())

    snoozed = await change(desk, made, snooze_minutes=30)

    assert snoozed.due_at == desk.clock.now() + timedelta(minutes=30)
    assert [time.local for time in snoozed.next] == [
        "2026-10-05T12:30",
        "2026-10-06T09:00",
        "2026-10-07T09:00",
    ]
    assert await fall_due(desk, desk.clock.now() + timedelta(minutes=31)) == 1


async def test_snoozing_again_moves_the_extra_time_and_never_says_it_twice(desk: Desk) -> None:
    made = await make(desk, daily())
    await change(desk, made, snooze_minutes=30)
    await change(desk, made, snooze_minutes=60)
    await change(desk, made, snooze_minutes=30)

    assert await times(desk, made) == [
        ("2026-10-06T09:00", "scheduled"),
        ("2026-10-05T13:00", "cancelled"),
        ("2026-10-05T12:30", "due"),
    ]


async def test_a_snoozed_one_shot_speaks_once_and_later(desk: Desk) -> None:
    made = await make(desk, once())

    snoozed = await change(desk, made, snooze_minutes=24 * 60)

    assert snoozed.due_at == desk.clock.now() + timedelta(days=1)
    assert len(snoozed.next) == 1


async def test_skipping_leaves_out_the_next_time_only(desk: Desk) -> None:
    made = await make(desk, daily())

    skipped = await change(desk, made, skip_next=True)

    assert skipped.local == "2026-10-07T09:00"
    assert await times(desk, made) == [
        ("2026-10-07T09:00", "scheduled"),
        ("2026-10-06T09:00", "cancelled"),
    ]


async def test_skipping_drops_what_waits_before_what_is_to_come(desk: Desk) -> None:
    made = await make(desk, daily())
    await change(desk, made, snooze_minutes=30)

    skipped = await change(desk, made, skip_next=True)

    assert skipped.local == "2026-10-06T09:00"


async def test_skipping_the_only_time_ends_it(desk: Desk) -> None:
    made = await make(desk, once())

    skipped = await change(desk, made, skip_next=True)

    assert (skipped.state, skipped.next) == ("done", ())


async def test_a_pause_holds_until_its_end_and_a_time_on_the_end_is_said(desk: Desk) -> None:
    made = await make(desk, daily())
    end = datetime(2026, 10, 10, 0, 0, tzinfo=UTC)

    paused = await change(desk, made, pause_until=end)

    assert (paused.state, paused.pause_until) == ("paused", end)
    assert paused.local == "2026-10-10T09:00"
    desk.clock.set(end)
    [later] = (await desk.follow_ups.list(desk.tenant, USER)).items
    assert later.state == "open"


async def test_a_shorter_pause_replaces_a_longer_one_and_resume_ends_it(desk: Desk) -> None:
    made = await make(desk, daily())
    await change(desk, made, pause_until=datetime(2026, 10, 20, tzinfo=UTC))

    shorter = await change(desk, made, pause_until=datetime(2026, 10, 8, tzinfo=UTC))
    resumed = await change(desk, made, resume=True)

    assert shorter.local == "2026-10-08T09:00"
    assert (resumed.state, resumed.local, resumed.pause_until) == ("open", "2026-10-06T09:00", None)
    assert await change(desk, made, resume=True) == resumed


async def test_a_pause_drops_what_waits(desk: Desk) -> None:
    made = await make(desk, daily())
    await change(desk, made, snooze_minutes=30)

    await change(desk, made, pause_until=datetime(2026, 10, 8, tzinfo=UTC))

    assert await fall_due(desk, datetime(2026, 10, 7, tzinfo=UTC)) == 0


async def test_a_pause_past_the_only_time_is_refused(desk: Desk) -> None:
    made = await make(desk, once())

    with pytest.raises(Refused) as refused:
        await change(desk, made, pause_until=datetime(2026, 10, 20, tzinfo=UTC))

    assert refused.value.code == "nothing_after_the_pause"


async def test_an_ended_one_speaks_no_more_and_cannot_be_moved(desk: Desk) -> None:
    made = await make(desk, daily())
    await change(desk, made, snooze_minutes=30)

    ended = await change(desk, made, end=True)

    assert (ended.state, ended.due_at, ended.next) == ("ended", None, ())
    assert await change(desk, made, end=True) == ended
    assert await fall_due(desk, datetime(2026, 11, 1, tzinfo=UTC)) == 0
    for verb in ({"snooze_minutes": 5}, {"skip_next": True}, {"resume": True}):
        with pytest.raises(Refused):
            await change(desk, made, **verb)
    with pytest.raises(Refused):
        await desk.follow_ups.run(desk.tenant, USER, made.id)


@pytest.mark.parametrize(
    "changed", [{}, {"end": True, "resume": True}, {"snooze_minutes": 0}, {"snooze_minutes": 43201}]
)
async def test_a_change_says_one_thing_that_can_be_done(
    desk: Desk, changed: dict[str, object]
) -> None:
    made = await make(desk, daily())

    with pytest.raises(BadInput):
        await change(desk, made, **changed)


async def test_running_makes_a_time_due_now_for_the_same_sender(desk: Desk) -> None:
    made = await make(desk, daily())

    due = await desk.follow_ups.run(desk.tenant, USER, made.id)
    again = await desk.follow_ups.run(desk.tenant, USER, made.id)

    assert (due.due_at, due.state, again.id) == (desk.clock.now(), "due", due.id)
    assert await fall_due(desk, desk.clock.now()) == 1
    assert len(await desk.cells(occurrences, "id")) == 1
    [shown] = (await desk.follow_ups.list(desk.tenant, USER)).items
    assert shown.next[1].local == "2026-10-06T09:00"


async def test_a_follow_up_of_somebody_else_is_not_found(desk: Desk) -> None:
    made = await make(desk, daily())
    await desk.pair(user="user-2")

    for act in (desk.follow_ups.delete, desk.follow_ups.run, desk.follow_ups.occurrences):
        with pytest.raises(NotFound):
            await act(desk.tenant, "user-2", made.id)
