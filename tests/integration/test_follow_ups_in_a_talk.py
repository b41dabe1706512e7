"""What falls due while its user is talking: it waits for the talk, but never for long."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.store.database import Database
from nightcrew.usecases.keep_follow_ups import FollowUpChange
from tests.follow_up_talk import FollowUpTalk, follow_up_talk

DAILY = "FREQ=DAILY"


@pytest.fixture
async def scene(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    return await follow_up_talk(shared_database, own_tenant)


async def why(scene: FollowUpTalk) -> list[str | None]:
    return await scene.talk.cells("reason", "occurrences", "due_at")


async def test_a_reminder_waits_until_the_talk_is_over(scene: FollowUpTalk) -> None:
    await scene.promise("2026-10-06T09:00", rule=DAILY)
    await scene.say("좋은 아침이에요", at="2026-10-06T08:58")

    during = await scene.sent("2026-10-06T09:00")
    reason = await why(scene)
    after = await scene.sent("2026-10-06T09:08")

    assert (len(during), len(after)) == (0, 1)
    assert reason == ["user_active"]


async def test_who_talks_on_hears_a_reminder_ten_minutes_after_its_time(
    scene: FollowUpTalk,
) -> None:
    await scene.promise("2026-10-06T09:00")
    sent: list[list[str]] = []
    for minute in ("08:55", "09:03", "09:09"):
        await scene.say("그래서 말인데요", at=f"2026-10-06T{minute}")
        sent.append(await scene.sent(f"2026-10-06T{minute}:30"))

    at_last = await scene.sent("2026-10-06T09:10")

    assert sent == [[], [], []]
    assert len(at_last) == 1


@pytest.mark.parametrize("rule", [DAILY, None], ids=["a routine", "a single time"])
async def test_a_snooze_and_a_run_by_hand_come_at_their_time_also_in_a_talk(
    scene: FollowUpTalk, rule: str | None
) -> None:
    tenant, keep = scene.talk.pair.tenant, scene.app.keep_follow_ups
    made = await scene.promise("2026-10-06T09:00", **({"rule": rule} if rule else {}))
    await scene.say("그건 좀 이따 해 줘요", at="2026-10-06T08:59")
    snooze = FollowUpChange(snooze_minutes=5)
    await keep.change(tenant, "u1", made, snooze, now=scene.clock.at)
    put_off = await scene.sent("2026-10-06T09:04")
    await keep.run(tenant, "u1", made, now=scene.at("2026-10-06T09:05"))

    by_hand = await scene.sent("2026-10-06T09:05")

    assert len(put_off) == 1
    assert len(by_hand) == 1
