from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from itertools import islice

import pytest
from dateutil.rrule import rrulestr
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from whenever import PlainDateTime, reset_tzpath

from nightcrew.domain.errors import BadInput
from nightcrew.domain.occurrences import require_fires, rule_occurrences
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.rule_dates import first_time, rule_times
from nightcrew.domain.rules import LONGEST_RULE, Frequency, NamedDay, read_rule
from nightcrew.domain.zones import to_local, zone
from tests.unit.tricky_zones import TRICKY_ZONES

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
START = datetime(2026, 12, 1, 9)  # noqa: DTZ001 -- a wall time
SEOUL = zone("Asia/Seoul")
NIGHT = QuietHours.parse({"default": "22:00-08:00", "sat": "00:00-24:00", "wed": "13:00-15:00"})

reset_tzpath([])  # the second opinion reads the packaged data too


def refusal(text: str) -> tuple[str, float]:
    """Give the code a rule is refused with and the seconds it took, the best of three."""
    codes, seconds = set(), []
    for _ in range(3):
        began = time.process_time()
        with pytest.raises(BadInput) as refused:
            require_fires(read_rule(text), START, SEOUL)
        seconds.append(time.process_time() - began)
        codes.add(refused.value.code)
    (code,) = codes
    return code, min(seconds)


HOSTILE_RULES = {
    "FREQ=DAILY;INTERVAL=0": "rule_interval",
    "FREQ=DAILY;INTERVAL=-1": "rule_interval",
    "FREQ=DAILY;INTERVAL=1001": "rule_interval",
    "FREQ=DAILY;INTERVAL=99999999999999999999": "rule_interval",
    "FREQ=DAILY;INTERVAL=1E3": "rule_interval",
    "FREQ=SECONDLY": "rule_too_frequent",
    "FREQ=MINUTELY;INTERVAL=59": "rule_too_frequent",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30": "rule_too_frequent",
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8": "rule_too_frequent",
    "FREQ=DAILY;BYMINUTE=" + ",".join(map(str, range(60))): "rule_too_frequent",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30": "rule_never_fires",
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30": "rule_never_fires",
    "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30": "rule_never_fires",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30": "rule_never_fires",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30": "rule_never_fires",
    "FREQ=HOURLY;BYMONTH=4,6,9,11;BYMONTHDAY=31": "rule_never_fires",
    "FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=2": "rule_never_fires",
    "FREQ=YEARLY;BYDAY=MO;BYSETPOS=60": "rule_never_fires",
    "FREQ=DAILY;BYSETPOS=2": "rule_never_fires",
    "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=8,9,10": "rule_never_fires",
    "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2": "rule_never_fires",
    "FREQ=DAILY;INTERVAL=7;BYDAY=MO": "rule_never_fires",
    "FREQ=HOURLY;INTERVAL=168;BYDAY=MO": "rule_never_fires",
    "FREQ=YEARLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=29": "rule_never_fires",
    "FREQ=DAILY;UNTIL=20251231T000000Z": "rule_never_fires",
    "FREQ=DAILY;BYMONTHDAY=" + ",".join(["1"] * 1000): "rule_unreadable",
    "FREQ=DAILY;" + "X" * 1_000_000: "rule_unreadable",
    "": "rule_unreadable",
    "every day": "rule_unreadable",
    "FREQ=FORTNIGHTLY": "rule_unreadable",
    "FREQ=DAILY;FREQ=WEEKLY": "rule_unreadable",
    "FREQ=DAILY;COUNT=0": "rule_unreadable",
    "FREQ=DAILY;COUNT=999999999": "rule_unreadable",
    "FREQ=DAILY;COUNT=3;UNTIL=20270101": "rule_unreadable",
    "FREQ=DAILY;UNTIL=20270230": "rule_unreadable",
    "FREQ=DAILY;BYEASTER=0": "rule_unreadable",
    "FREQ=DAILY;BYHOUR=9": "rule_unreadable",
    "FREQ=YEARLY;BYWEEKNO=1": "rule_unreadable",
    "FREQ=WEEKLY;BYDAY=1MO": "rule_unreadable",
    "FREQ=MONTHLY;BYDAY=6MO": "rule_unreadable",
    "FREQ=MONTHLY;BYDAY=0MO": "rule_unreadable",
    "FREQ=MONTHLY;BYMONTHDAY=0": "rule_unreadable",
    "FREQ=MONTHLY;BYMONTHDAY=32": "rule_unreadable",
    "FREQ=MONTHLY;BYMONTHDAY=１": "rule_unreadable",
    "FREQ=YEARLY;BYMONTH=-1": "rule_unreadable",
    "FREQ=WEEKLY;WKST=1": "rule_unreadable",
    "DTSTART:20261201T090000\nRRULE:FREQ=DAILY": "rule_unreadable",
}


