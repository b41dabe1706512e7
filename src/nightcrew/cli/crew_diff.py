"""Two texts of a crew beside each other: changed lines, turned decisions, old turns asked again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.crew_versions import CrewId, problem_lines
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.domain.crew_version import CrewVersion
    from nightcrew.domain.decision_diff import Flip, LeansOn, Turned
    from nightcrew.domain.story_diff import Undecided
    from nightcrew.usecases.edit_crews.comparing import CrewDiff
    from nightcrew.usecases.replay_judgements import Replay, Replayed, Unread

FILES = "files"
_SIDES = {"before": ("before", "전"), "after": ("after", "후")}
_UNDECIDED = ("undecided", "판정하지 못함")
Since = Annotated[
    int | None,
    typer.Option("--from", min=1, help="A version; without it the last signed one."),
]
Until = Annotated[str, typer.Option("--to", help="A version, or `files`.")]
Replays = Annotated[
    int | None,
    typer.Option("--replay", min=1, max=1000, help="Ask again about so many stored turns."),
]
Words = Annotated[bool, typer.Option("--words", help="With --replay: show what users said.")]


def diff(
    crew: CrewId,
    *,
    since: Since = None,
    until: Until = FILES,
    replay: Replays = None,
    words: Words = False,
    as_json: AsJson = False,
) -> int:
    """Tell what a change of text does: each changed line, and each decision that turns."""
    number = _version(until)

    async def act(desk: Desk) -> Told:
        if replay is not None:
            return await _replayed(desk, crew, replay, words=words)
        found = await desk.app.edit_crews.diff(
            desk.tenant, crew, since=since, until=number, progress=_progress
        )
        code = FINDINGS if found.flips or found.undecided or found.problems else FINE
        return Told(document=found, lines=list(_told(found, desk.app.settings.lang)), code=code)

    return with_app(act, as_json=as_json, keeps_text=False)


def _version(until: str) -> int | None:
    from nightcrew.domain.errors import BadInput

    if until == FILES:
        return None
    if not until.isdigit():
        raise BadInput(
            "no_version",
            "this is no version",
            hint="--to takes the number of a version, or `files`",
            field="to",
        )
    return int(until)


def _progress(done: int, of: int, what: str) -> None:
    sys.stderr.write(f"[{done}/{of}] {what}\n")
    sys.stderr.flush()


async def _replayed(desk: Desk, crew: str, most: int, *, words: bool) -> Told:
    lang = desk.app.settings.lang
    found = await desk.app.replay_judgements(
        desk.tenant, crew, most, words=words, progress=_progress
    )
    return Told(
        document=found,
        lines=list(_replay_lines(found, lang)),
        code=FINDINGS if found.turned or found.undecided else FINE,
    )


def _told(found: CrewDiff, lang: str) -> Iterator[str]:
    yield f"{_side(found.before, lang)} -> {_side(found.after, lang)}"
    for file in found.files:
        yield file.file
        yield from (f"  {each.mark}{each.line} {each.text}" for each in file.lines)
    if found.problems:
        yield from problem_lines(found.problems, lang)
        return
    yield _seen(found, lang)
    for flip in found.flips:
        yield from _flip(flip, lang)
    for each in found.undecided:
        yield from _undecided(each, lang)
    yield _closing(found, lang)


def _seen(found: CrewDiff, lang: str) -> str:
    """Where the change speaks, so that a writer knows even when no decision turns."""
    if not found.prompts:
        return "no prompt shows what changed" if lang == "en" else "바뀐 것이 보이는 프롬프트 없음"
    names = ", ".join(found.prompts)
    return f"seen in: {names}" if lang == "en" else f"바뀐 것이 보이는 프롬프트: {names}"


def _side(version: CrewVersion | None, lang: str) -> str:
    if version is None:
        return "files" if lang == "en" else "파일"
    return f"{version.number} ({version.author}: {version.reason})"


def _flip(flip: Flip, lang: str) -> Iterator[str]:
    yield _step(flip, lang)
    yield from _turned(flip.turned, lang)


def _undecided(found: Undecided, lang: str) -> Iterator[str]:
    yield _step(found, lang)
    yield f"  {_UNDECIDED[lang == 'ko']} ({_SIDES[found.side][lang == 'ko']}): {found.reason}"


def _step(at: Flip | Undecided, lang: str) -> str:
    step = f"step {at.step}" if lang == "en" else f"{at.step}번째 말"
    return f"{at.story}, {at.crew}, {step} ({at.place}): “{at.said}”"


def _turned(turned: Turned, lang: str) -> Iterator[str]:
    before, after = turned.before or "-", turned.after or "-"
    yield f"  {turned.tool}: {before} -> {after}"
    yield from (f"    {_leans(line, lang)}" for line in turned.lines)


def _leans(line: LeansOn, lang: str) -> str:
    text = f" “{line.text}”" if line.text else ""
    return f"{_SIDES[line.side][lang == 'ko']} {line.origin} {line.anchor}{text}"


def _closing(found: CrewDiff, lang: str) -> str:
    left = len({each.story for each in found.undecided})
    if lang == "ko":
        rest = f", 이야기 {left}개는 판정하지 못했습니다" if left else ""
        return (
            f"이야기 {found.stories}개의 말 {found.judged}마디에서 판정 {len(found.flips)}개가"
            f" 뒤집힙니다{rest} ({found.model})"
        )
    rest = f", {left} stories undecided" if left else ""
    return (
        f"{len(found.flips)} decisions turn in {found.judged} sentences of {found.stories}"
        f" stories{rest} ({found.model})"
    )


def _replay_lines(found: Replay, lang: str) -> Iterator[str]:
    for each in found.turned:
        yield _turn(each)
        for turned in each.turned:
            yield from _turned(turned, lang)
    for lost in found.undecided:
        yield _turn(lost)
        yield f"  {_UNDECIDED[lang == 'ko']}: {lost.reason}"
    yield _replay_closing(found, lang)


def _replay_closing(found: Replay, lang: str) -> str:
    left = ", ".join(f"{code} {count}" for code, count in found.left_out.items()) or "0"
    asked, otherwise, lost = found.asked, len(found.turned), len(found.undecided)
    if lang == "ko":
        rest = f", {lost}번은 판정하지 못했습니다" if lost else ""
        return f"{asked}번 다시 물어 {otherwise}번 다르게 판정했습니다{rest}. 뺀 턴: {left}"
    rest = f", undecided {lost}" if lost else ""
    return f"asked again {asked}, decided otherwise {otherwise}{rest}; left out: {left}"


def _turn(each: Replayed | Unread) -> str:
    said = f": “{each.said}”" if each.said else ""
    return f"{each.turn_id} ({each.at:%Y-%m-%d %H:%M}Z){said}"
