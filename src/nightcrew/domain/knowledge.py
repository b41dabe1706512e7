"""What a crew knows of its field: passages of a document, and items with their source and date."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Literal
from uuid import UUID

from nightcrew.domain.errors import BadInput
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.words import fold

ENOUGH_ITEMS = 8  # issue figure: reviewed items of every crew that has knowledge
RECHECK_DAYS = 90  # of what is fetched, where nobody names a day
LEAST_RECHECK_DAYS = 7
LONGEST_TITLE = 200
LONGEST_REVIEWER = 100
_COLLECTION = re.compile(r"[a-z0-9-]{2,48}")
_ADDRESS = re.compile(r"https?://[^\s/]+\S*$")


class ItemState(StrEnum):
    """Whether an item answers: live, or stale when its source is gone; the others do not."""

    WAITING = "waiting"
    LIVE = "live"
    STALE = "stale"
    REJECTED = "rejected"
    REPLACED = "replaced"


class Origin(StrEnum):
    """How an item came in: with the product, as a text handed over, by its address, or sought."""

    SHIPPED = "shipped"
    TEXT = "text"
    WEB = "web"
    RESEARCH = "research"


ANSWERING = (ItemState.LIVE, ItemState.STALE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One part of a document. heading: the path of headings above it, ` > ` between two.

    asked: how people ask for it, in their own words; no part of what it says.
    """

    heading: str
    text: str
    asked: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Names the content; white space, width and case make no difference."""
        plain = " ".join(fold(f"{self.heading}\n{self.text}").split()).casefold()
        return hashlib.sha256(plain.encode()).hexdigest()

    @property
    def whole(self) -> str:
        """What is read and embedded of it."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeItem:
    """A passage with where it stands, as of which day, and who let it in.

    asked: how people ask for it, in their own words; found by, never shown.
    url: empty for a text without an address. fetched_at: when it was read there. recheck_on: the
    day on which somebody should look again. replaces: the item that goes when this one is let in.
    """

    id: UUID
    collection: str
    position: int
    heading: str
    text: str
    digest: str
    title: str
    url: str
    origin: Origin
    as_of: date
    recheck_on: date | None = None
    state: ItemState = ItemState.LIVE
    reviewed_by: str | None = None
    reviewed_at: datetime | None = None
    fetched_at: datetime | None = None
    replaces: UUID | None = None
    asked: tuple[str, ...] = ()

    @property
    def passage(self) -> Passage:
        """What it says."""
        return Passage(heading=self.heading, text=self.text, asked=self.asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedFile:
    """A collection that comes with the product. problem: why its file is not usable, else empty."""

    collection: str
    file: str
    items: tuple[KnowledgeItem, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What is said of a document as a whole."""

    title: str
    url: str
    origin: Origin
    as_of: date
    recheck_on: date | None
    reviewed_by: str | None
    reviewed_at: datetime | None
    fetched_at: datetime | None
    state: ItemState


def item_of(
    passage: Passage, collection: str, position: int, given: Provenance, new_id: UUID
) -> KnowledgeItem:
    """A passage as an item of a collection."""
    return KnowledgeItem(
        id=new_id,
        collection=collection,
        position=position,
        heading=passage.heading,
        text=passage.text,
        digest=passage.digest,
        asked=passage.asked,
        **named_fields(given),
    )


def check_collection(name: str) -> str:
    """The name. Raises: BadInput."""
    if not _COLLECTION.fullmatch(name):
        raise BadInput(
            "bad_collection",
            "a collection is named by 2 to 48 small letters, digits and hyphens",
            hint="for example travel-documents",
            field="collection",
        )
    return name


def check_reviewer(name: str) -> str:
    """Who lets an item in, without spaces around. Raises: BadInput."""
    kept = " ".join(name.split())
    if not 0 < len(kept) <= LONGEST_REVIEWER:
        raise BadInput(
            "no_reviewer",
            f"a review names who made it, in at most {LONGEST_REVIEWER} characters",
            hint="name the team, such as care-team",
            field="by",
        )
    return kept


def check_days(as_of: date, recheck_on: date | None) -> None:
    """Raises: BadInput when somebody should look again before the day for which it holds."""
    if recheck_on is not None and recheck_on < as_of:
        raise BadInput(
            "recheck_before_as_of",
            f"it holds for {as_of} and should be looked at again before that, on {recheck_on}",
            hint="give a recheck_on after as_of, or leave recheck_on out",
            field="recheck_on",
        )


def check_source(url: str) -> None:
    """Raises: BadInput for what is given as an address and is none. Empty: there is none."""
    if url and not _ADDRESS.match(url):
        raise BadInput(
            "bad_source",
            "the source is no web address",
            hint="write it whole, such as https://www.gov.kr, or leave it out",
            field="url",
        )


def next_recheck(as_of: date, recheck_on: date | None, today: date) -> date:
    """When to look again after a look today: after as long as was planned the last time."""
    planned = (recheck_on - as_of).days if recheck_on is not None else RECHECK_DAYS
    return today + timedelta(days=max(planned, LEAST_RECHECK_DAYS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """What a look at a source again says.

    confirmed: items that stand there unchanged. gone: items of which nothing stands there any
    more. changed: passages that are new, each with the item it would replace, if any.
    """

    confirmed: tuple[KnowledgeItem, ...] = ()
    gone: tuple[KnowledgeItem, ...] = ()
    changed: tuple[tuple[int, Passage, UUID | None], ...] = ()


def compare(items: tuple[KnowledgeItem, ...], passages: tuple[Passage, ...]) -> Refreshed:
    """Items of a source against what stands there now; the same heading is the same matter."""
    there = {passage.digest for passage in passages}
    known = {item.digest for item in items}
    left = [item for item in items if item.digest not in there]
    changed: list[tuple[int, Passage, UUID | None]] = []
    for position, passage in enumerate(passages):
        if passage.digest in known:
            continue
        former = next((item for item in left if item.heading == passage.heading), None)
        if former is not None:
            left.remove(former)
        changed.append((position, passage, former.id if former else None))
    return Refreshed(
        confirmed=tuple(item for item in items if item.digest in there),
        gone=tuple(left),
        changed=tuple(changed),
    )


def told_line(item: KnowledgeItem, today: date, *, korean: bool) -> str:
    """The item as a line of the data frame: passage, source and date, and what to doubt of it."""
    head = f"{item.heading}: " if item.heading else ""
    source = f"{item.title} <{item.url}>" if item.url else item.title
    dated = f"{item.as_of} 기준" if korean else f"as of {item.as_of}"
    return f"{head}{item.text} ({', '.join([source, dated, *_doubts(item, today, korean=korean)])})"


def _doubts(item: KnowledgeItem, today: date, *, korean: bool) -> list[str]:
    if item.state is ItemState.STALE:
        return ["원문이 바뀌었거나 사라짐" if korean else "its source has changed or is gone"]
    if item.recheck_on is not None and item.recheck_on < today:
        return ["다시 확인할 날이 지남" if korean else "due to be checked again"]
    return []


KnowledgeKind = Literal["text", "markdown", "html", "pdf"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RawDocument:
    """A document as it came, not read yet."""

    kind: KnowledgeKind
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading or a paragraph of a document. level: 1 to 6 of a heading, 0 of a paragraph.

    asked: it is a way in which people ask for what stands under the heading.
    """

    text: str
    level: int = 0
    asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """What a reader sees of a document. title: its own, empty when it names none."""

    title: str
    blocks: tuple[Block, ...]
