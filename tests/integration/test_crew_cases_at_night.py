"""Public cases of what falls into the night (C12 to C16)."""

from __future__ import annotations

from collections import Counter

from nightcrew.domain.preview import PreviewRequest, RecurringPreview, preview
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from tests.fakes import NOON
from tests.follow_up_talk import FollowUpTalk, proposal

DAILY = "FREQ=DAILY"
PILL = proposal("2026-10-06T09:00", rule=DAILY, intent="약 먹기")


async def test_c12_what_the_night_holds_back_is_on_record(scene: FollowUpTalk) -> None:
    made = await scene.promise("2026-10-06T03:00")

    await scene.sent("2026-10-06T03:00")

    [seen] = await scene.app.keep_follow_ups.occurrences(scene.talk.pair.tenant, "u1", made)
    assert (seen.state, seen.reason) == ("deferred", "quiet_hours")
    assert seen.deliver_after == scene.at("2026-10-06T08:00")


async def test_c13_a_rhythm_that_begins_at_night_still_speaks_by_day() -> None:
    shown = preview(
        PreviewRequest(
            timezone="Asia/Seoul",
            now=NOON,
            quiet_hours="22:00-08:00",
            recurring=RecurringPreview(
                dtstart_local="2026-10-05T23:00", rule="FREQ=HOURLY;INTERVAL=8"
            ),
            count=3,
        )
    )
    never = preview(
        PreviewRequest(
            timezone="Asia/Seoul",
            now=NOON,
            quiet_hours="00:00-24:00",
            recurring=RecurringPreview(dtstart_local="2026-10-05T23:00", rule=DAILY),
            count=3,
        )
    )

    assert [f"{each:%dT%H:%M}" for each in shown.deliver_utc] == ["05T23:00", "06T06:00"]
    assert never.deliver_utc == ()


async def test_c13_of_all_that_one_night_held_back_a_routine_says_one(
    scene: FollowUpTalk,
) -> None:
    water = FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent="물", local="2026-10-05T21:00", rule="FREQ=HOURLY"
    )
    await scene.app.keep_follow_ups.make(
        scene.talk.pair.tenant, "u1", "mindcare-sora", water, now=scene.clock.at
    )
    night = [f"2026-10-05T{hour}:00" for hour in (22, 23)]
    night += [f"2026-10-06T0{hour}:00" for hour in range(8)]

    evening = await scene.sent("2026-10-05T21:00")
    held = [await scene.sent(hour) for hour in night]
    morning = await scene.sent("2026-10-06T08:00") + await scene.sent("2026-10-06T08:30")

    assert (len(evening), held, len(morning)) == (1, [[]] * len(night), 1)
    assert Counter(state for _, state in await scene.times()) == {"queued": 2, "missed": 10}


async def test_c14_a_night_that_crosses_midnight_holds_on_both_sides_of_it(
    scene: FollowUpTalk,
) -> None:
    spoken = []
    for local in ("2026-10-05T23:30", "2026-10-06T00:30", "2026-10-06T07:59", "2026-10-06T08:00"):
        await scene.promise(local, intent=f"물 {local}", grace_minutes=1000)
        spoken.append(len(await scene.sent(local)))

    assert spoken[:3] == [0, 0, 0]
    assert spoken[3] >= 1


async def test_c16_a_reminder_that_falls_into_the_night_is_told_so_and_has_two_ways_out(
    scene: FollowUpTalk,
) -> None:
    turn = await scene.asks(
        "10시 반에 잘 준비하라고 해 줘", proposal("2026-10-05T22:30", intent="잘 준비")
    )

    told = scene.told()[-1]
    assert len(turn.follow_ups) == 1
    assert "이번 것만 그때 말을 걸어도 되는지" in told
    assert "21:50이 나은지" in told
