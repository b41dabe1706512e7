"""Shapes of crew text: what may stand where, read against nodes, every problem told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from nightcrew.adapters.shape_reading import Reading, Sample, tell_wrong_type
from nightcrew.adapters.strict_yaml import Entries, Items, Node, Scalar
from nightcrew.domain.crew_problem import Place, nearest
from nightcrew.domain.meant import key_meant

_FAR_ALIKE = 0.8  # of a key that belongs elsewhere: a word of other meaning is soon as near


class Shape(Protocol):
    """One kind of value; None stands for a value that cannot be used."""

    def read(self, node: Node, reading: Reading, pointer: str) -> object | None:
        """The value of a node; what is wrong is told to `reading`."""
        ...


class Block:
    """What a record holds: its usable values and where each of them stands."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.places: dict[str, Place] = {}
        self._values: dict[str, Any] = {}

    def put(self, name: str, value: object, place: Place) -> None:
        """Keep the usable value of a key."""
        self._values[name] = value
        self.places[name] = place

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str:
        """The text of a key, empty when it is not there."""
        return str(self._values.get(name, ""))

    def value(self, name: str) -> Any:
        """Whatever the shape of the key makes of it, None when it is not there."""
        return self._values.get(name)

    def block(self, name: str) -> Block:
        """The record under a key, an empty one when it is not there."""
        found = self._values.get(name)
        return found if isinstance(found, Block) else Block(self.place)

    def entry_places(self, name: str) -> tuple[Place, ...]:
        """Where the entries of the list under a key stand, none when it is not there."""
        return tuple(getattr(self._values.get(name), "places", ()))

    def texts(self, name: str) -> tuple[str, ...]:
        """The list of texts under a key, empty when it is not there."""
        return tuple(self._values.get(name, ()))

    def blocks(self, name: str) -> tuple[Block, ...]:
        """The list of records under a key, empty when it is not there."""
        return tuple(self._values.get(name, ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A key of a record."""

    shape: Shape
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A closed set of keys.

    stranger: the kind of problem that an unknown key is. sample: how one is written, as a writer
    may copy it.
    """

    fields: Mapping[str, Field]
    stranger: str = "unknown_key"
    sample: str = ""

    def read(self, node: Node, reading: Reading, pointer: str) -> Block | None:
        """The usable keys of a mapping."""
        if not isinstance(node, Entries):
            written = Sample(keys=tuple(self.fields), sample=self.sample)
            tell_wrong_type(node, reading, pointer, wanted="mapping", written=written)
            self._tell_listed_tools(node, reading, pointer)
            return None
        block = Block(node.place)
        strangers = {key.text: key for key, _ in node.entries if key.text not in self.fields}
        for key, child in node.entries:
            if key.text in self.fields:
                self._read_field(block, key, child, reading, pointer)
        for key in strangers.values():
            self._tell_stranger(key, reading, pointer, frozenset(block.places))
        self._tell_missing(node, strangers, reading, pointer)
        return block

    def _read_field(
        self, block: Block, key: Scalar, child: Node, reading: Reading, pointer: str
    ) -> None:
        below = join(pointer, key.text)
        value = self.fields[key.text].shape.read(child, reading, below)
        if value is not None:
            block.put(key.text, value, child.place)

    def _tell_stranger(
        self, key: Scalar, reading: Reading, pointer: str, there: frozenset[str] = frozenset()
    ) -> None:
        below = join(pointer, key.text)
        spot = reading.elsewhere.get(key.text)
        if spot:
            facts = {"key": key.text, "places": spot.en, "places_ko": spot.ko}
            reading.tell("misplaced_key", key.place, below, **facts)
            return
        ours = tuple(name for name in self.fields if name not in there)
        meant = nearest(key.text, tuple(self.fields)) or key_meant(key.text, ours)
        meant = meant or _far(key.text, reading)
        allowed = ", ".join(self.fields)
        reading.tell(self.stranger, key.place, below, meant=meant, key=key.text, allowed=allowed)

    def _tell_listed_tools(self, node: Node, reading: Reading, pointer: str) -> None:
        # Other products list their tools; the unknown ones are told together with the shape.
        if self.stranger != "unknown_tool" or not isinstance(node, Items):
            return
        for item in node.items:
            for key, child in item.entries if isinstance(item, Entries) else ():
                if key.text != "tool" or not isinstance(child, Scalar):
                    continue
                if child.text not in self.fields:
                    self._tell_stranger(child, reading, pointer)

    def _tell_missing(
        self, node: Entries, strangers: Mapping[str, Scalar], reading: Reading, pointer: str
    ) -> None:
        written = {key.text for key, _ in node.entries}
        misspelt = {nearest(name, tuple(self.fields)) for name in strangers}
        for name, wanted in self.fields.items():
            if wanted.required and name not in written and name not in misspelt:
                reading.tell("missing_key", node.place, join(pointer, name), key=name)


class Listed(list[object]):
    """The usable entries of a list, and where each of them stands."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[Place] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf:
    """A list of one kind of value. distinct: whether an entry may stand there only once."""

    item: Shape
    most: int
    distinct: bool = False

    def read(self, node: Node, reading: Reading, pointer: str) -> Listed | None:
        """The usable entries of a list."""
        if not isinstance(node, Items):
            tell_wrong_type(node, reading, pointer, wanted="list")
            return None
        if len(node.items) > self.most:
            length = str(len(node.items))
            reading.tell("too_many", node.place, pointer, length=length, limit=str(self.most))
        values = Listed()
        for number, child in enumerate(node.items):
            value = self.item.read(child, reading, join(pointer, str(number)))
            if self.distinct and value in values:
                reading.tell("repeated_entry", child.place, pointer, value=str(value))
            elif value is not None:
                values.append(value)
                values.places.append(child.place)
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Anything, kept unread; every scalar is text."""

    def read(self, node: Node, reading: Reading, pointer: str) -> object | None:
        """The mapping as plain values."""
        if not isinstance(node, Entries):
            tell_wrong_type(node, reading, pointer, wanted="mapping")
            return None
        return _unread(node)


def join(pointer: str, key: str) -> str:
    """The JSON pointer of a key below another one."""
    return f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"


def _unread(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Items):
        return [_unread(item) for item in node.items]
    return {key.text: _unread(child) for key, child in node.entries}


def _far(key: str, reading: Reading) -> str | None:
    """A key of this kind of file that belongs to another level."""
    here = tuple(name for name, spot in reading.elsewhere.items() if spot.ours)
    return nearest(key, here, least=_FAR_ALIKE)
