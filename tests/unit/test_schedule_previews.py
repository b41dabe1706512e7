"""Previews, and the rules a model may write."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.preview import (
    OneShotPreview,
    PreviewRequest,
    RecurringPreview,
    preview,
)
from nightcrew.domain.rules import Frequency
from tests.unit.settled import NOW, PILL, settle


def asked(**changes: object) -> PreviewRequest:
    request = PreviewRequest(
        timezone="Asia/Seoul",
        now=NOW,
        recurring=RecurringPreview(dtstart_local="2026-12-01T09:00", rule="FREQ=DAILY"),
    )
    return replace(request, **changes)  # type: ignore[arg-type]  # one test names one field


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"timezone": "+09:00"}, "unknown_time_zone"),
        ({"quiet_hours": "08:00-08:00"}, "quiet_hours_empty"),
        ({"quiet_hours": "evening"}, "quiet_hours_unreadable"),
        ({"recurring": None}, "preview_unreadable"),
        ({"one_shot": OneShotPreview(local="now+PT5M")}, "preview_unreadable"),
        ({"count": 0}, "preview_unreadable"),
        ({"now": datetime(9999, 12, 31, tzinfo=UTC)}, "now_unreadable"),
        ({"now": datetime(2026, 1, 1)}, "now_unreadable"),  # noqa: DTZ001
        ({"recurring": None, "one_shot": OneShotPreview(local="2020-01-01T09:00")}, "past"),
        ({"recurring": RecurringPreview(dtstart_local="9am", rule="FREQ=DAILY")},
         "local_unreadable"),
    ],
)  # fmt: skip
def test_a_preview_says_what_is_wrong_instead_of_a_schedule(
    changes: dict[str, object], code: str
) -> None:
    shown = preview(asked(**changes))

    assert shown.error is not None
    assert shown.error.code == code
    assert shown.nominal_utc == shown.deliver_utc == ()


def test_a_preview_for_somebody_who_is_always_quiet_shows_what_is_due_and_no_delivery() -> None:
    shown = preview(asked(quiet_hours="00:00-24:00", count=2))

    assert len(shown.nominal_utc) == 2
    assert shown.deliver_utc == ()


def test_a_preview_of_a_series_that_is_over_shows_nothing_and_no_error() -> None:
    over = RecurringPreview(dtstart_local="2025-12-01T09:00", rule="FREQ=DAILY;COUNT=3")

    shown = preview(asked(recurring=over))

    assert shown.nominal_utc == ()
    assert shown.error is None


def test_a_model_that_asks_for_every_hour_is_refused() -> None:
    with pytest.raises(BadInput) as refusal:
        settle(replace(PILL, rule="FREQ=HOURLY"), finest=Frequency.DAILY)

    assert refusal.value.code == "rule_too_frequent"
