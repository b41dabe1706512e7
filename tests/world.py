"""An App over the test's own database, a scripted model and a fixed clock."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.adapters.web_search import ConfiguredNowhere
from nightcrew.app import App, World, open_app
from nightcrew.app.crew_room import CrewRoom
from nightcrew.domain.safety import CrisisRules
from nightcrew.ports import Model
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import ROOT, FixedClock

NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)  # Tuesday noon in Seoul


@lru_cache(maxsize=1)
def shipped_crews() -> CrewRoom:
    """The crews of the repository, read once a run."""
    return CrewRoom(files=CrewFiles(ROOT / "crews", ROOT / "playbooks"))


def with_a_broken_crew(folder: Path) -> CrewRoom:
    """The shipped crews, copied below a folder, of which `checkup-dana` cannot be read."""
    crews, playbooks = folder / "crews", folder / "playbooks"
    shutil.copytree(ROOT / "crews", crews)
    shutil.copytree(ROOT / "playbooks", playbooks)
    broken = crews / "checkup-dana.yaml"
    broken.write_text(f"personna: x\n{broken.read_text('utf-8')}", "utf-8")
    return CrewRoom(files=CrewFiles(crews, playbooks))


@lru_cache(maxsize=1)
def crisis_rules() -> CrisisRules:
    """The shipped crisis rules, read once a run."""
    return load_crisis_rules()


def a_world(
    database: Database, model: Model, now: datetime = NOW, *, crews: CrewRoom | None = None
) -> World:
    """Neighbours that need no network and no model."""
    return World(
        db=database,
        model=model,
        embedder=HashEmbedder(),
        search=ConfiguredNowhere(),
        crews=crews or shipped_crews(),
        crisis=crisis_rules(),
        clock=FixedClock(now),
    )


@asynccontextmanager
async def scripted_app(
    database: Database, model: Model, now: datetime = NOW, **settings: Any
) -> AsyncIterator[App]:
    """The whole product over the shipped crews; settings: what an operator would set."""
    async with app_over(a_world(database, model, now), **settings) as app:
        yield app


@asynccontextmanager
async def app_over(world: World, **settings: Any) -> AsyncIterator[App]:
    """The whole product over a world of the test's own; no `.env` is read."""
    async with open_app(Settings(_env_file=None, **settings), world) as app:
        yield app
