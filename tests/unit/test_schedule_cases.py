from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nightcrew.domain.catch_up import Handled, Listener, Outlook, outlook
from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import read_moment
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.preview import (
    OneShotPreview,
    PreviewRequest,
    RecurringPreview,
    preview,
)
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, schedule_zone
from nightcrew.domain.settling import settled
from nightcrew.domain.zones import to_local, zone

CASES = Path(__file__).parents[1] / "cases" / "schedule_cases.json"
DEFAULT_GRACE_SECONDS = 7200


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


def spec_of(case: dict[str, Any]) -> FollowUpSpec:
    state = case["state"]
    return FollowUpSpec(
        kind=FollowUpKind(case["kind"]),
        intent="told in the case",
        local=case["local_time"] or case["dtstart_local"],
        timezone=state.get("created_zone", case["zone"]),
        rule=case["rule"],
        grace_minutes=state.get("grace_seconds", DEFAULT_GRACE_SECONDS) // 60,
    )


def handled_of(case: dict[str, Any]) -> Handled | None:
    state = case["state"]
    if "last_fired_utc" not in state:
        return None
    before = zone(state.get("previous_zone", case["zone"]))
    due_at = moment(state["last_fired_utc"])
    occurrence = Occurrence(local=to_local(due_at, before), due_at=due_at)
    return Handled(up_to_at=due_at, zone=before, said=occurrence)


def outlook_of(case: dict[str, Any]) -> Outlook:
    now = moment(case["now"])
    spec = settled(spec_of(case), now=now, user_zone=case["zone"])
    expires = case["state"].get("expires_at")
    return outlook(
        spec,
        schedule_zone(spec, case["zone"]),
        Listener(quiet_hours=QuietHours.parse(case["quiet_hours"]), zone=zone(case["zone"])),
        now=now,
        count=count_of(case),
        handled=handled_of(case),
        expires_at=None if expires is None else moment(expires),
    )


@pytest.mark.parametrize("case_id", cases())
def test_a_follow_up_keeps_its_word_in_every_tricky_case(case_id: str) -> None:
    case = cases()[case_id]

    if case["expected_error"] is not None:
        with pytest.raises(BadInput) as refused:
            outlook_of(case)
        assert refused.value.code == case["expected_error"]
        return

    ahead = outlook_of(case)

    due = tuple(occurrence.due_at for occurrence in ahead.occurrences)
    assert written(due) == case["expected_nominal_utc"]
    assert written(ahead.leaves_at) == case["expected_utc"]
    assert len(ahead.missed) + len(ahead.expired) == case["expected_missed"]


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


def test_a_moment_stored_under_older_zone_data_never_wins_over_the_rule() -> None:
    case = cases()["tzdata-cached-next-run-recomputed"]
    stored = moment(case["state"]["cached_next_run_at"])

    (fresh,) = outlook_of(case).occurrences

    assert fresh.due_at != stored
    assert fresh.due_at == read_moment(fresh.local.isoformat(), zone(case["zone"]))
