"""One dream: read, think, write; no transaction is open while a model thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID, uuid4

from nightcrew.domain.dream import (
    Change,
    DreamReport,
    Proposal,
    Screened,
    Verdict,
    Verdicts,
    said_again,
)
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.pair import Pair
from nightcrew.domain.reason import DreamOutcome
from nightcrew.domain.residue import with_residue_removed
from nightcrew.domain.screen import change_digest, screen
from nightcrew.domain.verdicts import judge
from nightcrew.ports import Clock, Crews, Model, Role, Usage
from nightcrew.store import evidence, pairs, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.run_dream import failing, ground, reporting, team_talk, writing
from nightcrew.usecases.run_dream.ground import Reading, Rows

DreamMode = Literal["apply", "review", "dry_run"]
NIGHTLY_MEMORIES = 20  # pairs with more active memories than this are tidied at night


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """What the models said and what code made of it; outcome: only when they failed."""

    screened: tuple[Screened, ...] = ()
    usage: Usage = field(default_factory=Usage)
    outcome: DreamOutcome | None = None
    prompts: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDream:
    """Turns a quiet pair's evidence into changes that stand."""

    db: Database
    crews: Crews
    model: Model
    clock: Clock
    quiet_for: timedelta
    longest_wait: timedelta

    async def ready(
        self,
        now: datetime | None = None,
        *,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
        anyway: bool = False,
    ) -> list[Pair]:
        """Pairs that fell quiet or waited long enough, the longest waiting first in each tenant.

        anyway: also those that wait after a failed dream.
        """
        at = now or self.clock.now()
        found: list[Pair] = []
        for each in await tenants_to_sweep(self.db, tenant):
            async with self.db.begin(each) as connection:
                found += await evidence.ready_pairs(
                    connection,
                    each,
                    now=at,
                    quiet_since=at - self.quiet_for,
                    waited_since=at - self.longest_wait,
                    user=user,
                    crew=crew,
                    anyway=anyway,
                )
        return found

    async def due_tonight(
        self, now: datetime | None = None, *, tenant: UUID | None = None, once: bool = True
    ) -> list[Pair]:
        """Pairs with many memories that changed since their last night, where it is past four.

        once: leave out pairs that had their night on this date of theirs already, and those that
        wait after a failed dream.
        """
        at = now or self.clock.now()
        found: list[Pair] = []
        for each in await tenants_to_sweep(self.db, tenant):
            async with self.db.begin(each) as connection:
                rows = await pairs.nightly_pairs(
                    connection, each, more_than=NIGHTLY_MEMORIES, anyway=not once
                )
                for pair, state in rows:
                    person = await people.person(connection, each, pair.user)
                    zone_name = (person and person.timezone) or self.crews.house().timezone
                    if not once or writing.is_night_for(zone_name, at, state.nightly_on):
                        found.append(pair)
        return found

    async def __call__(
        self,
        pair: Pair,
        *,
        now: datetime | None = None,
        mode: DreamMode = "apply",
        nightly: bool = False,
    ) -> DreamReport:
        """Dream once for the pair; whatever happens, evidence stays and the reason is told."""
        at = now or self.clock.now()
        token, rows = await self._read(pair, at, nightly=nightly)
        if token is None or rows is None:
            return reporting.empty_report(pair, at, DreamOutcome.BUSY, nightly=nightly)
        try:
            reading = await self._reading(rows, at)
            if not reading.has_news():
                nothing = DreamOutcome.NOTHING_TO_DO
                report = reporting.empty_report(pair, at, nothing, nightly=nightly)
                return replace(report, user=reading.person.external_id)
            thought = await self._think(reading, token)
            half = failing.first_half(reading)
            if thought.outcome is DreamOutcome.TRUNCATED and half is not None:
                reading = half
                await self._hold_on(pair, token)
                again = await self._think(reading, token)
                thought = replace(again, usage=thought.usage.plus(again.usage))
            return await self._write(reading, thought, token, at, mode)
        finally:
            await self._let_go(pair, token)

    async def _read(
        self, pair: Pair, at: datetime, *, nightly: bool
    ) -> tuple[UUID | None, Rows | None]:
        async with self.db.begin_pair(pair) as connection:
            token = await pairs.take_lease(connection, pair)
            if token is None:
                return None, None
            return token, await ground.read(connection, pair, now=at, nightly=nightly)

    async def _reading(self, rows: Rows, at: datetime) -> Reading:
        # Beside the loop: very long lines take seconds, and nobody else is to wait for them.
        crew, names = self.crews.crew(rows.pair.crew), self.crews.names()
        return await asyncio.to_thread(ground.reading_of, rows, crew=crew, names=names, now=at)

    async def _let_go(self, pair: Pair, token: UUID) -> None:
        async with self.db.begin_pair(pair) as connection:
            await pairs.give_back_lease(connection, pair, token)

    async def _hold_on(self, pair: Pair, token: UUID) -> None:
        """One more question is asked, so the lease must last for its tries, too."""
        async with self.db.begin_pair(pair) as connection:
            await pairs.keep_lease(connection, pair, token)

    async def _think(self, reading: Reading, token: UUID) -> Thought:
        if not reading.has_user_words():
            return Thought(outcome=DreamOutcome.NOTHING_TO_DO, prompts={})
        question = ground.propose_question(reading)
        prompts = {question.name: question.version}
        try:
            proposed = await self.model.ask(question, answer=Proposal)
        except ModelFailure as away:
            return Thought(usage=away.spent, outcome=DreamOutcome(away.kind), prompts=prompts)
        proposal = with_residue_removed(proposed.value, reading.ground)
        screened = await asyncio.to_thread(screen, proposal, reading.ground)
        standing = [each for each in screened if each.reason is None]
        if not standing:
            return Thought(screened=screened, usage=proposed.usage, prompts=prompts)
        await self._hold_on(reading.pair, token)
        return await self._verify(reading, screened, proposed.usage, prompts)

    async def _verify(
        self,
        reading: Reading,
        screened: tuple[Screened, ...],
        usage: Usage,
        prompts: dict[str, int],
    ) -> Thought:
        standing = [each for each in screened if each.reason is None and each.change is not None]
        changes: list[Change] = [each.change for each in standing if each.change is not None]
        before = [change_digest(change) for change in changes]
        question = ground.verify_question(reading, changes)
        prompts = {**prompts, question.name: question.version}
        verdicts: tuple[Verdict, ...] = ()
        failed: DreamOutcome | None = None
        try:
            answered = await self.model.ask(question, answer=Verdicts)
            verdicts, usage = answered.value.verdicts, usage.plus(answered.usage)
        except ModelFailure as away:
            failed, usage = DreamOutcome(away.kind), usage.plus(away.spent)
        judged = judge(screened, standing, verdicts, before)
        return Thought(screened=judged, usage=usage, outcome=failed, prompts=prompts)

    async def _write(
        self, reading: Reading, thought: Thought, token: UUID, at: datetime, mode: DreamMode
    ) -> DreamReport:
        dream = reporting.Dream(
            id=uuid4(),
            at=at,
            mode=mode,
            flow="nightly-dream" if reading.ground.nightly else "dream",
            outcome=thought.outcome,
            usage=thought.usage,
            prompts=thought.prompts or {},
            same_model=self.model.name(Role.DREAM) == self.model.name(Role.VERIFY),
        )
        if not failing.is_failure(dream.outcome):
            thought = replace(thought, screened=_with_what_was_said_again(thought, reading))
        if mode == "dry_run":
            async with self.db.begin(reading.pair.tenant) as connection:
                await reporting.pay(connection, reading.pair, thought.usage)
            return reporting.dry_report(reading, thought.screened, dream)
        async with self.db.begin_pair(reading.pair) as connection:
            await people.lock_person(connection, reading.pair.tenant, reading.pair.user)
            if not await pairs.holds_lease(connection, reading.pair, token):
                return await _too_late(connection, reading, dream)
            if not await _may_still_remember(connection, reading):
                return await failing.keep_late(connection, reading, dream)
            if failing.is_failure(dream.outcome):
                return await failing.keep_failed(connection, reading, thought.screened, dream)
            before = await pairs.state(connection, reading.pair)
            screened = await team_talk.proposed(connection, reading, thought.screened, at)
            write = writing.keep_for_review if mode == "review" else writing.apply
            report = await write(connection, reading, screened, dream)
            await failing.note_answered(
                connection, reading, report, stale_before=before.stale_dreams
            )
            return report


def _with_what_was_said_again(thought: Thought, reading: Reading) -> tuple[Screened, ...]:
    """What was proposed, and a refusal for each line that says what was forgotten.

    Such a line is shown to no model, so that nobody proposes it; the report says all the same why
    nothing came of it, without its words.
    """
    after = len(thought.screened) + 1
    again = (said_again(number, line) for number, line in enumerate(reading.said_again, after))
    return (*thought.screened, *again)


async def _may_still_remember(connection: Connection, reading: Reading) -> bool:
    """Whether the user's consent still stands; a night only tidies what is there."""
    person = await people.person(connection, reading.pair.tenant, reading.pair.user)
    return reading.ground.nightly or (person is not None and person.allows("remember"))


async def _too_late(
    connection: Connection, reading: Reading, dream: reporting.Dream
) -> DreamReport:
    """The lease went to another worker, or with the user who is gone."""
    if await people.person(connection, reading.pair.tenant, reading.pair.user) is None:
        await reporting.pay(connection, reading.pair, dream.usage)
        return reporting.empty_report(
            reading.pair, dream.at, DreamOutcome.STALE, nightly=reading.ground.nightly
        )
    return await failing.keep_late(connection, reading, dream)
