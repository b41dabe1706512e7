"""Shapes of single values: texts, ids, times, dates, choices; none of them is guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from zoneinfo import available_timezones

from nightcrew.adapters.shape_reading import Reading, is_nothing, tell_wrong_type
from nightcrew.adapters.strict_yaml import Node, Scalar
from nightcrew.domain.crew_problem import Place, nearest
from nightcrew.domain.crew_text import PLACEHOLDERS, half_placeholders, placeholders
from nightcrew.domain.meant import (
    LONGEST_ID,
    SHORTEST_ID,
    day_meant,
    id_meant,
    is_a_day,
    locale_meant,
    time_meant,
    word_meant,
)
from nightcrew.domain.zones import nearest_zones

_UNQUOTED_TIME = re.compile(r"\d{1,2}:\d{2}(:\d{2})?")
_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LOCALE = re.compile(r"[a-z]{2,3}-[A-Z]{2}")
_CURLY = frozenset({"“”", "““", "””", "‘’"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words of a writer. limit: characters. prompt: whether they reach a prompt."""

    limit: int
    prompt: bool = True

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The words, without the space around them."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None:
            return None
        text = scalar.text.strip()
        if len(text) > self.limit:
            length, limit = str(len(text)), str(self.limit)
            reading.tell("too_long", scalar.place, pointer, length=length, limit=limit)
        _check_ends(text, scalar, reading, pointer)
        if self.prompt:
            _check_placeholders(text, scalar, reading, pointer)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """An id: a-z, 0-9 and -."""

    least: int = SHORTEST_ID
    most: int = LONGEST_ID

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The id as it is written."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None:
            return None
        if not re.fullmatch(rf"[a-z0-9-]{{{self.least},{self.most}}}", scalar.text):
            bounds = {"least": str(self.least), "most": str(self.most)}
            meant = id_meant(scalar.text, least=self.least, most=self.most)
            reading.tell("bad_id", scalar.place, pointer, meant=meant, value=scalar.text, **bounds)
            return None
        return scalar.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The name of another file, and where it is named."""

    name: str
    place: Place = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The name of another file of crew text."""

    def read(self, node: Node, reading: Reading, pointer: str) -> Named | None:
        """The name, with its place."""
        name = Identifier().read(node, reading, pointer)
        return None if name is None else Named(name=name, place=node.place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of a few words."""

    values: tuple[str, ...]

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The chosen word."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None or scalar.text in self.values:
            return scalar.text if scalar else None
        reading.tell(
            "unknown_value",
            scalar.place,
            pointer,
            meant=nearest(scalar.text, self.values) or word_meant(scalar.text, self.values),
            value=scalar.text,
            allowed=", ".join(self.values),
        )
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaName:
    """The one schema that a kind of file has."""

    wanted: str

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The name of the schema."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None or scalar.text == self.wanted:
            return scalar.text if scalar else None
        value = scalar.text
        reading.tell("unknown_schema", scalar.place, pointer, value=value, wanted=self.wanted)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """true or false, and no other word for them."""

    def read(self, node: Node, reading: Reading, pointer: str) -> bool | None:
        """Whether it says true."""
        word = Choice(values=("true", "false")).read(node, reading, pointer)
        return None if word is None else word == "true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def read(self, node: Node, reading: Reading, pointer: str) -> int | None:
        """The number."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None:
            return None
        value = scalar.text
        usual = re.fullmatch(r"0|[1-9][0-9]{0,8}", value)
        if usual and self.least <= int(value) <= self.most:
            return int(value)
        bounds = {"least": str(self.least), "most": str(self.most)}
        reading.tell("bad_number", scalar.place, pointer, value=value, **bounds)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOfDay:
    """A wall time, kept as text."""

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The time as it is written."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None or _TIME_OF_DAY.fullmatch(scalar.text):
            return scalar.text if scalar else None
        meant = time_meant(scalar.text)
        reading.tell("bad_time", scalar.place, pointer, meant=meant, value=scalar.text)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A date."""

    def read(self, node: Node, reading: Reading, pointer: str) -> date | None:
        """The date."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None:
            return None
        if _DAY.fullmatch(scalar.text):
            return _day(scalar, reading, pointer)
        meant = day_meant(scalar.text)
        reading.tell("bad_date", scalar.place, pointer, meant=meant, value=scalar.text)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """Language and country."""

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The locale as it is written."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None or _LOCALE.fullmatch(scalar.text):
            return scalar.text if scalar else None
        meant = locale_meant(scalar.text)
        reading.tell("bad_locale", scalar.place, pointer, meant=meant, value=scalar.text)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A name of the time zone database."""

    def read(self, node: Node, reading: Reading, pointer: str) -> str | None:
        """The name of the zone."""
        scalar = _scalar(node, reading, pointer)
        if scalar is None or scalar.text in _zones():
            return scalar.text if scalar else None
        near = nearest_zones(scalar.text)
        meant = near[0] if near else None
        reading.tell("unknown_time_zone", scalar.place, pointer, meant=meant, value=scalar.text)
        return None


def _scalar(node: Node, reading: Reading, pointer: str) -> Scalar | None:
    if not isinstance(node, Scalar) or is_nothing(node):
        tell_wrong_type(node, reading, pointer, wanted="text")
        return None
    if node.plain and _UNQUOTED_TIME.fullmatch(node.text):
        reading.tell("unquoted_time", node.place, pointer, value=node.text)
    return node


def _check_ends(text: str, scalar: Scalar, reading: Reading, pointer: str) -> None:
    """What a writer sees as a whole sentence, and YAML does not."""
    if scalar.rest:
        reading.tell("cut_by_comment", scalar.place, pointer, rest=scalar.rest)
    inside = _inside_curly(text) if scalar.plain else ""
    if inside:
        reading.tell("curly_quotes", scalar.place, pointer, inside=inside)


def _inside_curly(text: str) -> str:
    """What stands in curly quotes that hold the whole text, or that never end."""
    if f"{text[:1]}{text[-1:]}" in _CURLY:
        return text[1:-1]
    never_ends = text[:1] == "“" and not set(text[1:]) & set("“”")
    return text[1:].rstrip('"') if never_ends else ""


def _check_placeholders(text: str, scalar: Scalar, reading: Reading, pointer: str) -> None:
    for found in placeholders(text):
        if found.name not in PLACEHOLDERS:
            meant = nearest(found.name, PLACEHOLDERS)
            reading.tell("unknown_placeholder", scalar.place, pointer, meant=meant, name=found.name)
    for half in half_placeholders(text):
        reading.tell("half_placeholder", scalar.place, pointer, name=half.name)


def _day(scalar: Scalar, reading: Reading, pointer: str) -> date | None:
    year, month, day = (int(part) for part in scalar.text.split("-"))
    if is_a_day(year, month, day):
        return date(year, month, day)
    reading.tell("no_such_day", scalar.place, pointer, value=scalar.text)
    return None


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
