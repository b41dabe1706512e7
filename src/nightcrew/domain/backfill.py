"""Talk that happened elsewhere or before: what may come in as evidence, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from nightcrew.domain.evidence import Speaker
from nightcrew.domain.masking import storable
from nightcrew.domain.turn import MESSAGE_LIMIT_BYTES

MOST_AT_ONCE = 1_000  # lines a call; more come in further calls


class NotTaken(StrEnum):
    """Why a line did not come in."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    ID_REUSED = "id_reused"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLine:
    """One line as a backend knows it; id: its own. at: when it was said."""

    id: str
    at: datetime
    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLine:
    """What is kept under a backend's id already; erased: its words are gone and stay gone."""

    speaker: str
    at: datetime
    text: str
    erased: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLine:
    """A line that did not come in, with its reason."""

    id: str
    reason: NotTaken


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """Lines to store, in the order they were said; how many are there already; the refused."""

    stored: tuple[ImportedLine, ...] = ()
    already_there: int = 0
    refused: tuple[RefusedLine, ...] = ()


def sort_out(lines: Sequence[ImportedLine], known: Mapping[str, KnownLine]) -> Sorted:
    """Compare lines with what is kept, and with each other; the texts to store are masked."""
    held, stored, refused, already = dict(known), [], [], 0
    for line in lines:
        kept = replace(line, text=storable(line.text))
        reason = _refusal(line, kept, held)
        if reason is not None:
            refused.append(RefusedLine(id=line.id, reason=reason))
        elif line.id in held:
            already += 1
        else:
            held[line.id] = KnownLine(speaker=kept.speaker, at=kept.at, text=kept.text)
            stored.append(kept)
    return Sorted(
        stored=tuple(sorted(stored, key=lambda line: line.at)),
        already_there=already,
        refused=tuple(refused),
    )


def _refusal(
    line: ImportedLine, kept: ImportedLine, held: Mapping[str, KnownLine]
) -> NotTaken | None:
    if not kept.text.strip():
        return NotTaken.EMPTY
    if len(line.text.encode("utf-8", "replace")) > MESSAGE_LIMIT_BYTES:
        return NotTaken.TOO_LONG
    before = held.get(line.id)
    if before is None:
        return None
    if before.erased:
        return NotTaken.ERASED
    same = (before.speaker, before.at, before.text) == (kept.speaker, kept.at, kept.text)
    return None if same else NotTaken.ID_REUSED
