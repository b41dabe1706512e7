"""*Crews*: how each crew's text does, what it is made of, and putting a name under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Response

from nightcrew.domain.crew import Crew, GuideLine, Problem, guide_lines
from nightcrew.domain.crew_lookup import crew_of
from nightcrew.domain.crew_version import CrewVersion, own_file, path_ids
from nightcrew.domain.errors import BadInput, NightcrewError
from nightcrew.domain.story_coverage import CrewCoverage, coverage
from nightcrew.web.console.crew_choice import Wish, crew_choice
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import NameInPath
from nightcrew.web.problems import status_of

router = console_router()


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewHead:
    """The crew a page is about. crew: None when it never had a text that could be read."""

    id: str
    name: str
    status: str
    crew: Crew | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewRow:
    """A crew in the list. version: the newest, None when there is none yet."""

    head: CrewHead
    version: CrewVersion | None
    covered: int
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    """A file a crew is made of, by path-id. crews: how many are made of it."""

    path: str
    crews: int


def head_of(visit: Visit, crew_id: str) -> CrewHead:
    """The crew as it serves now. Raises: NotFound."""
    shelf = visit.app.crews.shelf()
    if crew_id not in shelf.statuses():
        crew_of(shelf, crew_id)
    crew = shelf.crews.get(crew_id)
    return CrewHead(
        id=crew_id,
        name=crew.name if crew else crew_id,
        status=shelf.status(crew_id),
        crew=crew,
        problems=shelf.broken.get(crew_id, ()),
    )


@router.get("/crews")
async def crews_page(visit: AdminVisit, find: Wish = "") -> Response:
    """Every crew that has a file, and how it does; find: what narrows them."""
    shelf = visit.app.crews.shelf()
    newest = await visit.app.edit_crews.newest(visit.tenant)
    stories = await visit.app.edit_crews.stories(visit.tenant, shelf)
    tried = {each.crew: each for each in coverage(shelf.crews, stories.stories)}
    rows = {each: _row(visit, each, newest.get(each), tried.get(each)) for each in shelf.statuses()}
    return page(
        visit,
        "crews.html",
        title=visit.words["crews"]["title"],
        rows=rows,
        unread=[row for row in rows.values() if row.head.crew is None],
        choice=crew_choice(visit, find),
        zone=visit.zone(),
    )


def _row(
    visit: Visit, crew: str, version: CrewVersion | None, tried: CrewCoverage | None
) -> CrewRow:
    return CrewRow(
        head=head_of(visit, crew),
        version=version,
        covered=tried.covered if tried else 0,
        lines=len(tried.lines) if tried else 0,
    )


@router.get("/crews/{crew}")
async def crew_page(crew: NameInPath, visit: AdminVisit, done: str = "") -> Response:
    """A crew's texts, its lines, and the place to publish them."""
    return await _crew(visit, crew, done=done)


@router.post("/crews/{crew}/publish")
async def publish(crew: NameInPath, visit: AdminVisit) -> Response:
    """Put a team's name under the text as it is now; what is to be mended first is told."""
    form = visit.form
    try:
        told = await visit.app.edit_crews.publish(
            visit.tenant, [crew], author=form.text("author"), reason=form.text("reason")
        )
        if told.problems:
            raise BadInput("has_problems", "there is something to mend", hint="mend it first")
    except NightcrewError as error:
        return await _crew(visit, crew, refused=error.code, status=status_of(error))
    return go(f"/crews/{crew}", done="published" if told.published else "unchanged")


async def _crew(
    visit: Visit, crew_id: str, *, done: str = "", refused: str = "", status: int = 200
) -> Response:
    head = head_of(visit, crew_id)
    history = await visit.app.edit_crews.versions(visit.tenant, crew_id)
    return page(
        visit,
        "crew.html",
        title=head.name,
        status=status,
        head=head,
        history=history,
        texts=_texts(visit, head),
        lines=_lines(head),
        zone=visit.zone(),
        done=done,
        refused=refused,
        typed={name: visit.form.text(name) for name in ("author", "reason")},
    )


def _lines(head: CrewHead) -> Sequence[GuideLine]:
    return guide_lines(head.crew) if head.crew else ()


def _texts(visit: Visit, head: CrewHead) -> list[TextFile]:
    """Its files; of a crew that cannot be read, the one of its own."""
    crews = visit.app.crews.shelf().crews.values()
    made_of = [set(path_ids(crew)) for crew in crews]
    own = path_ids(head.crew) if head.crew else (own_file(head.id),)
    return [TextFile(path=each, crews=sum(each in files for files in made_of)) for each in own]
