"""The published tables the rehearsal model reads, compiled once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

_FINALS = {"ㄴ": 4, "ㄹ": 8, "ㅆ": 20}  # places of final consonants in Unicode order
_NO_PAST = str.maketrans("", "", "있겠")


@cache
def words(*path: str) -> frozenset[str]:
    """A list of words by its path in `rehearsal_forms.yaml`."""
    return frozenset(str(_at("rehearsal_forms.yaml", path)).split())


@cache
def pattern(*path: str) -> re.Pattern[str]:
    """A list of alternatives by its path in the tables, as one pattern."""
    entry = _at("rehearsal.yaml", path) or _at("rehearsal_needs.yaml", path)
    parts = entry if isinstance(entry, list) else [entry]
    text = "|".join(f"(?:{part})" for part in parts)
    for sign, last in _FINALS.items():
        text = text.replace(f"<{sign}>", f"[{_closed_by(last)}]")
    if "<cars>" in text:
        text = text.replace("<cars>", _cars())
    for name in ("time", "news"):
        if f"<{name}>" in text:
            text = text.replace(f"<{name}>", str(_at("rehearsal_needs.yaml", (name,))))
    for name, language in (("own", "korean"), ("own_en", "english")):
        if f"<{name}>" in text:
            text = text.replace(f"<{name}>", str(_at("rehearsal.yaml", ("people", language))))
    return re.compile(text, re.IGNORECASE)


def _closed_by(last: int) -> str:
    """All syllables with one final consonant, for a class of a pattern; 있 and 겠 are no past."""
    return "".join(chr(0xAC00 + each * 28 + last) for each in range(399)).translate(_NO_PAST)


@cache
def table(*path: str) -> Mapping[str, object]:
    """A mapping by its path in the tables."""
    entry = _at("rehearsal.yaml", path) or _at("rehearsal_needs.yaml", path)
    return entry if isinstance(entry, dict) else {}


@cache
def words_for(*path: str, korean: bool) -> str:
    """One of a pair of texts, Korean first, by its path in `rehearsal_needs.yaml`."""
    entry = _at("rehearsal_needs.yaml", path)
    return str(entry[0 if korean else 1]) if isinstance(entry, list) else ""


@cache
def likenesses() -> Mapping[str, tuple[str, ...]]:
    """The sentences of `rehearsal_likenesses.yaml` by group."""
    entry = _read("rehearsal_likenesses.yaml")
    groups = entry if isinstance(entry, dict) else {}
    return {str(name): tuple(str(each) for each in texts) for name, texts in groups.items()}


@cache
def car_names() -> Mapping[str, str]:
    """How cars are said, in lower case, and who makes them."""
    makers = table("cars")
    return {name: maker for maker, names in makers.items() for name in str(names).split()}


def _cars() -> str:
    """Names of cars as one alternative; Latin ones stand as whole words, before a particle too."""
    names = sorted(car_names(), key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])" if re.search("[a-z]", name) else name
        for name in names
    )


def _at(name: str, path: tuple[str, ...]) -> object:
    entry: object = _read(name)
    for part in path:
        entry = entry.get(part, {}) if isinstance(entry, dict) else {}
    return entry


@cache
def _read(name: str) -> object:
    text = files("nightcrew").joinpath("data", name).read_text(encoding="utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
