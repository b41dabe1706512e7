"""YAML as text with places: no aliases, no tags, no duplicate keys, and no value changes type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from nightcrew.adapters.yaml_slips import (
    Slip,
    comma_in_text,
    second_beginning,
    slip_in_key,
    slip_in_value,
    slip_of,
)
from nightcrew.domain.crew import Problem
from nightcrew.domain.crew_problem import Place, problem

MOST_BYTES = 256 * 1024
MOST_LEVELS = 20

# The C parser is forty times faster; a build of PyYAML without it reads the same.
FASTEST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Characters no one sees, which hide text from a reviewer or break a line of a prompt in two.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0\ud800-\udfff\U000e0000-\U000e007f]"
)

_GOES_ON = re.compile(r" (#\s?\S.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A text; plain when it stood without quotes and not as a block.

    rest: what goes on behind it in its line and is a comment, after one space only.
    """

    text: str
    plain: bool
    place: Place
    rest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """A list."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Keys with their values, in the order of the file, each key once."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place


Node = Scalar | Items | Entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """What a text says, and what is wrong with it; node is None when nothing can be read."""

    node: Node | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    """The text of a file, or why there is none."""

    text: str | None
    problems: tuple[Problem, ...] = ()


def decode(content: bytes, file: str) -> FileText:
    """Bytes of a file into text: UTF-8, NFC, within the size, without hidden characters."""
    if len(content) > MOST_BYTES:
        wrong = problem("too_large", Place(file=file), limit=str(MOST_BYTES // 1024))
        return FileText(text=None, problems=(wrong,))
    try:
        text = unicodedata.normalize("NFC", content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        wrong = problem("not_utf8", Place(file=file, line=line), byte=str(error.start + 1))
        return FileText(text=None, problems=(wrong,))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    hidden = tuple(_hidden(text, file))
    return FileText(text=None if hidden else text, problems=hidden)


def compose(text: str, file: str, *, first_line: int = 1, loader: Any = FASTEST) -> Composed:
    """One YAML document as nodes; first_line: where the text begins in its file."""
    composer = _Composer(file, first_line, text)
    try:
        for event in yaml.parse(text, Loader=loader):
            composer.take(event)
            if composer.given_up:
                break
    except yaml.MarkedYAMLError as error:
        composer.not_yaml(error)
    node = None if composer.given_up else composer.root
    return Composed(node=node, problems=tuple(composer.problems))


def without_hidden(text: str) -> str:
    """The text without characters that no one sees, NFC, as a file of ours may hold it."""
    return _HIDDEN.sub("", unicodedata.normalize("NFC", text))


def _hidden(text: str, file: str) -> Iterator[Problem]:
    for match in _HIDDEN.finditer(text):
        before = text[: match.start()]
        place = Place(
            file=file,
            line=before.count("\n") + 1,
            column=match.start() - (before.rfind("\n") + 1) + 1,
        )
        yield problem("hidden_character", place, code=f"U+{ord(match[0]):04X}")


class _Open:
    """A list or mapping whose end has not come yet."""

    def __init__(self, place: Place, *, mapping: bool, flow: bool) -> None:
        self.place = place
        self.mapping = mapping
        self.flow = flow
        self.items: list[Node] = []
        self.entries: list[tuple[Scalar, Node]] = []
        self.key: Scalar | None = None
        self.first_lines: dict[str, int] = {}

    def closed(self) -> Node:
        if self.mapping:
            return Entries(entries=tuple(self.entries), place=self.place)
        return Items(items=tuple(self.items), place=self.place)


class _Composer:
    """Builds nodes from parser events, so that aliases and tags are still seen."""

    def __init__(self, file: str, first_line: int, text: str) -> None:
        self._lines = text.split("\n")
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.given_up = False
        self._file = file
        self._first_line = first_line
        self._open: list[_Open] = []
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        place = self._place(event.start_mark)
        match event:
            case yaml.DocumentStartEvent():
                self._begin_document(place)
            case yaml.AliasEvent():
                self._tell("alias", place)
                self._add(Scalar(text="", plain=False, place=place))
            case yaml.ScalarEvent():
                self._refuse_marks(event, place)
                self._refuse_hidden(event.value, place)
                plain = not event.style  # None or "", by parser
                rest = self._rest(event.end_mark) if plain else ""
                self._add(Scalar(text=event.value, plain=plain, place=place, rest=rest))
            case yaml.CollectionStartEvent():
                self._begin_collection(event, place)
            case yaml.CollectionEndEvent():
                self._add(self._open.pop().closed())

    def not_yaml(self, error: yaml.MarkedYAMLError) -> None:
        self._slipped(slip_of(error, self._lines))

    def _slipped(self, slip: Slip | None) -> None:
        if slip is None:
            return
        line = slip.line + self._first_line
        place = Place(file=self._file, line=line, column=slip.column + 1)
        if any(wrong.line == place.line for wrong in self.problems):
            # What was told about this line is the cause.
            self.given_up = True
            return
        reason = slip.reason
        self._give_up(
            "not_yaml",
            place,
            reason=reason.en.format_map(slip.facts),
            reason_ko=reason.ko.format_map(slip.facts),
            remedy=reason.remedy_en.format_map(slip.facts),
            remedy_ko=reason.remedy_ko.format_map(slip.facts),
        )

    def _begin_document(self, place: Place) -> None:
        self._documents += 1
        if self._documents > 1:
            self._give_up("several_documents", place)

    def _begin_collection(self, event: yaml.CollectionStartEvent, place: Place) -> None:
        self._refuse_marks(event, place)
        if len(self._open) == MOST_LEVELS:
            self._give_up("too_deep", place, limit=str(MOST_LEVELS))
            return
        mapping = isinstance(event, yaml.MappingStartEvent)
        self._open.append(_Open(place, mapping=mapping, flow=bool(event.flow_style)))

    def _refuse_marks(self, event: yaml.NodeEvent, place: Place) -> None:
        if event.anchor is not None:
            self._tell("alias", place)
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._tell("tag", place, tag=tag)

    def _refuse_hidden(self, text: str, place: Place) -> None:
        # An escape in double quotes brings in what the file itself may not hold.
        hidden = None if text.isprintable() else _HIDDEN.search(text)
        if hidden:
            self._tell("hidden_character", place, code=f"U+{ord(hidden[0]):04X}")

    def _rest(self, end: Any) -> str:
        # A comment that is meant as one stands two spaces behind a value, or in a line of its own.
        line = self._lines[end.line] if end.line < len(self._lines) else ""
        found = _GOES_ON.match(line, end.column)
        return found[1].strip() if found else ""

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = self._key(node)
        else:
            self._look_at(parent, parent.key, node)
            self._add_entry(parent, parent.key, node)

    def _look_at(self, parent: _Open, key: Scalar, node: Node) -> None:
        """What was meant for a key or for the rest of a text, and has become something else."""
        if not isinstance(node, Scalar) or not node.plain:
            return
        if node.text and not parent.flow:
            row = self._row(node.place)
            self._slipped(slip_in_value(self._lines, row, node.place.column - 1))
        before = parent.entries[-1][1] if parent.flow and parent.entries else None
        if isinstance(before, Scalar) and before.plain and key.plain and not node.text:
            row = self._row(key.place)
            self._slipped(comma_in_text(self._lines, row, before.text, key.text))

    def _row(self, place: Place) -> int:
        return place.line - self._first_line

    def _key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar) and node.text:
            self._slipped(slip_in_key(self._lines, self._row(node.place), node.text))
            return node
        self._tell("bad_key", node.place)
        return Scalar(text="", plain=False, place=node.place)

    def _add_entry(self, parent: _Open, key: Scalar, node: Node) -> None:
        parent.key = None
        if not key.text:
            return
        if key.plain and key.text == "<<":
            self._tell("alias", key.place)
            return
        first = parent.first_lines.get(key.text)
        if first is not None and key.text == "schema" and len(self._open) == 1:
            self._slipped(second_beginning(self._row(key.place), first))
        elif first is not None:
            self._tell("duplicate_key", key.place, key=key.text, first=str(first))
        else:
            parent.first_lines[key.text] = key.place.line
            parent.entries.append((key, node))

    def _place(self, mark: Any) -> Place:
        if mark is None:
            return Place(file=self._file, line=self._first_line)
        line = mark.line + self._first_line
        return Place(file=self._file, line=line, column=mark.column + 1)

    def _tell(self, kind: str, place: Place, **facts: str) -> None:
        self.problems.append(problem(kind, place, **facts))

    def _give_up(self, kind: str, place: Place, **facts: str) -> None:
        self._tell(kind, place, **facts)
        self.given_up = True
