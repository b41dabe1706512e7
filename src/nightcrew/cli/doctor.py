"""`nightcrew doctor`: what stands in the way of good work, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Desk, Told, with_app

if TYPE_CHECKING:
    from nightcrew.settings import Settings
    from nightcrew.web.readiness import Readiness

MISSED_TICKS = 5  # ticks without a run, after which the schedules count as standing still


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing to know. hurts: something does not work; note: it works, but know it."""

    code: str
    weight: Literal["hurts", "note"]
    about: str = ""


def doctor(as_json: AsJson = False) -> int:
    """Look at models, crews, database, zone data, search, schedules and webhooks."""

    async def act(desk: Desk) -> Told:
        from nightcrew.web.readiness import look

        seen = await look(desk.app)
        await desk.app.world.db.check_role()
        found = [
            *_of_models(seen),
            *_of_parts(seen),
            *_of_flows(seen, desk.app.settings),
            *_of_webhooks(seen),
        ]
        lines = [desk.words(f"doctor_{each.code}", about=each.about) for each in found]
        return Told(
            document={"findings": found, "status": seen.status, "models": seen.models},
            lines=lines or [desk.words("doctor_well")],
            code=FINDINGS if any(each.weight == "hurts" for each in found) else FINE,
        )

    return with_app(act, as_json=as_json)


def _of_models(seen: Readiness) -> Iterator[Finding]:
    if seen.rehearsal:
        yield Finding(code="rehearsal", weight="note")
    elif seen.same_model_verifies:
        yield Finding(code="same_model_verifies", weight="note")


def _of_parts(seen: Readiness) -> Iterator[Finding]:
    for crew in seen.crews:
        if crew.status != "ok":
            place = crew.problems[0].place if crew.problems else ""
            yield Finding(code=f"crew_{crew.status}", weight="hurts", about=f"{crew.id} {place}")
    if seen.search == "misconfigured":
        yield Finding(code="search_misconfigured", weight="note")
    if seen.time_travel:
        yield Finding(code="time_travel", weight="note")


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
