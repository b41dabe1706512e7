"""What a clause is most like when no cue of the table decides: published sentences, by vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import mul
from statistics import pstdev

from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.sentences import HANGUL, Clause, has
from nightcrew.adapters.rehearsal.table import likenesses, pattern
from nightcrew.domain.questions import ShownMemory

NEAREST = 3
# In spreads of all similarities, so that they hold for any embedder; set on tests/benchmarks/
# rehearsal_dev, never on the held-out sentences.
LASTING_FROM, STYLE_FROM, UNREAL_FROM, SPOKEN_OF_FROM = 0.35, 0.85, 0.3, 0.6
OF_ONESELF, BY_CUE, LAUGHING = 0.25, 1.8, -1.2
LEAST_WORDS = 2  # a single word without a cue claims nothing
AGAINST_A_CUE = 0.6  # how much clearer another likeness must be where a cue speaks for lasting
_OPEN = frozenset({"remark", "event", "request", "change", "lasting"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How much nearer a clause is to one group of sentences than to the others, in spreads.

    lasting: than to passing ones. style, unreal: than to lasting and passing ones.
    """

    lasting: float
    style: float
    unreal: float


async def settled(clauses: Sequence[Clause], nearness: Nearness) -> list[Clause]:
    """The clauses; those that cues leave in doubt get the kind they are most like."""
    open_texts = [clause.text for clause in clauses if clause.kind in _OPEN]
    found = iter(await _likenesses(open_texts, nearness))
    return [_settled(clause, next(found)) if clause.kind in _OPEN else clause for clause in clauses]


def _settled(clause: Clause, likeness: Likeness) -> Clause:
    clearer = AGAINST_A_CUE if clause.kind == "lasting" else 0.0
    if likeness.style >= STYLE_FROM + clearer and not pattern("kinds", "style", "not").search(clause.text):
        return replace(clause, kind="style")
    if clause.kind != "lasting" and len(clause.text.split()) < LEAST_WORDS:
        return clause
    if clause.kind == "request" or pattern("kinds", "lasting", "not").search(clause.text):
        return clause
    if likeness.lasting + _bonus(clause) < LASTING_FROM or likeness.unreal >= UNREAL_FROM + clearer:
        return replace(clause, kind="remark") if clause.kind == "lasting" else clause
    return replace(clause, kind="lasting")


def _bonus(clause: Clause) -> float:
    """What speaks for a lasting claim besides its likeness: a cue, the user's own person."""
    bonus = BY_CUE if clause.kind == "lasting" else 0.0
    bonus += OF_ONESELF if has("first_person", f"{clause.text} ") else 0.0
    return bonus + (LAUGHING if _laughs(clause.text) else 0.0)


def _laughs(text: str) -> bool:
    """Loud laughter makes a doubtful claim no claim."""
    return bool(re.search(r"[ㅋㅎ]{3,}|\b(?:ha(?:ha)+|lol|lmao)\b", text, re.IGNORECASE))


async def nearest_memory(
    clause: Clause, memories: Sequence[ShownMemory], nearness: Nearness
) -> ShownMemory | None:
    """The memory a clause is most like, if it stands out from all published sentences."""
    if not memories:
        return None
    groups = await _groups(nearness, korean=clause.korean)
    asked, *known = await nearness.embedder.passages(
        [clause.text, *(shown.memory.text for shown in memories)]
    )
    others = sorted(sum(map(mul, asked, each)) for group in groups.values() for each in group)
    near = sorted(
        ((sum(map(mul, asked, each)), place) for place, each in enumerate(known)), reverse=True
    )
    spread, best = pstdev(others) or 1.0, near[0]
    clear = len(near) == 1 or best[0] - near[1][0] >= SPOKEN_OF_FROM * spread
    stands_out = best[0] >= sum(others[-NEAREST:]) / NEAREST + SPOKEN_OF_FROM * spread
    return memories[best[1]] if clear and stands_out else None


async def _likenesses(texts: Sequence[str], nearness: Nearness) -> list[Likeness]:
    if not texts:
        return []
    asked = await nearness.embedder.passages(texts)
    groups = {korean: await _groups(nearness, korean=korean) for korean in (True, False)}
    return [
        _likeness(vector, groups[bool(HANGUL.search(text))])
        for text, vector in zip(texts, asked, strict=True)
    ]


async def _groups(nearness: Nearness, *, korean: bool) -> dict[str, list[list[float]]]:
    """The published sentences of one language: vectors of two languages lie apart."""
    return {
        name: await nearness.vectors(
            [each for each in group if bool(HANGUL.search(each)) == korean]
        )
        for name, group in likenesses().items()
    }


def _likeness(vector: Sequence[float], groups: dict[str, list[list[float]]]) -> Likeness:
    near = {
        name: sorted((sum(map(mul, vector, each)) for each in group), reverse=True)
        for name, group in groups.items()
    }
    spread = pstdev([value for values in near.values() for value in values]) or 1.0
    top = {name: sum(values[:NEAREST]) / NEAREST / spread for name, values in near.items()}
    return Likeness(
        lasting=top["lasting"] - top["passing"],
        style=top["style"] - max(top["lasting"], top["passing"]),
        unreal=top["unreal"] - max(top["lasting"], top["passing"]),
    )
