"""How a backend fetches what crews say first, at least once and in order."""

from __future__ import annotations

import asyncio
import time
from uuid import uuid4

import pytest

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import people
from nightcrew.store.tables import occurrences, outbox
from tests.builders import CREW
from tests.desk import USER, Desk


async def test_messages_come_oldest_first_with_the_backends_own_user_id(desk: Desk) -> None:
    for words in ("하나", "둘", "셋"):
        await desk.speak_first(words)

    first = await desk.outbox.page(desk.tenant, limit=2)
    second = await desk.outbox.page(desk.tenant, cursor=first.next_cursor, limit=2)

    assert [item.text for item in (*first.items, *second.items)] == ["하나", "둘", "셋"]
    assert {item.user for item in first.items} == {USER}


async def test_a_cursor_that_has_seen_all_stays_and_sees_what_comes_later(desk: Desk) -> None:
    await desk.speak_first("하나")
    seen = await desk.outbox.page(desk.tenant)
    nothing = await desk.outbox.page(desk.tenant, cursor=seen.next_cursor)
    await desk.speak_first("둘")

    later = await desk.outbox.page(desk.tenant, cursor=nothing.next_cursor)

    assert (nothing.items, nothing.next_cursor) == ((), seen.next_cursor)
    assert [item.text for item in later.items] == ["둘"]


async def test_waiting_ends_with_the_first_message_and_holds_nothing_meanwhile(desk: Desk) -> None:
    started = time.monotonic()
    waiting = asyncio.create_task(desk.outbox.page(desk.tenant, wait=20))
    await asyncio.sleep(0.1)
    await desk.speak_first("하나")

    page = await waiting

    assert [item.text for item in page.items] == ["하나"]
    assert time.monotonic() - started < 15


async def test_waiting_for_nothing_ends_in_time(desk: Desk) -> None:
    page = await desk.outbox.page(desk.tenant, wait=0.3)

    assert page.items == ()
    assert page.next_cursor is None


async def test_many_who_wait_do_not_use_up_the_pool(desk: Desk) -> None:
    waiting = [asyncio.create_task(desk.outbox.page(desk.tenant, wait=30)) for _ in range(40)]
    await asyncio.sleep(0.3)

    await asyncio.wait_for(desk.speak_first("하나"), timeout=15)

    pages = await asyncio.gather(*waiting)
    assert all(len(page.items) == 1 for page in pages)


async def test_an_acknowledged_message_is_not_handed_over_again(desk: Desk) -> None:
    item = await desk.speak_first("하나")

    first = await desk.outbox.ack(desk.tenant, item, "delivered")
    again = await desk.outbox.ack(desk.tenant, item, "delivered")

    assert (first.state, again) == ("delivered", first)
    assert (await desk.outbox.page(desk.tenant)).items == ()


@pytest.mark.parametrize(
    ("words", "state"),
    [
        (("failed",), "failed"),
        (("failed", "delivered"), "delivered"),
        (("delivered", "read"), "read"),
        (("read", "delivered"), "read"),
        (("delivered", "failed"), "delivered"),
    ],
)
async def test_a_later_word_counts_only_when_it_says_more(
    desk: Desk, words: tuple[str, ...], state: str
) -> None:
    item = await desk.speak_first("하나")

    for word in words:
        await desk.outbox.ack(desk.tenant, item, word)

    assert await desk.cells(outbox, "state") == [state]


@pytest.mark.parametrize(
    ("word", "state"), [("delivered", "delivered"), ("failed", "failed"), ("read", "delivered")]
)
async def test_the_occurrence_learns_what_became_of_its_message(
    desk: Desk, word: str, state: str
) -> None:
    spec = FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent="묻기", local="2026-10-06T09:00")
    made = await desk.follow_ups.make(desk.tenant, USER, CREW, spec)
    due = await desk.follow_ups.run(desk.tenant, USER, made.follow_up.id)
    item = await desk.speak_first("하나", follow_up=made.follow_up.id, occurrence=due.id)

    await desk.outbox.ack(desk.tenant, item, word)

    assert await desk.cells(occurrences, "state") == [state]


async def test_what_is_unknown_or_unreadable_is_refused(desk: Desk) -> None:
    item = await desk.speak_first("하나")

    with pytest.raises(NotFound):
        await desk.outbox.ack(desk.tenant, uuid4(), "read")
    with pytest.raises(BadInput):
        await desk.outbox.ack(desk.tenant, item, "lost")
    with pytest.raises(BadInput):
        await desk.outbox.page(desk.tenant, cursor="nonsense")
    with pytest.raises(BadInput):
        await desk.outbox.page(desk.tenant, wait=61)


async def test_a_message_of_another_tenant_is_not_there(desk: Desk) -> None:
    item = await desk.speak_first("하나")
    async with desk.db.begin_system() as connection:
        other = await people.make_tenant(connection, "other")

    assert (await desk.outbox.page(other)).items == ()
    with pytest.raises(NotFound):
        await desk.outbox.ack(other, item, "read")


async def test_messages_that_are_written_at_once_are_all_seen_by_position(desk: Desk) -> None:
    await desk.pair()
    writing = asyncio.gather(*(desk.speak_first(str(number)) for number in range(12)))
    seen: list[str | None] = []
    cursor = None
    while len(seen) < 12:
        page = await desk.outbox.page(desk.tenant, cursor=cursor, wait=2)
        if not page.items:
            break
        cursor = page.next_cursor
        seen += [item.text for item in page.items]
    await writing

    assert sorted(seen, key=str) == sorted(map(str, range(12)))
