"""When an item of knowledge is near enough to a question to be its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nightcrew.domain.knowledge import KnowledgeItem

SHOWN = 3  # items a turn is shown
WELL_COVERED = 0.2  # share of the question's rare words; the floor where no vector is compared
MARGIN = 0.5  # what stays under this share of the best score is left out

# How much higher the floor lies for average small talk than for an average matter, and the part of
# that scale that counts: a question that is all matter may be of another field, and a cry for help
# sounds like talk. Tuned, as FAR_RAISES and the floor of e5, on the questions of docs/knowledge.md.
TALK_RAISES = 2.0
LEAST_TALK, MOST_TALK = -0.5, 0.8
# How much higher it lies for each step that a question lies farther off than usual: what is asked
# of something rare is about as near to any item, and the nearest of them looks near.
FAR_RAISES = 0.6
# How much lower where nobody wrote ways of asking for any item: a text is less like a question than
# a question is. Beside items that have such ways a bare text stands to their floor: lowered for it,
# passages on anything answered what has no answer.
UNASKED_LOWERS = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How an embedding model's nearness counts. step: of nearness to one point of the score.

    words: points for all rare words of the question. floor: the score below which an item is no
    answer to a question halfway between talk and matter that lies as far off as is usual. usual:
    how far that is; None where a model knows no meanings.
    """

    step: float
    words: float
    floor: float
    usual: float | None = None


# nearness: the inner product with a question without what is ordinary in it. The figures of e5 were
# tuned (docs/knowledge.md): the name of a crew's field stands in many of its items and in any
# question, so that words count less than in a talk. Letters alone hold no meaning; there the floor
# lies where shared words reach it.
_SCALES: Mapping[str, Scale] = {
    "multilingual-e5-small-q4": Scale(step=0.02, words=5.0, floor=4.4, usual=0.44)
}
_LETTERS = Scale(step=0.1, words=12.0, floor=3.0)


def scale_of(model: str) -> Scale:
    """The scale of a model."""
    return _SCALES.get(model, _LETTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundItem:
    """An item and how near it is.

    nearness: None when no vector was compared. coverage: share of the question's rare words that
    the item, or a way of asking for it, holds. talkative: how much the question is small talk.
    distance: how far it lies from ordinary questions. unasked: whether nobody wrote ways of asking
    for any item it is compared with.
    """

    item: KnowledgeItem
    nearness: float | None
    coverage: float
    scale: Scale
    talkative: float = 0.0
    distance: float | None = None
    unasked: bool = False

    @property
    def score(self) -> float:
        """All in one figure."""
        near = 0.0 if self.nearness is None else self.nearness / self.scale.step
        return near + self.scale.words * self.coverage

    @property
    def answers(self) -> bool:
        """Whether it passes the floor."""
        if self.nearness is None:
            return self.coverage >= WELL_COVERED
        return self.score >= self._floor

    @property
    def _floor(self) -> float:
        floor = self.scale.floor + TALK_RAISES * min(MOST_TALK, max(LEAST_TALK, self.talkative))
        if self.distance is None or self.scale.usual is None:
            return floor
        farther = (self.distance - self.scale.usual) / self.scale.step
        return floor + FAR_RAISES * farther - (UNASKED_LOWERS if self.unasked else 0.0)


def answering(found: Sequence[FoundItem]) -> tuple[FoundItem, ...]:
    """Those that answer and are not far behind the nearest, best first."""
    passing = sorted((each for each in found if each.answers), key=lambda each: -each.score)
    least = passing[0].score * MARGIN if passing else 0.0
    return tuple(each for each in passing if each.score >= least)
