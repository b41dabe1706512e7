"""What a clause is most like when no cue of the table decides: published sentences, by vectors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import mul
from statistics import pstdev

from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.sentences import HANGUL, Clause, has
from nightcrew.adapters.rehearsal.table import likenesses, pattern
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.speech import asks_once

NEAREST = 3
# In spreads of all similarities, so that they hold for any embedder; set on tests/benchmarks/
# rehearsal_dev, never on the held-out sentences.
LASTING_FROM, STYLE_FROM, UNREAL_FROM, SPOKEN_OF_FROM = 0.35, 0.85, 0.3, 0.6
OFF_FROM = 0.5
OF_ONESELF, BY_CUE, LAUGHING, HAPPENED = 0.25, 1.8, -2.4, -0.5
LEAST_WORDS = 2  # a single word without a cue claims nothing
AGAINST_A_CUE = 0.6  # how much clearer another likeness must be where a cue speaks for lasting
_OF_CLAUSES, _OF_PLANS = ("lasting", "passing", "style", "unreal"), ("called_off", "still_on")
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
    if likeness.style >= STYLE_FROM + clearer and not _no_wish(clause.text):
        return replace(clause, kind="style")
    if clause.kind != "lasting" and len(clause.text.split()) < LEAST_WORDS:
        return clause
    if clause.kind == "request" or pattern("kinds", "lasting", "not").search(clause.text):
        return clause
    if likeness.lasting + _bonus(clause) < LASTING_FROM or likeness.unreal >= UNREAL_FROM + clearer:
        return replace(clause, kind="remark") if clause.kind == "lasting" else clause
    return replace(clause, kind="lasting")


def _no_wish(text: str) -> bool:
    return bool(pattern("kinds", "style", "not").search(text)) or asks_once(text)


def _bonus(clause: Clause) -> float:
    """What speaks for a lasting claim besides its likeness: a cue, the user's own person."""
    bonus = BY_CUE if clause.kind == "lasting" else 0.0
    bonus += HAPPENED if clause.kind == "event" and not has("changed", clause.text) else 0.0
    bonus += OF_ONESELF if has("first_person", f"{clause.text} ") else 0.0
    return bonus + (LAUGHING if _laughs(clause.text) else 0.0)


def _laughs(text: str) -> bool:
    """Loud laughter makes a doubtful claim no claim."""
    return bool(re.search(r"[ㅋㅎ]{3,}|\b(?:ha(?:ha)+|lol|lmao)\b", text, re.IGNORECASE))


async def calls_off(clause: Clause, nearness: Nearness) -> bool:
    """Whether what is said of a known plan sounds as if it were off."""
    near = (await _near([clause.text], nearness, _OF_PLANS, korean=clause.korean))[0]
    return near["called_off"] - near["still_on"] >= OFF_FROM


async def nearest_memory(
    clause: Clause, memories: Sequence[ShownMemory], nearness: Nearness
) -> ShownMemory | None:
    """The memory a clause is most like, if it stands out from all published sentences."""
    if not memories:
        return None
    groups = await _groups(nearness, _OF_CLAUSES, korean=clause.korean)
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
    found: dict[str, Likeness] = {}
    for korean in (True, False):
        mine = [text for text in texts if bool(HANGUL.search(text)) == korean]
        near = await _near(mine, nearness, _OF_CLAUSES, korean=korean)
        found |= {text: _likeness(each) for text, each in zip(mine, near, strict=True)}
    return [found[text] for text in texts]


def _likeness(near: Mapping[str, float]) -> Likeness:
    plain = max(near["lasting"], near["passing"])
    return Likeness(
        lasting=near["lasting"] - near["passing"],
        style=near["style"] - plain,
        unreal=near["unreal"] - plain,
    )


async def _near(
    texts: Sequence[str], nearness: Nearness, names: Sequence[str], *, korean: bool
) -> list[dict[str, float]]:
    """How near each text is to the nearest sentences of each group, in spreads of all of them."""
    if not texts:
        return []
    groups = await _groups(nearness, names, korean=korean)
    asked = await nearness.embedder.passages(texts)
    return [_nearness_to(vector, groups) for vector in asked]


def _nearness_to(
    vector: Sequence[float], groups: Mapping[str, list[list[float]]]
) -> dict[str, float]:
    near = {
        name: sorted((sum(map(mul, vector, each)) for each in group), reverse=True)
        for name, group in groups.items()
    }
    spread = pstdev([value for values in near.values() for value in values]) or 1.0
    return {name: sum(values[:NEAREST]) / NEAREST / spread for name, values in near.items()}


async def _groups(
    nearness: Nearness, names: Sequence[str], *, korean: bool
) -> dict[str, list[list[float]]]:
    """The published sentences of one language: vectors of two languages lie apart."""
    mine = {
        name: [each for each in likenesses()[name] if bool(HANGUL.search(each)) == korean]
        for name in names
    }
    return {name: await nearness.vectors(group) for name, group in mine.items()}
