"""What crew text does before anybody hears it: prompts by origin, and two texts compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import Response

from nightcrew.domain.errors import BadInput, NightcrewError
from nightcrew.domain.prompt_preview import CrewPreview, PreviewWish
from nightcrew.usecases.edit_crews.comparing import CrewDiff
from nightcrew.web.console.crews import CrewHead, head_of
from nightcrew.web.console.pages import console_router, page, part
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import NameInPath
from nightcrew.web.problems import status_of

router = console_router()
FILES = "files"


@router.get("/crews/{crew}/preview")
async def preview_page(crew: NameInPath, visit: AdminVisit) -> Response:
    """The place to write what a user might say."""
    return _preview(visit, crew, None)


@router.post("/crews/{crew}/preview")
async def preview(crew: NameInPath, visit: AdminVisit) -> Response:
    """Every prompt of a turn with these words; what is known of a user needs the scope memory."""
    form = visit.form
    try:
        wish = PreviewWish(
            crew=crew,
            say=form.needed("say"),
            user=form.text("user") if visit.may("memory") else "",
            now=visit.now,
        )
        shown = await visit.app.preview_crew(visit.tenant, wish)
    except NightcrewError as error:
        return _preview(visit, crew, None, refused=error.code, status=status_of(error))
    return _preview(visit, crew, shown)


def _preview(
    visit: Visit, crew: str, shown: CrewPreview | None, *, refused: str = "", status: int = 200
) -> Response:
    head = head_of(visit, crew)
    return page(
        visit,
        "crew_preview.html",
        title=head.name,
        status=status,
        head=head,
        shown=shown,
        refused=refused,
        typed={name: visit.form.text(name) for name in ("say", "user")},
    )


@router.get("/crews/{crew}/diff")
async def compare(
    crew: NameInPath, visit: AdminVisit, since: str = "", until: str = ""
) -> Response:
    """The lines that differ between two texts; no model is asked."""
    return await _compared(visit, crew, since, until, decisions=False)


@router.post("/crews/{crew}/diff")
async def decide(crew: NameInPath, visit: AdminVisit) -> Response:
    """The same with the decisions that turn, for which judges are asked."""
    form = visit.form
    return await _compared(visit, crew, form.text("since"), form.text("until"), decisions=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two texts beside each other, as they were asked for. found: None when that was refused."""

    head: CrewHead
    since: str
    until: str
    decided: bool
    found: CrewDiff | None = None
    refused: str = ""
    status: int = 200


async def _compared(
    visit: Visit, crew: str, since: str, until: str, *, decisions: bool
) -> Response:
    asked = Compared(head=head_of(visit, crew), since=since, until=until, decided=decisions)
    try:
        found = await visit.app.edit_crews.diff(
            visit.tenant, crew, since=_number(since), until=_number(until), decisions=decisions
        )
        told = replace(asked, found=found)
    except NightcrewError as error:
        told = replace(asked, refused=error.code, status=status_of(error))
    if visit.partial:
        return part(visit, "_flips.html", told=told)
    return page(
        visit,
        "crew_diff.html",
        title=told.head.name,
        status=told.status,
        head=told.head,
        told=told,
        history=await visit.app.edit_crews.versions(visit.tenant, crew),
        zone=visit.zone(),
    )


def _number(text: str) -> int | None:
    """A version; None for the usual one. Raises: BadInput."""
    if text in ("", FILES):
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadInput("invalid_field", "this is no version", hint="choose one", field="version")
    return int(text)
