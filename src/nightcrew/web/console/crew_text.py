"""One file of crew text in an editor: checked while it is typed, saved when nothing is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query, Response

from nightcrew.domain.crew import Problem
from nightcrew.domain.errors import NightcrewError
from nightcrew.usecases.edit_crews.sourcing import Source
from nightcrew.web.console.pages import console_router, go, page, part
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.problems import status_of

router = console_router()
FileWanted = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundProblem:
    """A problem with the line it is about; elsewhere: it stands in another file."""

    problem: Problem
    text: str
    elsewhere: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """What stands in the editor. digest: of the text it began with. found: None: not looked yet."""

    source: Source
    text: str
    digest: str
    found: Sequence[Problem] | None = None
    refused: str = ""
    status: int = 200


@router.get("/crew-text")
async def edit(visit: AdminVisit, file: FileWanted = "", done: str = "") -> Response:
    """A file as it is now, with what is wrong with it."""
    source = await visit.app.edit_crews.read_source(visit.tenant, file)
    found = await visit.app.edit_crews.check_source(visit.tenant, file, source.text)
    editing = Editing(source=source, text=source.text, digest=source.digest, found=found)
    return _page(visit, editing, done=done)


@router.post("/crew-text/check")
async def check(visit: AdminVisit) -> Response:
    """What is wrong with the text as it is typed; nothing is written."""
    path, text = visit.form.needed("file"), visit.form.whole("text")
    found = await visit.app.edit_crews.check_source(visit.tenant, path, text)
    if visit.partial:
        return part(visit, "_findings.html", **_told(path, text, found))
    return _page(visit, await _typed(visit, found))


@router.post("/crew-text")
async def save(visit: AdminVisit) -> Response:
    """Write a text that has no errors; what is refused leaves the words in the editor."""
    form = visit.form
    path, text = form.needed("file"), form.whole("text")
    edit_crews = visit.app.edit_crews
    found: Sequence[Problem] | None = None
    try:
        saved = await edit_crews.save_source(
            visit.tenant,
            path,
            text,
            author=form.text("author"),
            reason=form.text("reason"),
            expected=form.text("digest") or None,
        )
    except NightcrewError as error:
        if error.code in ("unknown_file", "no_crew_text"):
            raise
        found = await edit_crews.check_source(visit.tenant, path, text)
        typed = await _typed(visit, found, refused=error.code, status=status_of(error))
        return _page(visit, typed)
    if not saved.saved:
        return _page(visit, await _typed(visit, saved.problems, refused="not_saved", status=422))
    return go("/crew-text", file=path, done="saved")


async def _typed(
    visit: Visit, found: Sequence[Problem], *, refused: str = "", status: int = 200
) -> Editing:
    """The editor as it was sent, over the file as it is now."""
    source = await visit.app.edit_crews.read_source(visit.tenant, visit.form.needed("file"))
    return Editing(
        source=source,
        text=visit.form.whole("text"),
        digest=visit.form.text("digest") or source.digest,
        found=found,
        refused=refused,
        status=status,
    )


def _page(visit: Visit, editing: Editing, *, done: str = "") -> Response:
    return page(
        visit,
        "crew_text.html",
        title=visit.words["crews"]["editor"],
        status=editing.status,
        editing=editing,
        done=done,
        author=visit.form.text("author"),
        reason=visit.form.text("reason"),
        **_told(editing.source.path, editing.text, editing.found or ()),
    )


def _told(path: str, text: str, found: Sequence[Problem]) -> dict[str, Any]:
    return {
        "found": [_found(path, text.split("\n"), each) for each in found],
        "errors": sum(each.severity == "error" for each in found),
    }


def _found(path: str, lines: Sequence[str], problem: Problem) -> FoundProblem:
    # An installation may call the two folders otherwise; below them names are the same.
    elsewhere = problem.file.partition("/")[2] != path.partition("/")[2]
    there = not elsewhere and 0 < problem.line <= len(lines)
    return FoundProblem(
        problem=problem, text=lines[problem.line - 1] if there else "", elsewhere=elsewhere
    )
