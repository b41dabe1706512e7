"""Code's no to a proposed change, gate by gate, before another model is asked to refute it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nightcrew.domain import (
    gates_form,
    gates_loss,
    gates_shape,
    gates_speech,
    gates_style,
    gates_together,
    gates_truth,
)
from nightcrew.domain.claims import Claim, held_claims
from nightcrew.domain.dream import Action, Change, Ground, Proposal, ProposedChange, Screened
from nightcrew.domain.forgetting import ForgottenClaim, forgotten_claims
from nightcrew.domain.gate import Case, Gate, Refusal, typed
from nightcrew.domain.memory import TEXT_LIMIT
from nightcrew.domain.merge_groups import merges, whole_or_none
from nightcrew.domain.reason import Reason
from nightcrew.domain.words import fold

MOST_READ = 4 * TEXT_LIMIT  # letters; gates take seconds for a hundred times as many

GATES: tuple[Gate, ...] = (
    gates_shape.SHAPE,
    gates_shape.KNOWN_MEMORY,
    gates_shape.KNOWN_EVIDENCE,
    gates_shape.EXPLICIT,
    gates_speech.USER_SPEECH,
    gates_style.SETTLED_STYLE,
    gates_truth.BURIED,
    gates_truth.RELATIVE_WORDS,
    gates_truth.QUOTES,
    gates_truth.DATES,
    gates_speech.QUESTION_RESIDUE,
    gates_speech.LANGUAGE,
    gates_form.LENGTH,
    gates_form.DEGENERATE,
    gates_form.QUARANTINED,
    gates_loss.LOSS,
    gates_together.DUPLICATE,
    gates_together.CONFLICT,
    gates_together.TOO_MANY_CHANGES,
    gates_together.TOO_MANY_REMOVALS,
)


def screen(
    proposal: Proposal, ground: Ground, gates: Sequence[Gate] = GATES
) -> tuple[Screened, ...]:
    """Every proposed change with what code says of it, in the order proposed.

    Each change stands alone, but for the members of a merge: a refused one takes its own group with
    it and no other. Raises nothing on any words, and of endless ones reads as much as shows that
    they are too long.
    """
    bounded = replace(proposal, changes=tuple(map(_bounded, proposal.changes)))
    reading = _Reading.of(bounded, ground)
    accepted: tuple[Change, ...] = ()
    screened: list[Screened] = []
    for number, proposed in enumerate(proposal.changes, start=1):
        case = reading.case(number, bounded.changes[number - 1], accepted)
        refusal = first_refusal(case, gates)
        if refusal is None:
            accepted = (*accepted, case.change)
        done = _screened(number, case, refusal, reading.into.get(number))
        suggestion = _suggestion(case, refusal, gates)
        screened.append(replace(done, proposed=proposed, suggestion=suggestion))
    return tuple(
        replace(each, change=None) if each.reason else each for each in whole_or_none(screened)
    )


def _bounded(proposed: ProposedChange) -> ProposedChange:
    """The change without the tail of words that are refused for their length anyway."""
    text, subject, why = fold(proposed.text), fold(proposed.subject), fold(proposed.why)
    if max(len(text), len(subject), len(why)) <= MOST_READ:
        return proposed
    return replace(
        proposed, text=text[:MOST_READ], subject=subject[:MOST_READ], why=why[:MOST_READ]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A proposal read once; into: the number of each removal of a merge, and of its update."""

    proposal: Proposal
    ground: Ground
    changes: tuple[Change, ...]
    into: Mapping[int, int]
    held: Mapping[str, Claim]
    forgotten: tuple[ForgottenClaim, ...]

    @classmethod
    def of(cls, proposal: Proposal, ground: Ground) -> _Reading:
        changes = tuple(typed(proposed, ground) for proposed in proposal.changes)
        return cls(
            proposal=proposal,
            ground=ground,
            changes=changes,
            into=merges(changes, ground),
            held=held_claims(ground.memories),
            forgotten=forgotten_claims(ground.tombstones, ground.claim_key),
        )

    def case(self, number: int, proposed: ProposedChange, accepted: tuple[Change, ...]) -> Case:
        going = [self.changes[at - 1].memory for at, head in self.into.items() if head == number]
        return Case(
            proposed=proposed,
            change=self.changes[number - 1],
            proposal=self.proposal,
            ground=self.ground,
            held=self.held,
            forgotten=self.forgotten,
            accepted=accepted,
            heir=self.changes[self.into[number] - 1] if number in self.into else None,
            absorbed=tuple(row for row in going if row is not None),
        )


def first_refusal(case: Case, gates: Sequence[Gate] = GATES) -> Refusal | None:
    """The first gate's no, or None when all let the change pass."""
    return next((no for gate in gates if (no := gate.refuses(case)) is not None), None)


def _suggestion(case: Case, refusal: Refusal | None, gates: Sequence[Gate]) -> Change | None:
    """The change itself when nothing speaks against it but that the memory is the user's own.

    Other words are suggested also where the same dream would switch the memory off: it is the user
    who chooses, and a removal does not stand in the way of the milder change.
    """
    if refusal is None or refusal.reason is not Reason.EXPLICIT_MEMORY:
        return None
    aside = [gates_shape.EXPLICIT]
    if case.change.action is Action.UPDATE:
        aside.append(gates_together.CONFLICT)
    others = [gate for gate in gates if gate not in aside]
    return case.change if first_refusal(case, others) is None else None


def change_digest(change: Change) -> str:
    """SHA-256 of all that a verifier saw of a change, so that what is applied is what was verified.

    The proposer's own reasons are no part of it.
    """
    memory = change.memory
    seen = {
        "action": change.action,
        "memory": [str(memory.id), memory.version] if memory else None,
        "kind": change.kind,
        "scope": change.scope,
        "subject": change.subject,
        "text": change.text,
        "from_on": change.from_on.isoformat() if change.from_on else None,
        "to_on": change.to_on.isoformat() if change.to_on else None,
        "cites": [str(cite) for cite in change.cites],
        "quotes": sorted([str(cite), quote] for cite, quote in change.quotes.items()),
    }
    written = json.dumps(seen, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _screened(
    number: int, case: Case, refusal: Refusal | None, merged_into: int | None
) -> Screened:
    return Screened(
        number=number,
        proposed=case.proposed,
        change=None if refusal else case.change,
        reason=refusal.reason if refusal else None,
        detail=refusal.detail if refusal else "",
        merged_into=merged_into,
    )
