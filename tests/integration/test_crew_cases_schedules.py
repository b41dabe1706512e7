"""Public cases of wall clocks and schedules (group B), each played as somebody would meet it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.preview import OneShotPreview, PreviewRequest, RecurringPreview, preview
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose, ZoneMode
from nightcrew.store import follow_ups
from nightcrew.store.database import Database
from tests.case_talk import read_cases
from tests.follow_up_talk import FollowUpTalk, follow_up_talk, proposal

DAILY = "FREQ=DAILY"


def times(zone: str, first: str, now: str, count: int, rule: str = DAILY) -> list[str]:
    """When a rule is due, in UTC."""
    shown = preview(
        PreviewRequest(
            timezone=zone,
            now=datetime.fromisoformat(now),
            recurring=RecurringPreview(dtstart_local=first, rule=rule),
            count=count,
        )
    )
    assert shown.error is None
    return [f"{moment:%Y-%m-%dT%H:%MZ}" for moment in shown.nominal_utc]


def test_every_case_of_groups_b_and_c_and_e4_is_played() -> None:
    ids = {case["id"] for case in read_cases("crew_cases.json")}
    ours = {each for each in ids if each[0] in "BC"} | {"E4"}

    files = Path(__file__).parent.glob("test_crew_cases_*.py")
    named = (re.findall(r"def test_([bce]\d+)_", file.read_text("utf-8")) for file in files)

    assert {case.upper() for found in named for case in found} >= ours


def test_b1_an_hour_that_comes_twice_speaks_once_and_one_that_is_missing_speaks_after_it() -> None:
    back = times("America/New_York", "2026-10-30T01:30", "2026-10-31T12:00Z", 2)
    forward = times("America/New_York", "2027-03-12T02:30", "2027-03-13T12:00Z", 2)

    assert back == ["2026-11-01T05:30Z", "2026-11-02T06:30Z"]
    assert forward == ["2027-03-14T07:30Z", "2027-03-15T06:30Z"]


async def test_b2_a_time_can_be_written_once_whatever_is_expanded_again(
    scene: FollowUpTalk,
) -> None:
    tenant = scene.talk.pair.tenant
    await scene.asks("매일 9시에 약", proposal("2026-10-25T09:00", rule=DAILY, intent="약"))
    async with scene.app.world.db.begin(tenant) as connection:
        [made] = await follow_ups.open_of(connection, scene.talk.pair)
        notes = [
            await follow_ups.note_occurrence(
                connection, tenant, made, local="2026-11-01T09:00", now=scene.clock.at,
                due_at=datetime(2026, 11, 1, hour, tzinfo=UTC),
            )
            for hour in (0, 1)
        ]  # fmt: skip

    assert notes[0] is not None
    assert notes[1] is None
    assert await scene.talk.rows("occurrences") == 1


def test_b4_the_next_time_is_right_also_on_the_day_the_clocks_change() -> None:
    found = times("America/Montreal", "2023-03-01T00:10", "2023-03-12T05:10Z", 1)

    assert found == ["2023-03-13T04:10Z"]


async def test_b5_a_time_that_does_not_exist_is_moved_forward_and_stays_known_as_it_was_asked_for(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, zone="Europe/Prague")
    scene.clock.at = scene.at("2027-03-27T12:00")
    nightly = proposal("2027-03-28T02:00", rule=DAILY, allow_night=True)
    await scene.asks("매일 새벽 2시에 알려 줘", nightly)

    spoken = await scene.sent("2027-03-28T03:00")

    assert len(spoken) == 1
    assert await scene.talk.cells("due_at", "occurrences") == [
        datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    ]
    assert await scene.times() == [("2027-03-28T02:00", "queued")]


def test_b6_after_the_change_the_wall_clock_is_kept_without_a_restart() -> None:
    found = times("Europe/Prague", "2027-03-01T07:00", "2027-03-27T06:30Z", 2)

    assert found == ["2027-03-28T05:00Z", "2027-03-29T05:00Z"]


async def test_b8_every_day_at_nine_is_nine_where_the_user_is_and_the_zone_is_told(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("매일 9시에 알려 줘", proposal("2026-10-06T09:00", rule=DAILY))

    [shown] = await scene.open()
    assert (shown.timezone, shown.local) == ("Asia/Seoul", "2026-10-06T09:00")
    assert shown.next[0].due_at == datetime(2026, 10, 6, 0, 0, tzinfo=UTC)
    assert "“매일 9시”" in scene.told()[0]
    assert "(화) 09:00" in scene.told()[0]


async def test_b9_an_unknown_zone_is_refused_with_the_nearest_names(scene: FollowUpTalk) -> None:
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent="물", local="2026-10-06T09:00", timezone="Asia/Soul"
    )

    with pytest.raises(BadInput) as refused:
        await scene.app.keep_follow_ups.make(
            scene.talk.pair.tenant, "u1", "travel-mina", spec, now=scene.clock.at
        )
    turn = await scene.asks(
        "내일 9시에 알려 줘", proposal("2026-10-06T09:00", timezone="Asia/Soul")
    )

    assert refused.value.code == "unknown_time_zone"
    assert "Asia/Seoul" in str(refused.value.hint)
    assert turn.decisions["follow_up"]["note"] == "unknown_time_zone"


async def test_b10_the_screen_the_store_and_the_sender_have_one_time(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, zone="Asia/Shanghai")
    await scene.asks("매일 8시 반에 알려 줘", proposal("2026-10-06T08:30", rule=DAILY))
    [shown] = await scene.open()
    [stored] = await scene.talk.cells("next_at", "follow_ups")

    early = await scene.sent("2026-10-06T08:29")
    spoken = await scene.sent("2026-10-06T08:30")

    assert shown.due_at == stored == scene.at("2026-10-06T08:30")
    assert (len(early), len(spoken)) == (0, 1)
    assert await scene.talk.cells("due_at", "occurrences") == [shown.due_at]


async def test_b12_a_date_of_next_year_keeps_its_year(scene: FollowUpTalk) -> None:
    scene.clock.at = scene.at("2026-01-10T12:00")

    await scene.asks("2027년 9월 12일 9시에 알려 줘", proposal("2027-09-12T09:00"))

    assert await scene.talk.cells("local", "follow_ups") == ["2027-09-12T09:00"]
    assert await scene.sent("2026-09-12T09:00") == []


async def test_b13_a_day_of_the_past_is_refused_with_one_retry_and_never_sent_now(
    scene: FollowUpTalk,
) -> None:
    scene.clock.at = scene.at("2026-11-20T12:00")

    turn = await scene.asks("remind me January 5", proposal("2026-01-05T09:00"))

    assert len(scene.script.asked_for("plan_follow_ups")) == 2
    assert turn.follow_ups == ()
    assert await scene.sent("2026-11-20T12:05") == []
    shown = preview(
        PreviewRequest(
            timezone="Asia/Seoul",
            now=scene.clock.at,
            one_shot=OneShotPreview(local="2026-01-05T09:00"),
        )
    )
    assert shown.error is not None
    assert shown.error.code == "past"


async def test_b14_the_last_day_is_the_last_day_and_the_thirty_first_never_drifts(
    scene: FollowUpTalk,
) -> None:
    scene.clock.at = scene.at("2027-01-15T12:00")
    asked = await scene.asks(
        "매달 31일에 월세", proposal("2027-01-31T09:00", rule="FREQ=MONTHLY;BYMONTHDAY=31")
    )
    told = scene.told()
    await scene.asks(
        "매달 31일에, 없는 달은 건너뛰고 월세",
        proposal("2027-01-31T09:00", rule="FREQ=MONTHLY;BYMONTHDAY=31"),
    )
    for day in ("2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"):
        await scene.sent(f"{day}T09:00")

    assert asked.follow_ups == ()
    assert "말일" in told[0]
    assert await scene.times() == [
        ("2027-01-31T09:00", "queued"), ("2027-03-31T09:00", "queued"),
    ]  # fmt: skip
    last_days = times(
        "Asia/Seoul", "2027-01-31T09:00", "2027-01-15T00:00Z", 4, "FREQ=MONTHLY;BYMONTHDAY=-1"
    )
    assert [each[:10] for each in last_days] == [
        "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30",
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["preferences", "turn"])
async def test_b16_a_habit_goes_with_the_user_and_a_meeting_stays_where_it_is(
    scene: FollowUpTalk, how: str
) -> None:
    tenant, keep = scene.talk.pair.tenant, scene.app.keep_follow_ups
    for intent, mode in (("약 먹기", ZoneMode.FOLLOW_USER), ("회의", ZoneMode.PINNED)):
        spec = FollowUpSpec(
            kind=FollowUpKind.RECURRING, intent=intent, local="2026-10-05T22:00", rule=DAILY,
            zone_mode=mode, purpose=Purpose.LIFE, allow_night=True,
        )  # fmt: skip
        await keep.make(tenant, "u1", "mindcare-sora", spec, now=scene.clock.at)
    await scene.sent("2026-10-05T22:00")
    scene.clock.at = scene.at("2026-10-06T09:00")
    if how == "turn":
        await scene.say("런던에 왔어", timezone="Europe/London")
    else:
        moved = {"timezone": "Europe/London"}
        await scene.app.keep_people.set_preferences(tenant, "u1", moved, now=scene.clock.at)

    shown = {each.intent: each for each in await scene.open()}

    london = datetime(2026, 10, 6, 22, tzinfo=ZoneInfo("Europe/London"))
    assert shown["약 먹기"].due_at == london
    assert shown["회의"].due_at == scene.at("2026-10-06T22:00")
    await scene.sent("2026-10-06T22:00")
    scene.clock.at = london
    await scene.run("send-follow-ups")
    said = await scene.talk.cells("local", "occurrences where state = 'queued'", "due_at")
    assert said.count("2026-10-06T22:00") == 2
