"""The ledger of what falls due: after a time away, in a crowd, and when zones change."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from nightcrew.app.menu import App
from nightcrew.domain.pair import Pair
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import due_times, follow_ups
from nightcrew.store.database import Database
from nightcrew.usecases.send_follow_ups.falling_due import let_fall_due
from nightcrew.usecases.send_follow_ups.wording import Allowed, Words
from nightcrew.usecases.send_follow_ups.zones_changed import recompute
from tests.fakes import ROOT, FixedClock
from tests.scripting import scripted
from tests.talk import app_of, talk_with

MADE = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # noon in Seoul
TEN = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)  # ten in the morning


async def given(pair: Pair, allowed: Allowed, now: datetime) -> Words:
    return Words(text="물 한 잔 마실 시간이에요.")


def opened(database: Database, clock: FixedClock | None = None) -> App:
    app = app_of(database, scripted(), clock=clock or FixedClock(MADE))
    sender = replace(app.flows.send_follow_ups, composer=given)
    return replace(app, flows=replace(app.flows, send_follow_ups=sender))


def routine(rule: str, *, local: str = "2026-10-05T13:00", **parts: Any) -> FollowUpSpec:
    return FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent="물 마시기", local=local, rule=rule, **parts
    )


def once(local: str, intent: str = "물 마시기", **parts: Any) -> FollowUpSpec:
    return FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent=intent, local=local, **parts)


async def promise(app: App, tenant: UUID, user: str, *specs: FollowUpSpec) -> None:
    for spec in specs:
        await app.keep_follow_ups.make(tenant, user, "travel-mina", spec)


async def sent(app: App, tenant: UUID, at: datetime) -> Counter[str]:
    reports = await app.flows.send_follow_ups(now=at, tenant=tenant)
    return Counter(report.outcome for report in reports)


async def rows(app: App, tenant: UUID, query: str) -> list[Any]:
    async with app.world.db.begin(tenant) as connection:
        return list(await connection.execute(text(query)))


async def test_after_three_days_away_an_hourly_routine_catches_up_once_for_each_of_sixty_users(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    for number in range(60):
        await promise(app, tenant, f"u{number}", routine("FREQ=HOURLY"))
    back = MADE + timedelta(hours=72)

    outcomes = await sent(app, tenant, back)
    for minutes in range(1, 21):
        outcomes += await sent(app, tenant, back + timedelta(minutes=minutes))

    assert outcomes["queued"] == 60
    counts = await rows(app, tenant, "select state, count(*) from occurrences group by state")
    states = {row.state: row.count for row in counts}
    assert states["queued"] == 60
    assert states["missed"] > 60 * 40


async def test_a_person_with_five_late_routines_hears_three_of_them_that_day(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    specs = [
        replace(routine("FREQ=DAILY", local="2026-10-06T09:30"), intent=f"할 일 {name}")
        for name in ("수영", "독서", "빨래", "산책", "일기")
    ]
    await promise(app, tenant, "u1", *specs)

    outcomes = await sent(app, tenant, datetime(2026, 10, 8, 1, 0, tzinfo=UTC))

    assert outcomes == {"queued": 3, "missed": 2}


async def test_late_messages_of_a_crowd_leave_over_some_minutes_and_nobody_loses_their_grace(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    for number in range(120):
        await promise(app, tenant, f"u{number}", once("2026-10-06T09:00"))

    at_once = await sent(app, tenant, TEN)
    later = await sent(app, tenant, TEN + timedelta(minutes=1))
    last = await sent(app, tenant, TEN + timedelta(minutes=2))

    assert (at_once["queued"], later["queued"], last["queued"]) == (50, 50, 20)


async def test_when_the_night_ends_a_person_gets_one_message_and_the_next_after_ten_minutes(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    await promise(
        app, tenant, "u1", once("2026-10-06T07:00", "약 먹기"), once("2026-10-06T07:30", "물 주기")
    )
    eight = datetime(2026, 10, 5, 23, 0, tzinfo=UTC)
    await sent(app, tenant, eight - timedelta(minutes=20))

    at_eight = await sent(app, tenant, eight)
    ten_past = await sent(app, tenant, eight + timedelta(minutes=10))

    assert (at_eight["queued"], ten_past["queued"]) == (1, 1)


async def test_a_routine_without_a_word_for_thirty_days_asks_whether_it_is_still_wanted(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    await promise(app, tenant, "u1", routine("FREQ=DAILY", local="2026-10-05T13:00"))
    after_30_days = datetime(2026, 11, 4, 4, 0, tzinfo=UTC)

    for days in range(30):
        await sent(app, tenant, datetime(2026, 10, 5, 4, 0, tzinfo=UTC) + timedelta(days=days))
    asked = await sent(app, tenant, after_30_days)
    then = await sent(app, tenant, after_30_days + timedelta(days=1))

    assert (asked, then) == ({"queued": 1}, {"blocked": 1})
    kinds = await rows(app, tenant, "select kind, text from outbox order by position")
    assert [row.kind for row in kinds] == ["follow_up"] * 30 + ["still_wanted"]
    assert "물 마시기" in kinds[-1].text
    assert "계속" in kinds[-1].text
    [reason] = await rows(app, tenant, "select reason from occurrences where state = 'blocked'")
    assert reason.reason == "unanswered"


async def test_one_word_of_the_user_and_the_routine_goes_on(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(MADE)
    app = opened(database, clock)
    talk = await talk_with(app, tenant)
    await promise(app, tenant, "u1", routine("FREQ=DAILY", local="2026-10-05T13:00"))
    asks = datetime(2026, 11, 4, 4, 0, tzinfo=UTC)
    await sent(app, tenant, asks)
    clock.at = asks + timedelta(hours=1)
    await talk.say("응 계속 해 줘")

    next_day = await sent(app, tenant, asks + timedelta(days=1))

    assert next_day == {"queued": 1}
    [last] = await rows(app, tenant, "select kind from outbox order by position desc limit 1")
    assert last.kind == "follow_up"


async def test_a_follow_up_that_has_an_end_is_not_said_after_it(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    await promise(
        app, tenant, "u1", routine("FREQ=DAILY", local="2026-10-05T22:30", until="2026-10-05")
    )
    await sent(app, tenant, datetime(2026, 10, 5, 13, 30, tzinfo=UTC))

    in_the_morning = await sent(app, tenant, datetime(2026, 10, 5, 23, 0, tzinfo=UTC))

    assert in_the_morning == {"expired": 1}


async def test_a_general_consent_to_the_night_opens_the_houses_night_but_never_the_users_own(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    for user, chosen in (("u1", {}), ("u2", {"quiet_hours": "22:00-08:00"})):
        await app.keep_people.set_preferences(tenant, user, {"consents": {"night": True}, **chosen})
        await promise(app, tenant, user, once("2026-10-05T23:00"))

    at_night = await sent(app, tenant, datetime(2026, 10, 5, 14, 0, tzinfo=UTC))

    assert at_night == {"queued": 1, "deferred": 1}


async def test_a_message_that_kills_its_sender_eight_times_is_set_aside(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    await promise(app, tenant, "u1", once("2026-10-06T09:59"))
    await promise(app, tenant, "u2", once("2026-10-06T09:59"))
    async with app.world.db.begin(tenant) as connection:
        await let_fall_due_now(connection, app, tenant)
        await connection.execute(
            text(
                "update occurrences set state = 'claimed', attempts = 8,"
                " lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute'"
                " where user_id = (select id from users where external_id = 'u1')"
            )
        )

    outcomes = await sent(app, tenant, TEN)

    assert outcomes == {"queued": 1}
    [poison] = await rows(app, tenant, "select state, reason from occurrences where attempts = 8")
    assert tuple(poison) == ("failed", "poison")


async def test_what_was_waiting_beside_a_message_that_kills_its_sender_still_goes(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    for user in ("u1", "u2", "u3"):
        await promise(app, tenant, user, once("2026-10-06T09:59"))
    async with app.world.db.begin(tenant) as connection:
        await let_fall_due_now(connection, app, tenant)

    tried = []
    for _ in range(4):  # their sender dies each time, with all that it had claimed
        async with app.world.db.begin(tenant) as connection:
            taken = await follow_ups.claim(connection, tenant, TEN)
            await connection.execute(
                text("update occurrences set lease_until = now() - interval '1 minute'")
            )
        tried.append(len(taken))

    assert tried == [3, 3, 1, 1]
    assert await sent(app, tenant, TEN) == {"queued": 3}


async def test_waiting_for_a_better_hour_is_no_attempt(database: Database, tenant: UUID) -> None:
    app = opened(database)
    await promise(app, tenant, "u1", once("2026-10-05T23:00"))

    at_night = await sent(app, tenant, datetime(2026, 10, 5, 14, 0, tzinfo=UTC))

    assert at_night == {"deferred": 1}
    [attempts] = await rows(app, tenant, "select attempts from occurrences")
    assert tuple(attempts) == (0,)


async def let_fall_due_now(connection: Any, app: App, tenant: UUID) -> None:
    due = await due_times.fallen_due(connection, tenant, TEN)
    for each in due:
        await follow_ups.note_occurrence(
            connection, tenant, each, local=each.next_local or "", due_at=TEN, now=TEN
        )
        await follow_ups.change(connection, tenant, each.id, next_at=None)


async def test_new_zone_data_moves_every_future_moment_and_touches_nothing_else(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    async with database.begin(tenant) as connection:
        await connection.execute(text(_MANY_PROMISES), {"tenant": tenant, "at": MADE})

    first = await recompute(database, tenant)
    again = await recompute(database, tenant)

    assert (first, again) == (600, 0)
    wrong = await rows(
        app,
        tenant,
        "select id from follow_ups where next_at is distinct from"
        " (next_local::timestamp - interval '9 hours')::timestamp at time zone 'UTC'",
    )
    assert wrong == []


# Seoul has kept one offset since 1988, so that here SQL may stand in as the second opinion.
_MANY_PROMISES = """
with somebody as (
  insert into users (tenant_id, id, external_id, consents, claim_key)
  values (:tenant, gen_random_uuid(), 'u1', '{}', 'k') returning id)
