"""Crews made new, given away as one document, and taken in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.crew_versions import CrewId, problem_lines
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.usecases.edit_crews.moving import Taken

Category = Annotated[str, typer.Option("--category", help="A file of crews/categories.")]
Author = Annotated[str, typer.Option("--author", help="The team that does it.")]
Out = Annotated[Path | None, typer.Option("--out", dir_okay=False, help="Write it to this file.")]
File = Annotated[
    Path, typer.Argument(exists=True, dir_okay=False, help="Of crews export, or a card.")
]
NewId = Annotated[str, typer.Option("--id", help="The id it gets here; a card needs one.")]
Replace = Annotated[bool, typer.Option("--replace", help="Over a crew that is there.")]
Locale = Annotated[str, typer.Option("--locale", help="ko or en.")]
Collections = Annotated[
    list[str] | None,
    typer.Option("--collection", help="OLD=NEW: what a collection of the crew is called here."),
]
SOMEBODY = "command-line"


def new(
    crew: CrewId,
    category: Category,
    locale: Locale = "ko",
    author: Author = SOMEBODY,
    as_json: AsJson = False,
) -> int:
    """Make the files of a new crew, to be filled in."""

    async def act(desk: Desk) -> Told:
        done = await desk.app.edit_crews.new(
            desk.tenant, crew, category=category, locale=locale, author=author
        )
        return _taken(done, desk.app.settings.lang)

    return with_app(act, as_json=as_json, keeps_text=False)


def export(crew: CrewId, out: Out = None, as_json: AsJson = False) -> int:
    """Give a crew away as one JSON document with all its files."""

    async def act(desk: Desk) -> Told:
        from nightcrew.usecases.edit_crews.moving import as_json as written

        document = await desk.app.edit_crews.export(desk.tenant, crew)
        if out is None:
            return Told(document=document, lines=[written(document).rstrip("\n")])
        out.write_text(written(document), encoding="utf-8")
        told = {"crew": crew, "file": str(out), "digest": document.digest}
        return Told(document=told, lines=[str(out)])

    return with_app(act, as_json=as_json, keeps_text=False)


def import_crew(
    file: File,
    *,
    new_id: NewId = "",
    category: Category = "",
    locale: Locale = "",
    replace: Replace = False,
    collection: Collections = None,
    author: Author = SOMEBODY,
    reason: Annotated[str, typer.Option("--reason", help="Why it comes.")] = "taken in",
    as_json: AsJson = False,
) -> int:
    """Take in a crew: a document of crews export, or a character card (V1 to V3, JSON or PNG)."""

    async def act(desk: Desk) -> Told:
        from nightcrew.usecases.edit_crews.moving import Arriving

        arriving = Arriving(
            crew=new_id or None,
            category=category or None,
            locale=locale or None,
            replace=replace,
            collections=dict(map(_renaming, collection or ())),
        )
        done = await desk.app.edit_crews.import_crew(
            desk.tenant, file.read_bytes(), arriving, author=author, reason=reason
        )
        return _taken(done, desk.app.settings.lang)

    return with_app(act, as_json=as_json, keeps_text=False)


def _renaming(said: str) -> tuple[str, str]:
    from nightcrew.domain.errors import BadInput

    old, equals, new = said.partition("=")
    if not (old and equals and new):
        raise BadInput(
            "bad_renaming",
            "--collection takes the old name and the new one",
            hint="--collection visa-kb=travel-documents",
            field="collection",
        )
    return old, new


def _taken(done: Taken, lang: str) -> Told:
    code = FINDINGS if done.problems else FINE
    return Told(document=done, lines=list(_lines(done, lang)), code=code)


def _lines(done: Taken, lang: str) -> Iterator[str]:
    korean = lang == "ko"
    yield from problem_lines(done.problems, lang)
    yield from done.written
    for name in done.differs:
        stays = "여기 글과 달라 그대로 두었습니다" if korean else "differs here and stays"
        yield f"{name}: {stays}"
    if done.unread:
        kept = ", ".join(done.unread)
        yield f"프롬프트에 넣지 않고 보관: {kept}" if korean else f"kept, in no prompt: {kept}"
