"""What holds for all crews, whoever they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nightcrew.domain.tool_guide import Tool, ToolGuide


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietWindows:
    """Local wall times ("22:00", "08:00") between which a crew keeps silent on its own.

    The first is included, the second is not; a window may cross midnight.
    """

    follow_up: tuple[str, str]
    opener: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgets:
    """How often crews may speak unasked, per local day of the user."""

    per_user_per_day: int
    per_crew_per_day: int
    unanswered_then_silent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What holds for all crews.

    retention_days: days per class of text, 0 keeps. rules: for the reply, in the crew's language.
    safety: text id -> language -> text.
    """

    locale: str
    timezone: str
    quiet_hours: QuietWindows
    budgets: Budgets
    retention_days: Mapping[str, int]
    safety: Mapping[str, Mapping[str, str]]
    tool_guide: Mapping[Tool, ToolGuide]
    rules: tuple[str, ...] = ()
