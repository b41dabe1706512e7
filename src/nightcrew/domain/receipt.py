"""What an act of erasing reached, by place and number, and what it did not; never any content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID


class Erasing(StrEnum):
    """What was asked to be erased; `version` is what redacting one version leaves in the log."""

    MEMORY = "memory"
    TURN = "turn"
    CONVERSATION = "conversation"
    PERSON = "person"
    VERSION = "version"


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseEntry:
    """One line of the erase log: ids of ours and a moment, so that it can be done once more.

    subject: the memory, line or conversation; of a person, the person.
    version: of a redacted version only.
    """

    id: UUID
    tenant: UUID
    kind: Erasing
    person: UUID
    subject: UUID
    version: int | None = None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReached:
    """A place that keeps what was erased for a while; until: the day it ends."""

    place: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptElsewhere:
    """Days after which places that erasing cannot reach have ended.

    table_files: until `db rewrite` has written the tables anew. wal: until its files are recycled.
    backups: until the last one made before is thrown away. An operator who keeps them for other
    times says so here.
    """

    table_files: int = 7
    wal: int = 7
    backups: int = 30

    def after(self, at: datetime) -> tuple[NotReached, ...]:
        """The places, and for each the day it ends (UTC)."""
        days = {"table_files": self.table_files, "wal": self.wal, "backups": self.backups}
        return tuple(
            NotReached(place=place, until=(at + timedelta(days=kept)).date())
            for place, kept in days.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of the wish to erase something.

    id: of the line in the erase log; None when there was nothing to erase. counts: rows by table,
    deleted or without words now; all are 0 when it was erased before. at: when it was erased.
    """

    id: UUID | None
    kind: Erasing
    at: datetime
    counts: Mapping[str, int] = field(default_factory=dict)
    not_reached: tuple[NotReached, ...] = ()
