"""A crew by its id, or the names that were probably meant."""

from __future__ import annotations

import difflib

from nightcrew.domain.crew import Crew, CrewShelf
from nightcrew.domain.errors import NotFound


def crew_of(shelf: CrewShelf, crew_id: str) -> Crew:
    """The crew's newest good text. Raises: NotFound with the nearest names."""
    if crew_id in shelf.crews:
        return shelf.crews[crew_id]
    nearest = difflib.get_close_matches(crew_id, shelf.crews, n=3, cutoff=0.4)
    meant = f"did you mean {', '.join(nearest)}?" if nearest else ""
    hint = meant or "`nightcrew crews list` shows them all"
    raise NotFound(
        "unknown_crew", "there is no crew by this name", hint=hint, details={"nearest": nearest}
    )
