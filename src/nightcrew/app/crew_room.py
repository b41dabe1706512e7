"""The crews that serve now, looked at again when their files change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.crew_writer import CrewWriter
from nightcrew.domain.crew import Crew, CrewShelf, House
from nightcrew.domain.crew_lookup import crew_of
from nightcrew.domain.crew_pin import with_last_good
from nightcrew.domain.errors import NightcrewError

LOOK_EVERY = 1.0  # seconds between two looks at the folders; 200 files take 30 ms to read
MOST_TRIES = 5  # of reading texts and shelf at the same state of the files


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRead:
    """A shelf, and the texts of the files it was read from, by path-id."""

    shelf: CrewShelf
    texts: Mapping[str, str]


@dataclass(slots=True, kw_only=True, repr=False)
class CrewRoom:
    """Gives the newest good text of a crew; one broken file never stops the others.

    By itself it looks at the folders when it is asked. While somebody reloads them, only what was
    put there serves.
    """

    files: CrewFiles
    reloading: int = field(default=0, init=False)
    _shelf: CrewShelf | None = field(default=None, init=False)
    _looked: float = field(default=0.0, init=False)
    _last_good: dict[str, Crew] = field(default_factory=dict, init=False)
    _reading: Lock = field(default_factory=Lock, init=False)

    def shelf(self) -> CrewShelf:
        """Every crew and every problem, as the files are now."""
        old = not self.reloading and monotonic() - self._looked >= LOOK_EVERY
        if self._shelf is None or old:
            self.serve(self.look())
        return self._shelf or CrewShelf()

    def look(self) -> CrewShelf:
        """What the files make now; nothing of it serves yet. May be called from a thread."""
        with self._reading:
            return self.files.reload()

    def read(self) -> TextRead:
        """The same with the texts of all files. May be called from a thread."""
        writer = CrewWriter(self.files.crews, self.files.playbooks)
        with self._reading:
            shelf = self.files.reload()
            for _ in range(MOST_TRIES):
                texts = writer.read()
                again = self.files.reload()
                if again is shelf:
                    break
                shelf = again
        return TextRead(shelf=shelf, texts=texts)

    def remember(self, last_good: Mapping[str, Crew]) -> None:
        """What crews said last whose files are broken, from before this process began."""
        self._last_good |= last_good

    def serve(self, shelf: CrewShelf) -> None:
        """Let these crews speak from now on."""
        self._shelf = with_last_good(shelf, self._last_good)
        self._looked = monotonic()

    def crew(self, crew_id: str) -> Crew:
        """The crew's newest good text. Raises: NotFound with the nearest names."""
        return crew_of(self.shelf(), crew_id)

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
