"""What a turn with a given message would be shown of the past, in a new conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import today
from nightcrew.domain.errors import BadInput
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.recall_policy import POLICY, RecallPolicy, Strategy
from nightcrew.ports import Clock, Crews
from nightcrew.store import turns
from nightcrew.store.database import Database
from nightcrew.store.known_vectors import KnownVectors
from nightcrew.store.past_search import Known, PastSearch
from nightcrew.usecases.recall_past.recalled import Recalled, Showing


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPast:
    """Finds what is known that bears on a message, in memories and raw talk; changes nothing."""

    db: Database
    crews: Crews
    clock: Clock
    search: PastSearch
    policy: RecallPolicy = POLICY

    @property
    def vectors(self) -> KnownVectors:
        """What this process keeps of vectors, to be dropped when words are erased."""
        return self.search.vectors

    async def __call__(
        self,
        pair: Pair,
        question: str,
        *,
        strategy: Strategy = "auto",
        now: datetime | None = None,
    ) -> Recalled:
        """The lines. Raises: BadInput for an empty question, NotFound for an unknown crew."""
        crew = self.crews.crew(pair.crew)
        if not question.strip():
            raise BadInput(
                "question_empty", "there is no question", hint="ask something", field="q"
            )
        read = await turns.known_of(self.db, pair)
        if read is None:
            return Recalled(strategy="hybrid" if strategy == "hybrid" else "all")
        known = Known(
            memories=read.memories,
            tombstones=read.tombstones,
            claim_key=read.person.claim_key,
        )
        weighed = await self.search(pair, question, known)
        showing = self._showing(crew, read.person, now or self.clock.now(), weighed.total)
        lines, text = showing(weighed.chosen(strategy, self.policy))
        return Recalled(
            lines=lines,
            text=text,
            chars=len(text),
            strategy="all" if weighed.shows_all(strategy, self.policy) else "hybrid",
            shown=len(lines),
            total=weighed.total,
            nothing_found=weighed.nothing_found,
            by_words_alone=weighed.by_words_alone,
        )

    def _showing(self, crew: Crew, person: Person, now: datetime, total: int) -> Showing:
        return Showing(
            day=today(now, person.timezone or crew.house.timezone),
            locale=person.locale or crew.locale,
            crew_names=self.crews.names(),
            total=total,
            tokens=self.policy.tokens,
        )
