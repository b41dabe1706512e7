"""Server-sent events of one turn; a listener that leaves does not stop the turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

from fastapi.responses import StreamingResponse

from nightcrew.domain.errors import NightcrewError
from nightcrew.usecases.answer_turn import Completed, TurnEvent
from nightcrew.web.figures import Figures
from nightcrew.web.json_shape import plain
from nightcrew.web.problems import note_unexpected

STILL_THINKING = ": still thinking\n\n"
HEARTBEAT = 15.0  # seconds; proxies close a connection that is silent for a minute
Events = AsyncIterator[TurnEvent | None]


async def begin(events: AsyncIterator[TurnEvent], figures: Figures) -> Events:
    """Wait for the first event, so that what fails before it is an ordinary problem."""
    first = await anext(events)
    return _noted(first, events, figures)


async def _noted(first: TurnEvent, events: AsyncIterator[TurnEvent], figures: Figures) -> Events:
    async with aclosing(_paced(first, events)) as paced:
        async for event in paced:
            if isinstance(event, Completed):
                figures.note(event.turn)
            yield event


async def _paced(
    first: TurnEvent, events: AsyncIterator[TurnEvent]
) -> AsyncGenerator[TurnEvent | None, None]:
    """The events as they come, and None after each silent stretch."""
    yield first
    coming = asyncio.ensure_future(_next(events))
    try:
        while True:
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT)
            if not done:
                yield None
                continue
            event = coming.result()
            if event is None:
                return
            yield event
            coming = asyncio.ensure_future(_next(events))
    finally:
        coming.cancel()


async def _next(events: AsyncIterator[TurnEvent]) -> TurnEvent | None:
    return await anext(events, None)


def event_line(name: str, data: object) -> str:
    """One named event."""
    return f"event: {name}\n{data_line(data)}"


def data_line(data: object) -> str:
    """One event without a name."""
    return f"data: {json.dumps(plain(data), ensure_ascii=False)}\n\n"


def stream_response(
    events: Events, written: Callable[[TurnEvent], str], failed: Callable[[Exception], str]
) -> StreamingResponse:
    """Answer with events; what fails on the way is told as the last one."""
    return answer_in_lines(_lines(events, written), failed)


def answer_in_lines(
    lines: AsyncIterator[str], failed: Callable[[Exception], str]
) -> StreamingResponse:
    """The same for events that are written already."""
    return StreamingResponse(
        _to_the_end(lines, failed),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _lines(events: Events, written: Callable[[TurnEvent], str]) -> AsyncIterator[str]:
    async for event in events:
        yield STILL_THINKING if event is None else written(event)


async def _to_the_end(
    lines: AsyncIterator[str], failed: Callable[[Exception], str]
) -> AsyncIterator[str]:
    try:
        async for line in lines:
            yield line
    except Exception as error:
        if not isinstance(error, NightcrewError):
            note_unexpected(error)
        yield failed(error)
