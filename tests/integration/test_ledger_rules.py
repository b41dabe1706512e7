"""Messages that kill their sender, and who may write the outbox."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from nightcrew.app.menu import App
from nightcrew.domain.pair import Pair
from nightcrew.store import due_times, follow_ups
from nightcrew.store.database import Database
from nightcrew.usecases.send_follow_ups.wording import Allowed, Words
from tests.fakes import ROOT
from tests.integration.promised_talk import TEN, given, once, opened, promise, rows, sent


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
