"""`nightcrew stories run`: the crews' text tried on the stories that stand for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.later import group, not_yet
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Told, answer, read_settings, run_to_end

if TYPE_CHECKING:
    from nightcrew.domain.story import Story, StoryResult, StoryShelf
    from nightcrew.settings import Settings

FORMATS = ("text", "json")
LATER = ("junit", "html")

verbs = group("Stories that test the text of crews.")


@verbs.command("run")
def run(
    pattern: Annotated[
        str, typer.Argument(help="Only stories whose id holds this; * and ? stand for letters.")
    ] = "",
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    as_json: AsJson = False,
) -> int:
    """Play the stories in crews/scenarios, in a database that is thrown away afterwards."""
    as_json = as_json or _checked(form) == "json"
    settings = read_settings()
    return answer(run_to_end(_run(settings, pattern)), as_json=as_json)


not_yet(verbs, "bless", "coverage")


def _checked(form: str) -> str:
    from nightcrew.domain.errors import BadInput, Refused

    if form in LATER:
        raise Refused("not_yet", f"the format {form} is not built yet", hint="use text or json")
    if form not in FORMATS:
        raise BadInput("unknown_format", "no such format", hint="text or json", field="format")
    return form


async def _run(settings: Settings, pattern: str) -> Told:
    from nightcrew.adapters.crew_files import CrewFiles
    from nightcrew.adapters.story_files import read_stories
    from nightcrew.app.stories import open_player
    from nightcrew.cli.story_report import StoryReport

    crews = CrewFiles(settings.crews, settings.playbooks).load()
    shelf = read_stories(settings.crews, crews)
    chosen = _chosen(shelf, pattern)
    results: list[StoryResult] = []
    if chosen:
        async with open_player(settings) as player:
            for story in chosen:
                _progress(len(results) + 1, chosen, story)
                results.append(await player.play(story))
    return StoryReport(results=results, problems=shelf.problems, settings=settings).told()


def _chosen(shelf: StoryShelf, pattern: str) -> Sequence[Story]:
    """The stories meant. Raises: BadInput when there is none to play."""
    from difflib import get_close_matches
    from fnmatch import fnmatchcase

    from nightcrew.domain.errors import BadInput

    chosen = [each for each in shelf.stories if fnmatchcase(each.id, f"*{pattern}*")]
    # The one that is meant may be among those that cannot be read; then that is what to tell.
    if not chosen and not shelf.problems:
        known = [each.id for each in shelf.stories]
        near = get_close_matches(pattern, known, n=3, cutoff=0.4)
        raise BadInput(
            "no_story",
            "there is no story by this name" if pattern else "there are no stories",
            hint=f"did you mean {', '.join(near)}?" if near else "they lie in crews/scenarios/",
            field="pattern",
        )
    return chosen


def _progress(number: int, chosen: Sequence[Story], story: Story) -> None:
    sys.stderr.write(f"[{number}/{len(chosen)}] {story.id}\n")
    sys.stderr.flush()
