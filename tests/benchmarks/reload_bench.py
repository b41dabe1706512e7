"""How soon changed crew text speaks: 200 crews, one sentence saved, until a turn would use it.

What is measured is all of it: the watcher's look, the version that is stored, the switch. Beside it
the same while one other file is broken, and the first start, which stores 200 versions.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.adapters.web_search import ConfiguredNowhere
from nightcrew.app import App, World, open_app
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.world import ServerClock
from nightcrew.settings import Settings
from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.benchmarks.crews_bench import CREWS, many_crews
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone
from tests.benchmarks.place import QuickModel

RELOAD_LIMIT = 2.0  # figure of the issue
TIMES, LOOK_AGAIN = 10, 0.02
CREW, OTHER = "travel-mina", "travel-doyun"


def measure(tell: Tell) -> Sequence[Figure]:
    """Start, reload, reload beside a broken file."""
    with tempfile.TemporaryDirectory() as place:
        folder = many_crews(Path(place), CREWS)
        with EmbeddedPostgres(Path(place) / "postgres") as server:
            access = bootstrap.prepare(server.url, embedded=True)
            bootstrap.upgrade(access)
            return asyncio.run(_measured(access.app_url, folder, tell))


async def _measured(app_url: str, folder: Path, tell: Tell) -> list[Figure]:
    database = await Database.open(app_url)
    try:
        began = time.perf_counter()
        async with open_app(Settings(_env_file=None), _world(database, folder)) as app:
            started = time.perf_counter() - began
            tell(f"{len(app.crews.shelf().crews)} crews stored in {started:.2f} s")
            alone = [await _reloaded(app, folder, number) for number in range(TIMES)]
            broken = folder / "crews" / f"{OTHER}.yaml"
            broken.write_text(broken.read_text("utf-8").replace("schema:", "schena:"), "utf-8")
            beside = [await _reloaded(app, folder, TIMES + number) for number in range(TIMES)]
            serves = app.crews.shelf().status(OTHER)
    finally:
        await database.close()
    tell(f"seen after {statistics.median(alone):.2f} s, at most {max(alone):.2f} s")
    note = f"{CREWS} crews, {load_note()}"
    return [
        Figure(name="changed text speaks: median", value=statistics.median(alone), unit="s"),
        Figure(name="changed text speaks: slowest of ten", value=max(alone), unit="s",
               limit=RELOAD_LIMIT, note=note),
        Figure(name="the same beside a broken file: slowest of ten", value=max(beside), unit="s",
               limit=RELOAD_LIMIT, note=f"the broken crew is {serves}"),
        Figure(name="first start with 200 crews, all stored", value=started, unit="s"),
    ]  # fmt: skip


def _world(database: Database, folder: Path) -> World:
    return World(
        db=database,
        model=QuickModel(),
        embedder=HashEmbedder(),
        search=ConfiguredNowhere(),
        crews=CrewRoom(files=CrewFiles(folder / "crews", folder / "playbooks")),
        crisis=load_crisis_rules(),
        clock=ServerClock(),
    )


async def _reloaded(app: App, folder: Path, number: int) -> float:
    """Seconds from the moment a file is written until its text serves."""
    file, before = folder / "crews" / f"{CREW}.yaml", app.crews.crew(CREW).digest
    text = file.read_text("utf-8").replace("voice: ", f"voice: {number}. ", 1)
    file.write_text(text, "utf-8")
    began = time.perf_counter()
    while app.crews.crew(CREW).digest == before:  # noqa: ASYNC110 - nothing tells of a reload
        await asyncio.sleep(LOOK_AGAIN)
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(run_alone(measure))
