"""Who users are and what they choose."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.person import Preferences
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, ZoneMode
from nightcrew.store.tables import users
from nightcrew.usecases.keep_people import KnownUsers
from tests.builders import CREW
from tests.desk import USER, Desk

MORNING = FollowUpSpec(
    kind=FollowUpKind.RECURRING, intent="아침 약", local="2026-10-06T08:00", rule="FREQ=DAILY"
)


async def test_a_new_user_id_makes_a_new_user_once(desk: Desk) -> None:
    first = await desk.people.pair(desk.tenant, USER, CREW)
    again = await desk.people.pair(desk.tenant, USER, "mindcare-sora")

    assert first is not None
    assert again is not None
    assert first.user == again.user
    assert await desk.cells(users, "external_id") == [USER]


async def test_reading_about_somebody_unknown_makes_nothing(desk: Desk) -> None:
    assert await desk.people.pair(desk.tenant, USER, CREW, make=False) is None
    assert await desk.people.preferences(desk.tenant, USER) == Preferences()

    assert await desk.cells(users, "id") == []


async def test_an_unknown_crew_makes_no_user(desk: Desk) -> None:
    with pytest.raises(NotFound):
        await desk.people.pair(desk.tenant, USER, "nobody")

    assert await desk.cells(users, "id") == []


@pytest.mark.parametrize("user", ["", "x" * 129, "a\nb", "a\x00b", "a\x7f", "a\x85b", "\ud800"])
async def test_what_cannot_be_an_id_is_refused(desk: Desk, user: str) -> None:
    with pytest.raises(BadInput) as refused:
        await desk.people.pair(desk.tenant, user, CREW)

    assert refused.value.field == "user"


@pytest.mark.parametrize("user", ["x" * 128, "사용자 / 7", "' or 1=1 --", "😀"])
async def test_any_other_text_may_name_a_user(desk: Desk, user: str) -> None:
    assert await desk.people.pair(desk.tenant, user, CREW) is not None

    assert await desk.cells(users, "external_id") == [user]


def test_the_least_recently_seen_ids_are_let_go_first() -> None:
    known, tenant = KnownUsers(most=2), UUID(int=1)
    known.keep(tenant, "a", UUID(int=11))
    known.keep(tenant, "b", UUID(int=12))
    assert known.find(tenant, "a") == UUID(int=11)

    known.keep(tenant, "c", UUID(int=13))

    assert known.find(tenant, "b") is None
    assert known.find(tenant, "a") == UUID(int=11)
    known.drop(tenant, "a")
    assert known.find(tenant, "a") is None


async def test_preferences_are_merged_and_consents_have_their_defaults(desk: Desk) -> None:
    people, tenant = desk.people, desk.tenant
    await people.set_preferences(tenant, USER, {"name": "누리", "timezone": "Asia/Tokyo"})
    await people.set_preferences(tenant, USER, {"consents": {"night": True}, "daily_cap": 1})

    found = await people.preferences(tenant, USER)

    assert (found.name, found.timezone, found.daily_cap) == ("누리", "Asia/Tokyo", 1)
    assert found.consents == {"remember": True, "message": True, "night": True}


async def test_null_gives_a_preference_back_to_the_house(desk: Desk) -> None:
    people, tenant = desk.people, desk.tenant
    await people.set_preferences(
        tenant, USER, {"name": "누리", "quiet_hours": "23:00-07:00", "timezone": "Asia/Tokyo"}
    )

    found = await people.set_preferences(
        tenant, USER, {"name": None, "quiet_hours": None, "timezone": None}
    )

    assert found == Preferences()


async def test_quiet_hours_may_differ_by_day_or_be_none_at_all(desk: Desk) -> None:
    people, tenant = desk.people, desk.tenant

    by_day = await people.set_preferences(tenant, USER, {"quiet_hours": {"sat": "00:00-24:00"}})
    never = await people.set_preferences(tenant, USER, {"quiet_hours": {"default": None}})

    assert by_day.quiet_hours == {"default": "22:00-08:00", "sat": "00:00-24:00"}
    assert never.quiet_hours == {"default": None}


async def test_an_unknown_zone_is_refused_with_the_nearest_names(desk: Desk) -> None:
    with pytest.raises(BadInput) as refused:
        await desk.people.set_preferences(desk.tenant, USER, {"timezone": "Asia/Soul"})

    assert refused.value.code == "unknown_time_zone"
    assert "Asia/Seoul" in refused.value.hint
    assert await desk.cells(users, "id") == []


@pytest.mark.parametrize(
    "changed",
    [
        {"nmae": "누리"},
        {"name": "x" * 201},
        {"locale": "korean!"},
        {"quiet_hours": "22:00-22:00"},
        {"daily_cap": -1},
        {"daily_cap": True},
        {"age_band": "old"},
        {"consents": {"sell": True}},
        {"consents": {"night": "yes"}},
    ],
)
async def test_a_preference_that_makes_no_sense_names_its_field(
    desk: Desk, changed: dict[str, object]
) -> None:
    with pytest.raises(BadInput) as refused:
        await desk.people.set_preferences(desk.tenant, USER, changed)

    assert refused.value.field == next(iter(changed))


async def test_a_new_zone_moves_what_follows_the_user_and_nothing_else(desk: Desk) -> None:
    tenant = desk.tenant
    await desk.people.set_preferences(tenant, USER, {"timezone": "Asia/Seoul"})
    follows = await desk.follow_ups.make(tenant, USER, CREW, MORNING)
    pinned = FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent="서울 회의", local="2026-10-06T09:00",
        rule="FREQ=DAILY", zone_mode=ZoneMode.PINNED,
    )  # fmt: skip
    stays = await desk.follow_ups.make(tenant, USER, CREW, pinned)
    assert follows.follow_up.due_at == datetime(2026, 10, 5, 23, 0, tzinfo=UTC)

    await desk.people.set_preferences(tenant, USER, {"timezone": "Europe/London"})

    shown = {each.id: each for each in (await desk.follow_ups.list(tenant, USER)).items}
    moved = shown[follows.follow_up.id]
    assert (moved.due_at, moved.local) == (
        datetime(2026, 10, 6, 7, 0, tzinfo=UTC),
        "2026-10-06T08:00",
    )
    assert moved.timezone == "Europe/London"
    assert shown[stays.follow_up.id].due_at == stays.follow_up.due_at


async def test_a_hop_west_does_not_say_the_same_morning_twice(desk: Desk) -> None:
    tenant = desk.tenant
    await desk.people.set_preferences(tenant, USER, {"timezone": "Asia/Seoul"})
    made = await desk.follow_ups.make(tenant, USER, CREW, MORNING)
    half_past_eight = datetime(2026, 10, 5, 23, 30, tzinfo=UTC)
    desk.clock.set(datetime(2026, 10, 5, 23, 0, tzinfo=UTC))
    await desk.follow_ups.run(tenant, USER, made.follow_up.id)

    desk.clock.set(half_past_eight)
    await desk.people.set_preferences(tenant, USER, {"timezone": "Asia/Taipei"})

    [shown] = (await desk.follow_ups.list(tenant, USER)).items
    assert [time.local for time in shown.next] == [
        "2026-10-06T08:00",
        "2026-10-07T08:00",
        "2026-10-08T08:00",
    ]
