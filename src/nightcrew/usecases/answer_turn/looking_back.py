"""Raw talk that bears on a question, found again word for word."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.lines import show_evidence
from nightcrew.domain.questions import ShownEvidence
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Embedder
from nightcrew.store import recall
from nightcrew.store.database import Database
from nightcrew.usecases.answer_turn.parts import Stage

MOST_LINES = 5  # raw top-5: 24 of 25 paraphrased questions answered (engineering facts, recall)
FETCHED = 15  # some may be withheld, so more are fetched than shown


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """Finds the few old lines nearest to a question; the last turns are shown anyway."""

    db: Database
    embedder: Embedder

    async def __call__(self, stage: Stage, query: str) -> tuple[ShownEvidence, ...]:
        """At most MOST_LINES lines, best first; forgotten clauses are left out of them."""
        vector = await self.embedder.query(query)
        shown_already = [line.id for line in stage.scene.talk]
        async with self.db.begin_pair(stage.pair) as connection:
            found = await recall.nearest(
                connection,
                stage.pair,
                vector=vector,
                model=self.embedder.model,
                terms=query_terms(query),
                limit=FETCHED,
                leave_out=shown_already,
            )
        scene = stage.scene
        seen = visible_evidence(
            [each.evidence for each in found], scene.tombstones, scene.person.claim_key
        )
        return show_evidence(seen[:MOST_LINES])
