"""`nightcrew demo`: a script of user turns, played on a simulated clock through the real parts."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import TextIO

from nightcrew.app.menu import App, open_app
from nightcrew.app.world import open_world
from nightcrew.cli.demo_events import STAGES, Event, Stage
from nightcrew.cli.demo_facts import Facts
from nightcrew.cli.demo_model import WatchedModel
from nightcrew.cli.demo_page import Page
from nightcrew.cli.demo_play import Play, StoryClock
from nightcrew.cli.demo_script import Script, read_script
from nightcrew.cli.demo_stages import Shown, find
from nightcrew.cli.demo_telling import Telling
from nightcrew.cli.demo_words import Words
from nightcrew.cli.verb import FINDINGS, FINE, read_settings, run_to_end
from nightcrew.domain.errors import BadInput
from nightcrew.domain.zones import use_packaged_zones
from nightcrew.ports import Role
from nightcrew.settings import Settings
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.web.json_shape import plain

SHIPPED = Path("demos") / "three-weeks.yaml"  # below the folder of the crews
FOLDER = "demo"  # below the data folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """The App on a simulated clock, and the model that counts."""

    app: App
    model: WatchedModel
    clock: StoryClock


@dataclass(slots=True, kw_only=True)
class Account:
    """Everything that happened and every stage found in it, told as it comes."""

    telling: Telling
    events: list[Event] = field(default_factory=list)
    found: dict[Stage, Shown] = field(default_factory=dict)
    calls: int = 0

    def take(self, event: Event) -> None:
        """Tell an event and the stages it completes."""
        self.events.append(event)
        self.telling.tell(event)
        for shown in find(self.events, self.found):
            self.found[shown.stage] = shown
            self.telling.shown(shown)


def run_demo(script: Path | None, live: bool, as_json: bool = False) -> int:
    """Play a script, the shipped one when none is given; says the exit code.

    live: with the configured model instead of the rehearsal model. Raises: BadInput.
    """
    use_packaged_zones()
    settings = read_settings()
    own = _own_settings(settings, live=live)
    played = read_script(script or settings.crews / SHIPPED, settings.lang)
    out = sys.stderr if as_json else sys.stdout
    told = Telling(page=_page(out), words=Words(settings.lang), script=played)
    return run_to_end(_demo(own, told, live=live, as_json=as_json))


def _own_settings(settings: Settings, *, live: bool) -> Settings:
    """The same installation with a database of its own; without `live` nothing leaves it."""
    own: dict[str, object] = {"data": settings.data / FOLDER, "database_url": ""}
    if not live:
        roles = {f"model_{role}": "" for role in Role}
        return settings.model_copy(update={**own, **roles, "answering_model": "", "search": ""})
    if not any(settings.models().values()):
        raise BadInput(
            "no_model",
            "no model is configured, so there is nothing to go live with",
            hint="set NIGHTCREW_MODEL (and NIGHTCREW_MODEL_API_KEY), or leave --live out",
        )
    return settings.model_copy(update=own)


def _page(out: TextIO) -> Page:
    return Page(out=out, colours=out.isatty())


async def _demo(settings: Settings, telling: Telling, *, live: bool, as_json: bool) -> int:
    began = monotonic()
    account = Account(telling=telling)
    telling.head(sorted({name or "rehearsal" for name in settings.models().values()}), live=live)
    telling.page.line(telling.words("setting_up", folder=settings.data), style="quiet")
    async with _throw_away(settings) as watched:
        _know_crews(watched.app, telling.script)
        ready = monotonic()
        telling.page.line(telling.words("set_up", seconds=ready - began), style="quiet")
        await _play(watched, account)
    took = monotonic() - ready
    code = _close(account, seconds=took)
    if as_json:
        print(json.dumps(plain(_document(account, took)), ensure_ascii=False))
    return code


async def _play(watched: Watched, account: Account) -> None:
    script = account.telling.script
    facts = Facts(app=watched.app, tenant=await watched.app.keep_tenant.tenant())
    play = Play(
        facts=facts,
        script=script,
        model=watched.model,
        clock=watched.clock,
        quiet_for=timedelta(seconds=watched.app.settings.quiet_before_dream),
        begin=account.telling.begin,
        tell=account.take,
    )
    await play.run()
    account.calls = watched.model.total


def _know_crews(app: App, script: Script) -> None:
    """Every crew of the script serves. Raises: NotFound with the nearest names."""
    for crew in script.crews:
        app.crews.crew(crew)


@asynccontextmanager
async def _throw_away(settings: Settings) -> AsyncIterator[Watched]:
    """An App over an empty database of its own, which is gone afterwards."""
    await asyncio.to_thread(_clear, settings.data)
    try:
        async with open_world(settings) as world:
            model = WatchedModel(model=world.model)
            clock = StoryClock(at=world.clock.now())
            there = replace(world, model=model, clock=clock)
            await model.warm()
            async with open_app(settings, there) as app:
                yield Watched(app=app, model=model, clock=clock)
    finally:
        await asyncio.to_thread(_clear, settings.data)


def _clear(folder: Path) -> None:
    """Remove what an earlier demo left, its server too if it was killed and still runs."""
    if not folder.exists():
        return
    server = EmbeddedPostgres(folder / "postgres")
    if server.process is not None:
        server.start()
        server.stop()
    if server.process is not None:
        raise BadInput(
            "demo_is_running",
            f"another demo runs in {folder}",
            hint="wait until it has ended, or set NIGHTCREW_DATA to another folder",
        )
    shutil.rmtree(folder)


def _close(account: Account, *, seconds: float) -> int:
    telling, marks = account.telling, account.telling.script.marks
    telling.summary(account.found, marks)
    telling.totals(account.events, calls=account.calls, seconds=seconds)
    missing = marks - set(account.found)
    telling.missing(len(missing))
    crews = account.telling.script.crews
    telling.go_on(crews[0] if crews else "")
    return FINDINGS if missing else FINE


def _document(account: Account, seconds: float) -> Mapping[str, object]:
    marks = account.telling.script.marks
    return {
        "stages": [_stage(stage, account.found.get(Stage(stage)), marks) for stage in STAGES],
        "events": _events(account.events),
        "model_calls": account.calls,
        "seconds": round(seconds, 1),
    }


def _stage(stage: str, shown: Shown | None, marks: frozenset[str]) -> Mapping[str, object]:
    return {
        "stage": stage,
        "marked": stage in marks,
        "shown": shown is not None,
        "at": shown.at if shown else None,
        "facts": dict(shown.facts) if shown else {},
    }


def _events(events: Sequence[Event]) -> list[Mapping[str, object]]:
    return [{"happened": type(event).__name__.lower(), "event": event} for event in events]
