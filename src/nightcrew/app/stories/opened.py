"""Opens an App for stories: own clock, own search, counted model, a database thrown away after."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from nightcrew.adapters.local_embedder import embedder_from
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.menu import open_app
from nightcrew.app.stories.given_tools import OnStage, with_given
from nightcrew.app.stories.neighbours import (
    AskedOnce,
    CountingModel,
    GivenSearch,
    SameText,
    StoryClock,
)
from nightcrew.app.stories.player import StoryPlayer
from nightcrew.app.world import ServerClock, World, crew_embedder, model_from
from nightcrew.domain.story import Given
from nightcrew.domain.zones import use_packaged_zones
from nightcrew.ports import Embedder, Model
from nightcrew.settings import Settings
from nightcrew.store import bootstrap, throw_away
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres

THREADS = 3  # two for passages: a run begins by embedding the crews' text, on both cores


@asynccontextmanager
async def open_players(settings: Settings, count: int) -> AsyncIterator[tuple[StoryPlayer, ...]]:
    """Players over the configured models and crews that may play at the same time.

    They share a database, a model, an embedder and the crews, so that what one learned of a crew's
    text the others know. Raises: OutsideFailure.
    """
    async with AsyncExitStack() as stack:
        embedder = AskedOnce(embedder_from(settings.embedder, threads=THREADS))
        model = model_from(settings, crew_embedder(settings, embedder))
        warming = asyncio.create_task(model.warm())
        database = await stack.enter_async_context(throw_away_database(settings))
        await warming
        crews, flows = _crews(settings), asyncio.Lock()
        yield tuple(
            [
                await stack.enter_async_context(
                    player_over(settings, database, embedder, model=model, crews=crews, flows=flows)
                )
                for _ in range(count)
            ]
        )


@asynccontextmanager
async def open_player(settings: Settings) -> AsyncIterator[StoryPlayer]:
    """One such player. Raises: OutsideFailure."""
    async with open_players(settings, 1) as (player,):
        yield player


@asynccontextmanager
async def player_over(
    settings: Settings,
    database: Database,
    embedder: Embedder,
    *,
    model: Model | None = None,
    crews: CrewRoom | None = None,
    flows: asyncio.Lock | None = None,
) -> AsyncIterator[StoryPlayer]:
    """A player over a database that is there already; the stories' rows stay in it.

    model, crews: the configured ones when they are None. flows: shared by players over the same
    database, where a flow that another one runs is busy.
    """
    use_packaged_zones()
    clock, search = StoryClock(at=ServerClock().now()), GivenSearch()
    counting = CountingModel(model=model or model_from(settings, embedder))
    world = World(
        db=database,
        model=counting,
        embedder=embedder,
        search=search,
        crews=crews or _crews(settings),
        crisis=load_crisis_rules(),
        clock=clock,
    )
    own = settings.model_copy(update=_usual_waits())
    on_stage = OnStage(Given())
    async with open_app(own, world) as app:
        yield StoryPlayer(
            app=replace(app, answer_turn=with_given(app.answer_turn, on_stage)),
            clock=clock,
            search=search,
            on_stage=on_stage,
            model=counting,
            quiet_for=timedelta(seconds=own.quiet_before_dream),
            flows=flows or asyncio.Lock(),
        )


def _crews(settings: Settings) -> CrewRoom:
    return CrewRoom(files=SameText(settings.crews, settings.playbooks))


def _usual_waits() -> dict[str, object]:
    """A story's moments are written for the usual waits, whatever an operator has set."""
    names = ("quiet_before_dream", "max_wait_before_dream")
    return {name: Settings.model_fields[name].default for name in names}


@asynccontextmanager
async def throw_away_database(settings: Settings) -> AsyncIterator[Database]:
    """A migrated database that is gone afterwards. Raises: OutsideFailure."""
    async with _reached(settings) as access:
        await asyncio.to_thread(bootstrap.upgrade, access)
        database = await Database.open(access.app_url)
        try:
            yield database
        finally:
            await database.close()


@asynccontextmanager
async def _reached(settings: Settings) -> AsyncIterator[Access]:
    if settings.database_url:
        made = await asyncio.to_thread(throw_away.make, settings.database_url)
        try:
            yield await asyncio.to_thread(bootstrap.prepare, made.url, embedded=False)
        finally:
            await asyncio.to_thread(made.drop)
        return
    with tempfile.TemporaryDirectory(prefix="nightcrew-stories-") as folder:
        postgres = EmbeddedPostgres(Path(folder) / "postgres", durable=False)
        await asyncio.to_thread(postgres.start)
        try:
            yield await asyncio.to_thread(bootstrap.prepare, postgres.url, embedded=True)
        finally:
            await asyncio.to_thread(postgres.stop)
