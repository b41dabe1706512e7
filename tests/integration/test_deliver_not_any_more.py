"""Messages that wait for the morning, come too late, or are not told any more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from nightcrew.domain.memory import Kind, Scope
from nightcrew.store.tables import deliveries, occurrences, outbox
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import CREW
from tests.delivering import MESSAGE, a_due_message, run
from tests.desk import USER, Desk
from tests.fakes import NOON
from tests.receiver import Receiver, listening


async def prefer(desk: Desk, **chosen: object) -> None:
    await desk.people.set_preferences(desk.tenant, USER, chosen)


async def test_a_retry_that_falls_into_the_night_waits_for_the_morning(
    desk: Desk, receiver: Receiver
) -> None:
    evening = datetime(2026, 10, 5, 12, 50, tzinfo=UTC)  # ten to ten in Seoul
    desk.clock.set(evening)
    await listening(desk, MESSAGE)
    await a_due_message(desk, grace_minutes=24 * 60)
    await prefer(desk, timezone="Asia/Seoul", quiet_hours="22:00-08:00")
    receiver.always(failure="unreachable")
    await run(desk, receiver, evening)
    receiver.always(status=200)

    at_night = [
        await run(desk, receiver, evening + timedelta(hours=hour)) for hour in (1, 3, 5, 7, 9)
    ]
    early = await run(desk, receiver, datetime(2026, 10, 5, 22, 59, tzinfo=UTC))
    in_the_morning = await run(desk, receiver, datetime(2026, 10, 5, 23, 0, tzinfo=UTC))

    assert at_night[0] == {"deferred": 1}
    assert sum(each.total() for each in at_night[1:]) + early.total() == 0
    assert in_the_morning == {"delivered": 1}
    assert len(receiver.got) == 2
    assert await desk.cells(deliveries, "attempts") == [2]


async def test_the_night_is_the_one_of_the_zone_the_user_is_in_now(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    await a_due_message(desk, grace_minutes=24 * 60)
    await prefer(desk, timezone="Asia/Seoul", quiet_hours="22:00-08:00")
    receiver.always(status=500)
    await run(desk, receiver)
    receiver.always(status=200)

    await prefer(desk, timezone="America/New_York")
    in_new_york_it_is_night = await run(desk, receiver, NOON + timedelta(minutes=10))

    assert in_new_york_it_is_night == {"deferred": 1}
    assert len(receiver.got) == 1


async def test_a_message_that_comes_too_late_expires_instead(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    await a_due_message(desk)
    receiver.always(failure="unreachable")
    await run(desk, receiver)
    receiver.always(status=200)

    late = await run(desk, receiver, NOON + timedelta(hours=5))

    assert late == {"expired": 1}
    assert len(receiver.got) == 1
    assert await desk.cells(deliveries, "state", "reason") == [("expired", "expired")]
    assert await desk.cells(occurrences, "state") == ["expired"]
    assert await desk.cells(outbox, "state") == ["failed"]


async def test_what_was_called_off_meanwhile_is_not_told(desk: Desk, receiver: Receiver) -> None:
    await listening(desk, MESSAGE)
    _, follow_up = await a_due_message(desk)
    receiver.always(status=500)
    await run(desk, receiver)

    await desk.follow_ups.delete(desk.tenant, USER, follow_up)
    later = await run(desk, receiver, NOON + timedelta(minutes=1))

    assert later == {"cancelled": 1}
    assert len(receiver.got) == 1
    assert await desk.cells(occurrences, "state") == ["cancelled"]


async def test_who_takes_the_consent_back_is_told_nothing_more(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    await a_due_message(desk)
    await prefer(desk, consents={"message": False})

    assert await run(desk, receiver) == {"cancelled": 1}
    assert receiver.got == []
    assert await desk.cells(occurrences, "state", "reason") == [("blocked", "blocked_consent")]


async def test_a_topic_that_was_forgotten_meanwhile_is_not_brought_up(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    new = NewMemory(crew=CREW, scope=Scope.PRIVATE, kind=Kind.FACT, text="땅콩을 못 먹는다")
    kept = (await desk.memories.add(desk.tenant, USER, new)).memory
    await desk.speak_first("땅콩을 못 먹는다고 하셨죠?")
    await desk.memories.forget(desk.tenant, USER, kept.id)

    assert await run(desk, receiver) == {"cancelled": 1}
    assert receiver.got == []
    assert await desk.cells(deliveries, "reason") == ["buried"]


async def test_a_message_without_words_is_not_told(desk: Desk, receiver: Receiver) -> None:
    await listening(desk, MESSAGE)
    await a_due_message(desk)
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update outbox set text = null, state = 'failed'"))

    assert await run(desk, receiver) == {"cancelled": 1}
    assert receiver.got == []
    assert await desk.cells(deliveries, "reason") == ["erased"]


async def test_what_the_backend_fetched_itself_is_not_pushed_as_well(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    item, _ = await a_due_message(desk)
    await desk.outbox.ack(desk.tenant, item, "delivered")

    assert await run(desk, receiver) == {"cancelled": 1}
    assert receiver.got == []
