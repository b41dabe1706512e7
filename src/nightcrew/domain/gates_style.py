"""The gate on how to treat a person: one wish, or two turns that react alike."""

from __future__ import annotations

from nightcrew.domain import style_memory
from nightcrew.domain.dream import Action
from nightcrew.domain.gate import Case, Gate, Refusal
from nightcrew.domain.memory import Kind
from nightcrew.domain.reason import Reason


def _one_reaction(case: Case) -> Refusal | None:
    if case.ground.nightly or not rests_on_reactions(case):
        return None
    talk = tuple(case.ground.evidence.values())
    if style_memory.agree(case.lines, case.change.text, talk):
        return None
    return Refusal(reason=Reason.ONE_REACTION, detail="no wish, and no two turns that react alike")


def reacts(case: Case) -> bool:
    """Whether a style rests on a line that is known to react, if only to the line before it."""
    if case.change.kind is not Kind.STYLE:
        return False
    shown = style_memory.reactions_in(tuple(case.ground.evidence.values()))
    reacting = {line.id for line, _ in shown}
    return any(line.id in reacting for line in case.user_lines)


def rests_on_reactions(case: Case) -> bool:
    """Whether a style rests on no wish and on nothing that was told."""
    if case.change.kind is not Kind.STYLE or case.change.action is Action.REMOVE:
        return False
    return style_memory.rests_on_reactions(case.change.text, case.own_texts)


def withdraws(case: Case) -> bool:
    """Whether a cited line goes against the gathered style that is to be removed."""
    memory = case.change.memory
    if memory is None or case.change.action is not Action.REMOVE:
        return False
    return any(style_memory.takes_back(text, memory) for text in case.own_texts)


SETTLED_STYLE = Gate(name="settled_style", refuses=_one_reaction)
