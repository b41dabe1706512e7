"""Memories nobody ever told: they rest only on a question, a request or a supposition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nightcrew.domain.dream import Action, Ground, Proposal, ProposedChange
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.gate import handle_of, is_user_speech
from nightcrew.domain.gates_together import removals_left
from nightcrew.domain.lines import is_korean
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.speech import Act, Spoken, own_words, spoken
from nightcrew.domain.style_memory import agree, rests_on_reactions
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words

WHY_KO = "묻거나 부탁하거나 가정한 말에만 기댄 기억이다"
WHY_EN = "it rests only on a question, a request or a supposition"
_TOLD = frozenset({Act.STATEMENT})
_WISHED = frozenset({Act.STATEMENT, Act.REQUEST})


def supporting(text: str, own_texts: Sequence[str]) -> list[Spoken]:
    """The clauses of the user's own words that a claim's words stand in."""
    words = claim_words(text) - {NEGATION}
    pieces = [piece for said in own_texts for piece in spoken(said)]
    return [piece for piece in pieces if words & claim_words(piece.text)]


def rests_on_asking(text: str, own_texts: Sequence[str], *, wishes_count: bool) -> bool:
    """Whether a claim rests on nothing that was told.

    wishes_count: a request is enough, as for a way to be treated or for a removal.
    """
    allowed = _WISHED if wishes_count else _TOLD
    pieces = [piece for said in own_texts for piece in spoken(said)]
    if not any(piece.act in allowed for piece in pieces):
        return True
    resting = supporting(text, own_texts)
    return bool(resting) and not any(piece.act in allowed for piece in resting)


def is_residue(memory: Memory, lines: Sequence[Evidence]) -> bool:
    """Whether nothing the user told carries a memory; lines: all that it cites, else it is kept."""
    if not set(memory.cites) <= {line.id for line in lines}:
        return False
    said = (own_words(line.text) for line in lines if is_user_speech(line))
    texts = [text for text in said if text]
    style = memory.kind is Kind.STYLE
    if style and rests_on_reactions(memory.text, texts) and agree(lines, memory.text):
        return False
    return bool(texts) and rests_on_asking(memory.text, texts, wishes_count=style)


def clears_residue(memory: Memory, ground: Ground) -> bool:
    """Whether this night's dream may remove a memory on its own supporting lines alone."""
    mine = memory.scope is not Scope.TEAM and memory.status is Status.ACTIVE
    if not ground.nightly or not mine or memory.explicit:
        return False
    return is_residue(memory, _cited(memory, ground))


def with_residue_removed(proposal: Proposal, ground: Ground) -> Proposal:
    """At night: the proposal, and removals of what nobody ever told, as far as the caps reach.

    A row that the proposal touches is left to it. The removals are screened and verified like any.
    """
    if not ground.nightly:
        return proposal
    touched = {handle_of(change.memory or "") for change in proposal.changes}
    wanted = [
        handle
        for handle, memory in ground.memories.items()
        if handle not in touched and clears_residue(memory, ground)
    ]
    added = (_removal(handle, ground) for handle in wanted[: removals_left(proposal, ground)])
    return replace(proposal, changes=(*proposal.changes, *added))


def _removal(handle: str, ground: Ground) -> ProposedChange:
    memory = ground.memories[handle]
    return ProposedChange(
        action=Action.REMOVE,
        memory=handle,
        kind=memory.kind,
        scope=memory.scope,
        subject=memory.subject,
        text=memory.text,
        cites=tuple(_handles(memory, ground)),
        why=WHY_KO if is_korean(ground.locale) else WHY_EN,
    )


def _handles(memory: Memory, ground: Ground) -> Iterator[str]:
    return (handle for handle, line in ground.evidence.items() if line.id in memory.cites)


def _cited(memory: Memory, ground: Ground) -> list[Evidence]:
    return [ground.evidence[handle] for handle in _handles(memory, ground)]
