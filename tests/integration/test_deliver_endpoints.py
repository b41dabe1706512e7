"""Endpoints: made, gone, at rest, poisoned, enabled again, and of whose tenant."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from nightcrew.domain.delivery import Posted
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.webhook_signature import check
from nightcrew.store import people
from nightcrew.store.tables import deliveries, webhooks
from nightcrew.usecases.keep_webhooks import MOST_WEBHOOKS, KeepWebhooks
from tests.delivering import MESSAGE, run
from tests.desk import Desk
from tests.fakes import NOON
from tests.receiver import URL, Got, Receiver, delivering, listening, secrets_of


async def test_an_endpoint_that_is_gone_is_switched_off_until_it_is_enabled(
    desk: Desk, receiver: Receiver
) -> None:
    webhook = await listening(desk, MESSAGE)
    for words in ("하나", "둘", "셋", "넷", "다섯", "여섯"):
        await desk.speak_first(words)
    receiver.always(status=410)

    await run(desk, receiver)
    keep = KeepWebhooks(db=desk.db, sender=receiver)
    off = await keep.one(desk.tenant, webhook)
    await desk.speak_first("꺼진 동안")
    waiting = await desk.outbox.page(desk.tenant)
    receiver.always(status=200)
    nothing = await run(desk, receiver, NOON + timedelta(minutes=1))
    await keep.enable(desk.tenant, webhook)
    await desk.speak_first("다시")
    again = await run(desk, receiver, NOON + timedelta(minutes=1))

    assert (off.health, off.disabled_reason) == ("disabled", "gone")
    assert len(waiting.items) == 7  # pulled instead
    assert nothing.total() == 0
    assert again == {"delivered": 1}
    assert receiver.got[-1].told["data"]["text"] == "다시"


async def test_an_endpoint_that_asks_for_rest_gets_it_and_no_other_does(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE, url="https://busy.example/")
    await listening(desk, MESSAGE, url="https://free.example/")
    for number in range(6):
        await desk.speak_first(str(number))

    async def busy(got: Got) -> Posted:
        free = got.url == "https://free.example/"
        return Posted(status=200) if free else Posted(status=429, retry_after=600)

    receiver.answers = busy
    await run(desk, receiver)
    first = Counter(each.url for each in receiver.got)
    await run(desk, receiver, NOON + timedelta(seconds=599))
    still = Counter(each.url for each in receiver.got)
    receiver.always(status=200)
    await run(desk, receiver, NOON + timedelta(seconds=601))

    assert first["https://free.example/"] == 6
    assert first["https://busy.example/"] <= 4
    assert still == first
    told = {each.id for each in receiver.got if each.url == "https://busy.example/"}
    assert len(told) == 6


async def test_one_poisoned_event_holds_up_no_other_and_ends_as_a_dead_letter(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    for number in range(40):
        await desk.speak_first(f"말 {number}")

    async def picky(got: Got) -> Posted:
        return Posted(status=500 if got.told["data"]["text"] == "말 7" else 200)

    receiver.answers = picky
    first = await run(desk, receiver)
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update deliveries set attempts = 9 where state = 'ready'"))
    last = await run(desk, receiver, NOON + timedelta(minutes=1))

    assert first == {"delivered": 39, "waiting": 1}
    assert last == {"dead": 1}


async def test_a_dead_endpoint_is_left_alone_after_one_look_and_others_are_served(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE, url="https://dead.example/")
    await listening(desk, MESSAGE, url="https://well.example/")
    for number in range(12):
        await desk.speak_first(str(number))

    async def half(got: Got) -> Posted:
        dead = got.url == "https://dead.example/"
        return Posted(failure="timeout", uncertain=True) if dead else Posted(status=200)

    receiver.answers = half
    await run(desk, receiver)

    tried = Counter(each.url for each in receiver.got)
    assert tried == {"https://dead.example/": 4, "https://well.example/": 12}


async def test_a_rotated_secret_signs_beside_the_former_one_for_a_day(
    desk: Desk, receiver: Receiver
) -> None:
    webhook = await listening(desk, MESSAGE)
    keep = KeepWebhooks(db=desk.db, sender=receiver)
    [former] = await secrets_of(desk, webhook)
    fresh = (await keep.rotate(desk.tenant, webhook)).secret
    await desk.speak_first("하나")

    await run(desk, receiver)
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update webhooks set former_until = now()"))

    [got] = receiver.got
    for secret in (former, fresh):
        check(secret, got.headers, got.body, datetime.now(UTC))
    assert await secrets_of(desk, webhook) == (fresh,)


async def test_a_webhook_is_made_of_an_address_that_may_be_called_and_events_that_exist(
    desk: Desk, receiver: Receiver
) -> None:
    keep = KeepWebhooks(db=desk.db, sender=receiver)

    for events in ([], ["crew.message"], [MESSAGE, "everything"]):
        with pytest.raises(BadInput) as unknown:
            await keep.make(desk.tenant, URL, events)
        assert unknown.value.code == "unknown_event"
    with pytest.raises(BadInput):
        await keep.make(desk.tenant, URL, [MESSAGE], "whsec_c2hvcnQ=")
    for _ in range(MOST_WEBHOOKS):
        await keep.make(desk.tenant, URL, [MESSAGE, MESSAGE])
    with pytest.raises(Refused):
        await keep.make(desk.tenant, URL, [MESSAGE])

    secrets = await desk.cells(webhooks, "secret")
    assert len(set(secrets)) == MOST_WEBHOOKS
    assert set(map(tuple, await desk.cells(webhooks, "events"))) == {(MESSAGE,)}


async def test_a_webhook_of_another_tenant_is_not_there(desk: Desk, receiver: Receiver) -> None:
    webhook = await listening(desk, MESSAGE)
    await desk.speak_first("하나")
    async with desk.db.begin_system() as connection:
        other = await people.make_tenant(connection, "other")
    keep = KeepWebhooks(db=desk.db, sender=receiver)

    assert await keep.list(other) == ()
    for refused in (
        keep.one(other, webhook),
        keep.delete(other, webhook),
        keep.rotate(other, webhook),
        keep.enable(other, webhook),
        keep.deliveries(other, webhook),
    ):
        with pytest.raises(NotFound):
            await refused
    assert await delivering(desk, receiver)(now=NOON, tenant=other) == []
    await keep.delete(desk.tenant, webhook)
    assert await desk.cells(deliveries, "id") == []
