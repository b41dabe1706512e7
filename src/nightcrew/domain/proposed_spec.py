"""The typed spec of a follow-up out of the loose words a model proposes it in."""

from __future__ import annotations

from nightcrew.domain.closed_list import member_of
from nightcrew.domain.follow_up import ProposedFollowUp
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
    WatchSpec,
    WhenNothing,
    ZoneMode,
)
from nightcrew.domain.settling import LEAST_WATCH_MINUTES, LONGEST_WATCH_MINUTES
from nightcrew.domain.tool_guide import Tool

USUAL_WATCH_MINUTES = 180  # eight looks a day, where the planner names no number that will do


def read_spec(proposed: ProposedFollowUp, *, timezone: str, asked_for: bool) -> FollowUpSpec:
    """The typed spec of loose words. timezone: where the proposal names none.

    Raises: BadInput for a value that is none of ours.
    """
    return FollowUpSpec(
        kind=member_of(FollowUpKind, proposed.kind, "kind"),
        intent=proposed.intent.strip(),
        local=proposed.local,
        timezone=proposed.timezone or timezone,
        zone_mode=member_of(ZoneMode, proposed.zone_mode, "zone_mode"),
        rule=proposed.rule,
        until=proposed.until,
        purpose=member_of(Purpose, proposed.purpose, "purpose"),
        when_nothing=member_of(WhenNothing, proposed.when_nothing, "when_nothing"),
        grace_minutes=max(0, proposed.grace_minutes),
        allow_night=proposed.allow_night and asked_for,
        watch=_watch(proposed),
    )


def _watch(proposed: ProposedFollowUp) -> WatchSpec | None:
    """The watch part of a proposal; other kinds have none, whatever a model wrote beside them."""
    parts = proposed.watch
    if proposed.kind != FollowUpKind.WATCH or not parts:
        return None
    return WatchSpec(
        tool=member_of(Tool, str(parts.get("tool") or Tool.SEARCH), "watch.tool"),
        query=str(parts.get("query") or "").strip(),
        condition=str(parts.get("condition") or "").strip(),
        every_minutes=_every(str(parts.get("every_minutes") or "")),
    )


def _every(written: str) -> int:
    minutes = int(written) if written.isdecimal() else 0
    if minutes == 0:
        return USUAL_WATCH_MINUTES
    return max(LEAST_WATCH_MINUTES, min(minutes, LONGEST_WATCH_MINUTES))


def watched_in(proposed: ProposedFollowUp) -> tuple[str, ...]:
    """What a watch would look up and wait for."""
    parts = proposed.watch or {}
    words = (str(parts.get(name) or "") for name in ("query", "condition"))
    return tuple(each for each in words if each)
