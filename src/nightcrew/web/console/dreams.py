"""*Dreams*: what was proposed, what stood and why; undo, accept, what waits and what it cost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from fastapi import Response

from nightcrew.domain.dream import ChangeReport, DreamReport
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.page import Page
from nightcrew.domain.reason import Reason
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import Subject, console_router, go, page
from nightcrew.web.console.pictures import bar_plot
from nightcrew.web.console.visits import OpsVisit, Visit
from nightcrew.web.names import Cursor, IdInPath

router = console_router()
AT_ONCE = 12  # dreams on a page
KNOWN_ACTIONS = ("create", "update", "remove")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLine:
    """One change as it is shown. before: None when nothing was there or its words are gone."""

    change: ChangeReport
    action: str
    before: str | None
    cited: tuple[Evidence, ...]
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamCard:
    """One dream; with_words: whether this key may see what it says."""

    dream: DreamReport
    user: UUID | None
    lines: tuple[ChangeLine, ...]
    with_words: bool

    @property
    def can_be_undone(self) -> bool:
        """Whether something of it stands that can be taken back."""
        return self.dream.reverted_at is None and any(line.change.applied for line in self.lines)

    @property
    def waits(self) -> bool:
        """Whether changes of it wait to be accepted."""
        return self.dream.reverted_at is None and any(line.waits for line in self.lines)


@router.get("/dreams")
async def dreams_page(visit: OpsVisit, cursor: Cursor = None) -> Response:
    """The timeline of all users' dreams."""
    return await _timeline(visit, None, cursor)


@router.get("/people/{user}/dreams")
async def dreams_of_user(user: IdInPath, visit: OpsVisit, cursor: Cursor = None) -> Response:
    """The timeline of one user's dreams."""
    return await _timeline(visit, await subject_of(visit, user), cursor)


async def _timeline(visit: Visit, subject: Subject | None, cursor: str | None) -> Response:
    found: Page[DreamReport] = await visit.app.read_dreams.list(
        visit.tenant, user=subject.name if subject else None, cursor=cursor, limit=AT_ONCE
    )
    load = await visit.app.read_console.dream_load(
        visit.tenant, user=subject.id if subject else None, now=visit.now
    )
    return page(
        visit,
        "dreams.html",
        title=visit.words["dreams"]["title"],
        subject=subject,
        cards=await _cards(visit, found.items),
        found=found,
        load=load,
        waiting=bar_plot(load.waiting),
        tokens=bar_plot(load.tokens),
        zone=subject.zone if subject else visit.zone(),
        first=cursor is None,
    )


@router.get("/dreams/{dream}")
async def dream_page(dream: IdInPath, visit: OpsVisit, done: str = "") -> Response:
    """One dream."""
    return await _one(visit, dream, done=done)


@router.get("/dreams/{dream}/revert")
async def ask_revert(dream: IdInPath, visit: OpsVisit) -> Response:
    """Say what undoing does and ask whether to do it."""
    [card] = await _cards(visit, [await visit.app.read_dreams.one(visit.tenant, dream)])
    title = visit.words["dreams"]["revert"]
    return page(visit, "dream_revert.html", title=title, card=card, zone=visit.zone())


@router.post("/dreams/{dream}/revert")
async def revert(dream: IdInPath, visit: OpsVisit) -> Response:
    """Undo a dream."""
    report = await visit.app.decide_dreams.revert(visit.tenant, dream, now=visit.now)
    return go(f"/dreams/{dream}", done="left" if report.reverted_at is None else "reverted")


@router.post("/dreams/{dream}/accept")
async def accept(dream: IdInPath, visit: OpsVisit) -> Response:
    """Apply the chosen changes of a dream in review."""
    try:
        chosen = _numbers(visit.form.every("change"))
        await visit.app.decide_dreams.accept(visit.tenant, dream, chosen, now=visit.now)
    except BadInput as error:
        return await _one(visit, dream, refused=error.code, status=422)
    return go(f"/dreams/{dream}", done="accepted")


def _numbers(sent: Sequence[str]) -> list[int]:
    numbers = [int(each) for each in sent if each.isascii() and each.isdigit() and len(each) < 6]
    if not numbers:
        raise BadInput("nothing_chosen", "no change was chosen", hint="choose one", field="change")
    return numbers


async def _one(
    visit: Visit, dream: UUID, *, done: str = "", refused: str = "", status: int = 200
) -> Response:
    [card] = await _cards(visit, [await visit.app.read_dreams.one(visit.tenant, dream)])
    return page(
        visit,
        "dream.html",
        title=visit.words["dreams"]["one"],
        status=status,
        card=card,
        zone=visit.zone(),
        done=done,
        refused=refused,
    )


async def _cards(visit: Visit, found: Sequence[DreamReport]) -> list[DreamCard]:
    """Dreams as they are shown; without the scope memory no words are even read."""
    if not visit.may("memory"):
        return [_card(dream, None, {}, {}, with_words=False) for dream in found]
    names = sorted({dream.user for dream in found})
    ids = dict(
        zip(names, await asyncio.gather(*(_user(visit, name) for name in names)), strict=True)
    )
    befores = await visit.app.read_console.befores(visit.tenant, [dream.id for dream in found])
    lines = [await _cited(visit, ids[dream.user], dream) for dream in found]
    return [
        _card(dream, ids[dream.user], befores, cited, with_words=True)
        for dream, cited in zip(found, lines, strict=True)
    ]


async def _user(visit: Visit, name: str) -> UUID | None:
    return await visit.app.read_console.find_user(visit.tenant, name)


async def _cited(visit: Visit, user: UUID | None, dream: DreamReport) -> Mapping[UUID, Evidence]:
    wanted = [cite for change in dream.changes for cite in change.cites]
    if user is None or not wanted:
        return {}
    return await visit.app.read_console.cited(visit.tenant, user, wanted)


def _card(
    dream: DreamReport,
    user: UUID | None,
    befores: Mapping[tuple[UUID, int], str | None],
    cited: Mapping[UUID, Evidence],
    **parts: Any,
) -> DreamCard:
    lines = tuple(
        ChangeLine(
            change=change,
            action=change.action if change.action in KNOWN_ACTIONS else "unknown",
            before=befores.get((dream.id, change.number)),
            cited=tuple(cited[cite] for cite in change.cites if cite in cited),
            waits=not change.applied and change.reason is Reason.NOT_ACCEPTED,
        )
        for change in dream.changes
    )
    return DreamCard(dream=dream, user=user, lines=lines, **parts)
