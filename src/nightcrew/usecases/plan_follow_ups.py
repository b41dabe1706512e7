"""After a talk fell quiet: should a crew speak again, and when? Silence is the default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.crew import Crew, Tool, guide_lines
from nightcrew.domain.day import moment, today
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.follow_up import FollowUp, ProposedFollowUps
from nightcrew.domain.lines import (
    show_evidence,
    show_follow_up,
    show_memories,
    show_tombstones,
    split_style,
)
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.planning import PlanGround, RefusedFollowUp, plan
from nightcrew.domain.questions import PlanInputs, ShownEvidence
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Clock, Crews, Model
from nightcrew.prompts import render
from nightcrew.store import evidence, follow_ups, memories, pairs, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What the planner reads of one pair."""

    pair: Pair
    crew: Crew
    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    open: tuple[FollowUp, ...]
    open_count: int
    lines: tuple[ShownEvidence, ...]
    heard_until: datetime | None
    erase_count: int

    def zone_name(self) -> str:
        """The user's zone, or the house's while it is not known."""
        return self.person.timezone or self.crew.house.timezone


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFollowUps:
    """Plans from the talk of quiet pairs; each talk is read once."""

    db: Database
    crews: Crews
    model: Model
    clock: Clock
    quiet_for: timedelta

    async def ready(
        self,
        now: datetime | None = None,
        *,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
    ) -> list[Pair]:
        """Pairs that fell quiet since their talk was last read for follow-ups."""
        at = now or self.clock.now()
        found: list[Pair] = []
        for each in await tenants_to_sweep(self.db, tenant):
            async with self.db.begin(each) as connection:
                found += await pairs.spoken_pairs(
                    connection,
                    each,
                    now=at,
                    quiet_since=at - self.quiet_for,
                    user=user,
                    crew=crew,
                )
        return found

    async def __call__(self, pair: Pair, *, now: datetime | None = None) -> FlowReport:
        """Read one pair's talk, ask the planner once and keep what code allows."""
        at = now or self.clock.now()
        async with self.db.begin_pair(pair) as connection:
            talk = await self._read(connection, pair, at)
        if talk is None:
            return FlowReport(user=str(pair.user), crew=pair.crew, outcome="nothing_to_do")
        if not _has_user_words(talk.lines):
            return await self._keep(talk, (), "nothing_to_do", at)
        try:
            answered = await self.model.ask(
                render("plan_follow_ups", _inputs(talk, at)), answer=ProposedFollowUps
            )
        except ModelFailure as away:
            return _report(talk, away.kind, ())
        ground = _ground(talk, at)
        planned = [plan(each, ground, uuid4()) for each in answered.value.follow_ups]
        return await self._keep(talk, planned, "silent", at)

    async def _read(self, connection: Connection, pair: Pair, at: datetime) -> Talk | None:
        person = await people.person(connection, pair.tenant, pair.user)
        if person is None:
            return None
        erased = await people.erase_count(connection, pair.tenant, pair.user)
        state = await pairs.state(connection, pair)
        tombstones = await memories.standing_tombstones(connection, pair)
        said = await evidence.said_since(connection, pair, state.planned_until, at)
        return Talk(
            pair=pair,
            crew=self.crews.crew(pair.crew),
            person=person,
            memories=await memories.seen_by(connection, pair),
            tombstones=tombstones,
            open=await follow_ups.open_of(connection, pair),
            open_count=await follow_ups.count_open(connection, pair.tenant, pair.user),
            lines=show_evidence(visible_evidence(said, tombstones, person.claim_key)),
            heard_until=state.last_said_at,
            erase_count=erased,
        )

    async def _keep(
        self,
        talk: Talk,
        planned: Sequence[FollowUp | RefusedFollowUp],
        otherwise: str,
        at: datetime,
    ) -> FlowReport:
        made: list[UUID] = []
        async with self.db.begin_pair(talk.pair) as connection:
            await people.lock_person(connection, talk.pair.tenant, talk.pair.user)
            if talk.erase_count != await people.erase_count(
                connection, talk.pair.tenant, talk.pair.user
            ):
                # Some of what the planner read was erased meanwhile; the talk is read again.
                return _report(talk, "stale", ())
            for each in planned:
                if isinstance(each, FollowUp):
                    kept, created = await follow_ups.add(connection, talk.pair, each)
                    made += [kept.id] if created else []
            await pairs.note(connection, talk.pair, planned_until=min(talk.heard_until or at, at))
        refused = [each.reason for each in planned if isinstance(each, RefusedFollowUp)]
        return _report(talk, "planned" if made else otherwise, refused, made=made)


def _has_user_words(lines: Sequence[ShownEvidence]) -> bool:
    return any(line.evidence.speaker is Speaker.USER for line in lines)


def _inputs(talk: Talk, at: datetime) -> PlanInputs:
    timezone, locale = talk.zone_name(), talk.person.locale or talk.crew.locale
    style, _ = split_style(show_memories(talk.memories, today(at, timezone), locale, {}))
    return PlanInputs(
        crew=talk.crew,
        user_name=talk.person.name or "",
        moment=moment(at, timezone, locale),
        guide_lines=guide_lines(talk.crew),
        style=style,
        evidence=talk.lines,
        follow_ups=tuple(
            show_follow_up(
                each.id,
                intent=each.intent,
                due_local=(each.next_local or each.local or "").replace("T", " "),
                rule=each.rule,
            )
            for each in talk.open
        ),
        tombstones=show_tombstones(talk.tombstones),
        request=None,
    )


def _ground(talk: Talk, at: datetime) -> PlanGround:
    shown: dict[str, Evidence] = {line.handle: line.evidence for line in talk.lines}
    return PlanGround(
        now=at,
        user=talk.pair.user,
        crew=talk.pair.crew,
        user_zone=talk.person.timezone,
        house_zone=talk.crew.house.timezone,
        evidence=shown,
        repeats=talk.crew.tool_guide[Tool.FOLLOW_UP].repeats,
        asked_for=False,
        open_count=talk.open_count,
        tombstones=talk.tombstones,
        claim_key=talk.person.claim_key,
        bundle=talk.crew.digest,
    )


def _report(
    talk: Talk, outcome: str, refused: Sequence[str], *, made: Sequence[UUID] = ()
) -> FlowReport:
    counts = {"lines": len(talk.lines), "planned": len(made), "refused": len(refused)}
    for reason in refused:
        counts[f"refused_{reason}"] = counts.get(f"refused_{reason}", 0) + 1
    return FlowReport(
        user=talk.person.external_id,
        crew=talk.pair.crew,
        outcome=outcome,
        counts=counts,
        ids=tuple(made),
    )
