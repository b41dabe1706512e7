"""What a crew's playbook makes of something told: how to treat this person, or nothing to keep.

`문제를 틀리면 … 응대법으로 남기고` turns what goes wrong into a style memory; `… 남기지 않는다`
leaves it out. The occasion of the line and what was told have to share a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from nightcrew.adapters.rehearsal.lines import LINES_KEPT, without_commas
from nightcrew.adapters.rehearsal.table import pattern, words
from nightcrew.domain.crew import GuideLine
from nightcrew.domain.dream import ProposedChange
from nightcrew.domain.words import claim_words, topic_words


def as_the_crew_keeps(
    changes: Sequence[ProposedChange], lines: Sequence[GuideLine]
) -> list[ProposedChange]:
    """The changes as the playbook wants them kept; an update stays what it was."""
    wanted = [line.text for line in lines if line.tool is None and line.section == "when"]
    kept = (_kept(each, wanted) for each in changes)
    return [each for each in kept if each is not None]


def _kept(change: ProposedChange, wanted: Sequence[str]) -> ProposedChange | None:
    if change.action != "create" or change.kind == "plan":
        return change
    told = _topics(change.text)
    met = [text for text in wanted if _occasion(text) & told]
    if any(pattern("kept", "not_at_all").search(text) for text in met):
        return None
    if any(pattern("kept", "as_style").search(text) for text in met):
        return replace(change, kind="style", scope="private")
    return change


@lru_cache(maxsize=LINES_KEPT)
def _occasion(text: str) -> frozenset[str]:
    found = pattern("kept", "occasion").match(without_commas(text))
    return _topics(found["ko"] or found["en"]) if found else frozenset()


def _topics(text: str) -> frozenset[str]:
    return topic_words(claim_words(text)) - words("of_anything")
