"""Workers that die, sleep or race: each event is held by one, and no word of a lost one counts."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.delivery import MOST_ATTEMPTS, Delivery, Posted
from nightcrew.store import deliveries as queue
from nightcrew.store.tables import deliveries, occurrences
from nightcrew.usecases.deliver_messages.attempt import Moment
from nightcrew.usecases.deliver_messages.rescue import take_over
from tests.desk import Desk
from tests.fakes import NOON, FixedClock
from tests.receiver import Got, Receiver, delivering, listening

MOMENT = Moment(at=NOON, asked=None)
COLUMNS = ("state", "attempts", "reason", "lease_token", "lease_until", "run_at", "ended_at")


async def say(desk: Desk, statement: str, **values: Any) -> None:
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text(statement), values)


async def messages(desk: Desk, count: int) -> UUID:
    """An endpoint, and as many messages for it."""
    webhook = await listening(desk, "crew.message.due")
    for number in range(count):
        await desk.speak_first(f"말 {number}")
    return webhook


async def claimed(desk: Desk, webhook: UUID, count: int) -> tuple[Delivery, ...]:
    async with desk.db.begin(desk.tenant) as connection:
        return await queue.claim(connection, desk.tenant, webhook, now=None, batch=count)


async def rescue_all(desk: Desk, page: int = 10, chance: float = 0.0) -> int:
    return await take_over(desk.db, desk.tenant, MOMENT, page=page, chance=lambda: chance)


async def lose_leases(desk: Desk) -> None:
    await say(desk, "update deliveries set lease_until = clock_timestamp() - interval '1 s'"
                    " where state = 'leased'")  # fmt: skip


@pytest.mark.parametrize("between", ["it was done", "it failed and was claimed anew", "renewed"])
async def test_a_rescue_that_comes_too_late_changes_nothing(desk: Desk, between: str) -> None:
    webhook = await messages(desk, 1)
    [held] = await claimed(desk, webhook, 1)
    await lose_leases(desk)
    async with desk.db.begin(desk.tenant) as connection:
        [found] = await queue.stuck(connection, desk.tenant)

    async with desk.db.begin(desk.tenant) as connection:
        if between == "renewed":
            assert await queue.renew(connection, desk.tenant, held)
        else:
            state = "done" if between == "it was done" else "ready"
            assert await queue.settle(connection, desk.tenant, held, state=state)
    if between.startswith("it failed"):
        assert len(await claimed(desk, webhook, 1)) == 1
    before = await desk.cells(deliveries, *COLUMNS)
    async with desk.db.begin(desk.tenant) as connection:
        done = await queue.rescue(connection, desk.tenant, found, most=MOST_ATTEMPTS, at=NOON)

    assert done is None
    assert await desk.cells(deliveries, *COLUMNS) == before


async def test_a_worker_that_lost_its_lease_changes_nothing(desk: Desk) -> None:
    webhook = await messages(desk, 1)
    [first] = await claimed(desk, webhook, 1)
    await lose_leases(desk)
    await rescue_all(desk, page=10)
    [second] = await claimed(desk, webhook, 1)
    before = await desk.cells(deliveries, *COLUMNS)

    async with desk.db.begin(desk.tenant) as connection:
        renewed = await queue.renew(connection, desk.tenant, first)
        done = await queue.settle(connection, desk.tenant, first, state="done")

    assert (renewed, done) == (False, False)
    assert first.lease_token != second.lease_token
    assert await desk.cells(deliveries, *COLUMNS) == before


async def test_a_page_full_of_rows_that_cannot_be_rescued_does_not_block_the_rest(
    desk: Desk,
) -> None:
    webhook = await messages(desk, 15)
    await claimed(desk, webhook, 15)
    await lose_leases(desk)
    await say(desk, "update deliveries set lease_until = lease_until - interval '1 h' where id in"
                    " (select id from deliveries order by id limit 10)")  # fmt: skip

    async with desk.db.begin(desk.tenant) as other:
        held = "select id from deliveries order by lease_until limit 10 for update"
        await other.execute(text(held))
        rescued = await rescue_all(desk, page=10)

    assert rescued == 5
    assert Counter(await desk.cells(deliveries, "state")) == {"leased": 10, "ready": 5}


async def test_two_rescuers_at_once_rescue_each_row_once(desk: Desk) -> None:
    webhook = await messages(desk, 12)
    await claimed(desk, webhook, 12)
    await lose_leases(desk)

    both = await asyncio.gather(*(rescue_all(desk, page=5) for _ in range(2)))

    assert sum(both) == 12
    assert set(await desk.cells(deliveries, "state")) == {"ready"}


async def test_an_event_whose_worker_died_waits_behind_those_nobody_died_of(desk: Desk) -> None:
    webhook = await messages(desk, 3)
    [deadly] = await claimed(desk, webhook, 1)
    await lose_leases(desk)
    await rescue_all(desk)

    next_ones = await claimed(desk, webhook, 2)

    assert deadly.id not in {each.id for each in next_ones}
    assert [each.id for each in await claimed(desk, webhook, 2)] == [deadly.id]


async def test_events_whose_worker_died_are_not_tried_together_again(desk: Desk) -> None:
    webhook = await messages(desk, 4)
    await claimed(desk, webhook, 4)
    await lose_leases(desk)
    chances = iter((0.9, 0.0, 0.8, 0.7))

    rescued = await take_over(desk.db, desk.tenant, MOMENT, page=10, chance=lambda: next(chances))

    assert rescued == 4
    assert len(await claimed(desk, webhook, 4)) == 1


async def test_an_event_that_kills_every_worker_ends_as_a_dead_letter(desk: Desk) -> None:
    webhook = await messages(desk, 2)

    for _ in range(MOST_ATTEMPTS):
        assert len(await claimed(desk, webhook, 2)) == 2
        await lose_leases(desk)
        assert await rescue_all(desk, page=10) == 2

    told = await desk.cells(deliveries, "state", "reason", "attempts", "uncertain")
    assert told == [("dead", "worker_lost", MOST_ATTEMPTS, True)] * 2
    assert await claimed(desk, webhook, 2) == ()
    assert await desk.cells(occurrences, "id") == []


async def test_an_attempt_that_breaks_is_tried_again_by_who_takes_it_over(desk: Desk) -> None:
    await messages(desk, 1)
    receiver = Receiver()

    async def break_down(_: Got) -> Posted:
        raise RuntimeError("out of order")

    receiver.answers = break_down
    [report] = await delivering(desk, receiver)()
    await lose_leases(desk)
    receiver.always(status=200)
    again = await delivering(desk, receiver)()

    assert report.outcome == "failed"
    assert Counter(each.outcome for each in again) == {"delivered": 1, "rescued": 1}


async def test_slow_is_not_dead_while_the_lease_is_renewed(desk: Desk) -> None:
    await messages(desk, 1)
    receiver = Receiver()

    async def slowly(_: Got) -> Posted:
        await asyncio.sleep(7)
        return Posted(status=200)

    receiver.answers = slowly
    # Renewed every second; a machine that stands still for two of them is slow, too.
    working = asyncio.create_task(delivering(desk, receiver, lease_seconds=3)())
    others = []
    for _ in range(8):
        await asyncio.sleep(0.75)
        others += await delivering(desk, receiver, lease_seconds=3)()
    [mine] = await working

    assert mine.outcome == "delivered"
    assert others == []
    assert len(receiver.got) == 1


async def test_who_slept_over_the_lease_is_not_believed_and_the_effect_is_one(desk: Desk) -> None:
    await messages(desk, 1)
    receiver = Receiver()
    asleep, wake = asyncio.Event(), asyncio.Event()

    async def first_sleeps(got: Got) -> Posted:
        if len(receiver.got) == 1:
            asleep.set()
            await wake.wait()
        return Posted(status=200)

    receiver.answers = first_sleeps
    working = asyncio.create_task(delivering(desk, receiver)())
    await asleep.wait()
    await lose_leases(desk)
    others = await delivering(desk, receiver)()
    wake.set()
    [mine] = await working

    assert "delivered" in {each.outcome for each in others}
    assert mine.outcome == "lost"
    assert len(receiver.got) == 2
    assert len(set(receiver.ids)) == 1


@pytest.mark.parametrize("minutes", [-10, 10])
async def test_a_worker_whose_clock_is_wrong_sends_nothing_early(desk: Desk, minutes: int) -> None:
    await messages(desk, 1)
    await say(desk, "update deliveries set attempts = 1")
    receiver = Receiver()
    receiver.always(status=500)
    wrong = FixedClock(NOON + timedelta(minutes=minutes))

    for _ in range(3):
        await delivering(desk, receiver, clock=wrong)()

    assert len(receiver.got) == 1
    await say(desk, "update deliveries set run_at = run_at - interval '6 min'")
    await delivering(desk, receiver, clock=wrong)()
    assert len(receiver.got) == 2


async def test_many_workers_send_each_event_once(desk: Desk) -> None:
    await messages(desk, 40)
    receiver = Receiver()

    await asyncio.gather(*(delivering(desk, receiver)() for _ in range(3)))

    assert len(receiver.ids) == len(set(receiver.ids)) == 40
    assert set(await desk.cells(deliveries, "state")) == {"done"}
