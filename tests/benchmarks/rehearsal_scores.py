"""How answers of the rehearsal model are counted against what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rehearsal_rows import Row

from nightcrew.domain.dream import ProposedChange


@dataclass(slots=True)
class Tally:
    """Right and wrong answers to a yes-or-no question."""

    hit: int = 0
    miss: int = 0
    alarm: int = 0
    quiet: int = 0

    def count(self, *, wanted: bool, got: bool) -> None:
        """Add one answer."""
        if wanted:
            self.hit, self.miss = self.hit + got, self.miss + (not got)
        else:
            self.alarm, self.quiet = self.alarm + got, self.quiet + (not got)

    def balanced(self) -> float:
        """The mean of the shares of right yes and right no; 1 for a side that never comes up."""
        yes, no = self.hit + self.miss, self.alarm + self.quiet
        return ((self.hit / yes if yes else 1.0) + (self.quiet / no if no else 1.0)) / 2


@dataclass(slots=True)
class DreamTally:
    """Changes that were wanted, found, false, and exact in their dates."""

    wanted: int = 0
    found: int = 0
    false: int = 0
    forbidden: int = 0
    dated: int = 0
    exact: int = 0
    misses: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """Precision, recall, F1, share of false memories and of exact dates."""
        kept = self.found + self.false
        precision = self.found / kept if kept else 1.0
        recall = self.found / self.wanted if self.wanted else 1.0
        both = precision + recall
        return {
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "f1": round(2 * precision * recall / both if both else 0.0, 3),
            "false_share": round(self.false / kept if kept else 0.0, 3),
            "forbidden": self.forbidden,
            "exact_dates": round(self.exact / self.dated if self.dated else 1.0, 3),
            "wanted": self.wanted,
        }


def count(row: Row, kept: Sequence[ProposedChange], tally: DreamTally) -> None:
    """Match what was kept with what was expected; what is merely allowed counts neither way."""
    left = list(kept)
    for wanted in row["expect"]:
        tally.wanted += 1
        hit = next((each for each in left if _fits(each, wanted)), None)
        if hit is None:
            tally.misses.append(f"{row['id']} {row['kind']} missed {wanted['must_contain']}")
            continue
        left.remove(hit)
        tally.found += 1
        _count_days(row, hit, wanted, tally)
    extra = [each for each in left if not any(_fits(each, may) for may in row.get("allow", ()))]
    tally.false += len(extra)
    tally.misses += [f"{row['id']} {row['kind']} false: {each.text}" for each in extra]
    tally.forbidden += sum(_forbidden(each, row.get("forbid", ())) for each in kept)


def _count_days(row: Row, hit: ProposedChange, wanted: Row, tally: DreamTally) -> None:
    if not (wanted.get("from_on") or wanted.get("to_on")):
        return
    tally.dated += 1
    exact = (hit.from_on, hit.to_on) == (wanted.get("from_on"), wanted.get("to_on"))
    tally.exact += exact
    if not exact:
        tally.misses.append(f"{row['id']} {row['kind']} dates {hit.from_on} {hit.to_on}")


def _fits(change: ProposedChange, wanted: Row) -> bool:
    """An update may leave the kind of its memory: a plan that is off is a fact."""
    if change.action != wanted["action"] or change.memory != wanted.get("memory"):
        return False
    kind = wanted.get("kind")
    if kind and change.action == "create" and change.kind != kind:
        return False
    text = change.text.casefold()
    return all(_any_in(each, text) for each in wanted["must_contain"])


def _any_in(wanted: str | Iterable[str], text: str) -> bool:
    choices = [wanted] if isinstance(wanted, str) else wanted
    return any(choice.casefold() in text for choice in choices)


def _forbidden(change: ProposedChange, words: Iterable[str]) -> bool:
    text = change.text.casefold()
    return change.subject == "user" and any(word.casefold() in text for word in words)
