"""Crews: their text checked, listed, shown and tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nightcrew.cli.later import group, not_yet
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, answer, read_settings, with_app

if TYPE_CHECKING:
    from nightcrew.domain.crew import Crew, CrewShelf, Problem
    from nightcrew.domain.turn import Turn

verbs = group("Crews: their text checked, listed, shown and tried.")
NOBODY = "crews-preview"  # a turn needs a user; of this one nothing but the row is ever kept
CrewId = Annotated[str, typer.Argument(help="The crew's id, the name of its file.")]


@verbs.command("lint")
def lint(as_json: AsJson = False) -> int:
    """Check all crew text in one pass; no model is called."""
    settings = read_settings()
    found = _shelf().problems
    errors = sum(each.severity == "error" for each in found)
    counted = {"errors": errors, "warnings": len(found) - errors}
    lines = [_problem_line(each, settings.lang) for each in found]
    told = Told(
        document={"problems": found, **counted},
        lines=[*lines, ", ".join(f"{name} {number}" for name, number in counted.items())],
        code=FINDINGS if errors else FINE,
    )
    return answer(told, as_json=as_json)


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


@verbs.command("preview")
def preview(
    crew: CrewId,
    say: Annotated[str, typer.Option("--say", help="What a user might say.")],
    as_json: AsJson = False,
) -> int:
    """Try one sentence on a crew: what it decides and replies; nothing is kept."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import the_pair
        from nightcrew.domain.turn import Said

        somebody = await the_pair(desk, NOBODY, crew)
        done = await desk.app.answer_turn(somebody, Said(message=say, memory="off", dry_run=True))
        return Told(document=done, lines=[*_decided(done), done.reply])

    return with_app(act, as_json=as_json)


not_yet(verbs, "diff", "new", "import", "publish", "restore", "versions")


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


def _decided(done: Turn) -> list[str]:
    return [
        f"{tool}: {'+' if decision.get('use') else '-'} {decision.get('why', '')}"
        for tool, decision in done.decisions.items()
        if tool != "skill"
    ]


def _problem_line(each: Problem, lang: str) -> str:
    message = each.message_ko if lang == "ko" else each.message
    hint = each.hint_ko if lang == "ko" else each.hint
    return f"{each.place}: {each.severity} {each.id}: {message}{f' ({hint})' if hint else ''}"
