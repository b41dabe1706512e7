"""The collections that come with the product: one Markdown file each, one item a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import yaml

from nightcrew.adapters.documents_text import decoded, markdown_document
from nightcrew.adapters.strict_yaml import FASTEST
from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import (
    Block,
    ItemState,
    KnowledgeItem,
    Origin,
    Provenance,
    ShippedFile,
    check_collection,
    check_reviewer,
    item_of,
)
from nightcrew.domain.knowledge_splitting import split

_NAMES = UUID("7d7a7d0e-5b3f-4f0c-9a53-0d4a3f1f6c11")  # any; an item keeps its id on every machine
_FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_NOTE = re.compile(r"\s*\{([^{}]*)\}\s*$")
_ASKED = re.compile(r">\s*\S")
_HEAD_KEYS = frozenset({"sources", "as_of", "reviewed_by", "reviewed_at", "recheck_on"})
_NOTE_KEYS = frozenset({"source", "as_of", "recheck_on"})


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeFiles:
    """Reads a folder of collections. folder: None for an installation without any."""

    folder: Path | None = None

    def read(self) -> tuple[ShippedFile, ...]:
        """Every collection; one that cannot be used says why and has no items."""
        if self.folder is None or not self.folder.is_dir():
            return ()
        return tuple(_read(path) for path in sorted(self.folder.glob("*.md")))


def _read(path: Path) -> ShippedFile:
    file = f"{path.parent.name}/{path.name}"
    try:
        name = check_collection(path.stem)
        items = tuple(_items(name, decoded(path.read_bytes())))
    except (BadInput, OSError) as error:
        return ShippedFile(collection=path.stem, file=file, problem=str(error))
    return ShippedFile(collection=name, file=file, items=items)


def _items(collection: str, text: str) -> Iterator[KnowledgeItem]:
    found = _FRONT.match(text)
    if found is None:
        raise _wrong(
            "it begins with no front matter: put "
            f"{', '.join(sorted(_HEAD_KEYS))} between two lines --- at the top"
        )
    head = _head(found[1])
    seen = set[UUID]()
    for section in _sections(found[2]):
        title, note = _noted(section.heading)
        given = _provenance(head, note, title)
        ways = (Block(text=way, asked=True) for way in section.asked)
        passages = split([Block(text=title, level=2), *section.blocks, *ways])
        if not passages:
            raise _wrong(f"`{title}` has no text below it: write what it says, or take it out")
        for passage in passages:
            new_id = uuid5(_NAMES, collection + passage.digest)
            if new_id in seen:
                raise _wrong(f"`{title}` stands there twice")
            yield item_of(passage, collection, len(seen), given, new_id)
            seen.add(new_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """A heading of the second level, the text below it, and how people ask for it."""

    heading: str
    blocks: tuple[Block, ...]
    asked: tuple[str, ...]


def _sections(body: str) -> Iterator[_Section]:
    above, *parts = re.split(r"^## +", body, flags=re.MULTILINE)
    if any(not block.level for block in markdown_document(above.encode()).blocks):
        raise _wrong("text stands above the first heading `## …`")
    for part in parts:
        heading, _, below = part.partition("\n")
        lines = below.split("\n")
        asked = tuple(line[1:].strip() for line in lines if _ASKED.match(line))
        told = "\n".join(line for line in lines if not line.startswith(">"))
        yield _Section(
            heading=heading.strip(), blocks=markdown_document(told.encode()).blocks, asked=asked
        )


def _head(text: str) -> Mapping[str, Any]:
    try:
        head = yaml.load(text, Loader=FASTEST)  # noqa: S506
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 2} or just above" if mark is not None else ""
        raise _wrong(f"the front matter is no YAML{where}: write `name: value` there") from None
    given = head if isinstance(head, dict) else {}
    missing, unknown = sorted(_HEAD_KEYS - set(given)), sorted(map(str, set(given) - _HEAD_KEYS))
    if missing or unknown:
        said = [f"lacks {', '.join(missing)}"] * bool(missing)
        said += [f"knows no {', '.join(unknown)}"] * bool(unknown)
        raise _wrong(f"the front matter {' and '.join(said)}")
    if not isinstance(given["sources"], dict):
        raise _wrong("sources: write `name: {title: …, url: https://…}` a line below it")
    return given


def _noted(heading: str) -> tuple[str, Mapping[str, str]]:
    """A heading and what stands in braces behind it: `{source: passport, as_of: 2026-11-01}`."""
    found = _NOTE.search(heading)
    if found is None:
        raise _wrong(f"`{heading}` names no source: write {{source: name}} behind it")
    parts = (part.partition(":") for part in found[1].split(","))
    note = {name.strip(): told.strip() for name, _, told in parts}
    unknown = sorted(set(note) - _NOTE_KEYS)
    if unknown or "source" not in note:
        raise _wrong(f"`{heading}`: in braces stand source, as_of and recheck_on")
    return _NOTE.sub("", heading), note


def _provenance(head: Mapping[str, Any], note: Mapping[str, str], heading: str) -> Provenance:
    source = head["sources"].get(note["source"])
    if not isinstance(source, dict) or set(source) != {"title", "url"}:
        known = ", ".join(map(str, head["sources"]))
        raise _wrong(
            f"`{heading}`: there is no source {note['source']} with title and url;"
            f" the front matter has {known}"
        )
    if not str(source["url"]).startswith("https://"):
        raise _wrong(
            f"`{heading}`: the url of a source begins with https://, not as `{source['url']}`"
        )
    reviewed_on = _day(head["reviewed_at"], "reviewed_at")
    return Provenance(
        title=str(source["title"]),
        url=str(source["url"]),
        origin=Origin.SHIPPED,
        as_of=_day(note.get("as_of", head["as_of"]), "as_of"),
        recheck_on=_day(note.get("recheck_on", head["recheck_on"]), "recheck_on"),
        reviewed_by=check_reviewer(str(head["reviewed_by"])),
        reviewed_at=datetime.combine(reviewed_on, time(), UTC),
        fetched_at=None,
        state=ItemState.LIVE,
    )


def _day(given: object, name: str) -> date:
    try:
        return date.fromisoformat(str(given))
    except ValueError:
        raise _wrong(f"{name} is a date, YYYY-MM-DD, and not `{given}`") from None


def _wrong(message: str) -> BadInput:
    return BadInput("bad_collection_file", message, hint="see docs/knowledge.md")
