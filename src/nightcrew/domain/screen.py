"""Code's no to a proposed change, gate by gate, before another model is asked to refute it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from nightcrew.domain import gates_form, gates_shape, gates_speech, gates_together, gates_truth
from nightcrew.domain.claims import held_claims
from nightcrew.domain.dream import Change, Ground, Proposal, Screened
from nightcrew.domain.forgetting import forgotten_claims
from nightcrew.domain.gate import Case, Gate, Refusal, typed

GATES: tuple[Gate, ...] = (
    gates_shape.SHAPE,
    gates_shape.KNOWN_MEMORY,
    gates_shape.KNOWN_EVIDENCE,
    gates_shape.EXPLICIT,
    gates_speech.USER_SPEECH,
    gates_truth.BURIED,
    gates_truth.RELATIVE_WORDS,
    gates_truth.QUOTES,
    gates_truth.DATES,
    gates_speech.QUESTION_RESIDUE,
    gates_speech.LANGUAGE,
    gates_form.LENGTH,
    gates_form.DEGENERATE,
    gates_form.QUARANTINED,
    gates_together.DUPLICATE,
    gates_together.CONFLICT,
    gates_together.TOO_MANY_CHANGES,
    gates_together.TOO_MANY_REMOVALS,
)


def screen(
    proposal: Proposal, ground: Ground, gates: Sequence[Gate] = GATES
) -> tuple[Screened, ...]:
    """Every proposed change with what code says of it, in the order proposed.

    Each change stands alone: a refused one takes no other with it. Raises nothing on any words.
    """
    held = held_claims(ground.memories)
    forgotten = forgotten_claims(ground.tombstones, ground.claim_key)
    accepted: tuple[Change, ...] = ()
    screened: list[Screened] = []
    for number, proposed in enumerate(proposal.changes, start=1):
        case = Case(
            proposed=proposed,
            change=typed(proposed, ground),
            proposal=proposal,
            ground=ground,
            held=held,
            forgotten=forgotten,
            accepted=accepted,
        )
        refusal = first_refusal(case, gates)
        if refusal is None:
            accepted = (*accepted, case.change)
        screened.append(_screened(number, case, refusal))
    return tuple(screened)


def first_refusal(case: Case, gates: Sequence[Gate] = GATES) -> Refusal | None:
    """The first gate's no, or None when all let the change pass."""
    return next((no for gate in gates if (no := gate.refuses(case)) is not None), None)


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


def _screened(number: int, case: Case, refusal: Refusal | None) -> Screened:
    if refusal is None:
        return Screened(number=number, proposed=case.proposed, change=case.change)
    return Screened(
        number=number, proposed=case.proposed, reason=refusal.reason, detail=refusal.detail
    )
