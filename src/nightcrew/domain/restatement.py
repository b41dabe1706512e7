"""How much of one claim another text repeats, weighed by how much its words tell."""

from __future__ import annotations

from dataclasses import dataclass

# Shares below are set on tests/benchmarks/resurrection, never on the sets that only prove them.
_ENOUGH = 0.25  # of a forgotten claim's topic words; fewer is another claim about the same thing
_ENOUGH_IF_NAMED = 0.3  # likewise, when all that is shared tells little and somebody is named
_PART_OF_IT = 1.5  # words of a text that stands wholly in a forgotten claim: half of a joined one
_ABOUT_IT = 0.2  # of a text's topic words; fewer only mentions the thing while telling another


@dataclass(frozen=True, slots=True, kw_only=True)
class Restatement:
    """Words that a text shares with a claim, beside all that each of them tells.

    light: words that count half. others_light: words of the text that do so beside the claim's.
    named: shared names of whom both are about. figures: numbers, which alone make no two claims the
    same. same_liking: both tell of a liking. same_place: both say the same of their thing, and
    where.
    """

    shared: frozenset[str]
    claim: frozenset[str]
    text: frozenset[str]
    light: frozenset[str]
    others_light: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    same_liking: bool = False
    same_place: bool = False

    @property
    def same(self) -> bool:
        """Enough of the claim in a text that is about it, or one of the claims it joined."""
        told_of = weight(self.text, self.light | self.others_light)
        if self.text <= self.claim and self.shared == self.text and told_of >= _PART_OF_IT:
            return True
        if not (self._tells() or self.named or self.same_place) or not told_of:
            return False
        enough = _ENOUGH if self._tells() else _ENOUGH_IF_NAMED
        of_claim = weight(self.shared, self.light) / weight(self.claim, self.light)
        of_text = weight(self.shared | self.named, self.light) / told_of
        return of_claim >= enough and (self.same_liking or of_text >= _ABOUT_IT)

    def _tells(self) -> bool:
        """Whether they share a word that few claims hold.

        A claim of light words only can be told in no others, but then in most of them.
        """
        shared, claim = self.shared - self.figures, self.claim - self.figures
        return bool(shared - self.light) or (claim <= self.light and len(shared) * 2 > len(claim))


def weight(words: frozenset[str], light: frozenset[str]) -> float:
    """How much words tell."""
    return len(words) - len(words & light) / 2
