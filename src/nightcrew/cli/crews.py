"""Crews: their text checked, listed, shown and tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nightcrew.cli import (
    crew_diff,
    crew_lint,
    crew_moving,
    crew_preview,
    crew_schema,
    crew_versions,
)
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Told, answer, read_settings
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.domain.crew import Crew, CrewShelf

verbs = group("Crews: their text checked, listed, shown and tried.")
CrewId = Annotated[str, typer.Argument(help="The crew's id, the name of its file.")]


verbs.command("lint")(crew_lint.lint)


@verbs.command("list")
def list_crews(as_json: AsJson = False) -> int:
    """List every crew that has a file, and how it serves."""
    shelf = _shelf()
    items = [_item(shelf, crew) for crew in shelf.statuses()]
    lines = [
        f"{each['id']:<20} {each['status']:<7} {each['locale'] or '-':<3} {each['name'] or ''}"
        for each in items
    ]
    return answer(
        Told(document={"items": items, "total": len(items)}, lines=lines), as_json=as_json
    )


@verbs.command("show")
def show(crew: CrewId, as_json: AsJson = False) -> int:
    """Show a crew as it was put together, and where each line comes from."""
    from nightcrew.adapters.crew_files import CrewFiles
    from nightcrew.app.crew_room import CrewRoom
    from nightcrew.domain.crew import guide_lines

    settings = read_settings()
    found = CrewRoom(files=CrewFiles(settings.crews, settings.playbooks)).crew(crew)
    lines = [f"{found.id}  {found.name}  ({found.category}, {found.locale})", found.persona.summary]
    lines += [f"[{line.handle}] {line.text}  <- {line.origin}" for line in guide_lines(found)]
    return answer(Told(document=_resolved(found), lines=lines), as_json=as_json)


verbs.command("preview")(crew_preview.preview)
verbs.command("schema")(crew_schema.schema)
verbs.command("publish")(crew_versions.publish)
verbs.command("versions")(crew_versions.versions)
verbs.command("restore")(crew_versions.restore)
verbs.command("diff")(crew_diff.diff)
verbs.command("new")(crew_moving.new)
verbs.command("export")(crew_moving.export)
verbs.command("import")(crew_moving.import_crew)


def _shelf() -> CrewShelf:
    from nightcrew.adapters.crew_files import CrewFiles

    settings = read_settings()
    return CrewFiles(settings.crews, settings.playbooks).load()


def _item(shelf: CrewShelf, crew_id: str) -> Mapping[str, Any]:
    crew = shelf.crews.get(crew_id)
    return {
        "id": crew_id,
        "category": crew.category if crew else None,
        "name": crew.name if crew else None,
        "locale": crew.locale if crew else None,
        "status": shelf.status(crew_id),
        "memory": crew.memory if crew else None,
        "version": crew.digest if crew else None,
        "problems": shelf.broken.get(crew_id, ()),
    }


def _resolved(crew: Crew) -> Mapping[str, Any]:
    from nightcrew.domain.crew import guide_lines
    from nightcrew.web.json_shape import plain

    # What the house says is the same for all; here it would bury the crew's own lines.
    whole = {name: value for name, value in plain(crew).items() if name != "house"}
    return {**whole, "lines": guide_lines(crew)}
