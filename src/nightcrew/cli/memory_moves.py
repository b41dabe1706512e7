"""Memories out, in and made again: files to keep, to edit and to bring back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from nightcrew.cli.options import AsJson, MaybeCrew, User
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app
from nightcrew.domain.named_fields import named_fields

if TYPE_CHECKING:
    from nightcrew.domain.taking_in import TakenIn

Kind = Literal["json", "md", "list"]
KIND_OF_SUFFIX: dict[str, Kind] = {".json": "json", ".md": "md"}
DryRun = Annotated[bool, typer.Option("--dry-run", help="Tell what would happen, do nothing.")]


def export(
    *,
    user: User,
    kind: Annotated[Literal["json", "md"], typer.Option("--format", help="json or md.")] = "json",
    crew: MaybeCrew = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="A file for json; a folder for md.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Write everything about a user as JSON, or the memories as dated Markdown, one file a crew."""

    async def act(desk: Desk) -> Told:
        if kind == "json":
            return await _whole(desk, user, to)
        return await _files(desk, user, crew, to)

    return with_app(act, as_json=as_json)


async def _whole(desk: Desk, user: str, to: Path | None) -> Told:
    import json

    document = await desk.app.move_person.export(desk.tenant, user)
    written = json.dumps(document, ensure_ascii=False, indent=1)
    if to is None:
        return Told(document=document, lines=[written])
    _write(to, written + "\n")
    return Told(document={"files": [str(to)]}, lines=[str(to)])


async def _files(desk: Desk, user: str, crew: str | None, to: Path | None) -> Told:
    move = desk.app.move_person
    if to is None:
        text = await move.markdown(desk.tenant, user, crew=crew)
        return Told(document={"format": "md", "text": text}, lines=[text])
    from nightcrew.domain.memory_markdown import read_markdown

    whole = read_markdown(await move.markdown(desk.tenant, user, crew=crew))
    written: list[str] = []
    for name in whole.crews:
        text = await move.markdown(desk.tenant, user, crew=name)
        day = whole.exported_at.date() if whole.exported_at else ""
        _write(to / f"{day}-{name}.md", text)
        written.append(str(to / f"{day}-{name}.md"))
    return Told(document={"files": written}, lines=written)


def bring_in(
    file: Annotated[Path, typer.Argument(help="An export, an edited file, or a list.")],
    *,
    user: User,
    kind: Annotated[
        Kind | None, typer.Option("--format", help="json, md or list; else by the file's ending.")
    ] = None,
    crew: Annotated[
        str | None, typer.Option("--crew", help="Whose memories a list becomes.")
    ] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> int:
    """Bring in an export, an edited Markdown file, or another assistant's list."""

    async def act(desk: Desk) -> Told:
        chosen = kind or KIND_OF_SUFFIX.get(file.suffix.lower(), "list")
        done = await _bring(desk, _read(file), chosen, user=user, crew=crew, dry_run=dry_run)
        return _told(desk, done)

    return with_app(act, as_json=as_json)


async def _bring(
    desk: Desk, text: str, kind: Kind, *, user: str, crew: str | None, dry_run: bool
) -> TakenIn:
    from nightcrew.domain.errors import BadInput
    from nightcrew.domain.listed_shapes import read_text

    move = desk.app.move_person
    if kind == "md":
        return await move.import_markdown(desk.tenant, user, text, dry_run=dry_run)
    if kind == "json":
        return await move.import_document(desk.tenant, user, _document(text), dry_run=dry_run)
    if crew is None:
        raise BadInput("crew_missing", "a list needs a crew", hint="say --crew CREW", field="crew")
    items = read_text(text)
    return await move.import_list(desk.tenant, user, crew, items, dry_run=dry_run)


def _document(text: str) -> dict[str, object]:
    import json

    from nightcrew.domain.errors import BadInput

    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(
            "export_unreadable", "this is no export", hint="nightcrew memory export makes one"
        )
    return found


def rebuild(
    *,
    user: User,
    crew: MaybeCrew = None,
    redream: Annotated[
        bool, typer.Option("--redream", help="Let dreams read all talk once more instead.")
    ] = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> int:
    """Make memories again from the changes that were verified; no model is asked."""

    async def act(desk: Desk) -> Told:
        verb = desk.app.rebuild_memories
        if redream:
            done = await verb.redream(desk.tenant, user, crew=crew)
            return Told(document=done, lines=[desk.words("redream", waiting=done.waiting)])
        done = await verb(desk.tenant, user, crew=crew, dry_run=dry_run)
        numbers = named_fields(done)
        return Told(document=done, lines=[desk.words("rebuilt", **numbers)])

    return with_app(act, as_json=as_json)


def reindex(as_json: AsJson = False) -> int:
    """Make the vectors that are missing or of another embedding model; stopped, it goes on."""

    async def act(desk: Desk) -> Told:
        def progress(done: int, total: int) -> None:
            sys.stderr.write(desk.words("reindexing", done=done, total=total) + "\n")

        done = await desk.app.index_evidence.reindex(desk.tenant, progress)
        return Told(document=done, lines=[desk.words("reindexed", **done)])

    return with_app(act, as_json=as_json)


def _told(desk: Desk, done: TakenIn) -> Told:
    numbers = {
        name: getattr(done, name)
        for name in ("created", "changed", "off", "already_there", "withheld", "refused")
    }
    items = [f"{each.place}: {each.outcome} {each.reason}" for each in done.items if each.reason]
    code = FINDINGS if done.refused else FINE
    return Told(document=done, lines=[desk.words("brought_in", **numbers), *items], code=code)


def _read(file: Path) -> str:
    from nightcrew.domain.errors import BadInput

    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            "file_unreadable",
            "the file cannot be read",
            hint="give the path of a text file in UTF-8",
            field="file",
        ) from None


def _write(file: Path, text: str) -> None:
    """Write a file that only its owner may read: it is a person's memory."""
    import os

    file.parent.mkdir(parents=True, exist_ok=True)
    opened = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8", newline="\n") as writing:
        writing.write(text)
