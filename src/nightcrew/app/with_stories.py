"""The App with a stage beside it, on which stories try two texts of a crew."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from nightcrew.app import menu
from nightcrew.app.menu import App
from nightcrew.app.world import World
from nightcrew.domain.story import Story
from nightcrew.domain.story_diff import TwicePlayed
from nightcrew.domain.usage import Paid, Work
from nightcrew.settings import Settings
from nightcrew.store import model_costs
from nightcrew.usecases.edit_crews.comparing import Plays, Progress, Texts
from nightcrew.usecases.keep_tenant import KeepTenant


@asynccontextmanager
async def open_app(
    settings: Settings, world: World | None = None, *, keeps_text: bool = True
) -> AsyncIterator[App]:
    """Wire the menu over the configured neighbours, or over those a test hands in.

    keeps_text: False for somebody who only compares crew text, whose edits are to be no version.
    """
    async with menu.open_app(settings, world, keeps_text=keeps_text) as app:
        editing = replace(app.edit_crews, plays=_stage(settings, app.world, app.keep_tenant))
        yield replace(app, edit_crews=editing)


def _stage(settings: Settings, world: World, tenants: KeepTenant) -> Plays:
    async def plays(
        texts: tuple[Texts, Texts], stories: Sequence[Story], progress: Progress
    ) -> Sequence[TwicePlayed]:
        # Read when it is used: a server that compares no texts starts without it.
        from nightcrew.app.stories.neighbours import CountingModel
        from nightcrew.app.stories.twice import play_twice

        counting = CountingModel(model=world.model)
        try:
            return await play_twice(
                settings, replace(world, model=counting), texts, stories, progress
            )
        finally:
            tenant = await tenants.tenant()
            async with world.db.begin(tenant) as connection:
                paid = Paid(work=Work.STORIES, usage=counting.bill.usage)
                await model_costs.note(connection, tenant, paid)

    return plays
