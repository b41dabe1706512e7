"""`nightcrew turn`: one thing said to a crew, answered once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson, MemoryUse, User
from nightcrew.cli.verb import Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.domain.turn import Turn


def turn(
    crew: Annotated[str, typer.Argument(help="The crew, as `crews list` shows it.")],
    *,
    user: User,
    say: Annotated[str, typer.Option("--say", help="What the user says.")],
    conversation: Annotated[str | None, typer.Option(help="Else the running one.")] = None,
    turn_id: Annotated[str | None, typer.Option(help="Makes a retry harmless.")] = None,
    memory: MemoryUse = "on",
    now: Annotated[str | None, typer.Option(help="The moment, with time travel only.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Leave nothing behind.")] = False,
    as_json: AsJson = False,
) -> int:
    """Say one thing to a crew and print the reply."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import the_pair, travelled
        from nightcrew.domain.turn import Said

        said = Said(
            message=say,
            conversation=conversation,
            turn_id=turn_id,
            memory=memory,
            now=travelled(desk, now),
            dry_run=dry_run,
        )
        done = await desk.app.answer_turn(await the_pair(desk, user, crew), said)
        return Told(document=done, lines=reply_lines(done))

    return with_app(act, as_json=as_json)


def reply_lines(done: Turn) -> list[str]:
    """A reply as it is read in a terminal, with its help lines and sources."""
    told = [each for each in (done.safety.notice, done.safety.text) if each]
    numbers = [" · ".join(resource.values()) for resource in done.safety.resources]
    links = [f"[{source.get('title', '')}] {source.get('url', '')}" for source in done.sources]
    return [done.reply, *told, *numbers, *links]
