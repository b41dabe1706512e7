"""What reactions show of how somebody wants to be treated, and what they take back.

It proposes after the first reaction; that one is too few is the code's to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nightcrew.adapters.rehearsal.sentences import HANGUL
from nightcrew.adapters.rehearsal.table import words_for
from nightcrew.domain.dream import Action, ProposedChange
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory import Kind
from nightcrew.domain.questions import ShownChange, ShownEvidence, ShownMemory
from nightcrew.domain.style_memory import (
    Leaning,
    agree,
    is_inferred,
    leanings,
    reactions_in,
    rests_on_reactions,
    takes_back,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """The lines of the user that show one leaning, oldest first."""

    leaning: Leaning
    lines: tuple[ShownEvidence, ...]

    @property
    def korean(self) -> bool:
        """Whether the newest of them is written in Korean."""
        return bool(HANGUL.search(self.lines[-1].evidence.text))


def from_reactions(
    evidence: Sequence[ShownEvidence], memories: Sequence[ShownMemory]
) -> list[ProposedChange]:
    """A style for each leaning that is new, and the end of each gathered one that is gone."""
    styles = [each for each in memories if each.memory.kind is Kind.STYLE]
    return [change for shown in _leanings(evidence) for change in _changes(shown, styles)]


def _leanings(evidence: Sequence[ShownEvidence]) -> Iterator[_Shown]:
    """Every leaning that stands at the end; what came before a contrary one is over."""
    by_id = {each.evidence.id: each for each in evidence}
    lines: dict[Leaning, list[ShownEvidence]] = {}
    for line, shown in reactions_in([each.evidence for each in evidence]):
        for leaning in sorted(shown):
            lines.pop(leaning.contrary(), None)
            lines.setdefault(leaning, []).append(by_id[line.id])
    return (_Shown(leaning=leaning, lines=tuple(found)) for leaning, found in lines.items())


def _changes(shown: _Shown, styles: Sequence[ShownMemory]) -> Iterator[ProposedChange]:
    contrary = [
        each
        for each in styles
        if is_inferred(each.memory) and shown.leaning.contrary() in leanings(each.memory.text)
    ]
    for each in contrary:
        yield _withdrawn(shown, each)
    known = any(shown.leaning in leanings(each.memory.text) for each in styles)
    name = f"{shown.leaning.manner}_{'more' if shown.leaning.more else 'less'}"
    text = words_for("inferred", name, korean=shown.korean)
    if text and not known and not contrary:
        yield _gathered(shown, text)


def _withdrawn(shown: _Shown, style: ShownMemory) -> ProposedChange:
    return ProposedChange(
        action=Action.REMOVE,
        memory=style.handle,
        kind=Kind.STYLE,
        scope=style.memory.scope,
        subject=style.memory.subject,
        text=style.memory.text,
        cites=(shown.lines[-1].handle,),
        why="반응이 달라졌다" if shown.korean else "the reaction is another now",
    )


def _gathered(shown: _Shown, text: str) -> ProposedChange:
    return ProposedChange(
        action=Action.CREATE,
        kind=Kind.STYLE,
        text=text,
        cites=tuple(each.handle for each in shown.lines),
        why="반응에서 보인다" if shown.korean else "the reactions show it",
    )


def shown_by_reactions(shown: ShownChange) -> bool:
    """Whether the cited reactions alone carry a style, or take a gathered one back."""
    lines = [each.evidence for each in shown.turns]
    said = [line.text for line in lines if line.speaker is Speaker.USER]
    change = shown.change
    if change.kind is not Kind.STYLE or not said:
        return False
    if change.action is Action.REMOVE:
        return shown.current is not None and any(takes_back(each, shown.current) for each in said)
    wanted = leanings(change.text)
    alike = all(found & wanted for _, found in reactions_in(lines))
    return (
        rests_on_reactions(change.text, said)
        and agree(lines, change.text)
        and bool(wanted)
        and alike
    )
