"""The ledger of what falls due: after a time away, in a crowd, and when zones change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store.database import Database
from nightcrew.usecases.send_follow_ups.falling_due import let_fall_due
from nightcrew.usecases.send_follow_ups.zones_changed import recompute
from tests.fakes import FixedClock
from tests.integration.promised_talk import MADE, TEN, once, opened, promise, rows, sent
from tests.talk import talk_with


def routine(rule: str, *, local: str = "2026-10-05T13:00", **parts: Any) -> FollowUpSpec:
    return FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent="물 마시기", local=local, rule=rule, **parts
    )


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


async def test_many_promises_fall_due_in_one_run(database: Database, tenant: UUID) -> None:
    app = opened(database)
    async with database.begin(tenant) as connection:
        await connection.execute(text(_MANY_PROMISES), {"tenant": tenant, "at": MADE})

    moved = await let_fall_due(database, tenant, MADE + timedelta(days=28), "Asia/Seoul")

    assert moved == 600
    again = await let_fall_due(database, tenant, MADE + timedelta(days=28), "Asia/Seoul")
    assert again == 0
    assert len(await rows(app, tenant, "select 1 from occurrences where state = 'due'")) == 600
