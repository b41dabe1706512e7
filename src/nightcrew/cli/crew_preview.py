"""What the model would see for one line: every prompt, each line with its origin; no model."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Desk, Told, answer, read_settings, with_app

if TYPE_CHECKING:
    from nightcrew.domain.prompt_preview import (
        CrewPreview,
        LeftOut,
        PreviewLine,
        PreviewWish,
        PromptPreview,
    )

CrewId = Annotated[str, typer.Argument(help="The crew's id, the name of its file.")]
Say = Annotated[str, typer.Option("--say", help="What a user might say.")]
ForUser = Annotated[str, typer.Option("--user", help="With what is known of this user.")]
Now = Annotated[str | None, typer.Option("--now", help="A moment, YYYY-MM-DDTHH:MM:SSZ.")]
TimeZone = Annotated[str, typer.Option("--timezone", help="An IANA name such as Asia/Seoul.")]
LeftOutToo = Annotated[bool, typer.Option("--left-out", help="Each line left out, not a count.")]

_COLOURS = {
    "house": "magenta", "category": "blue", "crew": "green", "playbook": "cyan", "skill": "cyan",
    "memory": "yellow", "talk": "yellow", "user": "red",
}  # fmt: skip


def preview(
    crew: CrewId,
    *,
    say: Say,
    user: ForUser = "",
    now: Now = None,
    timezone: TimeZone = "",
    left_out: LeftOutToo = False,
    as_json: AsJson = False,
) -> int:
    """Show every prompt a turn would use, each line with its origin and tokens; no model."""
    from nightcrew.cli.reading import as_moment
    from nightcrew.domain.prompt_preview import PreviewWish

    at = as_moment(now)
    wish = PreviewWish(crew=crew, say=say, user=user, now=at, timezone=timezone)
    if not user:
        return answer(_told(_for_nobody(wish), whole=left_out), as_json=as_json)

    async def act(desk: Desk) -> Told:
        return _told(await desk.app.preview_crew(desk.tenant, wish), whole=left_out)

    return with_app(act, as_json=as_json)


def _for_nobody(wish: PreviewWish) -> CrewPreview:
    """Nobody is known, so that no database has to be there."""
    from nightcrew.adapters.crew_files import CrewFiles
    from nightcrew.domain.crew_lookup import crew_of
    from nightcrew.domain.zones import use_packaged_zones
    from nightcrew.prompts.preview import preview_of

    settings = read_settings()
    use_packaged_zones()
    shelf = CrewFiles(settings.crews, settings.playbooks).load()
    return preview_of(crew_of(shelf, wish.crew), wish, datetime.now(UTC))


def _told(found: CrewPreview, *, whole: bool) -> Told:
    lang = read_settings().lang
    lines = [line for prompt in found.prompts for line in _lines(prompt, lang, whole=whole)]
    return Told(document=found, lines=lines)


def _lines(prompt: PromptPreview, lang: str, *, whole: bool) -> Iterator[str]:
    counted = ", ".join(f"{origin} {tokens}" for origin, tokens in prompt.origins.items())
    name = f"{prompt.prompt} v{prompt.version} ({prompt.role})"
    yield f"== {name}: {prompt.tokens} tokens ({counted})"
    yield from (_line(line) for line in prompt.lines)
    yield "-- 빠진 줄" if lang == "ko" else "-- left out"
    if whole:
        yield from (_out(each, lang) for each in prompt.left_out)
        return
    many = Counter((each.reason, each.sort, _why(each, lang)) for each in prompt.left_out)
    for (reason, sort, why), number in many.items():
        yield f"{number:>4} {sort}: {reason} ({why})"


def _line(line: PreviewLine) -> str:
    written = f"{line.origin:<9}{line.place:<36} {line.tokens:>4} | {line.text}"
    colour = _COLOURS.get(line.origin)
    return typer.style(written, fg=colour) if colour and sys.stdout.isatty() else written


def _out(each: LeftOut, lang: str) -> str:
    text = each.text.replace("\n", " ")
    return f"{each.reason}: {each.sort} {each.place}: {text} ({_why(each, lang)})"


def _why(each: LeftOut, lang: str) -> str:
    return each.why_ko if lang == "ko" else each.why
