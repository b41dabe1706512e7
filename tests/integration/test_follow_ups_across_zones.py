"""Promises of people who travel: ends, skipped times and moments keep what they were meant as."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose, ZoneMode
from nightcrew.store.database import Database
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from tests.follow_up_talk import FollowUpTalk, follow_up_talk

DAILY = "FREQ=DAILY"


@pytest.fixture
async def scene(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    return await follow_up_talk(shared_database, own_tenant, zone="Asia/Tokyo")


async def make(scene: FollowUpTalk, local: str, **parts: Any) -> FollowUpView:
    kind = FollowUpKind.RECURRING if "rule" in parts else FollowUpKind.ONE_SHOT
    spec = FollowUpSpec(kind=kind, intent="물", local=local, purpose=Purpose.LIFE, **parts)
    keep = scene.app.keep_follow_ups
    made = await keep.make(scene.talk.pair.tenant, "u1", "mindcare-sora", spec, now=scene.clock.at)
    return made.follow_up


async def change(scene: FollowUpTalk, made: FollowUpView, **changed: Any) -> FollowUpView:
    return await scene.app.keep_follow_ups.change(
        scene.talk.pair.tenant, "u1", made.id, FollowUpChange(**changed), now=scene.clock.at
    )


async def travel(scene: FollowUpTalk, zone: str) -> None:
    await scene.app.keep_people.set_preferences(
        scene.talk.pair.tenant, "u1", {"timezone": zone}, now=scene.clock.at
    )


@pytest.mark.parametrize("rule", [DAILY, None], ids=["a routine", "a single time"])
async def test_the_last_day_of_what_is_pinned_elsewhere_ends_there_and_not_at_home(
    scene: FollowUpTalk, rule: str | None
) -> None:
    parts = {"rule": rule, "zone_mode": ZoneMode.PINNED} if rule else {}
    await make(
        scene, "2026-10-10T20:00", until="2026-10-10", timezone="America/New_York",
        allow_night=True, **parts,
    )  # fmt: skip

    said = await scene.sent("2026-10-11T09:00")

    assert len(said) == 1


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "Europe/London"])
async def test_what_was_skipped_stays_skipped_when_its_owner_travels(
    scene: FollowUpTalk, zone: str
) -> None:
    made = await make(scene, "2026-10-05T15:00", rule=DAILY)
    await change(scene, made, skip_next=True)
    await travel(scene, zone)

    [shown] = await scene.open()

    assert shown.local == "2026-10-06T15:00"


async def test_what_was_skipped_stays_skipped_after_a_pause(scene: FollowUpTalk) -> None:
    made = await make(scene, "2026-10-05T15:00", rule=DAILY)
    await change(scene, made, skip_next=True)

    paused = await change(scene, made, pause_until=scene.clock.at + timedelta(hours=1))
    going_on = await change(scene, made, resume=True)

    assert [paused.local, going_on.local] == ["2026-10-06T15:00"] * 2


async def test_what_was_said_and_put_off_is_not_said_again_an_hour_to_the_west(
    scene: FollowUpTalk,
) -> None:
    made = await make(scene, "2026-10-06T09:00", rule=DAILY)
    await scene.sent("2026-10-06T09:00")
    scene.clock.at = scene.at("2026-10-06T09:05")
    await change(scene, made, snooze_minutes=30)
    await scene.sent("2026-10-06T09:35")
    await travel(scene, "Asia/Shanghai")

    again = await scene.sent("2026-10-06T10:00")

    assert again == []
    assert len(await scene.words()) == 2


async def test_a_time_in_the_second_pass_of_an_hour_can_be_paused_before(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, zone="America/New_York")
    scene.clock.at = scene.at("2027-11-07T01:05").replace(fold=1).astimezone(UTC)
    made = await make(scene, "now+PT20M", allow_night=True)

    paused = await change(scene, made, pause_until=scene.clock.at + timedelta(minutes=5))

    assert paused.due_at == made.due_at == scene.clock.at + timedelta(minutes=20)


async def test_what_was_put_off_can_be_paused_until_shortly_before_its_new_time(
    scene: FollowUpTalk,
) -> None:
    await make(scene, "2026-10-05T15:00")
    later = {"follow_ups": [{"kind": "one_shot", "intent": "물", "local": "2026-10-05T17:00"}]}
    await scene.asks("물은 5시로 미뤄줘", later, act="snooze")
    [moved] = await scene.open()

    paused = await change(scene, moved, pause_until=scene.at("2026-10-05T16:00"))

    assert paused.local == "2026-10-05T17:00"


async def test_new_zone_data_moves_no_moment_that_was_counted_from_now(
    scene: FollowUpTalk,
) -> None:
    made = await make(scene, "now+PT30H", timezone="America/Vancouver")
    told_before = {"tenant": scene.talk.pair.tenant, "local": "2026-10-05T21:00"}
    async with scene.app.world.db.begin(scene.talk.pair.tenant) as connection:
        await connection.execute(
            text(
                "update follow_ups set zone_data = '2025b', next_local = :local"
                " where tenant_id = :tenant"
            ),
            told_before,
        )

    await scene.sent("2026-10-05T13:00")
    [shown] = await scene.open()

    assert (shown.due_at, shown.local) == (made.due_at, made.local)
