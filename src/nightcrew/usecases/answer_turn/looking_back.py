"""The past that bears on a message: which of many memories, and raw talk word for word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.lines import show_evidence
from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import ShownEvidence
from nightcrew.domain.recall_policy import POLICY, RecallPolicy, Weighed
from nightcrew.store.past_search import Known, PastSearch
from nightcrew.store.turns import Scene
from nightcrew.usecases.answer_turn.parts import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What looking back brought.

    nothing_found: no memory and no line passes the relevance floor, whatever is shown.
    by_words_alone: the embedder was away, so that only shared words were found.
    """

    lines: tuple[ShownEvidence, ...]
    nothing_found: bool
    by_words_alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LookBack:
    """Finds the memories and the few old lines nearest to a message."""

    search: PastSearch
    policy: RecallPolicy = POLICY

    async def bearing(self, pair: Pair, scene: Scene, message: str) -> tuple[Memory, ...]:
        """The memories a turn is shown: all of a few, of many those nearest to the message."""
        if len(scene.memories) <= self.policy.whole or not message.strip():
            return scene.memories
        weighed = await self._weighed(pair, scene, message)
        return tuple(memory for memory, _ in weighed.chosen("auto", self.policy).memories)

    async def __call__(self, stage: Stage, query: str) -> Looked:
        """The nearest old lines, best first; the last turns are shown anyway.

        In a turn that asked for no memory there is none to look back to.
        """
        if stage.said.memory == "off":
            return Looked(lines=(), nothing_found=True, by_words_alone=False)
        leave_out = [line.id for line in stage.scene.talk]
        weighed = await self._weighed(stage.pair, stage.scene, query, leave_out)
        return Looked(
            lines=show_evidence(line for line, _ in weighed.raw[: self.policy.raw]),
            nothing_found=weighed.nothing_found,
            by_words_alone=weighed.by_words_alone,
        )

    async def _weighed(
        self, pair: Pair, scene: Scene, query: str, leave_out: Sequence[UUID] = ()
    ) -> Weighed:
        known = Known(
            memories=scene.memories,
            tombstones=scene.tombstones,
            claim_key=scene.person.claim_key,
        )
        return await self.search(pair, query, known, leave_out=leave_out)
