"""The demo's model: counts what is asked of which model, and hands in what a script planted."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from nightcrew.cli.demo_script import Planted
from nightcrew.domain.dream import Proposal, ProposedChange
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.matching import clearly_meant
from nightcrew.domain.questions import ProposeInputs, ShownEvidence
from nightcrew.domain.words import same_form
from nightcrew.ports import Answered, Model, Piece, Question, Role, Usage

T = TypeVar("T")
PLANTED = "planted"


@dataclass(slots=True, kw_only=True)
class WatchedModel:
    """Passes every question on, but for a proposal that the script hands in itself.

    calls: how often each prompt was asked since `begin`; total: all of them since the first.
    seen: the user's lines that a proposer was shown since `begin`.
    """

    model: Model
    calls: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    total: int = 0
    _planted: dict[tuple[str, datetime], tuple[Planted, ...]] = field(default_factory=dict)

    def plant(self, crew: str, said_at: datetime, changes: tuple[Planted, ...]) -> None:
        """Hand these changes in when the line said at that moment is dreamed about."""
        self._planted[crew, said_at] = changes

    def begin(self) -> None:
        """Forget what was counted and seen."""
        self.calls.clear()
        self.seen.clear()

    def name(self, role: Role) -> str:
        """The name of the model behind."""
        return self.model.name(role)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by schema. Raises: ModelFailure."""
        if isinstance(question.inputs, ProposeInputs):
            planted = self._propose(question.inputs)
            if isinstance(planted, answer):
                return Answered(value=planted, usage=Usage(model=PLANTED))
        self._count(question)
        return await self.model.ask(question, answer=answer)

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Answer with text. Raises: ModelFailure."""
        self._count(question)
        async for piece in self.model.stream(question):
            yield piece

    async def warm(self) -> None:
        """Load what the first call would otherwise wait for."""
        await self.model.warm()

    def _count(self, question: Question) -> None:
        self.calls[question.name] += 1
        self.total += 1

    def _propose(self, inputs: ProposeInputs) -> Proposal | None:
        own = [each for each in inputs.evidence if each.evidence.speaker is Speaker.USER]
        self.seen |= {each.evidence.text for each in own}
        for line in own:
            changes = self._planted.pop((inputs.crew.id, line.evidence.said_at), None)
            if changes is not None:
                return Proposal(changes=tuple(_written(each, inputs, line) for each in changes))
        return None


def _written(planted: Planted, inputs: ProposeInputs, own: ShownEvidence) -> ProposedChange:
    """The change in the handles of this prompt; words that nothing holds stay as they are."""
    cites = tuple(_line_with(words, inputs) for words in planted.cites) or (own.handle,)
    texts = {shown.handle: shown.memory.text for shown in inputs.memories}
    meant = clearly_meant(planted.memory, texts) if planted.memory else ()
    return ProposedChange(
        action=planted.action,
        memory=meant[0] if meant else planted.memory or None,
        kind=planted.kind,
        subject=planted.subject,
        text=planted.text,
        from_on=planted.from_on.isoformat() if planted.from_on else None,
        to_on=planted.to_on.isoformat() if planted.to_on else None,
        cites=cites,
        quotes={cites[0]: planted.quote} if planted.quote else {},
        why=PLANTED,
    )


def _line_with(words: str, inputs: ProposeInputs) -> str:
    wanted = same_form(words)
    holding = (each for each in inputs.evidence if wanted in same_form(each.evidence.text))
    return next((each.handle for each in holding), words)
