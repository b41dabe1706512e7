"""`nightcrew doctor`: what stands in the way of good work, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Literal

from nightcrew.cli.doctor_settings import Finding, of_settings
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.app import App
    from nightcrew.settings import Settings
    from nightcrew.web.readiness import Readiness

MISSED_TICKS = 5  # ticks without a run, after which the schedules count as standing still
SKILL_TURNS = 200  # turns of a crew with skills; none chosen in so many means none is ever found


def doctor(as_json: AsJson = False) -> int:
    """Look at settings, models, crews, keys, database, search, schedules and webhooks."""

    async def act(desk: Desk) -> Told:
        from nightcrew.web.readiness import look

        seen = await look(desk.app)
        await desk.app.world.db.check_role()
        settings = desk.app.settings
        found = [
            *of_settings(settings, os.environ),
            *_of_models(seen),
            *_of_parts(seen),
            *_of_crews(seen, settings),
            *_of_flows(seen, settings),
            *_of_webhooks(seen),
            *[finding async for finding in _of_rows(desk.app)],
        ]
        lines = [desk.words(f"doctor_{each.code}", about=each.about) for each in found]
        told = [
            {"code": each.code, "weight": each.weight, "about": each.about, "remedy": line}
            for each, line in zip(found, lines, strict=True)
        ]
        return Told(
            document={"findings": told, "status": seen.status, "models": seen.models},
            lines=lines or [desk.words("doctor_well")],
            code=FINDINGS if any(each.weight == "hurts" for each in found) else FINE,
        )

    return with_app(act, as_json=as_json)


def _of_models(seen: Readiness) -> Iterator[Finding]:
    if seen.rehearsal and len(set(seen.models.values())) == 1:
        yield Finding(code="rehearsal", weight="note")
    elif seen.same_model_verifies and not seen.rehearsal:
        yield Finding(code="same_model_verifies", weight="note")


def _of_parts(seen: Readiness) -> Iterator[Finding]:
    if seen.search == "misconfigured":
        yield Finding(code="search_misconfigured", weight="note")
    if seen.time_travel:
        yield Finding(code="time_travel", weight="note")


def _of_crews(seen: Readiness, settings: Settings) -> Iterator[Finding]:
    if not seen.crews:
        yield Finding(code="no_crews", weight="hurts", about=str(settings.crews))
    for crew in seen.crews:
        if crew.status != "ok":
            place = crew.problems[0].place if crew.problems else ""
            yield Finding(code=f"crew_{crew.status}", weight="hurts", about=f"{crew.id} {place}")


def _of_flows(seen: Readiness, settings: Settings) -> Iterator[Finding]:
    last = next((each for each in seen.flows if each.flow == "dream"), None)
    if last is None:
        yield Finding(code="flows_never_ran", weight="note")
    elif last.age_seconds > MISSED_TICKS * settings.tick_seconds:
        yield Finding(code="flows_not_running", weight="hurts", about=str(last.age_seconds))


def _of_webhooks(seen: Readiness) -> Iterator[Finding]:
    troubles = ("failing", "disabled", "dead_letters")
    for name in troubles:
        number = getattr(seen.webhooks, name)
        if number:
            weight: Literal["hurts", "note"] = "note" if name == "dead_letters" else "hurts"
            yield Finding(code=f"webhooks_{name}", weight=weight, about=str(number))


async def _of_rows(app: App) -> AsyncIterator[Finding]:
    from nightcrew.web.activity import other_embedders, skills_never_chosen

    if not await app.keep_tenant.any_key_opens():
        yield Finding(code="no_key", weight="note")
    for crew in await skills_never_chosen(app, last=SKILL_TURNS):
        yield Finding(code="skill_never_chosen", weight="hurts", about=crew)
    for model, rows in sorted((await other_embedders(app)).items()):
        yield Finding(code="vectors_of_another_model", weight="hurts", about=f"{model}: {rows}")
