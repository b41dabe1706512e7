"""Talk from before: kept as evidence with its own dates, for the next dream; no model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.backfill import MOST_AT_ONCE, ImportedLine, RefusedLine, sort_out
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import remembering_off
from nightcrew.domain.safety import CrisisRules, check
from nightcrew.ports import Crews
from nightcrew.store import backfill, pairs, people
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Backfilled:
    """What came in, what was there, what did not come in and why."""

    stored: int
    already_there: int
    refused: int
    refusals: tuple[RefusedLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BackfillEvidence:
    """Takes lines of talk under the backend's ids; the same line again changes nothing."""

    db: Database
    crews: Crews
    crisis: CrisisRules

    async def __call__(
        self, tenant: UUID, user: str, crew: str, lines: Sequence[ImportedLine]
    ) -> Backfilled:
        """Store what is new, masked, and let the pair dream.

        Old talk makes no crew speak first: only memories come of it. What was said before the user
        started over is kept and not dreamt of.
        Raises: BadInput `too_many_turns`, NotFound, Refused `remembering_off`.
        """
        _check_number(lines)
        keeps = self.crews.crew(crew).memory == "on"
        async with self.db.begin(tenant) as connection:
            person = await people.welcome(connection, tenant, user)
            if not keeps or not person.allows("remember"):
                raise remembering_off()
            await people.lock_person(connection, tenant, person.id)
            pair = Pair(tenant=tenant, user=person.id, crew=crew)
            known = await backfill.known(connection, pair, [line.id for line in lines])
            sorted_out = sort_out(lines, known)
            await backfill.add(
                connection,
                pair,
                sorted_out.stored,
                timezone=person.timezone or self.crews.house().timezone,
                kept_out=self._crises(sorted_out.stored),
            )
            if sorted_out.stored:
                # The row must be there before what wakes the next dream is looked up.
                await pairs.note(connection, pair, oldest_pending_at=None)
                await pairs.find_next_pending(connection, pair)
        return Backfilled(
            stored=len(sorted_out.stored),
            already_there=sorted_out.already_there,
            refused=len(sorted_out.refused),
            refusals=sorted_out.refused,
        )

    def _crises(self, lines: Sequence[ImportedLine]) -> dict[str, str]:
        """Words of a crisis are never dreamt of, as in a turn."""
        return {
            line.id: "crisis"
            for line in lines
            if line.speaker is Speaker.USER and check(line.text, self.crisis).level == "crisis"
        }


def _check_number(lines: Sequence[ImportedLine]) -> None:
    if len(lines) > MOST_AT_ONCE:
        raise BadInput(
            "too_many_turns",
            f"a call takes at most {MOST_AT_ONCE} turns",
            hint="send them in several calls",
            field="turns",
            details={"limit": MOST_AT_ONCE},
        )
