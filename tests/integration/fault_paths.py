"""How each path that asks a model is played: once with a fault, then once with a healthy model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.patience import PATIENCE, Patience
from nightcrew.app.flow_menu import FlowResult, FlowWish
from nightcrew.domain.dream import DreamReport
from nightcrew.domain.errors import ModelFailure
from nightcrew.ports import Role
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.integration.fault_rows import (
    COMPOSE,
    GOOD,
    JUDGE,
    LINE,
    PATHS,
    PLAN,
    PROPOSE,
    REPLY,
    VERIFY,
    Fault,
    Path,
)
from tests.stubs.openai_server import OpenaiServer, Says
from tests.talk import Talk, app_of, talk_with

SHORT = 0.25  # seconds a slow model is given
CREW = "mindcare-sora"


@dataclass(kw_only=True)
class Place:
    """One tenant with one user, and one provider; waits are noted and not slept."""

    provider: OpenaiServer
    database: Database
    tenant: UUID
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOON))
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    ran: list[FlowResult] = field(default_factory=list)
    fault: Fault | None = None
    path: Path | None = None

    def __post_init__(self) -> None:
        self.heal()
        self.talk: Talk
        self.model = self.new_model()

    def heal(self) -> None:
        """A healthy provider, an hour later."""
        for path in PATHS:
            self.provider.script(path, Says(text=GOOD[path]))
        self.seconds += 3601

    def new_model(self, patience: Mapping[Role, Patience] = PATIENCE) -> LitellmModel:
        """A model of the product over the scripted provider."""
        return LitellmModel(
            dict.fromkeys(Role, "openai/scripted"),
            base_url=self.provider.base_url,
            patience=patience,
            chance=lambda: 0.5,
            sleep=self._noted,
            seconds=lambda: self.seconds,
        )

    async def open(self, user: str = "u1") -> Talk:
        """The product with a user who exists."""
        app = app_of(self.database, self.model, clock=self.clock)
        self.talk = await talk_with(app, self.tenant, CREW, user=user)
        return self.talk

    async def _noted(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def break_down(self, path: Path, fault: Fault) -> None:
        """From now on the provider has this fault on this path."""
        self.provider.script(path, *fault.cells[path].says)
        self.provider.asked.clear()
        if fault.slow:
            hasty = {
                role: Patience(one_try=SHORT, in_all=each.in_all, first_wait=0, tries=each.tries)
                for role, each in PATIENCE.items()
            }
            # Only the slow path may be hasty: a busy machine must not fail the healthy ones.
            role = {VERIFY: Role.VERIFY, PROPOSE: Role.DREAM, REPLY: Role.REPLY}.get(
                path, Role.REPLY if path == COMPOSE else Role.JUDGE
            )
            self.model = self.new_model({**PATIENCE, role: hasty[role]})
            await self.open()

    async def run(self, flow: str) -> Any:
        """Run a flow of the tenant by name and get its one report."""
        self.ran.append(await self.talk.app.flows.run(flow, FlowWish(tenant=self.tenant)))
        [report] = self.ran[-1].reports
        return report

    def later(self, **passed: float) -> None:
        """Let product time pass."""
        self.clock.at += timedelta(**passed)

    async def counted(self) -> Mapping[str, int]:
        """What is kept of the last run of a flow."""
        async with self.database.begin_system() as connection:
            kept = text("select counts from flow_runs where id = :id")
            found: Mapping[str, int] = await connection.scalar(kept, {"id": self.ran[-1].run_id})
        return found


async def _before_turn(place: Place) -> None:
    """Nothing is said yet."""


async def _before_dream(place: Place) -> None:
    await place.talk.say(place.fault.said if place.fault else LINE)
    place.later(seconds=121)


async def _before_compose(place: Place) -> None:
    await _before_dream(place)
    await place.run("plan-follow-ups")
    place.later(hours=25)


async def _turn(place: Place) -> str:
    said = place.fault.said if place.fault else LINE
    try:
        watched = place.fault is not None and place.fault.watched
        say = place.talk.watch if watched else place.talk.say
        turn = await say(said, turn_id="t1")
    except ModelFailure as away:
        assert away.retryable
        return away.code
    why = turn.decisions["search"]["why"]
    if why == "judge_unavailable":
        assert turn.reply == GOOD[REPLY]
        return str(why)
    return "read" if place.path == JUDGE else _told(turn.reply)


def _told(reply: str) -> str:
    return "told" if reply == GOOD[REPLY] else reply


async def _dream(place: Place) -> str:
    report = await place.run("dream")
    assert isinstance(report, DreamReport)
    reasons = sorted(str(each.reason) for each in report.changes if each.reason)
    return " ".join([str(report.outcome), *reasons])


async def _plan(place: Place) -> str:
    return str((await place.run("plan-follow-ups")).outcome)


async def _compose(place: Place) -> str:
    return str((await place.run("send-follow-ups")).outcome)


@dataclass(frozen=True, kw_only=True)
class Played:
    """before: what healthy things happen first. act: the path itself; tells its outcome."""

    before: Callable[[Place], Awaitable[None]]
    act: Callable[[Place], Awaitable[str]]


PLAYED: Mapping[Path, Played] = {
    JUDGE: Played(before=_before_turn, act=_turn),
    REPLY: Played(before=_before_turn, act=_turn),
    PROPOSE: Played(before=_before_dream, act=_dream),
    VERIFY: Played(before=_before_dream, act=_dream),
    PLAN: Played(before=_before_dream, act=_plan),
    COMPOSE: Played(before=_before_compose, act=_compose),
}
