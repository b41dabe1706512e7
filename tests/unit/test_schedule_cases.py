"""Public schedule cases as the preview shows them; those that have begun are played by the sender.

See tests/integration/test_schedule_cases_kept.py.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nightcrew.domain.preview import (
    OneShotPreview,
    PreviewRequest,
    RecurringPreview,
    preview,
)

CASES = Path(__file__).parents[1] / "cases" / "schedule_cases.json"


@cache
def cases() -> dict[str, dict[str, Any]]:
    listed = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in listed}


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def written(moments: tuple[datetime, ...]) -> list[str]:
    return [f"{one:%Y-%m-%dT%H:%M:%SZ}" for one in moments]


def count_of(case: dict[str, Any]) -> int:
    wanted = len(case["expected_nominal_utc"])
    return wanted + 3 if case["policy"] == "exhausted after the list" else max(1, wanted)


@pytest.mark.parametrize("case_id", [name for name, case in cases().items() if not case["state"]])
def test_the_preview_shows_what_will_happen(case_id: str) -> None:
    case = cases()[case_id]
    recurring = case["kind"] == "recurring"

    shown = preview(
        PreviewRequest(
            timezone=case["zone"],
            now=moment(case["now"]),
            quiet_hours=case["quiet_hours"],
            one_shot=None if recurring else OneShotPreview(local=case["local_time"]),
            recurring=RecurringPreview(dtstart_local=case["dtstart_local"], rule=case["rule"])
            if recurring
            else None,
            count=count_of(case),
        )
    )

    assert written(shown.nominal_utc) == case["expected_nominal_utc"]
    assert written(shown.deliver_utc) == case["expected_utc"]
    assert (shown.error.code if shown.error else None) == case["expected_error"]
