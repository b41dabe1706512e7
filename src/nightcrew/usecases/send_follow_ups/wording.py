"""The words of a message, written when it goes and not before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from nightcrew.domain.bare_prices import tells_prices
from nightcrew.domain.crew import Crew
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.model_faults import paid_before
from nightcrew.domain.outgoing_message import Message, sendable
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import ComposeInputs, OpenTalkInputs
from nightcrew.domain.reason import Silence
from nightcrew.domain.short_answers import WrittenFollowUp
from nightcrew.ports import Model, Usage
from nightcrew.prompts import render
from nightcrew.store.database import Database
from nightcrew.store.speaking import GateFacts
from nightcrew.usecases.send_follow_ups.moment_of_truth import Truth, inputs_of, read, said_before

_HELD_BACK = (Silence.MANIPULATIVE, Silence.WITHHELD)  # found other words for, once


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """One occurrence the gate let pass. asks: it asks whether the routine is still wanted."""

    facts: GateFacts
    crew: Crew
    asks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What to say; or why nothing is said; or which fault of the model asks for another try.

    usage: what finding them cost, also when there are none.
    """

    text: str = ""
    silence: Silence | None = None
    fault: str | None = None
    usage: Usage = field(default_factory=Usage)


class Composer(Protocol):
    """Finds the words of one message."""

    async def __call__(self, pair: Pair, allowed: Allowed, now: datetime) -> Words:
        """Write them, for one pair, from what is true now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeWithModel:
    """Asks the model, in the crew's voice."""

    db: Database
    model: Model

    async def __call__(self, pair: Pair, allowed: Allowed, now: datetime) -> Words:
        """Read, ask, check; no transaction is open while the model thinks."""
        async with self.db.begin_pair(pair) as connection:
            truth = await read(connection, pair, allowed.facts, allowed.crew)
        inputs = inputs_of(truth, now)
        try:
            message, usage = await self._written(inputs, truth)
            if message.reason in _HELD_BACK:
                again = replace(inputs, refused=str(message.reason))
                with paid_before(usage):
                    message, more = await self._written(again, truth)
                usage = usage.plus(more)
        except ModelFailure as away:
            return Words(fault=away.kind, usage=away.spent)
        return Words(text=message.text, silence=message.reason, usage=usage)

    async def _written(self, inputs: OpenTalkInputs, truth: Truth) -> tuple[Message, Usage]:
        prompt = "compose_follow_up" if isinstance(inputs, ComposeInputs) else "open_talk"
        answered = await self.model.ask(render(prompt, inputs), answer=WrittenFollowUp)
        text = answered.value.text if answered.value.send else ""
        priced = tells_prices(truth.crew.tool_guide)
        return sendable(text, said_before(truth), truth.found, priced=priced), answered.usage


def still_wanted(allowed: Allowed) -> str:
    """The house's question about a routine that nobody has spoken to for long."""
    locale = allowed.facts.person.locale or allowed.crew.locale
    asked = allowed.crew.house.still_wanted
    question = asked.get(locale[:2], asked["en"])
    return f"{allowed.facts.follow_up.intent}: {question}"
