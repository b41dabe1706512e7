"""How days are written in tests of date words."""

from __future__ import annotations

from datetime import date

from nightcrew.domain.time_words import (
    resolve,
)

WEDNESDAY = date(2026, 9, 2)


def days(text: str, said_on: date = WEDNESDAY) -> list[tuple[str, str]]:
    return [(span.from_on.isoformat(), span.to_on.isoformat()) for span in resolve(text, said_on)]
