"""What backends are told, when they are told again, and what is not told any more."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.delivery import WAITS, Posted
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.domain.webhook_signature import check
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.tables import deliveries, follow_ups, occurrences, outbox, webhooks
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.usecases.keep_webhooks import MOST_WEBHOOKS, KeepWebhooks
from tests.builders import CREW
from tests.desk import USER, Desk
from tests.fakes import NOON
from tests.receiver import URL, Got, Receiver, delivering, listening, secrets_of

MESSAGE = "crew.message.due"
NIGHT = datetime(2026, 10, 5, 18, 0, tzinfo=UTC)  # three in the morning in Seoul


@pytest.fixture
def desk(database: Database, tenant: UUID) -> Desk:
    return Desk(db=database, tenant=tenant)


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


async def run(desk: Desk, receiver: Receiver, at: datetime = NOON, **asked: Any) -> Counter[str]:
    """Deliver what is due at this moment; how many attempts ended how."""
    reports = await delivering(desk, receiver)(now=at, **asked)
    return Counter(report.outcome for report in reports)


async def a_due_message(desk: Desk, *, grace_minutes: int = 120) -> tuple[UUID, UUID]:
    """A message of a follow-up in the outbox; its id and the follow-up's."""
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT,
        intent="치과 예약 확인",
        local="2026-10-06T09:00",
        grace_minutes=grace_minutes,
    )
    made = await desk.follow_ups.make(desk.tenant, USER, CREW, spec)
    due = await desk.follow_ups.run(desk.tenant, USER, made.follow_up.id)
    async with desk.db.begin(desk.tenant) as connection:
        queued = "update occurrences set state = 'queued' where id = :id"
        await connection.execute(text(queued), {"id": due.id})
    words = "치과 예약 잊지 않았죠?"
    item = await desk.speak_first(words, follow_up=made.follow_up.id, occurrence=due.id)
    return item, made.follow_up.id


async def prefer(desk: Desk, **chosen: object) -> None:
    await desk.people.set_preferences(desk.tenant, USER, chosen)


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
