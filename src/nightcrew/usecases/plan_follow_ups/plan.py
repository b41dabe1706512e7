"""After a talk fell quiet: should a crew speak again, and when? Silence is the default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.follow_up import ProposedFollowUps
from nightcrew.domain.lines import show_evidence
from nightcrew.domain.minors import refuses
from nightcrew.domain.model_faults import paid_before
from nightcrew.domain.pair import Pair
from nightcrew.domain.plan_answer import Planned, kept, mended, plan_all, refusals, to_mend
from nightcrew.domain.reason import Silence
from nightcrew.domain.usage import Paid, Usage, Work
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Answered, Clock, Crews, Model
from nightcrew.prompts import render
from nightcrew.store import evidence, follow_ups, memories, model_costs, pairs, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.plan_follow_ups.talk import (
    Talk,
    first_half,
    ground_of,
    has_user_words,
    inputs_of,
)

_NOTHING_ASKED = Usage()


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
        if not has_user_words(talk.lines):
            return await self._keep(talk, (), "nothing_to_do", at)
        try:
            talk, proposed = await self._ask(talk, at)
        except ModelFailure as away:
            return await self._put_off(talk, away, at)
        planned, usage = await self._planned(talk, proposed, at)
        return await self._keep(talk, planned, "silent", at, usage)

    async def _planned(
        self, talk: Talk, proposed: Answered[ProposedFollowUps], at: datetime
    ) -> tuple[Planned, Usage]:
        """What code allows of it; a time that has passed is asked for once more, and no more."""
        ground, first = ground_of(talk, at), proposed.value.follow_ups
        planned = plan_all(first, ground, uuid4)
        passed = to_mend(first, planned)
        if not passed:
            return planned, proposed.usage
        question = render("plan_follow_ups", replace(inputs_of(talk, at), refused=passed))
        try:
            again = await self.model.ask(question, answer=ProposedFollowUps)
        except ModelFailure as away:
            # What the first answer made is kept; the rest is silence, as without a second try.
            return planned, proposed.usage.plus(away.spent)
        second = plan_all(again.value.follow_ups, ground, uuid4)
        return mended(planned, second), proposed.usage.plus(again.usage)

    async def _ask(self, talk: Talk, at: datetime) -> tuple[Talk, Answered[ProposedFollowUps]]:
        """What the planner says, and of which talk: of the older half when it was cut off."""
        spent = Usage()
        for part in filter(None, (talk, first_half(talk))):
            question = render("plan_follow_ups", inputs_of(part, at))
            try:
                with paid_before(spent):
                    told = await self.model.ask(question, answer=ProposedFollowUps)
            except ModelFailure as away:
                failure, spent = away, away.spent
            else:
                return part, replace(told, usage=spent.plus(told.usage))
            if failure.kind != "truncated":
                break
        raise failure

    async def _put_off(self, talk: Talk, away: ModelFailure, at: datetime) -> FlowReport:
        """Read the talk again later; one that was refused three times counts as read."""
        async with self.db.begin_pair(talk.pair) as connection:
            await _pay(connection, talk.pair, away.spent)
            await people.lock_person(connection, talk.pair.tenant, talk.pair.user)
            if talk.erase_count != await people.erase_count(
                connection, talk.pair.tenant, talk.pair.user
            ):
                return _report(talk, "stale", ())
            trouble = await pairs.note_failure(connection, talk.pair, "plan", away.kind)
            if trouble.is_hopeless():
                await pairs.note_recovery(connection, talk.pair, "plan")
                await pairs.note(connection, talk.pair, planned_until=_read_until(talk, at))
        return _report(talk, away.kind, ())

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
        usage: Usage = _NOTHING_ASKED,
    ) -> FlowReport:
        made: list[UUID] = []
        async with self.db.begin_pair(talk.pair) as connection:
            await _pay(connection, talk.pair, usage)
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


async def _pay(connection: Connection, pair: Pair, usage: Usage) -> None:
    """Also for an answer that comes too late to be kept."""
    paid = Paid(work=Work.PLAN, crew=pair.crew, usage=usage)
    await model_costs.note(connection, pair.tenant, paid)


def _read_until(talk: Talk, at: datetime) -> datetime:
    return min(talk.heard_until or at, at)


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
