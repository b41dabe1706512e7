"""What every gate looks at, what it answers, and how loose model words become a change."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from nightcrew.domain.claims import Claim
from nightcrew.domain.dream import Action, Change, Ground, Proposal, ProposedChange
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.forgetting import ForgottenClaim
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.reason import Reason
from nightcrew.domain.speech import own_words
from nightcrew.domain.words import fold
from nightcrew.domain.zones import to_local, zone

_LEADING_MARKS = re.compile(r"^(?:[#>*•·–-]+\s+|\d+[.)]\s+|\[[ xX]?\]\s*)+")
_USERS = frozenset({SourceClass.USER, SourceClass.IMPORTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A gate's no. detail: handles, numbers and our own words only, none of the user's."""

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One proposed change before the gates.

    change: read as well as it could be; a gate that finds it misread refuses it.
    accepted: the changes before it that passed, in order. held, forgotten: what the memories and
    the tombstones of the ground claim, read once for all changes. heir: of a removal that belongs
    to a merge, the update that takes its row over. absorbed: of such an update, the rows it takes.
    """

    proposed: ProposedChange
    change: Change
    proposal: Proposal
    ground: Ground
    held: Mapping[str, Claim]
    forgotten: tuple[ForgottenClaim, ...]
    accepted: tuple[Change, ...] = ()
    heir: Change | None = None
    absorbed: tuple[Memory, ...] = ()

    @property
    def lines(self) -> tuple[Evidence, ...]:
        """The cited lines that are known, in the order cited."""
        return cited_lines(self.proposed, self.ground)

    @property
    def user_lines(self) -> tuple[Evidence, ...]:
        """The cited lines that the user said."""
        return tuple(line for line in self.lines if is_user_speech(line))

    @property
    def own_texts(self) -> tuple[str, ...]:
        """The user's own words of the cited lines, quotes and pastes left out."""
        texts = (own_words(line.text) for line in self.user_lines)
        return tuple(text for text in texts if text)

    @property
    def grounding_texts(self) -> tuple[str, ...]:
        """Where names, digits and dates may stand: cited words, context, and the row updated."""
        context = tuple(line.text for line in self.lines if not is_user_speech(line))
        return (*self.own_texts, *context, *(row.text for row in self.rows))

    @property
    def rows(self) -> tuple[Memory, ...]:
        """The row that is updated, and in a merge the rows that go into it."""
        row = (self.change.memory,) if self.change.memory else ()
        return (*row, *self.absorbed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One named rule; it says no or nothing."""

    name: str
    refuses: Callable[[Case], Refusal | None]


def handle_of(written: str) -> str:
    """A handle as we number it: `e3` for `[e3]` or `E3 `."""
    return written.strip().strip("[]").strip().lower()


def is_user_speech(line: Evidence) -> bool:
    """Whether a line may be evidence about the user: said by them, and not kept out of dreams."""
    said = line.speaker is Speaker.USER and line.source in _USERS
    return said and line.state is not EvidenceState.EXCLUDED


def cited_lines(proposed: ProposedChange, ground: Ground) -> tuple[Evidence, ...]:
    """The cited lines that are known, each once, in the order cited."""
    handles = dict.fromkeys(handle_of(cite) for cite in proposed.cites)
    return tuple(ground.evidence[handle] for handle in handles if handle in ground.evidence)


def said_on(line: Evidence) -> date:
    """The day on which a line was said, where it was said."""
    return to_local(line.said_at, zone(line.timezone)).date()


def typed(proposed: ProposedChange, ground: Ground) -> Change:
    """Read a proposed change as well as it can be; what cannot be read gets the neutral value."""
    action = _action(proposed.action.strip().lower())
    memory = None if action is Action.CREATE else _memory(proposed, ground)
    return Change(
        action=action,
        memory=memory,
        kind=_kind(proposed.kind.strip().lower()),
        scope=memory.scope if memory else _scope(proposed.scope),
        subject=fold(proposed.subject) or "user",
        text=_LEADING_MARKS.sub("", fold(proposed.text)),
        from_on=read_date(proposed.from_on),
        to_on=read_date(proposed.to_on),
        cites=tuple(line.id for line in cited_lines(proposed, ground)),
        quotes=_quotes(proposed, ground),
        why=fold(proposed.why),
    )


def read_date(written: str | None) -> date | None:
    """`YYYY-MM-DD` as a date; None for anything else."""
    if written is None or re.fullmatch(r"\d{4}-\d\d-\d\d", written.strip()) is None:
        return None
    year, month, day = (int(part) for part in written.strip().split("-"))
    try:
        return date(year, month, day)
    except ValueError:
        return None  # such as 2026-02-30; the shape gate names it


def _action(written: str) -> Action:
    return Action(written) if written in set(Action) else Action.CREATE


def _kind(written: str) -> Kind:
    return Kind(written) if written in set(Kind) else Kind.FACT


def _scope(written: str) -> Scope:
    scope = written.strip().lower()
    return Scope(scope) if scope in set(Scope) else Scope.PRIVATE


def _memory(proposed: ProposedChange, ground: Ground) -> Memory | None:
    return ground.memories.get(handle_of(proposed.memory or ""))


def _quotes(proposed: ProposedChange, ground: Ground) -> Mapping[UUID, str]:
    return {
        ground.evidence[handle_of(handle)].id: quote
        for handle, quote in proposed.quotes.items()
        if handle_of(handle) in ground.evidence
    }
