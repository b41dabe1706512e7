"""After a talk fell quiet: should a crew speak again, and when? Silence is the default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from nightcrew.domain.minors import refuses
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.plan_answer import Planned, kept, mended, plan_all, refusals, to_mend
from nightcrew.domain.planning import PlanGround, is_forgotten
from nightcrew.domain.questions import OpenFollowUp, PlanInputs, ShownEvidence
from nightcrew.domain.reason import Silence
from nightcrew.domain.style_memory import most_fitting, shown_of
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
    called_off: tuple[FollowUp, ...]
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
        anyway: bool = False,
    ) -> list[Pair]:
        """Pairs that fell quiet since their talk was last read for follow-ups.

        anyway: also those that wait after a failure.
        """
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
                    anyway=anyway,
                )
        return found

    async def __call__(self, pair: Pair, *, now: datetime | None = None) -> FlowReport:
        """Read one pair's talk, ask the planner once and keep what code allows."""
        at = now or self.clock.now()
        async with self.db.begin_pair(pair) as connection:
            talk = await self._read(connection, pair, at)
        if talk is None:
            return FlowReport(user=str(pair.user), crew=pair.crew, outcome="nothing_to_do")
        if refuses(talk.crew, talk.person.age_band):
            return await self._keep(talk, (), Silence.REFUSED_FOR_MINORS, at)
        if not _has_user_words(talk.lines):
            return await self._keep(talk, (), "nothing_to_do", at)
        try:
            talk, proposed = await self._ask(talk, at)
        except ModelFailure as away:
            return await self._put_off(talk, away.kind, at)
        planned = await self._planned(talk, proposed, at)
        return await self._keep(talk, planned, "silent", at)

    async def _planned(self, talk: Talk, proposed: ProposedFollowUps, at: datetime) -> Planned:
        """What code allows of it; a time that has passed is asked for once more, and no more."""
        ground = _ground(talk, at)
        planned = plan_all(proposed.follow_ups, ground, uuid4)
        passed = to_mend(proposed.follow_ups, planned)
        if not passed:
            return planned
        question = render("plan_follow_ups", replace(_inputs(talk, at), refused=passed))
        try:
            again = (await self.model.ask(question, answer=ProposedFollowUps)).value
        except ModelFailure:
            # What the first answer made is kept; the rest is silence, as without a second try.
            return planned
        return mended(planned, plan_all(again.follow_ups, ground, uuid4))

    async def _ask(self, talk: Talk, at: datetime) -> tuple[Talk, ProposedFollowUps]:
        """What the planner says, and of which talk: of the older half when it was cut off."""
        for part in filter(None, (talk, _first_half(talk))):
            question = render("plan_follow_ups", _inputs(part, at))
            try:
                return part, (await self.model.ask(question, answer=ProposedFollowUps)).value
            except ModelFailure as away:
                failure = away
            if failure.kind != "truncated":
                break
        raise failure

    async def _put_off(self, talk: Talk, kind: str, at: datetime) -> FlowReport:
        """Read the talk again later; one that was refused three times counts as read."""
        async with self.db.begin_pair(talk.pair) as connection:
            await people.lock_person(connection, talk.pair.tenant, talk.pair.user)
            if talk.erase_count != await people.erase_count(
                connection, talk.pair.tenant, talk.pair.user
            ):
                return _report(talk, "stale", ())
            trouble = await pairs.note_failure(connection, talk.pair, "plan", kind)
            if trouble.is_hopeless():
                await pairs.note_recovery(connection, talk.pair, "plan")
                await pairs.note(connection, talk.pair, planned_until=_read_until(talk, at))
        return _report(talk, kind, ())

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
            called_off=await follow_ups.called_off(connection, pair),
            open_count=await follow_ups.count_open(connection, pair.tenant, pair.user),
            lines=show_evidence(visible_evidence(said, tombstones, person.claim_key)),
            heard_until=state.last_said_at,
            erase_count=erased,
        )

    async def _keep(
        self,
        talk: Talk,
        planned: Planned,
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
            for each in kept(planned):
                there, created = await follow_ups.add(connection, talk.pair, each)
                made += [there.id] if created else []
            await pairs.note(connection, talk.pair, planned_until=_read_until(talk, at))
            await pairs.note_recovery(connection, talk.pair, "plan")
        return _report(talk, "planned" if made else otherwise, refusals(planned), made=made)


def _read_until(talk: Talk, at: datetime) -> datetime:
    return min(talk.heard_until or at, at)


def _first_half(talk: Talk) -> Talk | None:
    """The older half of a talk; what follows is read the next time. None for a single line."""
    lines = talk.lines[: len(talk.lines) // 2]
    if not lines:
        return None
    return replace(talk, lines=lines, heard_until=lines[-1].evidence.said_at)


def _has_user_words(lines: Sequence[ShownEvidence]) -> bool:
    return any(line.evidence.speaker is Speaker.USER for line in lines)


def _inputs(talk: Talk, at: datetime) -> PlanInputs:
    timezone, locale = talk.zone_name(), talk.person.locale or talk.crew.locale
    every_style, _ = split_style(show_memories(talk.memories, today(at, timezone), locale, {}))
    users = (line.evidence for line in talk.lines if line.evidence.speaker is Speaker.USER)
    style = most_fitting(every_style, " ".join(line.text for line in users))
    return PlanInputs(
        crew=talk.crew,
        user_name=talk.person.name or "",
        moment=moment(at, timezone, locale),
        guide_lines=guide_lines(talk.crew),
        style=style,
        style_shown=shown_of(style, every_style, locale),
        evidence=talk.lines,
        follow_ups=_shown(talk, talk.open),
        called_off=_shown(talk, talk.called_off),
        tombstones=show_tombstones(talk.tombstones),
        request=None,
    )


def _shown(talk: Talk, promises: Sequence[FollowUp]) -> tuple[OpenFollowUp, ...]:
    """Promises as the prompt shows them, but for those about something forgotten."""
    return tuple(
        show_follow_up(
            each.id,
            intent=each.intent,
            due_local=(each.next_local or each.local or "").replace("T", " "),
            rule=each.rule,
        )
        for each in promises
        if each.intent and not is_forgotten(each.intent, talk.tombstones, talk.person.claim_key)
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
        called_off=talk.called_off,
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
