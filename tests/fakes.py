"""Stand-ins for the neighbours that need no script: a clock that stands, and the shipped crews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.crew import Crew, CrewShelf, House
from nightcrew.domain.errors import NotFound

ROOT = Path(__file__).resolve().parents[1]
NOON = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # a Monday, noon in Seoul


@dataclass(slots=True)
class FixedClock:
    """A clock that stands until the test moves it."""

    at: datetime = NOON

    def now(self) -> datetime:
        """The moment it stands at."""
        return self.at

    def set(self, at: datetime) -> None:
        """Move it, to any moment."""
        self.at = at


@dataclass(frozen=True, slots=True)
class FakeCrews:
    """Crews that never change while a test runs."""

    shelf: CrewShelf

    def crew(self, crew_id: str) -> Crew:
        """The crew. Raises: NotFound."""
        if crew_id not in self.shelf.crews:
            raise NotFound("unknown_crew", "there is no such crew", hint="name one of these")
        return self.shelf.crews[crew_id]

    def names(self) -> Mapping[str, str]:
        """Crew id to the name people know it by."""
        return {crew_id: crew.name for crew_id, crew in self.shelf.crews.items()}

    def house(self) -> House:
        """What holds for all crews."""
        assert self.shelf.house is not None
        return self.shelf.house


@lru_cache(maxsize=1)
def shipped_crews() -> FakeCrews:
    """The crews of the repository."""
    return FakeCrews(CrewFiles(ROOT / "crews", ROOT / "playbooks").load())
