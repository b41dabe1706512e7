"""When an item of knowledge is near enough to a question to be its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nightcrew.domain.knowledge import KnowledgeItem
from nightcrew.domain.recall import LEXICAL_WEIGHT

SHOWN = 3  # items a turn is shown
ASKED_COUNTS = 0.7  # the nearest way of asking against the text; tuned, see docs/knowledge.md
WELL_COVERED = 0.2  # share of the question's rare words; the floor where no vector is compared
MARGIN = 0.5  # what stays under this share of the best score is left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How an embedding model's nearness counts. step: of nearness to one point of the score.

    floor: the score below which an item is no answer.
    """

    step: float
    floor: float


# nearness: the inner product with a question without what is ordinary in it. Both figures of e5
# were tuned on sixty questions (docs/knowledge.md); letters alone hold no meaning, so that there
# the floor lies where shared words reach it.
_SCALES: Mapping[str, Scale] = {"multilingual-e5-small-q4": Scale(step=0.02, floor=3.4)}
_LETTERS = Scale(step=0.1, floor=3.0)


def scale_of(model: str) -> Scale:
    """The scale of a model."""
    return _SCALES.get(model, _LETTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundItem:
    """An item and how near it is.

    nearness: None when no vector was compared. coverage: share of the question's rare words that
    the item, or a way of asking for it, holds.
    """

    item: KnowledgeItem
    nearness: float | None
    coverage: float
    scale: Scale

    @property
    def score(self) -> float:
        """All in one figure."""
        near = 0.0 if self.nearness is None else self.nearness / self.scale.step
        return near + LEXICAL_WEIGHT * self.coverage

    @property
    def answers(self) -> bool:
        """Whether it passes the floor."""
        if self.nearness is None:
            return self.coverage >= WELL_COVERED
        return self.score >= self.scale.floor


def answering(found: Sequence[FoundItem]) -> tuple[FoundItem, ...]:
    """Those that answer and are not far behind the nearest, best first."""
    passing = sorted((each for each in found if each.answers), key=lambda each: -each.score)
    least = passing[0].score * MARGIN if passing else 0.0
    return tuple(each for each in passing if each.score >= least)
