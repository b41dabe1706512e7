"""A whole export as one JSON document, read strictly before a row of it is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from nightcrew.domain.masking import storable
from nightcrew.domain.moments import instant_text
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.person import Person
from nightcrew.domain.preferences import checked, preferences_of
from nightcrew.store import portable
from nightcrew.store.portable import SECTIONS, Row, unreadable

FORMAT = "nightcrew-export/v1"
# Keys and hashes are no words: what looks like a number in them is none.
_NO_WORDS = frozenset({"claim_hashes", "wording_hash", "external_id", "turn_id"})
# What a person offered to teams is shown to them; it comes in nowhere, as its teams are here.
_HEAD = ("format", "exported_at", "user", "claim_key", "preferences", "hold_until", "teams")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An export that was read. claim_key: what its tombstones are hashed with."""

    claim_key: bytes
    preferences: Mapping[str, object]
    hold_until: datetime | None
    rows: Mapping[str, tuple[Row, ...]]

    def ids(self) -> dict[str, frozenset[UUID]]:
        """The ids of its rows, by table."""
        return {name: frozenset(row["id"] for row in rows) for name, rows in self.rows.items()}


def write_document(
    person: Person | None,
    user: str,
    rows: Mapping[str, Sequence[Row]],
    at: datetime,
    *,
    offered: Sequence[Row] = (),
) -> dict[str, Any]:
    """All that is kept about a person. The claim key travels: hashes are useless without it."""
    chosen = preferences_of(person)
    hold_until = person.hold_until if person else None
    return {
        "format": FORMAT,
        "exported_at": instant_text(at),
        "user": user,
        "claim_key": person.claim_key.hex() if person else "",
        "preferences": named_fields(chosen),
        "hold_until": _not_before(hold_until) if hold_until else None,
        "teams": list(offered),
        **{name: list(rows.get(name, ())) for name in SECTIONS},
    }


def _not_before(moment: datetime) -> str:
    """A silence that was promised ends no earlier for being told to the second."""
    return instant_text(moment + timedelta(microseconds=-moment.microsecond % 1_000_000))


def read_document(given: Mapping[str, Any]) -> Document:
    """Read an export; secrets in it are masked. Raises: BadInput `export_unreadable`."""
    strange = sorted(set(given) - set(_HEAD) - set(SECTIONS))
    if strange:
        raise unreadable(strange[0])
    return Document(
        claim_key=_key(given.get("claim_key")),
        preferences=_preferences(given.get("preferences")),
        hold_until=_moment(given.get("hold_until")),
        rows={name: _rows(name, given.get(name)) for name in SECTIONS},
    )


def _rows(name: str, given: object) -> tuple[Row, ...]:
    if given is None:
        return ()
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise unreadable(name)
    rows = [_row(name, row, f"{name}.{place}") for place, row in enumerate(given)]
    return tuple(sorted(rows, key=lambda row: row.get(portable.POSITION) or 0))


def _row(name: str, given: object, place: str) -> Row:
    if not isinstance(given, Mapping):
        raise unreadable(place)
    row = portable.typed(name, given, place)
    if row["id"] is None:
        raise unreadable(f"{place}.id")
    words = set(SECTIONS[name].info["user_text"]) - _NO_WORDS
    return {key: _masked(cell) if key in words else cell for key, cell in row.items()}


def _masked(cell: Any) -> Any:
    match cell:
        case str():
            return storable(cell)
        case Mapping():
            return {key: _masked(part) for key, part in cell.items()}
        case list():
            return [_masked(part) for part in cell]
        case _:
            return cell


def _key(given: object) -> bytes:
    if given is None:
        return b""
    try:
        return bytes.fromhex(str(given))
    except ValueError as error:
        raise unreadable("claim_key") from error


def _moment(given: object) -> datetime | None:
    if given is None:
        return None
    try:
        moment = datetime.fromisoformat(str(given))
    except ValueError as error:
        raise unreadable("hold_until") from error
    if moment.tzinfo is None:
        raise unreadable("hold_until")
    return moment


def _preferences(given: object) -> Mapping[str, object]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise unreadable("preferences")
    known = {str(name): cell for name, cell in given.items() if cell is not None}
    checked(known, {})
    return known


def under_new_ids(document: Document, user: UUID) -> Document:
    """The same document for another person: each id made anew, always in the same way."""
    known = {row_id for ids in document.ids().values() for row_id in ids}
    new = {row_id: uuid5(user, str(row_id)) for row_id in known}
    rows = {
        name: tuple({key: _renamed(cell, new) for key, cell in row.items()} for row in section)
        for name, section in document.rows.items()
    }
    return replace(document, rows=rows)


def _renamed(cell: Any, new: Mapping[UUID, UUID]) -> Any:
    match cell:
        case UUID():
            return new.get(cell, cell)
        case str() if len(cell) == 36:
            return _renamed_text(cell, new)
        case Mapping():
            return {key: _renamed(part, new) for key, part in cell.items()}
        case list():
            return [_renamed(part, new) for part in cell]
        case _:
            return cell


def _renamed_text(text: str, new: Mapping[UUID, UUID]) -> str:
    """Ids stand as text inside what a turn has kept."""
    try:
        found = UUID(text)
    except ValueError:
        return text
    return str(new.get(found, text))


def without(document: Document, gone: Collection[UUID]) -> Document:
    """The document without rows that are, or belong to, what was erased for good."""
    pointers = ("id", "memory_id", "conversation_id", "evidence_id")
    rows = {
        name: tuple(row for row in section if not any(row.get(each) in gone for each in pointers))
        for name, section in document.rows.items()
    }
    return replace(document, rows=rows)
