"""`nightcrew chat`: a talk in the terminal, one line a turn, until the input ends."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson, MemoryUse
from nightcrew.cli.verb import Desk, Told, with_app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from nightcrew.domain.pair import Pair
    from nightcrew.domain.turn import Turn


def chat(
    crew: Annotated[str, typer.Argument(help="The crew, as `crews list` shows it.")],
    user: Annotated[str, typer.Option("--user", help="Who talks.")] = "me",
    memory: MemoryUse = "on",
    as_json: AsJson = False,
) -> int:
    """Talk with a crew; an empty line or Ctrl-D ends it."""

    async def act(desk: Desk) -> Told:
        from nightcrew.cli.reading import the_pair

        pair = await the_pair(desk, user, crew)
        name = desk.app.crews.crew(crew).name
        # Told to people as it happens, and on stderr, so that stdout can hold one document.
        heard = sys.stderr if as_json else sys.stdout
        print(desk.words("chat_begins", name=name), file=heard, flush=True)
        turns = [done async for done in _talk(desk, pair, name, memory, quiet=as_json)]
        return Told(document={"turns": turns}, lines=[desk.words("chat_ends")])

    return with_app(act, as_json=as_json)


async def _talk(
    desk: Desk, pair: Pair, name: str, memory: MemoryUse, *, quiet: bool
) -> AsyncIterator[Turn]:
    from nightcrew.cli.turn import reply_lines
    from nightcrew.domain.turn import Said

    while line := await _next_line():
        done = await desk.app.answer_turn(pair, Said(message=line, memory=memory))
        if not quiet:
            print(f"{name}: " + "\n".join(reply_lines(done)), flush=True)
        yield done


async def _next_line() -> str:
    import asyncio
    import threading

    if sys.stdin.isatty():
        print("> ", end="", file=sys.stderr, flush=True)
    loop = asyncio.get_running_loop()
    heard: asyncio.Future[str] = loop.create_future()

    def listen() -> None:
        line = sys.stdin.readline()
        loop.call_soon_threadsafe(settle, line)

    def settle(line: str) -> None:
        if not heard.done():
            heard.set_result(line)

    # A thread nobody waits for: after Ctrl-C it may sit on the keyboard for ever.
    threading.Thread(target=listen, daemon=True).start()
    return (await heard).strip()
