"""Plays many stories, two at a time: while one waits for vectors the other goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from nightcrew.app.stories.opened import open_players
from nightcrew.app.stories.player import StoryPlayer
from nightcrew.domain.story import Story, StoryResult
from nightcrew.settings import Settings

AT_ONCE = 2  # the embedder works on a thread of its own, so more would only wait for it


async def play_all(
    settings: Settings, stories: Sequence[Story], begun: Callable[[Story], None]
) -> list[StoryResult]:
    """Their results in the order of the stories. begun: told of each one that starts.

    Raises: OutsideFailure.
    """
    if not stories:
        return []
    waiting, results = iter(stories), dict[str, StoryResult]()
    async with open_players(settings, min(AT_ONCE, len(stories))) as players:
        playing = [
            asyncio.create_task(_play(player, waiting, results, begun)) for player in players
        ]
        try:
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
    return [results[story.id] for story in stories]


async def _play(
    player: StoryPlayer,
    waiting: Iterator[Story],
    results: dict[str, StoryResult],
    begun: Callable[[Story], None],
) -> None:
    for story in waiting:
        begun(story)
        results[story.id] = await player.play(story)