insert into follow_ups (tenant_id, id, user_id, crew, kind, local, timezone, zone_mode, rule,
  purpose, intent, when_nothing, grace_minutes, allow_night, asked_for, state, slot, next_at,
  next_local, created_at, cites, bundle, zone_data)
select :tenant, gen_random_uuid(), somebody.id, 'travel-mina', 'recurring', '2026-10-06T09:00',
  'Asia/Seoul', 'follow_user', 'FREQ=DAILY', 'life', '물', 'send', 120, false, true, 'open',
  n::text,
  cast(:at as timestamptz) + n * interval '1 hour 1 minute',
  to_char(timestamp '2026-10-06 09:00' + n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'),
  :at, '{}', '', '2020a'
from somebody, generate_series(1, 600) n
"""


def test_only_one_place_writes_the_outbox_and_whoever_calls_it_asks_the_gate() -> None:
    sources = {path: path.read_text() for path in (ROOT / "src").rglob("*.py")}
    writers = {path.name for path, code in sources.items() if _writes_the_outbox(path, code)}
    callers = [
        code for code in sources.values() if re.search(r"(first_words|outbox)\.put\w*\(", code)
    ]

    assert writers == {"first_words.py"}
    assert callers
    assert all("speaking_gate import" in code and "decide" in code for code in callers)


def _writes_the_outbox(path: Path, code: str) -> bool:
    # An import brings back what the gate let pass in the installation it comes from.
    moves_rows = path.name == "portable.py"
    return not moves_rows and bool(re.search(r"insert into outbox|insert\(outbox\)", code))


async def test_the_database_takes_no_message_that_the_gate_did_not_allow(
    database: Database, tenant: UUID
) -> None:
    app = opened(database)
    await promise(app, tenant, "u1", once("2026-10-06T09:59"))
    await sent(app, tenant, TEN)

    for change in (
        "update outbox set gate_id = gen_random_uuid()",
        "update outbox set gate_verdict = 'block'",
        "update gate_decisions set verdict = 'block', reason = 'quiet_hours'",
    ):
        async with database.begin(tenant) as connection:
            with pytest.raises(IntegrityError):
                await connection.execute(text(change))
            await connection.rollback()


async def test_a_broken_composer_stops_no_other_message(database: Database, tenant: UUID) -> None:
    async def broken_for_one(pair: Pair, allowed: Allowed, now: datetime) -> Words:
        if allowed.facts.follow_up.intent == "부서지는 일":
            raise ZeroDivisionError
        return await given(pair, allowed, now)

    app = opened(database)
    sender = replace(app.flows.send_follow_ups, composer=broken_for_one)
    await promise(app, tenant, "u1", once("2026-10-06T09:59", "부서지는 일"))
    await promise(app, tenant, "u2", once("2026-10-06T09:59"))

    reports = await sender(now=TEN, tenant=tenant)

    assert sorted(report.outcome for report in reports) == ["failed", "queued"]


async def test_many_promises_fall_due_in_one_run(database: Database, tenant: UUID) -> None:
    app = opened(database)
    async with database.begin(tenant) as connection:
        await connection.execute(text(_MANY_PROMISES), {"tenant": tenant, "at": MADE})

    moved = await let_fall_due(database, tenant, MADE + timedelta(days=28), "Asia/Seoul")

    assert moved == 600
    again = await let_fall_due(database, tenant, MADE + timedelta(days=28), "Asia/Seoul")
    assert again == 0
    assert len(await rows(app, tenant, "select 1 from occurrences where state = 'due'")) == 600