@pytest.mark.parametrize("text", HOSTILE_RULES, ids=lambda text: text[:45])
def test_a_hostile_rule_is_refused_at_once_with_its_reason(text: str) -> None:
    code, seconds = refusal(text)

    assert code == HOSTILE_RULES[text]
    assert seconds <= 0.050


def test_a_model_may_not_write_rules_finer_than_daily() -> None:
    with pytest.raises(BadInput) as refused:
        read_rule("FREQ=HOURLY", finest=Frequency.DAILY)

    assert refused.value.code == "rule_too_frequent"


def test_a_rule_is_read_in_any_case_and_with_its_label() -> None:
    rule = read_rule("rrule:freq=monthly;byday=2tu,-1fr;until=2027-03-01")

    assert rule.by_day == (NamedDay(weekday=1, nth=2), NamedDay(weekday=4, nth=-1))
    assert rule.until == date(2027, 3, 1)


def test_weekdays_with_and_without_numbers_add_up() -> None:
    rule = read_rule("FREQ=MONTHLY;BYDAY=1MO,FR")

    days = [f"{local:%m-%d}" for local in islice(rule_times(rule, START), 5)]

    assert days == ["12-04", "12-07", "12-11", "12-18", "12-25"]


def test_the_end_of_a_rule_is_included_whether_a_date_a_wall_time_or_a_moment() -> None:
    for until in ("20261203", "20261203T090000", "20261203T000000Z"):
        rule = read_rule(f"FREQ=DAILY;UNTIL={until}")

        found = list(rule_occurrences(rule, START, SEOUL, after=datetime(2026, 1, 1, tzinfo=UTC)))

        assert [occurrence.local.day for occurrence in found] == [1, 2, 3]


def test_a_leap_day_is_waited_for_up_to_eight_years_and_no_longer() -> None:
    leap = read_rule("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29")

    assert first_time(leap, datetime(2096, 3, 1)) == datetime(2104, 2, 29)  # noqa: DTZ001
    every_third = read_rule("FREQ=YEARLY;INTERVAL=3;BYMONTH=2;BYMONTHDAY=29")
    assert first_time(every_third, datetime(2025, 3, 1)) == datetime(2028, 2, 29)  # noqa: DTZ001
    assert first_time(every_third, datetime(2027, 3, 1)) is None  # noqa: DTZ001


def test_a_day_that_clocks_skip_altogether_is_told_once() -> None:
    rule = read_rule("FREQ=HOURLY;INTERVAL=5")
    start = datetime(2011, 12, 29, 7)  # noqa: DTZ001 -- a wall time
    apia, after = zone("Pacific/Apia"), datetime(2011, 12, 29, tzinfo=UTC)

    due = [one.due_at for one in islice(rule_occurrences(rule, start, apia, after=after), 20)]

    assert due == sorted(set(due))
    locals_of_the_day = {to_local(one, apia).hour for one in due if to_local(one, apia).day == 31}
    assert {3, 8, 13, 18, 23, 4, 9, 14, 19} <= locals_of_the_day


def test_an_old_rule_answers_as_fast_as_a_new_one() -> None:
    rule = read_rule("FREQ=HOURLY")
    start = datetime(1971, 1, 1)  # noqa: DTZ001 -- a wall time
    now = datetime(2026, 12, 1, tzinfo=UTC)

    began = time.process_time()
    found = next(rule_occurrences(rule, start, SEOUL, after=now))

    assert found.due_at == now + timedelta(hours=1)
    assert time.process_time() - began < 0.050


def some(values: list[int], most: int) -> st.SearchStrategy[str]:
    lists = st.lists(st.sampled_from(values), min_size=1, max_size=most, unique=True)
    return lists.map(lambda numbers: ",".join(map(str, numbers)))


