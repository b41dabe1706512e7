"""What a user does with a memory, each act told before it is done."""

from __future__ import annotations

from typing import Any, Literal, assert_never
from uuid import UUID

from fastapi import Path, Response
from fastapi.responses import HTMLResponse

from nightcrew.domain.errors import BadInput, NightcrewError
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.web.console import memories
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import Subject, console_router, go, page, part
from nightcrew.web.console.visits import MemoryVisit, Visit
from nightcrew.web.names import IdInPath
from nightcrew.web.problems import status_of

router = console_router()

Act = Literal["edit", "forget", "restore", "erase"]
ADDED = ("crew", "scope", "kind", "text", "from_on", "to_on")


@router.post("/people/{user}/memories")
async def add(user: IdInPath, visit: MemoryVisit) -> Response:
    """Keep what was written by hand; what cannot be kept comes back with its reason."""
    subject = await subject_of(visit, user)
    form = visit.form
    try:
        new = NewMemory(
            crew=form.needed("crew"),
            scope=form.needed("scope"),
            kind=form.needed("kind"),
            text=form.needed("text"),
            from_on=form.day("from_on"),
            to_on=form.day("to_on"),
        )
        added = await visit.app.keep_memories.add(visit.tenant, subject.name, new, now=visit.now)
    except NightcrewError as error:
        return await _add_refused(visit, subject, error)
    return memories.to_memories(subject, done="added" if added.created else "known")


async def _add_refused(visit: Visit, subject: Subject, error: NightcrewError) -> HTMLResponse:
    groups = await memories.groups_of(visit, subject)
    return page(
        visit,
        "memories.html",
        title=visit.words["memories"]["title"],
        subject=subject,
        status=status_of(error),
        groups=groups,
        counts=memories.counts_of(groups),
        crews=visit.app.crews.names(),
        done="",
        refused=error.code,
        typed={name: visit.form.text(name) for name in ADDED},
    )


@router.get("/people/{user}/memories/{memory}/{act}")
async def ask(user: IdInPath, memory: IdInPath, act: Act, visit: MemoryVisit) -> Response:
    """Say what the act does and ask whether to do it."""
    subject = await subject_of(visit, user)
    return await _asked(visit, subject, memory, act)


async def _asked(
    visit: Visit, subject: Subject, memory: UUID, act: Act, *, refused: str = "", status: int = 200
) -> Response:
    parts: dict[str, Any] = {
        "subject": subject,
        "card": await memories.card_of(visit, subject, memory),
        "act": act,
        "refused": refused,
    }
    if visit.partial:
        return part(visit, "_memory_act.html", status=status, **parts)
    title = visit.words["memories"]["acts"][act]["title"]
    return page(visit, "memory_act.html", title=title, status=status, **parts)


@router.post("/people/{user}/memories/{memory}/{act}")
async def do(user: IdInPath, memory: IdInPath, act: Act, visit: MemoryVisit) -> Response:
    """Carry it out; what is refused asks again and says why."""
    subject = await subject_of(visit, user)
    try:
        done = await _carry_out(visit, subject, memory, act)
    except (BadInput, NightcrewError) as error:
        if error.code == "unknown_memory":
            raise
        return await _asked(
            visit, subject, memory, act, refused=error.code, status=status_of(error)
        )
    if not visit.partial:
        return memories.to_memories(subject, done=done)
    card = None if act == "erase" else await memories.card_of(visit, subject, memory)
    return part(
        visit,
        "_memory_done.html",
        subject=subject,
        card=card,
        counts=await memories.counts(visit, subject),
        done=done,
    )


async def _carry_out(visit: Visit, subject: Subject, memory: UUID, act: Act) -> str:
    """Says what was done: the act, or that another memory says the same already."""
    keep, whose = visit.app.keep_memories, (visit.tenant, subject.name, memory)
    match act:
        case "edit":
            text, version = visit.form.needed("text"), visit.form.number("version")
            await keep.change(*whose, text, expected_version=version, now=visit.now)
        case "forget":
            await keep.forget(*whose, now=visit.now)
        case "restore":
            back = await keep.restore(*whose, version=visit.form.number("version"), now=visit.now)
            return act if back.id == memory else "known"
        case "erase":
            await visit.app.erase_words.memory(*whose, now=visit.now)
        case _:
            assert_never(act)
    return act


@router.post("/people/{user}/memories/{memory}/versions/{version}/redact")
async def redact(
    user: IdInPath, memory: IdInPath, visit: MemoryVisit, version: int = Path(ge=1)
) -> Response:
    """Take the words of one old value; that it was and when stays."""
    subject = await subject_of(visit, user)
    await visit.app.erase_words.redact(visit.tenant, subject.name, memory, version, now=visit.now)
    return go(f"/people/{user}/memories/{memory}", done="redacted")
