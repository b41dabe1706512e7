"""One user with one crew who asks to be spoken to, a clock that goes on, and what is then sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.app.flow_menu import FlowWish
from nightcrew.app.menu import App
from nightcrew.domain.follow_up_times import FollowUpView, OccurrenceView
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from nightcrew.domain.turn import Turn
from nightcrew.ports import Model
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import Script, ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

LATER = timedelta(seconds=121)
SPOKEN = {"send": True, "text": "물 한 잔 어때요?", "why": "때가 됐다"}


def proposal(local: str | None = None, **parts: Any) -> dict[str, Any]:
    """A planner's answer with one follow-up, in the shape a model writes it."""
    usual: dict[str, Any] = {"kind": "one_shot", "intent": "계란 확인", "purpose": "life"}
    rule = {"kind": "recurring"} if "rule" in parts else {}
    return {"follow_ups": [{**usual, **rule, "local": local, **parts}], "why": "부탁했다"}


def wants(act: str, request: str = "") -> dict[str, Any]:
    """A judge that sees an act of follow-ups asked for."""
    return {"follow_up": {"use": True, "act": act, "request": request, "why": "부탁"}}


@dataclass(frozen=True, kw_only=True, repr=False)
class FollowUpTalk:
    """A talk with what it promises; moments are wall times of the user's zone."""

    talk: Talk
    model: Model
    clock: FixedClock
    zone: str

    @property
    def app(self) -> App:
        return self.talk.app

    @property
    def script(self) -> ScriptedModel:
        assert isinstance(self.model, ScriptedModel)
        return self.model

    def at(self, local: str) -> datetime:
        """A wall time of the user as a moment."""
        return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(self.zone))

    async def say(self, words: str, at: str | None = None, **parts: Any) -> Turn:
        """Say something, a little later or at a wall time."""
        self.clock.at = self.at(at) if at else self.clock.at + timedelta(seconds=20)
        return await self.talk.say(words, **parts)

    async def asks(self, words: str, answer: Mapping[str, Any], *, act: str = "create") -> Turn:
        """Ask for something that the judge sees and the planner answers."""
        self.script.answers["judge_needs"] = wants(act, words)
        self.script.answers["plan_follow_ups"] = answer
        turn = await self.say(words)
        self.script.answers["judge_needs"] = {}
        return turn

    async def promise(self, local: str, intent: str = "물", **parts: Any) -> UUID:
        """Promise something for a life matter, as the user does on the screen; a rule repeats."""
        kind = FollowUpKind.RECURRING if "rule" in parts else FollowUpKind.ONE_SHOT
        spec = FollowUpSpec(kind=kind, intent=intent, local=local, purpose=Purpose.LIFE, **parts)
        made = await self.app.keep_follow_ups.make(
            self.talk.pair.tenant, "u1", "mindcare-sora", spec, now=self.clock.at
        )
        return made.follow_up.id

    def told(self) -> tuple[str, ...]:
        """What the last reply was told that was done."""
        done: tuple[str, ...] = self.script.asked_for("reply")[-1].inputs.done  # type: ignore[attr-defined]
        return done

    async def run(self, flow: str) -> Counter[str]:
        """Run a flow for this talk's tenant alone."""
        wish = FlowWish(tenant=self.talk.pair.tenant)
        counts = (await self.app.flows.run(flow, wish)).counts
        return Counter({name: count for name, count in counts.items() if count})

    async def quiet(self) -> Counter[str]:
        """Fall quiet and let the planner read the talk."""
        self.clock.at += LATER
        return await self.run("plan-follow-ups")

    async def sent(self, at: str) -> list[str]:
        """Run the sender at a wall time and give the words that went out."""
        before = len(await self.words())
        self.clock.at = self.at(at)
        await self.run("send-follow-ups")
        return (await self.words())[before:]

    async def words(self) -> list[str]:
        """All that went out, in order."""
        return await self.talk.cells("text", "outbox", "position")

    async def run_list(self, made: UUID, at: str) -> tuple[OccurrenceView, ...]:
        """Every time of a follow-up as its owner sees it at a wall time."""
        return await self.app.keep_follow_ups.occurrences(
            self.talk.pair.tenant, "u1", made, now=self.at(at)
        )

    async def times(self) -> list[tuple[str, str]]:
        """Every time that was due: its wall time and what became of it."""
        found = await self.talk.cells("local || ' ' || state", "occurrences", "local")
        return [tuple(each.split(" ")) for each in found]  # type: ignore[misc]

    async def open(self) -> Sequence[FollowUpView]:
        """What is open, as its owner sees it."""
        page = await self.app.keep_follow_ups.list(
            self.talk.pair.tenant, "u1", status="open", now=self.clock.at
        )
        return page.items


async def follow_up_talk(
    database: Database,
    tenant: UUID,
    *,
    crew: str = "mindcare-sora",
    zone: str = "Asia/Seoul",
    model: Model | None = None,
    **answers: Script,
) -> FollowUpTalk:
    """A fresh user at noon in Seoul, with a scripted model unless one is handed in."""
    clock = FixedClock(NOON)
    asked = model or scripted(**{"compose_follow_up": SPOKEN, **answers})
    app = app_of(database, asked, clock=clock)
    talk = await talk_with(app, tenant, crew, timezone=zone)
    return FollowUpTalk(talk=talk, model=asked, clock=clock, zone=zone)
