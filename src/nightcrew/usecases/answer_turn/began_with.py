"""A conversation keeps the text it began with until it was quiet for a while."""

from __future__ import annotations

from dataclasses import dataclass, field

from nightcrew.domain.crew import Crew
from nightcrew.domain.crew_pin import speaks
from nightcrew.store import bundles
from nightcrew.store.database import Database
from nightcrew.store.turns import Scene

MOST_KNOWN = 256  # texts of running conversations; each new text of a crew ends with its talks


@dataclass(frozen=True, slots=True, kw_only=True)
class BeganWith:
    """Finds the text a turn speaks from.

    known: older texts by digest; the same value for all their turns, as prompts keep work on it.
    """

    db: Database
    known: dict[str, Crew | None] = field(default_factory=dict)

    async def __call__(self, newest: Crew, scene: Scene, *, dry: bool) -> Crew:
        """The newest text, or the one a conversation holds that is still going on.

        dry: a turn that only tries the crew takes the newest.
        """
        claim = scene.claim
        if claim is None or dry or claim.quiet or claim.bundle in ("", newest.digest):
            return newest
        return speaks(newest, await self._stored(newest.id, claim.bundle))

    async def _stored(self, crew: str, digest: str) -> Crew | None:
        if digest not in self.known:
            async with self.db.begin_system() as connection:
                found = await bundles.by_digest(connection, crew, digest)
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[digest] = found
        return self.known[digest]
