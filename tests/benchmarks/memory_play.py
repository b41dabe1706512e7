"""Plays a talk through the product: real turns, quiet, dreams, nights, on a simulated clock.

The turns of a set are answered one by one. Unrelated ones in between come in as a backend brings
in old talk, day by day: the same evidence, dreamt of and indexed alike, at a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from nightcrew.app.flow_menu import FlowWish
from nightcrew.app.stories.passing_time import PassingTime
from nightcrew.app.stories.stage import USER, Stage
from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.turn import Said
from tests.benchmarks.figures import Tell
from tests.benchmarks.memory_place import Bench
from tests.benchmarks.memory_sets import Line

CREW = "travel-mina"
ZONE = "Asia/Seoul"
BEGINS = time(10, 0)
QUIET = timedelta(minutes=3)  # a little longer than the product waits before it dreams
DREAMS_A_DAY = 40  # a dream reads a batch of lines; more than this would mean it does not end


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The stage after the talk, and the moment after it."""

    stage: Stage
    at: datetime


async def play(bench: Bench, name: str, lines: Sequence[Line], tell: Tell) -> Played:
    """Say every line on its day. A reply the talk holds is given as it is there.

    name: of the tenant. lines: in the order in which they were said.
    """
    bench.clock.at = _moment(lines[0].on) - timedelta(hours=1)
    stage = await _stage(bench, name)
    passing = PassingTime(stage=stage, clock=bench.clock, quiet_for=timedelta(minutes=2))
    days = [(on, list(said)) for on, said in groupby(lines, key=lambda line: line.on)]
    for number, (on, said) in enumerate(days, 1):
        await passing.until(_moment(on))
        await _bring_in(stage, [line for line in said if line.number is None])
        await _say(bench, stage, [line for line in said if line.number is not None])
        passing.spoken()
        await passing.until(bench.clock.at + QUIET)
        await _dream_on(bench, stage)
        if number % 10 == 0:
            tell(f"{name}: day {number} of {len(days)}")
    await passing.until(bench.clock.at + timedelta(days=1))
    await _index(bench, stage)
    return Played(stage=stage, at=bench.clock.at)


async def _stage(bench: Bench, name: str) -> Stage:
    app = bench.app
    tenant = await app.keep_tenant.tenant(name)
    await app.keep_people.set_preferences(tenant, USER, {"timezone": ZONE}, now=bench.clock.at)
    pair = await app.keep_people.pair(tenant, USER, CREW)
    if pair is None:
        raise RuntimeError("a user that was just made is never missing")
    return Stage(app=app, tenant=tenant, pair=pair, timezone=ZONE)


async def _bring_in(stage: Stage, lines: Sequence[Line]) -> None:
    imported = [
        ImportedLine(
            id=f"{line.on}-{place}",
            at=_moment(line.on) - timedelta(seconds=len(lines) - place),
            speaker=line.speaker,
            text=line.text,
        )
        for place, line in enumerate(lines)
    ]
    if imported:
        await stage.app.backfill_evidence(stage.tenant, USER, CREW, imported)


async def _say(bench: Bench, stage: Stage, lines: Sequence[Line]) -> None:
    following = [*lines[1:], None][: len(lines)]
    for line, after in zip(lines, following, strict=True):
        if line.speaker is not Speaker.USER:
            continue
        answered = after is not None and after.speaker is Speaker.ASSISTANT
        bench.model.reply = after.text if answered and after else None
        await bench.app.answer_turn(stage.pair, Said(message=line.text))
        bench.clock.at += timedelta(minutes=1)


async def _dream_on(bench: Bench, stage: Stage) -> None:
    """Tick as the schedule does until nothing waits for a dream."""
    for _ in range(DREAMS_A_DAY):
        wish = FlowWish(now=bench.clock.at, tenant=stage.tenant, explicit=False)
        ran = await bench.app.flows.run("dream", wish)
        if not ran.reports:
            break
        bench.clock.at += timedelta(minutes=2)
    await _index(bench, stage)


async def _index(bench: Bench, stage: Stage) -> None:
    while (await bench.app.flows.index_evidence(tenant=stage.tenant))["indexed"]:
        continue


def _moment(on: date) -> datetime:
    return datetime.combine(on, BEGINS, ZoneInfo(ZONE)).astimezone(UTC)
