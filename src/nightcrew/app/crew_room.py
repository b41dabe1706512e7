"""The crews that serve now, looked at again when their files change."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.crew import Crew, CrewShelf, House
from nightcrew.domain.errors import NightcrewError, NotFound

LOOK_EVERY = 1.0  # seconds between two looks at the folders; 200 files take 30 ms to read


@dataclass(slots=True, kw_only=True, repr=False)
class CrewRoom:
    """Gives the newest good text of a crew; one broken file never stops the others."""

    files: CrewFiles
    _shelf: CrewShelf | None = field(default=None, init=False)
    _looked: float = field(default=0.0, init=False)

    def shelf(self) -> CrewShelf:
        """Every crew and every problem, as the files are now."""
        if self._shelf is None or monotonic() - self._looked >= LOOK_EVERY:
            self._shelf = self.files.reload()
            self._looked = monotonic()
        return self._shelf

    def crew(self, crew_id: str) -> Crew:
        """The crew's newest good text. Raises: NotFound with the nearest names."""
        crews = self.shelf().crews
        if crew_id in crews:
            return crews[crew_id]
        nearest = difflib.get_close_matches(crew_id, crews, n=3, cutoff=0.4)
        hint = f"did you mean {', '.join(nearest)}?" if nearest else "crews list shows them all"
        raise NotFound(
            "unknown_crew", "there is no crew by this name", hint=hint, details={"nearest": nearest}
        )

    def names(self) -> Mapping[str, str]:
        """Crew id to the name people know it by."""
        return {crew_id: crew.name for crew_id, crew in self.shelf().crews.items()}

    def house(self) -> House:
        """What holds for all crews. Raises: NightcrewError when it was never readable."""
        house = self.shelf().house
        if house is None:
            raise NightcrewError(
                "no_house",
                "crews/house.yaml was never readable",
                hint="`nightcrew crews lint` shows file and line; NIGHTCREW_CREWS names the folder",
            )
        return house
