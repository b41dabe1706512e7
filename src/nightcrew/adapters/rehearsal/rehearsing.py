"""Which part of the rehearsal answers which question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from nightcrew.adapters.rehearsal.dreamer import propose
from nightcrew.adapters.rehearsal.itemiser import itemise
from nightcrew.adapters.rehearsal.judge import judge
from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.planner import plan
from nightcrew.adapters.rehearsal.retelling import retell
from nightcrew.adapters.rehearsal.verifier import verify
from nightcrew.adapters.rehearsal.writer import compose, say
from nightcrew.domain.questions import (
    DigestInputs,
    ItemiseInputs,
    JudgeInputs,
    OpenTalkInputs,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    VerifyInputs,
)  # fmt: skip

# What is answered without looking at meaning.
_AT_ONCE: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (VerifyInputs, verify),
    (PlanInputs, plan),
    (OpenTalkInputs, compose),
    (DigestInputs, retell),
    (ItemiseInputs, itemise),
)


@dataclass(frozen=True, slots=True)
class Rehearsing:
    """Answers by the inputs of a question alone."""

    nearness: Nearness

    async def answer(self, inputs: object) -> object:
        """The answer by schema; None for a question it does not know."""
        if isinstance(inputs, JudgeInputs):
            return await judge(inputs, self.nearness)
        if isinstance(inputs, ProposeInputs):
            return await propose(inputs, self.nearness)
        for kind, answer in _AT_ONCE:
            if isinstance(inputs, kind):
                return answer(inputs)
        return None

    def say(self, inputs: ReplyInputs) -> Iterable[str]:
        """The reply in whole sentences."""
        return say(inputs)
