"""Sending: gate, words, gate again, outbox; one effect an occurrence, whoever dies meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.follow_up import WaitingOccurrence
from nightcrew.domain.pair import Pair
from nightcrew.domain.speaking_gate import decide
from nightcrew.ports import Clock, Crews, Model
from nightcrew.store import follow_ups, speaking
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway
from nightcrew.store.speaking import GateFacts
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.send_follow_ups.falling_due import let_fall_due
from nightcrew.usecases.send_follow_ups.gate_question import wish_of
from nightcrew.usecases.send_follow_ups.going_out import Worded, go_out
from nightcrew.usecases.send_follow_ups.holding import Held, ended, hold
from nightcrew.usecases.send_follow_ups.wording import (
    Allowed,
    Composer,
    ComposeWithModel,
    Words,
    still_wanted,
)
from nightcrew.usecases.send_follow_ups.zones_changed import recompute

logger = logging.getLogger(__name__)

AT_ONCE = 4  # messages composed at the same time
LANES = 2  # batches under way: one is thought about while the database writes the other
Outcomes = dict[UUID, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SendFollowUps:
    """Carries what fell due to the outbox, or stores why it stayed silent.

    composer: who finds the words; the model when none is given.
    """

    db: Database
    crews: Crews
    model: Model
    clock: Clock
    composer: Composer | None = None

    async def __call__(
        self,
        *,
        now: datetime | None = None,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
    ) -> list[FlowReport]:
        """Send everything that waits at `now`; one report an occurrence."""
        at = now or self.clock.now()
        reports: list[FlowReport] = []
        for each in await tenants_to_sweep(self.db, tenant):
            await recompute(self.db, each)
            await let_fall_due(self.db, each, at, self.crews.house().timezone)
            places = asyncio.Semaphore(AT_ONCE)
            lanes = [self._drain(each, at, user, crew, places) for _ in range(LANES)]
            reports += chain.from_iterable(await asyncio.gather(*lanes))
        return reports

    async def _drain(
        self,
        tenant: UUID,
        at: datetime,
        user: UUID | None,
        crew: str | None,
        places: asyncio.Semaphore,
    ) -> list[FlowReport]:
        reports: list[FlowReport] = []
        while batch := await self._claim(tenant, at, user, crew):
            reports += _reports(batch, await self._send(tenant, batch, at, places))
        return reports

    async def _claim(
        self, tenant: UUID, at: datetime, user: UUID | None, crew: str | None
    ) -> tuple[WaitingOccurrence, ...]:
        async with self.db.begin(tenant) as connection:
            return await follow_ups.claim(connection, tenant, at, user=user, crew=crew)

    async def _send(
        self,
        tenant: UUID,
        batch: tuple[WaitingOccurrence, ...],
        at: datetime,
        places: asyncio.Semaphore,
    ) -> Outcomes:
        async with self.db.begin(tenant) as connection:
            known = await speaking.gate_facts(connection, tenant, batch, at)
            allowed, outcomes = await self._first_look(connection, tenant, known, at)
        return outcomes | await self._speak(tenant, allowed, at, places)

    async def _first_look(
        self, connection: Connection, tenant: UUID, known: Sequence[GateFacts], at: datetime
    ) -> tuple[list[Allowed], Outcomes]:
        allowed: list[Allowed] = []
        held: list[Held] = []
        unknown: list[GateFacts] = []
        for facts in known:
            try:
                crew = self.crews.crew(facts.occurrence.crew)
            except NotFound:
                unknown.append(facts)
                continue
            answer = decide(wish_of(facts, crew, at))
            if answer.verdict == "allow":
                allowed.append(Allowed(facts=facts, crew=crew, asks=answer.asks))
            else:
                held.append(Held(facts=facts, answer=answer))
        outcomes = await hold(connection, tenant, held, at)
        return allowed, outcomes | await _fail(connection, tenant, unknown, at)

    async def _speak(
        self, tenant: UUID, allowed: Sequence[Allowed], at: datetime, places: asyncio.Semaphore
    ) -> Outcomes:
        """Compose some at a time, and write what is ready while others are still thought about."""
        outcomes = Outcomes()
        composing = {
            asyncio.create_task(self._worded(tenant, each, at, places)): each for each in allowed
        }
        renewing = asyncio.create_task(self._keep_leases(tenant, composing))
        try:
            while composing:
                ready, _ = await asyncio.wait(composing, return_when=asyncio.FIRST_COMPLETED)
                worded = [found for task in ready if (found := task.result()) is not None]
                for task in ready:
                    del composing[task]
                outcomes |= await self._write(tenant, worded, at)
        finally:
            for task in (renewing, *composing):
                task.cancel()
        return outcomes

    async def _keep_leases(
        self, tenant: UUID, composing: Mapping[asyncio.Task[Worded | None], Allowed]
    ) -> None:
        """Slow is not dead: hold on to what is still being worded."""
        while True:
            await asyncio.sleep(follow_ups.LEASE_SECONDS / 3)
            async with self.db.begin(tenant) as connection:
                held = [each.facts.occurrence for each in composing.values()]
                await follow_ups.renew(connection, tenant, held)

    async def _worded(
        self, tenant: UUID, allowed: Allowed, at: datetime, places: asyncio.Semaphore
    ) -> Worded | None:
        """Its words; None when finding them broke, which ends no other message."""
        if allowed.asks:
            return Worded(allowed=allowed, words=Words(text=still_wanted(allowed)))
        pair = Pair(tenant=tenant, user=allowed.facts.person.id, crew=allowed.facts.occurrence.crew)
        compose = self.composer or ComposeWithModel(db=self.db, model=self.model)
        try:
            async with places:
                return Worded(allowed=allowed, words=await compose(pair, allowed, at))
        except StoreAway:
            raise
        except Exception as broken:
            # Its lease ends by itself and another sender takes the occurrence over.
            logger.error("composing failed: pair=%s error=%s", pair, type(broken).__name__)  # noqa: TRY400
            return None

    async def _write(self, tenant: UUID, worded: Sequence[Worded], at: datetime) -> Outcomes:
        """Write them together; when that breaks, each by itself, so that one stops no other."""
        try:
            return await self._written(tenant, worded, at)
        except StoreAway:
            raise
        except Exception as broken:
            if len(worded) == 1:
                occurrence = worded[0].allowed.facts.occurrence.id
                logger.error(  # noqa: TRY400 -- a traceback could hold words of the user
                    "sending failed: occurrence=%s error=%s", occurrence, type(broken).__name__
                )
                return {}
        outcomes = Outcomes()
        for each in worded:
            outcomes |= await self._write(tenant, [each], at)
        return outcomes

    async def _written(self, tenant: UUID, worded: Sequence[Worded], at: datetime) -> Outcomes:
        if not worded:
            return {}
        async with self.db.begin(tenant) as connection:
            return await go_out(connection, tenant, worded, at)


async def _fail(
    connection: Connection, tenant: UUID, unknown: Sequence[GateFacts], at: datetime
) -> Outcomes:
    """Of crews that are not here any more, nothing can be said."""
    settled = [ended(facts, "failed", at, "unknown_crew") for facts in unknown]
    if settled:
        await speaking.settle(connection, tenant, settled)
    return {each.id: each.state for each in settled}


def _reports(batch: Sequence[WaitingOccurrence], outcomes: Mapping[UUID, str]) -> list[FlowReport]:
    return [
        FlowReport(
            user=str(occurrence.user_id),
            crew=occurrence.crew,
            outcome=outcome,
            counts={outcome: 1},
            ids=(occurrence.id,),
        )
        for occurrence in batch
        for outcome in (outcomes.get(occurrence.id, "failed"),)
    ]
