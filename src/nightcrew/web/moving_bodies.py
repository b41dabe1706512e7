"""What comes in from elsewhere: turns from before, whole exports, files and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.listed_shapes import read_text
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.plain_list import ListItem, read_list
from nightcrew.web.bodies import Body
from nightcrew.web.names import Day, Instant, Name

NO_PART = frozenset({"now", "dry_run"})
Rows = Sequence[dict[str, Any]]


class Part(BaseModel):
    """An object inside a body."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CopyBody(Body):
    """Copy what one crew remembers for another; without kinds all of it."""

    from_crew: Name
    to_crew: Name
    kinds: list[Kind] | None = None
    dry_run: bool = False


class TurnPart(Part):
    """One line of talk as it was said; id: the backend's own."""

    id: Name
    at: Instant
    speaker: Speaker
    text: str


class BackfillBody(Body):
    """Talk from before, at most 1,000 lines a call and 32 kB a line."""

    freely = frozenset({"turns"})

    crew: Name
    turns: list[TurnPart]

    def lines(self) -> list[ImportedLine]:
        """The same as the use case takes it."""
        names = ImportedLine.__dataclass_fields__
        return [
            ImportedLine(**{name: getattr(turn, name) for name in names}) for turn in self.turns
        ]


class WholeImport(Body):
    """An export as `GET export` made it; its parts are checked row by row."""

    format: Literal["nightcrew-export/v1"]
    exported_at: str | None = None
    user: str | None = None
    claim_key: str | None = None
    preferences: dict[str, Any] | None = None
    hold_until: str | None = None
    teams: Rows = ()
    conversations: Rows = ()
    turns: Rows = ()
    messages: Rows = ()
    evidence: Rows = ()
    memories: Rows = ()
    memory_versions: Rows = ()
    memory_cites: Rows = ()
    tombstones: Rows = ()
    suggestions: Rows = ()
    dreams: Rows = ()
    dream_changes: Rows = ()
    follow_ups: Rows = ()
    pair_states: Rows = ()
    dry_run: bool = False

    def document(self) -> Mapping[str, Any]:
        """The export alone."""
        return {
            name: getattr(self, name) for name in type(self).model_fields if name not in NO_PART
        }


class MarkdownImport(Body):
    """A Markdown export, as it was made or edited."""

    format: Literal["md"]
    text: str
    dry_run: bool = False


class DatedLine(Part):
    """An item whose date came apart from its words."""

    text: str
    said_on: Day | None = None


class ListImport(Body):
    """A list of another assistant: one line an item in `lines`, or as one `text`.

    A text may also be JSON, or a table whose first row names its columns.
    """

    format: Literal["list"]
    crew: Name
    scope: Scope = Scope.PRIVATE
    lines: tuple[str | DatedLine, ...] = ()
    text: str = ""
    dry_run: bool = False

    def items(self) -> list[ListItem]:
        """The items with their places, counted over both."""
        lines = [
            line if isinstance(line, DatedLine) else DatedLine(text=line) for line in self.lines
        ]
        read = read_list([line.text for line in lines])
        listed = [replace(item, said_on=_day(lines[item.place - 1], item)) for item in read]
        text = [replace(item, place=item.place + len(lines)) for item in read_text(self.text)]
        return [*listed, *text]


def _day(line: DatedLine, item: ListItem) -> date | None:
    return line.said_on or item.said_on


Import = WholeImport | MarkdownImport | ListImport
