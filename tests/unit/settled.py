"""Follow-ups whose times are settled."""

from __future__ import annotations

from datetime import UTC, datetime

from nightcrew.domain.rules import Frequency
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
)
from nightcrew.domain.settling import settled
from nightcrew.domain.zones import to_utc, zone

SEOUL, NEW_YORK = zone("Asia/Seoul"), zone("America/New_York")
NOW = datetime(2026, 11, 30, 3, tzinfo=UTC)  # Monday, noon in Seoul
ONE_SHOT = FollowUpSpec(
    kind=FollowUpKind.ONE_SHOT, intent="ask how it went", local="2026-12-01T09:00"
)
PILL = FollowUpSpec(
    kind=FollowUpKind.RECURRING,
    intent="pill",
    local="2026-12-01T09:00",
    rule="FREQ=DAILY",
    purpose=Purpose.LIFE,
)


def seoul(text: str) -> datetime:
    return to_utc(datetime.fromisoformat(text), SEOUL)


def settle(spec: FollowUpSpec, finest: Frequency = Frequency.HOURLY) -> FollowUpSpec:
    return settled(spec, now=NOW, user_zone="Asia/Seoul", finest=finest)
