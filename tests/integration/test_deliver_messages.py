"""What backends are told, and when they are told again."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from nightcrew.domain.delivery import WAITS, Posted
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.webhook_signature import check
from nightcrew.store.tables import deliveries, follow_ups, occurrences, outbox
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.usecases.keep_webhooks import KeepWebhooks
from tests.builders import CREW
from tests.delivering import MESSAGE, a_due_message, run
from tests.desk import USER, Desk
from tests.fakes import NOON
from tests.receiver import URL, Got, Receiver, listening, secrets_of

NIGHT = datetime(2026, 10, 5, 18, 0, tzinfo=UTC)  # three in the morning in Seoul


async def test_a_message_is_told_with_its_words_and_the_backends_own_ids(
    desk: Desk, receiver: Receiver
) -> None:
    webhook = await listening(desk, MESSAGE)
    item, follow_up = await a_due_message(desk)

    counts = await run(desk, receiver)

    [got] = receiver.got
    assert counts == {"delivered": 1}
    assert (got.url, got.told["type"]) == (URL, MESSAGE)
    assert got.told["data"] == {
        "id": str(item),
        "user": USER,
        "crew": CREW,
        "kind": "follow_up",
        "text": "치과 예약 잊지 않았죠?",
        "follow_up": str(follow_up),
        "occurrence": got.told["data"]["occurrence"],
        "created_at": "2026-10-05T03:00:00Z",
    }
    check((await secrets_of(desk, webhook))[0], got.headers, got.body, datetime.now(UTC))
    assert await desk.cells(outbox, "state") == ["delivered"]
    assert await desk.cells(occurrences, "state") == ["delivered"]
    assert (await desk.outbox.page(desk.tenant)).items == ()


async def test_follow_ups_changed_by_one_statement_are_told_one_by_one_and_only_when_they_changed(
    desk: Desk,
) -> None:
    await a_due_message(desk)
    await listening(desk, "follow_up.changed")

    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update follow_ups set state = state, next_at = next_at"))
    untouched = await desk.cells(deliveries, "id")
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update follow_ups set state = 'ended', ended_at = now()"))

    assert untouched == []
    assert len(await desk.cells(deliveries, "id")) == len(await desk.cells(follow_ups, "id"))


async def test_every_other_event_is_told_in_ids_and_codes_only(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, "memory.changed", "follow_up.changed", "safety.flagged")
    new = NewMemory(crew=CREW, scope=Scope.PRIVATE, kind=Kind.FACT, text="땅콩을 못 먹는다")
    kept = (await desk.memories.add(desk.tenant, USER, new)).memory
    await desk.memories.forget(desk.tenant, USER, kept.id)
    await a_due_message(desk)
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(
            text("insert into conversations (tenant_id, id, user_id, crew, external_id, bundle,"
                 " started_at, last_turn_at) select tenant_id, id, id, 'c', 'x', '', now(), now()"
                 " from users")
        )  # fmt: skip
        await connection.execute(
            text("insert into turns (tenant_id, id, user_id, crew, conversation_id, turn_id,"
                 " body_hash, state, at, safety) select tenant_id, id, id, 'c', id, 'turn-7', '',"
                 " 'running', now(), 'crisis' from users")
        )  # fmt: skip
        await connection.execute(text("update turns set state = 'done', answer = '{}'"))

    await run(desk, receiver)

    told = [each.told for each in receiver.got]
    kinds = Counter(each["type"] for each in told)
    assert kinds["memory.changed"] == 2
    assert kinds["follow_up.changed"] >= 1
    assert kinds["safety.flagged"] == 1
    assert {each["data"]["user"] for each in told} == {USER}
    memory = next(each["data"] for each in told if each["type"] == "memory.changed")
    assert memory.keys() == {"user", "crew", "memory", "version", "status", "actor"}
    flagged = next(each["data"] for each in told if each["type"] == "safety.flagged")
    assert (flagged["turn_id"], flagged["level"]) == ("turn-7", "crisis")
    said = b"".join(each.body for each in receiver.got).decode()
    assert "땅콩" not in said
    assert "치과" not in said


async def test_an_endpoint_hears_what_it_asked_for_since_it_was_made(
    desk: Desk, receiver: Receiver
) -> None:
    await desk.speak_first("전에 한 말")
    await listening(desk, MESSAGE, url="https://one.example/")
    await listening(desk, "user.erased", url="https://two.example/")

    await desk.speak_first("나중에 한 말")
    await run(desk, receiver)

    assert [each.url for each in receiver.got] == ["https://one.example/"]
    assert receiver.got[0].told["data"]["text"] == "나중에 한 말"


async def test_two_endpoints_get_the_same_id_for_the_same_event(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE, url="https://one.example/")
    await listening(desk, MESSAGE, url="https://two.example/")
    await desk.speak_first("하나")

    await run(desk, receiver)

    assert len(receiver.got) == 2
    assert len(set(receiver.ids)) == 1


async def test_a_failing_delivery_is_tried_ten_times_over_75_hours_and_then_given_up(
    desk: Desk, receiver: Receiver
) -> None:
    webhook = await listening(desk, "memory.changed")
    new = NewMemory(crew=CREW, scope=Scope.PRIVATE, kind=Kind.FACT, text="땅콩을 못 먹는다")
    await desk.memories.add(desk.tenant, USER, new)
    receiver.always(status=500)
    at = NOON

    for wait in (*WAITS, timedelta(days=3)):
        assert (await run(desk, receiver, at)).total() == 1
        assert (await run(desk, receiver, at + wait - timedelta(seconds=1))).total() == 0
        at += wait

    keep = KeepWebhooks(db=desk.db, sender=receiver)
    [dead] = (await keep.deliveries(desk.tenant, webhook, status="dead")).items
    health = await keep.one(desk.tenant, webhook)
    assert len(receiver.got) == 10
    assert len(set(receiver.ids)) == 1
    assert (dead.attempts, dead.reason, dead.last_status) == (10, "status_500", 500)
    assert (health.health, health.consecutive_failures, health.dead_letters) == ("failing", 10, 1)
    assert (await keep.trouble()).failing == 1


@pytest.mark.parametrize(
    ("posted", "ends_as"),
    [
        ({"status": 500}, "failed"),
        ({"failure": "unreachable"}, "failed"),
        ({"failure": "timeout", "uncertain": True}, "unverified"),
    ],
)
async def test_a_message_nobody_took_has_failed_and_one_that_may_have_arrived_is_unverified(
    desk: Desk, receiver: Receiver, posted: dict[str, Any], ends_as: str
) -> None:
    await listening(desk, MESSAGE)
    await a_due_message(desk)
    await desk.cells(deliveries, "id")
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update deliveries set attempts = 9"))
    receiver.always(**posted)

    counts = await run(desk, receiver)

    assert counts == {"dead": 1}
    assert await desk.cells(occurrences, "state", "reason") == [(ends_as, "not_delivered")]
    assert await desk.cells(outbox, "state") == ["failed"]


async def test_an_erased_user_is_told_of_by_name_once_and_nothing_else_of_them_leaves(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk)
    await a_due_message(desk)
    new = NewMemory(crew=CREW, scope=Scope.PRIVATE, kind=Kind.FACT, text="땅콩을 못 먹는다")
    await desk.memories.add(desk.tenant, USER, new)

    await EraseWords(db=desk.db, clock=desk.clock).person(desk.tenant, USER)
    waiting = await desk.cells(deliveries, "event", "person")
    receiver.always(status=500)
    await run(desk, receiver)
    receiver.always(status=200)
    await run(desk, receiver, NOON + timedelta(minutes=1))

    assert waiting == [("user.erased", USER)]
    assert [each.told["data"] for each in receiver.got] == [{"user": USER}, {"user": USER}]
    assert len(set(receiver.ids)) == 1
    assert await desk.cells(deliveries, "person", "state") == [(None, "done")]


async def test_an_erased_memory_is_told_of_by_its_id(desk: Desk, receiver: Receiver) -> None:
    await listening(desk, "memory.changed")
    new = NewMemory(crew=CREW, scope=Scope.PRIVATE, kind=Kind.FACT, text="땅콩을 못 먹는다")
    kept = (await desk.memories.add(desk.tenant, USER, new)).memory

    await EraseWords(db=desk.db, clock=desk.clock).memory(desk.tenant, USER, kept.id)
    await run(desk, receiver)

    told = [each.told["data"] for each in receiver.got]
    assert {each["memory"] for each in told} == {str(kept.id)}
    assert "erased" in {each["status"] for each in told}


async def test_what_is_rolled_back_is_told_to_nobody(desk: Desk, receiver: Receiver) -> None:
    await listening(desk, MESSAGE)
    pair = await desk.pair()

    with pytest.raises(LookupError):
        async with desk.db.begin_pair(pair) as connection:
            await connection.execute(
                text("select note_event('crew.message.due', :tenant, :id, null, null, null, '{}',"
                     " null, now())"),
                {"tenant": desk.tenant, "id": pair.user},
            )  # fmt: skip
            raise LookupError

    assert await desk.cells(deliveries, "id") == []


async def test_a_run_for_one_user_leaves_the_others_waiting(desk: Desk, receiver: Receiver) -> None:
    await listening(desk, MESSAGE)
    await desk.speak_first("하나")
    other = await desk.pair(user="somebody-else")

    nothing = await run(desk, receiver, user=other.user)
    other_crew = await run(desk, receiver, crew="mindcare-sora")
    mine = await run(desk, receiver, user=(await desk.pair()).user, crew=CREW)

    assert (nothing.total(), other_crew.total(), mine.total()) == (0, 0, 1)


async def test_what_was_delivered_is_let_go_with_the_sent_words_and_dead_letters_later(
    desk: Desk, receiver: Receiver
) -> None:
    await listening(desk, MESSAGE)
    await desk.speak_first("하나")
    await desk.speak_first("둘")
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(text("update deliveries set attempts = 9"))

    async def picky(got: Got) -> Posted:
        return Posted(status=200 if len(receiver.got) % 2 else 500)

    receiver.answers = picky
    await run(desk, receiver)
    states = sorted(await desk.cells(deliveries, "state"))
    await desk.retention(now=NOON + timedelta(days=8))
    after_a_week = await desk.cells(deliveries, "state")
    await desk.retention(now=NOON + timedelta(days=366))

    assert states == ["dead", "done"]
    assert after_a_week == ["dead"]
    assert await desk.cells(deliveries, "state") == []
