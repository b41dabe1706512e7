"""Turns what the App reports into events, each with what proves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from nightcrew.app.flow_menu import Report
from nightcrew.cli.demo_events import (
    Decided,
    Dreamed,
    Event,
    FellDue,
    Missed,
    Preferred,
    Promised,
    Reviewed,
    Rows,
    Talked,
    ToldChange,
    Where,
)
from nightcrew.cli.demo_facts import Facts
from nightcrew.cli.demo_model import PLANTED, WatchedModel
from nightcrew.cli.demo_script import Scene
from nightcrew.domain.dream import ChangeReport, DreamReport
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.masking import mask
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Turn
from nightcrew.domain.version import Version

Who = tuple[str, str]  # user, crew


@dataclass(slots=True, kw_only=True)
class Watch:
    """Knows the pairs that spoke, and which of their lines no dream has read yet."""

    facts: Facts
    model: WatchedModel
    _pairs: dict[Who, Pair] = field(default_factory=dict, init=False)
    _unread: dict[Who, list[str]] = field(default_factory=dict, init=False)
    _forgot: set[str] = field(default_factory=set, init=False)

    async def turn(self, scene: Scene, pair: Pair, turn: Turn, before: Rows) -> list[Event]:
        """A turn, and what the user forgot in it."""
        who = (scene.user, scene.crew)
        self._pairs[who] = pair
        self._unread.setdefault(who, []).append(mask(scene.words).text.strip())
        explained = await self.facts.explained(turn.turn_id)
        talked = Talked(
            where=self._where(who, scene.at),
            said=scene.words,
            turn=turn,
            before=before,
            after=await self.facts.rows(scene.user, pair, scene.at),
            guide=self.facts.guide(scene.crew),
            cited=frozenset(line["handle"] for line in explained.get("guide_lines", ())),
            style=await self.facts.style(explained, scene.user, scene.at),
        )
        return [talked, *await self._forgotten(scene, turn)]

    async def _forgotten(self, scene: Scene, turn: Turn) -> list[Event]:
        if not turn.memory.forgotten:
            return []
        # The request itself names what is forgotten; only what is said later is a restatement.
        self._unread[scene.user, scene.crew].pop()
        kept = await self.facts.memories(scene.user, scene.at)
        return [
            self.decided(scene, kept[each], act="forget", asked_in_turn=True)
            for each in turn.memory.forgotten
        ]

    def decided(
        self, scene: Scene, memory: MemoryView, *, act: str = "", asked_in_turn: bool = False
    ) -> Decided:
        """The user forgot or restored a memory."""
        act = act or scene.verb
        if act == "forget":
            self._forgot.add(scene.user)
        return Decided(
            where=self._where((scene.user, memory.crew), scene.at),
            act=act,
            memory=memory,
            asked_in_turn=asked_in_turn,
        )

    def preferred(self, scene: Scene) -> Preferred:
        """The user changed preferences."""
        return Preferred(
            where=self._where((scene.user, scene.crew), scene.at), changed=scene.changed
        )

    def missed(self, scene: Scene) -> Missed:
        """Nothing was clearly meant."""
        where = self._where((scene.user, scene.crew), scene.at)
        return Missed(where=where, act=scene.verb, words=scene.words)

    def _where(self, who: Who, at: datetime) -> Where:
        names = self.facts.app.crews.names()
        return Where(
            at=at,
            user=who[0],
            crew=who[1],
            crew_name=names.get(who[1], who[1]),
            calls=dict(self.model.calls),
        )

    async def flow(self, name: str, reports: Sequence[Report], at: datetime) -> list[Event]:
        """What a flow did, pair by pair; pairs for which it did nothing are left out."""
        events: list[Event] = []
        for report in reports:
            who = self._who(report)
            if who is None:
                continue
            if isinstance(report, DreamReport):
                events.append(await self._dreamed(report, who, at))
            elif report.ids:
                where = self._where(who, at)
                events += await self._done(name, report, where)
        return events

    def _who(self, report: Report) -> Who | None:
        """The pair of a report, which names its user by either id."""
        for who, pair in self._pairs.items():
            if who[1] == report.crew and report.user in (who[0], str(pair.user)):
                return who
        return None

    async def _dreamed(self, report: DreamReport, who: Who, at: datetime) -> Dreamed:
        unread = [] if report.flow == "nightly-dream" else self._unread.pop(who, [])
        hidden = [text for text in unread if text not in self.model.seen]
        return Dreamed(
            where=self._where(who, at),
            report=report,
            changes=tuple([await self._change(each, who, at) for each in report.changes]),
            withheld=len(hidden) if who[0] in self._forgot else 0,
        )

    async def _change(self, change: ChangeReport, who: Who, at: datetime) -> ToldChange:
        memory: MemoryView | None = None
        was: Version | None = None
        if change.memory is not None and change.applied:
            memory = (await self.facts.memories(who[0], at)).get(change.memory)
            was = await self.facts.version_before(who[0], change.memory)
        return ToldChange(
            report=change,
            planted=change.why == PLANTED,
            memory=memory,
            was=was,
            cited=await self.facts.cited(self._pairs[who], change.cites),
        )

    async def _done(self, name: str, report: FlowReport, where: Where) -> list[Event]:
        if name == "temporal-review":
            kept = await self.facts.memories(where.user, where.at)
            return [Reviewed(where=where, memories=tuple(kept[each] for each in report.ids))]
        if name == "plan-follow-ups":
            known = {each.id: each for each in await self.facts.follow_ups(where.user, where.at)}
            return [Promised(where=where, follow_ups=tuple(known[each] for each in report.ids))]
        return [await self._fell_due(report.outcome, each, where) for each in report.ids]

    async def _fell_due(self, outcome: str, occurrence: UUID, where: Where) -> FellDue:
        follow_up, time = await self.facts.occurrence(where.user, occurrence, where.at)
        sent = await self.facts.message(occurrence)
        return FellDue(
            where=where,
            follow_up=follow_up,
            occurrence=time,
            outcome=outcome,
            timezone=await self.facts.zone_of(where.user),
            message=sent.id if sent else None,
            text=(sent.text or "") if sent else "",
        )
