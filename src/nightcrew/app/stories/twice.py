"""Plays stories by two texts of their crews at the same time, each in a folder of its own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.crew_writer import CrewWriter
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.stories.neighbours import AskedOnce
from nightcrew.app.stories.opened import player_over, throw_away_database
from nightcrew.app.stories.player import StoryPlayer
from nightcrew.app.world import World
from nightcrew.domain.story import Story
from nightcrew.domain.story_diff import TwicePlayed
from nightcrew.settings import Settings
from nightcrew.usecases.edit_crews.comparing import Progress, Texts


async def play_twice(
    settings: Settings,
    world: World,
    texts: tuple[Texts, Texts],
    stories: Sequence[Story],
    progress: Progress,
) -> list[TwicePlayed]:
    """Each story once by either text, with the models of this process. Raises: OutsideFailure."""
    if not stories:
        return []
    async with AsyncExitStack() as stack:
        before, after = await _players(stack, settings, world, texts)
        played: list[TwicePlayed] = []
        for story in stories:
            old, new = await asyncio.gather(before.once(story), after.once(story))
            played.append(TwicePlayed(story=story, before=old.steps, after=new.steps))
            progress(len(played), len(stories), story.id)
    return played


async def _players(
    stack: AsyncExitStack, settings: Settings, world: World, texts: tuple[Texts, Texts]
) -> list[StoryPlayer]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nightcrew-texts-")))
    database = world.story_database
    if database is None:
        database = await stack.enter_async_context(throw_away_database(settings))
    embedder, flows = AskedOnce(world.embedder), asyncio.Lock()
    rooms = [
        await asyncio.to_thread(_room, folder / name, text)
        for name, text in zip(("before", "after"), texts, strict=True)
    ]
    return [
        await stack.enter_async_context(
            player_over(settings, database, embedder, model=world.model, crews=room, flows=flows)
        )
        for room in rooms
    ]


def _room(folder: Path, texts: Texts) -> CrewRoom:
    crews, playbooks = folder / "crews", folder / "playbooks"
    CrewWriter(crews, playbooks).write(texts)
    return CrewRoom(files=CrewFiles(crews, playbooks))
