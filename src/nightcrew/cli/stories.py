"""`nightcrew stories`: the crews' text tried on the stories that stand for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, Told, answer, read_settings, run_to_end
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.cli.story_report import StoryReport
    from nightcrew.domain.crew import CrewShelf
    from nightcrew.domain.story import Story, StoryResult, StoryShelf
    from nightcrew.settings import Settings

FORMATS = ("text", "json", "junit", "html")
Pattern = Annotated[
    str,
    typer.Argument(help="Only stories whose id or file holds this; * and ? stand for letters."),
]
ToFile = Annotated[Path | None, typer.Option(dir_okay=False, help="Write it to this file too.")]

verbs = group("Stories that test the text of crews.")


@verbs.command("run")
def run(
    pattern: Pattern = "",
    form: Annotated[str, typer.Option("--format", help="text, json, junit or html.")] = "text",
    junit: ToFile = None,
    html: ToFile = None,
    as_json: AsJson = False,
) -> int:
    """Play the stories in crews/scenarios, in a database that is thrown away afterwards."""
    form = "json" if as_json else _checked(form)
    settings = read_settings()
    report, crews, shelf = run_to_end(_reported(settings, pattern))
    told = report.told()
    pages = {"junit": junit, "html": html}
    written = {
        name: _page(name, report, crews, shelf)
        for name, path in pages.items()
        if path is not None or name == form
    }
    for name, path in pages.items():
        if path is not None:
            path.write_text(written[name], encoding="utf-8")
    if form in written:
        told = Told(document=told.document, lines=(written[form],), code=told.code)
    return answer(told, as_json=form == "json")


@verbs.command("bless")
def bless(
    pattern: Pattern = "",
    by: Annotated[str, typer.Option("--by", help="The team that looked at them.")] = "",
    as_json: AsJson = False,
) -> int:
    """Play the stories and keep how they ended as what is right for these models."""
    settings = read_settings()
    return answer(run_to_end(_bless(settings, pattern, by.strip())), as_json=as_json)


@verbs.command("coverage")
def cover(
    played: Annotated[
        bool, typer.Option("--played", help="Play them too, and tell what judges cited.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Tell which lines of crew text and which tools the stories stand for."""
    settings = read_settings()
    return answer(run_to_end(_cover(settings, played=played)), as_json=as_json)


def _checked(form: str) -> str:
    from nightcrew.domain.errors import BadInput

    if form not in FORMATS:
        known = ", ".join(FORMATS)
        raise BadInput("unknown_format", "no such format", hint=known, field="format")
    return form


def _read(settings: Settings) -> tuple[CrewShelf, StoryShelf]:
    from nightcrew.adapters.crew_files import CrewFiles
    from nightcrew.adapters.story_files import read_stories

    crews = CrewFiles(settings.crews, settings.playbooks).load()
    return crews, read_stories(settings.crews, crews)


async def _reported(settings: Settings, pattern: str) -> tuple[StoryReport, CrewShelf, StoryShelf]:
    from nightcrew.adapters.story_baseline import baseline_path, read_baseline
    from nightcrew.cli.story_report import StoryReport

    crews, shelf = _read(settings)
    path = baseline_path(settings.crews, _models(settings))
    baseline = read_baseline(path)
    report = StoryReport(
        results=await _played(settings, stories_meant(shelf, pattern)),
        problems=shelf.problems,
        settings=settings,
        baseline=baseline,
        there={story.id for story in shelf.stories},
    )
    return report, crews, shelf


async def _played(settings: Settings, chosen: Sequence[Story]) -> list[StoryResult]:
    from itertools import count

    from nightcrew.app.stories import play_all

    numbers = count(1)

    def begun(story: Story) -> None:
        sys.stderr.write(f"[{next(numbers)}/{len(chosen)}] {story.id}\n")
        sys.stderr.flush()

    return await play_all(settings, chosen, begun)


async def _bless(settings: Settings, pattern: str, by: str) -> Told:
    from datetime import UTC, datetime

    from nightcrew.adapters.story_baseline import baseline_path, write_baseline
    from nightcrew.domain.errors import BadInput
    from nightcrew.domain.story_baseline import Baseline, blessed

    if not by:
        raise BadInput("no_team", "say who looked at them", hint="--by care-team", field="by")
    report, _, shelf = await _reported(settings, pattern)
    told = report.told()
    if told.code == FINDINGS and _unfit(report):
        return told
    path = baseline_path(settings.crews, _models(settings))
    before = report.baseline.stories if report.baseline else {}
    there = {story.id for story in shelf.stories}
    kept = {name: story for name, story in before.items() if name in there}
    stories = {**kept, **{each.story.id: blessed(each) for each in report.results}}
    now = datetime.now(UTC)
    baseline = Baseline(models=_models(settings), blessed_by=by, blessed_at=now, stories=stories)
    write_baseline(path, baseline)
    count = len(report.results)
    said = {"ko": f"이야기 {count}개를 확정했습니다: {path}", "en": f"blessed {count}: {path}"}
    return Told(
        document={"blessed": count, "file": str(path), "by": by, "at": now},
        lines=[said[settings.lang]],
    )


def _unfit(report: StoryReport) -> bool:
    """Whether something failed or cannot be read; a moved decision is what blessing is for."""
    from nightcrew.domain.story_expectations import Status

    failed = any(each.status is Status.FAILED for each in report.results)
    return failed or any(each.severity == "error" for each in report.problems)


async def _cover(settings: Settings, *, played: bool) -> Told:
    from nightcrew.cli.story_cover_report import coverage_told
    from nightcrew.domain.story_coverage import coverage

    crews, shelf = _read(settings)
    results = await _played(settings, shelf.stories) if played else []
    found = coverage(crews.crews, shelf.stories, results)
    return coverage_told(found, korean=settings.lang == "ko", played=played)


def _page(form: str, report: StoryReport, crews: CrewShelf, shelf: StoryShelf) -> str:
    if form == "junit":
        from nightcrew.cli.story_junit import junit

        return junit(report.results, report.problems, report.details())
    from nightcrew.cli.story_page import StoryPage
    from nightcrew.domain.story_coverage import coverage

    return StoryPage(
        results=report.results,
        coverage=coverage(crews.crews, shelf.stories, report.results),
        details=report.details(),
        closing=report.closing(),
        korean=report.settings.lang == "ko",
    ).html()


def _models(settings: Settings) -> dict[str, str]:
    return {role.value: name for role, name in settings.models().items()}


def stories_meant(shelf: StoryShelf, pattern: str) -> Sequence[Story]:
    """The stories meant. Raises: BadInput when there is none to play."""
    from difflib import get_close_matches
    from fnmatch import fnmatchcase

    from nightcrew.domain.errors import BadInput

    wanted = f"*{pattern.removesuffix('.yaml')}*"
    names = {each.id: (each.id, Path(each.place.partition(":")[0]).stem) for each in shelf.stories}
    chosen = [
        each for each in shelf.stories if any(fnmatchcase(name, wanted) for name in names[each.id])
    ]
    # The one that is meant may be among those that cannot be read; then that is what to tell.
    if not chosen and not any(each.severity == "error" for each in shelf.problems):
        known = [each.id for each in shelf.stories]
        near = get_close_matches(pattern, known, n=3, cutoff=0.4)
        raise BadInput(
            "no_story",
            "there is no story by this name" if pattern else "there are no stories",
            hint=f"did you mean {', '.join(near)}?" if near else "they lie in crews/scenarios/",
            field="pattern",
        )
    return chosen