@st.composite
def rules(draw: st.DrawFn) -> str:
    frequency = draw(st.sampled_from(list(Frequency)))
    parts = {"FREQ": str(frequency)}
    numbered = frequency in {Frequency.YEARLY, Frequency.MONTHLY} and draw(st.booleans())
    days = st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=4, unique=True)
    numbers = st.sampled_from([1, 2, 3, 4, 5, -1, -2])
    optional: dict[str, st.SearchStrategy[str]] = {
        "INTERVAL": st.sampled_from([1, 2, 3, 5, 7, 8, 26, 100, 1000]).map(str),
        "COUNT": st.integers(1, 40).map(str),
        "BYDAY": days.map(",".join),
        "BYMONTH": some(list(range(1, 13)), 5),
        "BYMONTHDAY": some([*range(1, 32), *range(-31, 0)], 6),
        "BYSETPOS": some([1, 2, 3, -1, -2], 2),
        "WKST": st.sampled_from(WEEKDAYS),
    }
    for name, values in optional.items():
        # the peer counts positions in a first week from its start, RFC 5545 from the week's own
        if (name, frequency) != ("BYSETPOS", Frequency.WEEKLY) and draw(st.integers(0, 2)) == 0:
            parts[name] = draw(values)
    if numbered and "BYDAY" in parts:
        parts["BYDAY"] = ",".join(f"{draw(numbers)}{day}" for day in parts["BYDAY"].split(","))
    text = ";".join(f"{name}={value}" for name, value in parts.items())
    assume(len(text) <= LONGEST_RULE)
    return text


def second_method(text: str, start: datetime, name: str, now: datetime) -> list[datetime]:
    """Expand with dateutil, resolve with whenever, then order, merge and cut."""
    far = now.replace(tzinfo=None) + timedelta(days=9000)
    expanded = rrulestr(text, dtstart=start)
    kept, found = 0, set()
    for local in expanded:
        plain = PlainDateTime(local).assume_tz(name, disambiguation="compatible")
        due_at = plain.to_instant().to_stdlib()
        found.add(due_at)
        kept += due_at > now
        if kept > 40 or local > far:
            break
    return sorted(due_at for due_at in found if due_at > now)[:5]


def changes_of(name: str) -> tuple[datetime, ...]:
    """Find the days on which clocks of a zone change, each as its first midnight after, in UTC."""
    in_zone, day = zone(name), datetime(2026, 1, 1, tzinfo=UTC)
    found = [datetime(2011, 12, 31, tzinfo=UTC)] if name == "Pacific/Apia" else []
    for _ in range(12 * 365):
        ahead = day + timedelta(days=1)
        if day.astimezone(in_zone).utcoffset() != ahead.astimezone(in_zone).utcoffset():
            found.append(ahead)
        day = ahead
    return tuple(found)


CHANGES = {name: changes_of(name) for name in TRICKY_ZONES}


@st.composite
def situations(draw: st.DrawFn) -> tuple[str, datetime, datetime]:
    """Draw a zone, a start by the wall clock and a now, half of them around a clock change."""
    name = draw(st.sampled_from(TRICKY_ZONES))
    quarter = timedelta(minutes=15)
    around_a_change = draw(st.booleans())
    if CHANGES[name] and around_a_change:
        now = draw(st.sampled_from(CHANGES[name])) - draw(st.integers(0, 384)) * quarter
    else:
        now = datetime(2026, 1, 1, tzinfo=UTC) + draw(st.integers(0, 12 * 365 * 96)) * quarter
    night = datetime.combine(now.date(), datetime.min.time())
    clock = draw(st.sampled_from([*range(14), *range(96)])) * quarter
    return name, night + clock - timedelta(days=draw(st.integers(-20, 60))), now


def check_against_the_second_method(text: str, name: str, start: datetime, now: datetime) -> None:
    in_zone, rule = zone(name), read_rule(text)
    assume(first_time(rule, start) is not None)

    found = list(islice(rule_occurrences(rule, start, in_zone, after=now), 5))

    due = [occurrence.due_at for occurrence in found]
    far = now + timedelta(days=8900)
    second = second_method(text, start, name, now)
    assert [one for one in due if one < far] == [one for one in second if one < far]
    assert all(one > now for one in due)
    assert due == sorted(set(due))
    if due:
        just_before = max(now, due[0] - timedelta(seconds=1))
        again = next(rule_occurrences(rule, start, in_zone, after=just_before))
        assert again == found[0]
    leaving = [NIGHT.next_open(one, in_zone) for one in due]
    assert all(one is not None and not NIGHT.covers(one, in_zone) for one in leaving)


patient = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(deadline=None, max_examples=200, suppress_health_check=patient)
@given(text=rules(), situation=situations())
def test_any_allowed_rule_agrees_with_a_second_method(
    text: str, situation: tuple[str, datetime, datetime]
) -> None:
    check_against_the_second_method(text, *situation)


@pytest.mark.soak
@settings(deadline=None, max_examples=2000, suppress_health_check=patient)
@given(text=rules(), situation=situations())
def test_two_thousand_allowed_rules_agree_with_a_second_method(
    text: str, situation: tuple[str, datetime, datetime]
) -> None:
    check_against_the_second_method(text, *situation)
