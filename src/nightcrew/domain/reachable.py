"""When a person may be spoken to first: their zone and their quiet hours, or the house's."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.person import Person
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.zones import zone


def known_zone(name: str) -> ZoneInfo | None:
    """The zone; None for a name we do not know, which keeps the gate shut."""
    try:
        return zone(name)
    except BadInput:
        return None


def quiet_of(person: Person, house_window: tuple[str, str]) -> QuietHours:
    """The user's own quiet hours; until they have any, the house's unless they allow the night.

    Hours that cannot be read never end.
    """
    if person.quiet_hours is None:
        allowed = person.allows("night")
        return QuietHours() if allowed else QuietHours.between(house_window)
    try:
        return QuietHours.parse(person.quiet_hours)
    except BadInput:
        return QuietHours.parse("00:00-24:00")
