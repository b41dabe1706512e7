"""How often each schedule ticks; always in UTC, since a local zone loses or doubles an hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

ANCHOR = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that a restart does not move the ticks
MOST_SECONDS_BETWEEN_FOLLOW_UPS = 60
MOST_SECONDS_BETWEEN_DELIVERIES = 30  # an empty look costs three statements a tenant
FASTEST_LATE = timedelta(seconds=60)  # a slow machine must not find every tick too late


def every(schedule: str, tick_seconds: int) -> timedelta:
    """The time between two ticks of a schedule."""
    tick = timedelta(seconds=tick_seconds)
    periods = {
        "dream": tick,
        "index-evidence": tick,
        "follow-ups": min(tick, timedelta(seconds=MOST_SECONDS_BETWEEN_FOLLOW_UPS)),
        "deliver-webhooks": min(tick, timedelta(seconds=MOST_SECONDS_BETWEEN_DELIVERIES)),
        "nightly-dream": timedelta(minutes=10),
        "temporal-review": timedelta(minutes=10),
        "open-talks": timedelta(minutes=10),
        "check-watches": tick,
        "refresh-knowledge": timedelta(minutes=10),
        "team-digest": timedelta(minutes=10),
        "retention": timedelta(days=1),
    }
    return periods[schedule]


def is_late(schedule: str, tick_seconds: int, *, due_at: datetime, now: datetime) -> bool:
    """Whether a newer tick is due instead; without this a long night off is played back."""
    return now - due_at > max(every(schedule, tick_seconds), FASTEST_LATE)
