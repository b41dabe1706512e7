"""When a crew may speak first: one gate for every message, and the same answer every time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.reason import Silence
from nightcrew.domain.speaking_budget import Spent
from nightcrew.domain.speaking_gate import UNHEARD, Answer, Wish, decide
from nightcrew.domain.zones import zone

NOON = datetime(2026, 10, 6, 3, 0, tzinfo=UTC)  # in Seoul
NIGHT = datetime(2026, 10, 6, 15, 0, tzinfo=UTC)  # midnight in Seoul
MORNING = datetime(2026, 10, 6, 23, 0, tzinfo=UTC)  # eight in Seoul
DAY = timedelta(days=1)


def wish(**parts: Any) -> Wish:
    now = parts.get("now", NOON)
    usual = Wish(
        now=now,
        zone=zone("Asia/Seoul"),
        quiet=QuietHours.parse("22:00-08:00"),
        due_at=now,
        grace=timedelta(hours=2),
    )
    return replace(usual, **parts)


def said_no(answer: Answer) -> tuple[str, Silence | None]:
    return answer.verdict, answer.reason


def test_at_noon_with_nothing_against_it_a_message_goes() -> None:
    assert decide(wish()).verdict == "allow"


def test_at_night_it_waits_for_the_morning() -> None:
    answer = decide(wish(now=NIGHT))

    assert (*said_no(answer), answer.until) == ("defer", Silence.QUIET_HOURS, MORNING)


def test_the_night_is_open_for_the_one_follow_up_the_user_allowed_it_for() -> None:
    assert decide(wish(now=NIGHT, allow_night=True)).verdict == "allow"


def test_an_unknown_zone_keeps_the_gate_shut() -> None:
    assert said_no(decide(wish(zone=None))) == ("defer", Silence.UNKNOWN_ZONE)


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"alive": False}, Silence.CANCELLED),
        ({"forgotten": True}, Silence.BURIED),
        ({"expires_at": NOON}, Silence.EXPIRED),
        ({"consents_to_messages": False}, Silence.BLOCKED_CONSENT),
        ({"due_at": NOON - timedelta(hours=3)}, Silence.MISSED),
        ({"spent": Spent(to_user=2)}, Silence.DAILY_CAP),
        ({"spent": Spent(to_user=1), "daily_cap": 1}, Silence.DAILY_CAP),
        ({"spent": Spent(by_crew=1)}, Silence.DAILY_CAP),
        ({"spent": Spent(unanswered=2)}, Silence.UNANSWERED),
    ],
)
def test_what_shuts_the_gate_for_good_is_told_by_its_reason(
    parts: dict[str, Any], reason: Silence
) -> None:
    assert said_no(decide(wish(**parts))) == ("block", reason)


def test_budgets_never_count_against_what_the_user_asked_for() -> None:
    much = Spent(to_user=9, by_crew=9, unanswered=9)

    assert decide(wish(asked_for=True, spent=much)).verdict == "allow"


def test_after_a_crisis_it_waits_until_the_hold_ends() -> None:
    held = decide(wish(hold_until=NOON + DAY))

    assert (*said_no(held), held.until) == ("defer", Silence.CRISIS, NOON + DAY)


def test_an_unasked_message_waits_until_the_talk_is_over() -> None:
    talking = wish(last_spoke_at=NOON - timedelta(minutes=4))

    assert said_no(decide(talking)) == ("defer", Silence.USER_ACTIVE)
    assert decide(replace(talking, just_named=True)).verdict == "allow"


def test_what_was_asked_for_waits_for_the_end_of_a_talk_but_never_longer_than_ten_minutes() -> None:
    talking = wish(asked_for=True, last_spoke_at=NOON - timedelta(minutes=4), due_at=NOON)
    talks_on = replace(
        talking,
        now=NOON + timedelta(minutes=10),
        last_spoke_at=NOON + timedelta(minutes=9),
        first_allowed_at=NOON + timedelta(minutes=10),
    )

    assert said_no(decide(talking)) == ("defer", Silence.USER_ACTIVE)
    assert decide(talking).until == NOON + timedelta(minutes=6)
    assert decide(talks_on).verdict == "allow"


def test_what_the_night_held_back_waits_for_a_talk_of_the_morning_too() -> None:
    talking = wish(now=MORNING, due_at=NIGHT, asked_for=True, last_spoke_at=MORNING)

    assert decide(talking).until == MORNING + timedelta(minutes=10)


def test_what_the_night_held_back_is_not_late_in_the_morning() -> None:
    assert decide(wish(now=MORNING, due_at=NIGHT)).verdict == "allow"
    late = wish(now=MORNING + timedelta(hours=2, minutes=1), due_at=NIGHT)
    assert said_no(decide(late)) == ("block", Silence.MISSED)


def test_what_was_too_late_before_the_night_began_does_not_wait_for_the_morning() -> None:
    late = wish(now=NIGHT, due_at=NIGHT - timedelta(hours=5))
    in_time = replace(late, due_at=NIGHT - timedelta(hours=2))

    assert said_no(decide(late)) == ("block", Silence.MISSED)
    assert said_no(decide(in_time)) == ("defer", Silence.QUIET_HOURS)


def test_a_fourth_catch_up_on_one_day_is_missed_and_what_is_on_time_is_not() -> None:
    late = wish(asked_for=True, due_at=NOON - timedelta(hours=1), spent=Spent(today=3))

    assert said_no(decide(late)) == ("block", Silence.MISSED)
    assert decide(replace(late, spent=Spent(today=2))).verdict == "allow"
    assert decide(replace(late, due_at=NOON)).verdict == "allow"


def test_a_routine_nobody_answered_for_thirty_days_asks_once_and_then_is_silent() -> None:
    heard = NOON - UNHEARD
    routine = wish(asked_for=True, unheard_since=heard)

    asks = decide(routine)
    then = decide(replace(routine, still_asked_at=NOON - DAY))

    assert (asks.verdict, asks.asks) == ("allow", True)
    assert said_no(then) == ("block", Silence.UNANSWERED)


def test_any_word_of_the_user_lets_a_routine_go_on() -> None:
    spoke = wish(
        asked_for=True, unheard_since=NOON - timedelta(hours=1), still_asked_at=NOON - 5 * DAY
    )

    answer = decide(spoke)

    assert (answer.verdict, answer.asks) == ("allow", False)
