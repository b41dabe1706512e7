"""Claims with what is said after they were forgotten, written as a table."""

from __future__ import annotations

from collections.abc import Sequence

from nightcrew.domain.withholding import visible
from tests.unit.dream_ground import KEY, forgotten


def rows(table: str) -> Sequence[tuple[str, str]]:
    """Each claim of a table with each text beside it: `claim | text | text`."""
    found: list[tuple[str, str]] = []
    for line in table.strip().splitlines():
        claim, *texts = (part.strip() for part in line.split(" | "))
        found += [(claim, text) for text in texts]
    return found


def is_shown(claim: str, text: str) -> bool:
    """Whether a text is shown whole when a claim is forgotten."""
    return visible(text, (forgotten(claim),), KEY) == text
