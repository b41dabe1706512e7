"""*What your friend knows*: every memory of a user, grouped, with its why and its history."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from fastapi import Response

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import Kind, Status
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.page import Page
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import Subject, console_router, go, page, part
from nightcrew.web.console.visits import MemoryVisit, Visit
from nightcrew.web.names import Cursor, IdInPath

router = console_router()
AT_ONCE = 20  # memories of a group on the first page
MORE = 100  # with each page after it

GroupName = Literal["fact", "plan", "style", "off"]
GROUPS: Sequence[GroupName] = ("fact", "plan", "style", "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A memory with the words it rests on; withheld: how many of them were asked to be forgotten
    or are gone.
    """

    memory: MemoryView
    why: tuple[Evidence, ...]
    withheld: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Some memories of one group, newest said first, and how many there are in all."""

    name: GroupName
    total: int
    cards: tuple[Card, ...]
    next_cursor: str | None


@router.get("/people/{user}/memories")
async def memories_page(user: IdInPath, visit: MemoryVisit, done: str = "") -> Response:
    """Everything that is remembered of a user, the beginning of each group."""
    subject = await subject_of(visit, user)
    groups = await groups_of(visit, subject)
    return page(
        visit,
        "memories.html",
        title=visit.words["memories"]["title"],
        subject=subject,
        groups=groups,
        counts=counts_of(groups),
        crews=visit.app.crews.names(),
        done=done,
        refused="",
        typed={},
    )


@router.get("/people/{user}/memories/group/{group}")
async def more_of_a_group(
    user: IdInPath, group: GroupName, visit: MemoryVisit, cursor: Cursor = None
) -> Response:
    """The next memories of one group: a part for htmx, a page without it."""
    subject = await subject_of(visit, user)
    found = await _group(visit, subject, group, cursor=cursor, limit=MORE)
    if visit.partial:
        return part(visit, "_memories_more.html", subject=subject, group=found)
    return page(
        visit,
        "memories_group.html",
        title=visit.words["memories"]["groups"][group],
        subject=subject,
        group=found,
    )


@router.get("/people/{user}/memories/{memory}")
async def memory_page(
    user: IdInPath, memory: IdInPath, visit: MemoryVisit, done: str = ""
) -> Response:
    """One memory with every value it had; for htmx its card alone."""
    subject = await subject_of(visit, user)
    card = await card_of(visit, subject, memory)
    if visit.partial:
        return part(visit, "_memory_card.html", subject=subject, card=card, focus=True)
    versions = await visit.app.keep_memories.versions(visit.tenant, subject.name, memory)
    return page(
        visit,
        "memory.html",
        title=visit.words["memories"]["one"],
        subject=subject,
        card=card,
        versions=versions,
        head=versions[0].version if versions else 0,
        zone=subject.zone,
        done=done,
    )


async def card_of(visit: Visit, subject: Subject, memory: UUID) -> Card:
    """One memory with its why. Raises: NotFound."""
    found = await visit.app.keep_memories.one(visit.tenant, subject.name, memory, now=visit.now)
    [card] = await _cards(visit, subject, [found])
    return card


async def counts(visit: Visit, subject: Subject) -> Mapping[str, int]:
    """How many memories each group has, and all that are on: exactly what the API counts."""
    pages = await asyncio.gather(*(_page(visit, subject, name, limit=1) for name in GROUPS))
    return _summed(dict(zip(GROUPS, (found.total for found in pages), strict=True)))


def counts_of(groups: Sequence[Group]) -> Mapping[str, int]:
    """The same from groups that were read."""
    return _summed({group.name: group.total for group in groups})


def _summed(by_group: Mapping[str, int]) -> Mapping[str, int]:
    return {**by_group, "all": sum(by_group[name] for name in GROUPS if name != "off")}


def to_memories(subject: Subject, **asked: str) -> Response:
    """Back to everything."""
    return go(f"/people/{subject.id}/memories", **asked)


async def groups_of(visit: Visit, subject: Subject) -> tuple[Group, ...]:
    """The beginning of every group."""
    pages = await asyncio.gather(*(_page(visit, subject, name, limit=AT_ONCE) for name in GROUPS))
    every = [memory for found in pages for memory in found.items]
    cards = {card.memory.id: card for card in await _cards(visit, subject, every)}
    return tuple(_grouped(name, found, cards) for name, found in zip(GROUPS, pages, strict=True))


async def _group(
    visit: Visit, subject: Subject, name: GroupName, *, cursor: str | None, limit: int
) -> Group:
    found = await _page(visit, subject, name, limit=limit, cursor=cursor)
    cards = {card.memory.id: card for card in await _cards(visit, subject, found.items)}
    return _grouped(name, found, cards)


def _grouped(name: GroupName, found: Page[MemoryView], cards: Mapping[UUID, Card]) -> Group:
    return Group(
        name=name,
        total=found.total,
        cards=tuple(cards[memory.id] for memory in found.items),
        next_cursor=found.next_cursor,
    )


async def _page(
    visit: Visit, subject: Subject, name: GroupName, *, limit: int, cursor: str | None = None
) -> Page[MemoryView]:
    wanted: dict[str, Any] = {"status": "off"} if name == "off" else {"kind": Kind(name)}
    return await visit.app.keep_memories.list(
        visit.tenant, subject.name, **wanted, cursor=cursor, limit=limit, now=visit.now
    )


async def _cards(visit: Visit, subject: Subject, found: Sequence[MemoryView]) -> tuple[Card, ...]:
    """What is off shows no words of others: its own suffice to know it by."""
    shown = [memory for memory in found if memory.status is Status.ACTIVE]
    wanted = [cite for memory in shown for cite in memory.cites]
    lines = await visit.app.read_console.cited(visit.tenant, subject.id, wanted) if wanted else {}
    return tuple(_card(memory, lines) for memory in found)


def _card(memory: MemoryView, lines: Mapping[UUID, Evidence]) -> Card:
    if memory.status is not Status.ACTIVE:
        return Card(memory=memory, why=(), withheld=0)
    why = [lines[cite] for cite in memory.cites if cite in lines]
    ordered = tuple(sorted(why, key=lambda line: line.said_at))
    return Card(memory=memory, why=ordered, withheld=len(memory.cites) - len(ordered))
