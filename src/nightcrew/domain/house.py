"""What holds for all crews, whoever they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nightcrew.domain.room import MemoryRoom
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


REVIEW_DAYS = 365  # a text that nobody read for a year is a finding
USUAL_BUDGETS = Budgets(per_user_per_day=2, per_crew_per_day=1, unanswered_then_silent=2)
STILL_WANTED: Mapping[str, str] = {
    "ko": "한동안 말씀이 없어서 여쭤봐요. 계속 보내 드릴까요? 이제 됐으면 그만이라고만 해 주세요.",
    "en": "It has been quiet for a while. Shall I go on with this? If not, just say stop.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What holds for all crews.

    retention_days: days per class of text, 0 keeps. newest_versions: so many former values of each
    memory keep their words beyond their days. rules: for the reply, in the crew's language.
    safety: text id -> language -> text. still_wanted: by language, what a routine asks that nobody
    has answered for long. review_days: so long the review of a text holds. places: `rules.0` ->
    file:line.
    """

    locale: str
    timezone: str
    quiet_hours: QuietWindows
    budgets: Budgets
    retention_days: Mapping[str, int]
    safety: Mapping[str, Mapping[str, str]]
    tool_guide: Mapping[Tool, ToolGuide]
    rules: tuple[str, ...] = ()
    newest_versions: int = 0
    memory_room: MemoryRoom = field(default_factory=MemoryRoom)
    still_wanted: Mapping[str, str] = field(default_factory=lambda: dict(STILL_WANTED))
    review_days: int = REVIEW_DAYS
    places: Mapping[str, str] = field(default_factory=dict)
