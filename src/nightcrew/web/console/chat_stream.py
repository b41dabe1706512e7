"""A reply as it comes: events whose parts a script of the page puts in place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from fastapi import Response

from nightcrew.domain.errors import NightcrewError
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said
from nightcrew.usecases.answer_turn import Completed, Delta, Started
from nightcrew.web.console.pages import HEADERS, fragment
from nightcrew.web.console.talks import Talk, after, not_said, parts_of, rows_of
from nightcrew.web.console.visits import Visit
from nightcrew.web.event_stream import (
    STILL_THINKING,
    Events,
    answer_in_lines,
    begin,
    event_line,
)
from nightcrew.web.problems import problem_of

EVENTS = "text/event-stream"


async def streamed(visit: Visit, talk: Talk, pair: Pair, said: Said) -> Response:
    """Answer with events: `said` (HTML of ours), `delta` (words), then `done` or `refused` (HTML).

    What is refused comes as an event too, with the words still in the field.
    """

    def failed(error: Exception) -> str:
        return _refused(visit, talk, said, error)

    try:
        events = await begin(visit.app.answer_turn.stream(pair, said), visit.figures)
        lines = _lines(visit, talk, said, events)
    except NightcrewError as error:
        lines = _only(failed(error))
    answer = answer_in_lines(lines, failed)
    answer.headers.update(HEADERS)
    return answer


async def _only(line: str) -> AsyncIterator[str]:
    yield line


async def _lines(visit: Visit, talk: Talk, said: Said, events: Events) -> AsyncIterator[str]:
    async for event in events:
        match event:
            case Started():
                yield event_line("said", {"talk": _coming(visit, talk, said)})
            case Delta(text=text):
                yield event_line("delta", {"text": text})
            case Completed(turn=turn):
                parts = parts_of(visit, await after(visit, talk, said, turn))
                templates = {"talk": "_chat_rows.html", "composer": "_chat_form.html"}
                shown = {name: fragment(visit, each, **parts) for name, each in templates.items()}
                yield event_line("done", shown)
            case None:
                yield STILL_THINKING


def _coming(visit: Visit, talk: Talk, said: Said) -> str:
    """The user's line, and the place where the reply will stand."""
    rows = rows_of(said.message, "", said.turn_id or "", visit.at())
    return fragment(visit, "_chat_coming.html", **parts_of(visit, replace(talk, rows=rows[:1])))


def _refused(visit: Visit, talk: Talk, said: Said, error: Exception) -> str:
    told = not_said(talk, said, str(problem_of(error)["code"]))
    composer = fragment(visit, "_chat_form.html", **parts_of(visit, told))
    return event_line("refused", {"composer": composer})
