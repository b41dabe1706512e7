"""Versions of a crew's text: every one that ever spoke, and bringing one back."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Response

from nightcrew.domain.errors import BadInput, NightcrewError, NotFound
from nightcrew.web.console.crews import head_of
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import NameInPath
from nightcrew.web.problems import status_of

router = console_router()
Number = Annotated[int, Path(ge=1, le=1_000_000_000)]


@router.get("/crews/{crew}/versions")
async def versions_page(crew: NameInPath, visit: AdminVisit, done: str = "") -> Response:
    """All versions, newest first."""
    head = head_of(visit, crew)
    return page(
        visit,
        "crew_versions.html",
        title=head.name,
        head=head,
        history=await visit.app.edit_crews.versions(visit.tenant, crew),
        zone=visit.zone(),
        done=done,
    )


@router.get("/crews/{crew}/versions/{number}/restore")
async def ask_restore(crew: NameInPath, number: Number, visit: AdminVisit) -> Response:
    """Say what bringing back does and ask whether to do it."""
    return await _asked(visit, crew, number)


@router.post("/crews/{crew}/versions/{number}/restore")
async def restore(crew: NameInPath, number: Number, visit: AdminVisit) -> Response:
    """Bring a version back as a new one; what is refused asks again and says why."""
    form = visit.form
    try:
        told = await visit.app.edit_crews.restore(
            visit.tenant,
            crew,
            number,
            author=form.text("author"),
            reason=form.text("reason"),
            shared=form.text("shared") == "yes",
        )
        if told.problems:
            raise BadInput("has_problems", "that text does not fit any more", hint="mend it first")
    except NightcrewError as error:
        return await _asked(visit, crew, number, refused=error.code, status=status_of(error))
    return go(f"/crews/{crew}/versions", done="restored" if told.written else "same")


async def _asked(
    visit: Visit, crew: str, number: int, *, refused: str = "", status: int = 200
) -> Response:
    history = await visit.app.edit_crews.versions(visit.tenant, crew)
    version = next((each for each in history.items if each.number == number), None)
    if version is None:
        raise NotFound("unknown_version", "there is no such version", hint="choose another")
    return page(
        visit,
        "crew_restore.html",
        title=visit.words["crews"]["restore_title"].format(number=number),
        status=status,
        head=head_of(visit, crew),
        version=version,
        zone=visit.zone(),
        refused=refused,
        typed={name: visit.form.text(name) for name in ("author", "reason", "shared")},
    )
