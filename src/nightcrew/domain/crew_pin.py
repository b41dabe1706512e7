"""Which text of a crew a turn speaks from: the newest, or the one its conversation began with."""

from __future__ import annotations

from dataclasses import replace

from nightcrew.domain.crew import Crew, CrewShelf


def speaks(newest: Crew, began_with: Crew | None) -> Crew:
    """The crew of a turn in a conversation that has not been quiet.

    began_with: the text the conversation holds; None when it cannot be read any more.
    """
    if began_with is None or safety_differs(newest, began_with):
        return newest
    return began_with


def safety_differs(newest: Crew, before: Crew) -> bool:
    """Whether what protects people changed: then no conversation waits until it is quiet."""
    return (
        newest.adults_only != before.adults_only
        or newest.house.safety != before.house.safety
        or newest.house.rules != before.house.rules
    )


def with_last_good(shelf: CrewShelf, kept: dict[str, Crew]) -> CrewShelf:
    """The shelf, with the last good text of crews whose files were broken from the start.

    kept: by crew id, as it was stored when it last spoke.
    """
    missing = {
        each: kept[each] for each in shelf.broken if each not in shelf.crews and each in kept
    }
    if not missing:
        return shelf
    house = shelf.house or next(iter(missing.values())).house
    crews = dict(sorted((dict(shelf.crews) | missing).items()))
    return replace(shelf, crews=crews, house=house)
