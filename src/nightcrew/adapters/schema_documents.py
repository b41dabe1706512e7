"""JSON Schemas for editors, made from the shapes the loader reads with; none is written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nightcrew.adapters.crew_schema import CATEGORY, CREW, HOUSE, PLAYBOOK, SKILL
from nightcrew.adapters.scalar_shape import (
    Choice,
    Day,
    Flag,
    Identifier,
    Locale,
    Reference,
    SchemaName,
    Text,
    TimeOfDay,
    Whole,
    Zone,
)
from nightcrew.adapters.schema_notes import note_of
from nightcrew.adapters.story_schema import STORY
from nightcrew.adapters.story_shapes import NOT_USED, USED, ByCrew, CoverName, Span, Use, UseOr
from nightcrew.adapters.story_shapes import WallTime as StoryTime
from nightcrew.adapters.text_shape import Free, ListOf, Record, Shape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "schemas"  # below the folder of the crews
Document = dict[str, Any]

_KINDS: Mapping[str, tuple[str, Record]] = {
    "crew.v1.json": ("nightcrew: a crew", CREW),
    "category.v1.json": ("nightcrew: a category of crews", CATEGORY),
    "house.v1.json": ("nightcrew: what holds for all crews", HOUSE),
    "playbook.v1.json": ("nightcrew: the front matter of a playbook", PLAYBOOK),
    "skill.v1.json": ("nightcrew: the front matter of a skill", SKILL),
    "story.v1.json": ("nightcrew: a story that tests crew text", STORY),
}
_WALL_TIME = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$"
_ID = r"^[a-z0-9-]{%d,%d}$"


def schema_documents() -> dict[str, Document]:
    """Every schema by the name of its file."""
    return {
        name: {
            "$schema": DIALECT,
            "$id": f"urn:nightcrew:{name.removesuffix('.json')}",
            "title": title,
            **_with_rules(name, _record(record, ())),
        }
        for name, (title, record) in _KINDS.items()
    }


def written(document: Document) -> str:
    """A schema as it stands in its file."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def write_schemas(folder: Path) -> tuple[Path, ...]:
    """Write every schema into a folder; the paths. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, document in schema_documents().items():
        path = folder / name
        path.write_text(written(document), encoding="utf-8")
        paths.append(path)
    return tuple(paths)


def editor_line(name: str, *, levels: int = 0) -> str:
    """The comment that tells an editor the schema of a file. levels: folders below the crews'."""
    return f"# yaml-language-server: $schema={'../' * levels}{FOLDER}/{name}"


def _with_rules(name: str, document: Document) -> Document:
    """What holds between keys, which no single shape says."""
    if name == "crew.v1.json":
        knowledge = document["properties"]["knowledge"]
        knowledge["not"] = {"required": ["collections", "none"]}
    return document


def _of(shape: Shape, path: tuple[str, ...]) -> Document:
    if isinstance(shape, Record):
        return _record(shape, path)
    if isinstance(shape, ListOf):
        return _list(shape, path)
    if isinstance(shape, UseOr):
        return {"anyOf": [_use(shape), _record(shape.record, path)]}
    if isinstance(shape, ByCrew):
        return {
            "type": "object",
            "patternProperties": {_ID % (2, 48): _record(shape.item, path)},
            "additionalProperties": False,
        }
    return _SCALARS[type(shape)](shape)


def _record(record: Record, path: tuple[str, ...]) -> Document:
    properties = {}
    for name, entry in record.fields.items():
        document, note = _of(entry.shape, (*path, name)), note_of((*path, name))
        properties[name] = {"description": note, **document} if note else document
    required = [name for name, entry in record.fields.items() if entry.required]
    return {
        "type": "object",
        "properties": properties,
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def _list(shape: ListOf, path: tuple[str, ...]) -> Document:
    document: Document = {
        "type": "array",
        "items": _of(shape.item, path),
        "maxItems": shape.most,
    }
    return document | ({"uniqueItems": True} if shape.distinct else {})


def _text(shape: Any) -> Document:
    # What looks like a number is a text like any other to the loader.
    kinds = ["string", "number", "boolean"]
    return {"type": kinds, "pattern": r"\S", "maxLength": shape.limit}


def _pattern(pattern: str) -> Document:
    return {"type": "string", "pattern": pattern}


def _id(shape: Any) -> Document:
    return _pattern(_ID % (shape.least, shape.most))


def _span(_shape: Any) -> Document:
    return {"type": "array", "items": _pattern(_WALL_TIME), "minItems": 2, "maxItems": 2}


def _use(_shape: Any) -> Document:
    return {"enum": [USED, NOT_USED]}


_SCALARS: Mapping[type, Callable[[Any], Document]] = {
    Text: _text,
    Identifier: _id,
    Reference: lambda _shape: _id(Identifier()),
    Choice: lambda shape: {"enum": [str(value) for value in shape.values]},
    SchemaName: lambda shape: {"const": shape.wanted},
    Flag: lambda _shape: {"type": "boolean"},
    Whole: lambda shape: {"type": "integer", "minimum": shape.least, "maximum": shape.most},
    TimeOfDay: lambda _shape: _pattern(r"^([01]\d|2[0-3]):[0-5]\d$"),
    Day: lambda _shape: _pattern(r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"),
    Locale: lambda _shape: _pattern(r"^[a-z]{2,3}-[A-Z]{2}$"),
    # The names change with the time zone data; the loader knows them.
    Zone: lambda _shape: _pattern(r"^[A-Za-z][A-Za-z0-9_+/-]+$"),
    Free: lambda _shape: {"type": "object"},
    Use: _use,
    StoryTime: lambda _shape: _pattern(_WALL_TIME),
    Span: _span,
    CoverName: lambda _shape: _pattern(r"^[a-z0-9-]{2,48}(/[a-z_]+|#[a-z0-9-]{2,64})$"),
}
