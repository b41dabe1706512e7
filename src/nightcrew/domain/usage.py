"""What calls of models cost, whether their answers were of use or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any

from nightcrew.domain.named_fields import named_fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one or several calls cost; cost in USD, None when the price is not known."""

    model: str = ""
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal | None = None

    @property
    def tokens(self) -> int:
        """All tokens, asked and answered."""
        return self.prompt_tokens + self.completion_tokens

    def told(self) -> dict[str, Any]:
        """As it is stored and told: the price as a plain number."""
        return named_fields(self) | {"cost": None if self.cost is None else float(self.cost)}

    def plus(self, other: Usage) -> Usage:
        """Add up two usages; an unknown price makes the sum unknown."""
        if not self.model_calls:
            return other
        if not other.model_calls:
            return self
        known = self.cost is not None and other.cost is not None
        return Usage(
            model=other.model or self.model,
            model_calls=self.model_calls + other.model_calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=(self.cost or Decimal(0)) + (other.cost or Decimal(0)) if known else None,
        )


class Work(StrEnum):
    """What models were asked for."""

    TURN = "turn"
    DREAM = "dream"
    PLAN = "plan"
    MESSAGE = "message"
    RESEARCH = "research"
    DIGEST = "digest"
    REPLAY = "replay"
    STORIES = "stories"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """What a piece of work cost that no turn and no dream tells. crew: empty for no one's."""

    work: Work
    usage: Usage
    crew: str = ""


@dataclass(slots=True, kw_only=True)
class Bill:
    """What work that is under way has cost so far, for when it ends otherwise than it should."""

    usage: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> None:
        """Count one more."""
        self.usage = self.usage.plus(usage)
