"""`nightcrew doctor`: what stands in the way of good work, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from nightcrew.cli.doctor_settings import Finding, of_settings
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import (
    FINDINGS,
    FINE,
    UNREACHABLE,
    Desk,
    Told,
    answer,
    read_settings,
    with_app,
)
from nightcrew.cli.wording import Words

if TYPE_CHECKING:
    from nightcrew.app import App
    from nightcrew.domain.errors import NightcrewError
    from nightcrew.settings import Settings
    from nightcrew.web.readiness import Readiness

KNOCK_SECONDS = 2.0  # to see whether somebody listens at an address
MISSED_TICKS = 5  # ticks without a run, after which the schedules count as standing still
SKILL_TURNS = 200  # turns of a crew with skills; none chosen in so many means none is ever found


def doctor(as_json: AsJson = False) -> int:
    """Look at settings, models, crews, keys, database, search, schedules and webhooks."""
    from nightcrew.domain.errors import OutsideFailure

    try:
        return _with_everything(as_json)
    except OutsideFailure as error:
        return answer(_without_the_database(error), as_json=as_json)


def _without_the_database(error: NightcrewError) -> Told:
    """What settings and files tell while the rest cannot be looked at."""
    import asyncio

    settings = read_settings()
    words = Words(settings.lang)
    found = [
        *of_settings(settings, os.environ),
        *asyncio.run(_of_addresses(settings)),
    ]
    first = f"{error.code}: {error.message}; {error.hint}"
    lines = [first, *_lines(words, found)]
    away = Finding(code=error.code, weight="hurts")
    return Told(
        document={
            "findings": _told([away, *found], lines),
            "status": "unready",
            "models": settings.models(),
        },
        lines=lines,
        code=UNREACHABLE,
    )


def _with_everything(as_json: bool) -> int:
    async def act(desk: Desk) -> Told:
        from nightcrew.web.readiness import Writing, look

        seen = await look(desk.app, Writing())
        await desk.app.world.db.check_role()
        settings = desk.app.settings
        found = [
            *of_settings(settings, os.environ),
            *await _of_addresses(settings),
            *_of_models(seen),
            *_of_parts(seen),
            *_of_database(seen),
            *_of_crews(seen, settings),
            *_of_flows(seen, settings),
            *_of_webhooks(seen),
            *[finding async for finding in _of_rows(desk.app)],
        ]
        lines = _lines(desk.words, found)
        return Told(
            document={
                "findings": _told(found, lines),
                "status": seen.status,
                "models": seen.models,
            },
            lines=lines or [desk.words("doctor_well")],
            code=FINDINGS if any(each.weight == "hurts" for each in found) else FINE,
        )

    return with_app(act, as_json=as_json)


def _lines(words: Words, found: Sequence[Finding]) -> list[str]:
    return [words(f"doctor_{each.code}", about=each.about) for each in found]


def _told(found: Sequence[Finding], lines: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"code": each.code, "weight": each.weight, "about": each.about, "remedy": line}
        for each, line in zip(found, lines, strict=True)
    ]


async def _of_addresses(settings: Settings) -> list[Finding]:
    """Whether anybody listens where models are said to be; nothing is asked of them."""
    import asyncio

    place = urlsplit(settings.model_base_url)
    if not place.hostname:
        return []
    port = place.port or (80 if place.scheme == "http" else 443)
    try:
        async with asyncio.timeout(KNOCK_SECONDS):
            _, writer = await asyncio.open_connection(place.hostname, port)
    except (OSError, TimeoutError):
        return [Finding(code="model_unreachable", weight="hurts", about=f"{place.hostname}:{port}")]
    writer.close()
    return []


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


def _of_database(seen: Readiness) -> Iterator[Finding]:
    """It can be read, or nobody would have come this far."""
    if seen.database in ("full", "read_only"):
        yield Finding(code=f"database_{seen.database}", weight="hurts")


def _of_crews(seen: Readiness, settings: Settings) -> Iterator[Finding]:
    if not seen.crews:
        yield Finding(code="no_crews", weight="hurts", about=str(settings.crews))
    without_playbooks = not Path(settings.playbooks).is_dir()  # said once, not for each crew
    for crew in seen.crews:
        if crew.status != "ok" and not without_playbooks:
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
