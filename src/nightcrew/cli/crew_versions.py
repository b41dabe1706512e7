"""Versions of crew text on the command line: published, listed, brought back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.crew_lint import problem_line
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.domain.crew import Problem
    from nightcrew.domain.crew_version import CrewVersion
    from nightcrew.usecases.edit_crews.publishing import CrewHistory, Publication, Restored

CrewId = Annotated[str, typer.Argument(help="The crew's id, the name of its file.")]
Author = Annotated[str, typer.Option("--author", help="The team that changes the text.")]
Reason = Annotated[str, typer.Option("--reason", help="Why it changes.")]


def publish(
    crew: Annotated[str, typer.Argument(help="The crew; --all for every one.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every crew that has a file.")] = False,
    author: Author = "",
    reason: Reason = "",
    as_json: AsJson = False,
) -> int:
    """Sign the files as they are now: a version that nobody can change."""
    from nightcrew.domain.errors import BadInput

    if bool(crew) is every:
        raise BadInput(
            "which_crew",
            "it is not said of which crew",
            hint="name one crew, or give --all",
            field="crew",
        )

    async def act(desk: Desk) -> Told:
        crews = None if every else [crew]
        done = await desk.app.edit_crews.publish(desk.tenant, crews, author=author, reason=reason)
        lines = list(_published(done, desk.app.settings.lang))
        return Told(document=done, lines=lines, code=FINDINGS if done.problems else FINE)

    return with_app(act, as_json=as_json, keeps_text=False)


def versions(crew: CrewId, as_json: AsJson = False) -> int:
    """List a crew's versions, newest first, and how its files stand to the newest."""

    async def act(desk: Desk) -> Told:
        found = await desk.app.edit_crews.versions(desk.tenant, crew)
        return Told(
            document={
                "crew": found.crew,
                "items": found.items,
                "total": len(found.items),
                "files": found.files,
            },
            lines=_listed(found, desk.app.settings.lang),
        )

    return with_app(act, as_json=as_json)


def restore(
    crew: CrewId,
    version: Annotated[int, typer.Argument(help="The number that `crews versions` shows.")],
    *,
    author: Author = "",
    reason: Reason = "",
    shared: Annotated[
        bool,
        typer.Option("--shared", help="Also files of other crews: category, house, skills."),
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Bring a version back: as a new one, and in the files."""

    async def act(desk: Desk) -> Told:
        done = await desk.app.edit_crews.restore(
            desk.tenant, crew, version, author=author, reason=reason, shared=shared
        )
        lines = _restored(done, version, desk.app.settings.lang)
        return Told(document=done, lines=lines, code=FINDINGS if done.problems else FINE)

    return with_app(act, as_json=as_json, keeps_text=False)


def version_line(each: CrewVersion) -> str:
    """One version as a line: number, moment, digest, who and why."""
    live = "*" if each.live else " "
    again = f" (= {each.restored_from})" if each.restored_from else ""
    signed = f"{each.how}{again}  {each.author}: {each.reason}"
    return f"{live}{each.number:>4}  {each.at:%Y-%m-%d %H:%M}Z  {each.digest[:12]}  {signed}"


def problem_lines(problems: Sequence[Problem], lang: str) -> list[str]:
    """What has to be mended first."""
    return [problem_line(each, lang) for each in problems]


def _published(done: Publication, lang: str) -> Sequence[str]:
    if done.problems:
        nothing = "nothing was published" if lang == "en" else "아무것도 발행하지 않았습니다"
        return [*problem_lines(done.problems, lang), nothing]
    same = "says so already" if lang == "en" else "이미 그대로 발행되어 있습니다"
    made = [f"{each.crew}: {version_line(each)}" for each in done.published]
    return [*made, *(f"{crew}: {same}" for crew in done.unchanged)]


_FILES = {
    "live": ("the files say what speaks", "파일이 지금 말하는 글과 같습니다"),
    "edited": ("the files hold edits of no version yet", "파일에 아직 버전이 없는 편집이 있습니다"),
    "broken": (
        "the files are broken; the newest version speaks",
        "파일이 깨져 있어 가장 새 버전이 말합니다",
    ),
    "gone": ("there is no file any more", "파일이 더 이상 없습니다"),
}


def _listed(found: CrewHistory, lang: str) -> list[str]:
    lines = [version_line(each) for each in found.items]
    return [*lines, _FILES[found.files][lang == "ko"]]


def _restored(done: Restored, wanted: int, lang: str) -> list[str]:
    if done.problems:
        return problem_lines(done.problems, lang)
    if not done.written:
        same = f"the files say what version {wanted} says; nothing to bring back"
        return [same if lang == "en" else f"파일이 이미 {wanted}번 버전과 같습니다"]
    also = [f"{'also changed' if lang == 'en' else '함께 바뀜'}: {each}" for each in done.also]
    return [version_line(done.version), *done.written, *also]
