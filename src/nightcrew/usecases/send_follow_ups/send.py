"""Sending: gate, words, gate again, outbox; one effect an occurrence, whoever dies meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from nightcrew.domain.errors import ModelFailure, NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.follow_up import WaitingOccurrence
from nightcrew.domain.outgoing_message import sendable
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import WrittenFollowUp
from nightcrew.domain.reason import Silence
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.speaking_gate import Answer, decide
from nightcrew.ports import Clock, Crews, Model
from nightcrew.prompts import render
from nightcrew.store import follow_ups, outbox, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.send_follow_ups.falling_due import let_fall_due
from nightcrew.usecases.send_follow_ups.moment_of_truth import (
    Truth,
    compose_inputs,
    read,
    said_before,
    wish_of,
)

logger = logging.getLogger(__name__)

AT_ONCE = 4  # messages composed at the same time
TRY_AGAIN = timedelta(minutes=5)
MOST_ATTEMPTS = 8  # then the occurrence has failed; reliability.md D6
_STATE_OF_BLOCK = {
    Silence.MISSED: "missed",
    Silence.EXPIRED: "expired",
    Silence.CANCELLED: "cancelled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SendFollowUps:
    """Carries what fell due to the outbox, or stores why it stayed silent."""

    db: Database
    crews: Crews
    model: Model
    clock: Clock

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
            async with self.db.begin(each) as connection:
                await let_fall_due(connection, each, at, self.crews.house().timezone)
            while batch := await self._claim(each, at, user, crew):
                reports += await self._send_all(each, batch, at)
        return reports

    async def _claim(
        self, tenant: UUID, at: datetime, user: UUID | None, crew: str | None
    ) -> tuple[WaitingOccurrence, ...]:
        async with self.db.begin(tenant) as connection:
            return await follow_ups.claim(connection, tenant, at, user=user, crew=crew)

    async def _send_all(
        self, tenant: UUID, batch: tuple[WaitingOccurrence, ...], at: datetime
    ) -> list[FlowReport]:
        places = asyncio.Semaphore(AT_ONCE)

        async def one(occurrence: WaitingOccurrence) -> FlowReport:
            async with places:
                return await self._send(tenant, occurrence, at)

        return list(await asyncio.gather(*(one(each) for each in batch)))

    async def _send(self, tenant: UUID, occurrence: WaitingOccurrence, at: datetime) -> FlowReport:
        pair = Pair(tenant=tenant, user=occurrence.user_id, crew=occurrence.crew)
        try:
            outcome = await self._through(pair, occurrence, at)
        except StoreAway:
            raise
        except Exception as failed:  # one message must not stop the others
            # Its lease ends by itself and another sender takes the occurrence over.
            logger.error("sending failed: pair=%s error=%s", pair, type(failed).__name__)  # noqa: TRY400
            outcome = "failed"
        return FlowReport(
            user=str(pair.user),
            crew=pair.crew,
            outcome=outcome,
            counts=Counter({outcome: 1}),
            ids=(occurrence.id,),
        )

    async def _through(self, pair: Pair, occurrence: WaitingOccurrence, at: datetime) -> str:
        try:
            crew = self.crews.crew(pair.crew)
        except NotFound:
            return await self._settle(pair, occurrence, state="failed", reason="unknown_crew")
        async with self.db.begin_pair(pair) as connection:
            truth = await read(connection, pair, occurrence, crew, at)
            if truth is None:
                return await _end(connection, pair, occurrence, "cancelled", at)
            answer = decide(wish_of(truth, at))
            if answer.verdict != "allow":
                return await _hold(connection, truth, answer, at)
        return await self._compose(truth, at)

    async def _compose(self, truth: Truth, at: datetime) -> str:
        question = render("compose_follow_up", compose_inputs(truth, at))
        try:
            answered = await self.model.ask(question, answer=WrittenFollowUp)
        except ModelFailure as away:
            return await self._later(truth, away.kind, at)
        written = answered.value.text if answered.value.send else ""
        message = sendable(written, said_before(truth))
        if message.reason is not None:
            async with self.db.begin_pair(truth.pair) as connection:
                return await _end(
                    connection, truth.pair, truth.occurrence, "silent", at, reason=message.reason
                )
        return await self._put(truth, message.text, at)

    async def _later(self, truth: Truth, kind: str, at: datetime) -> str:
        if truth.occurrence.attempts >= MOST_ATTEMPTS:
            return await self._settle(
                truth.pair, truth.occurrence, state="failed", reason=kind, ended_at=at
            )
        return await self._settle(
            truth.pair,
            truth.occurrence,
            state="deferred",
            reason=Silence.MODEL_UNAVAILABLE,
            deliver_after=at + TRY_AGAIN,
        )

    async def _settle(self, pair: Pair, occurrence: WaitingOccurrence, **changed: Any) -> str:
        async with self.db.begin_pair(pair) as connection:
            await follow_ups.settle(connection, pair.tenant, occurrence, **changed)
        return str(changed["state"])

    async def _put(self, truth: Truth, words: str, at: datetime) -> str:
        """Ask the gate again with what is true now, then write message and outbox together."""
        async with self.db.begin_pair(truth.pair) as connection:
            await people.lock_person(connection, truth.pair.tenant, truth.pair.user)
            again = await read(connection, truth.pair, truth.occurrence, truth.crew, at)
            if again is None:
                return await _end(connection, truth.pair, truth.occurrence, "cancelled", at)
            answer = decide(wish_of(again, at))
            if answer.verdict != "allow":
                return await _hold(connection, again, answer, at)
            if not await follow_ups.settle(
                connection, truth.pair.tenant, truth.occurrence, state="queued", ended_at=at
            ):
                return "lost"
            await _write(connection, again, answer, words, at)
        return "queued"


async def _write(
    connection: Connection, truth: Truth, answer: Answer, words: str, at: datetime
) -> None:
    gate = await outbox.decide(
        connection,
        truth.pair,
        answer,
        sender="follow_up",
        occurrence=truth.occurrence.id,
        now=at,
    )
    await outbox.put(
        connection,
        truth.pair,
        gate_id=gate,
        kind="follow_up",
        words=words,
        follow_up=truth.follow_up.id,
        occurrence=truth.occurrence.id,
        unasked=not truth.follow_up.asked_for,
        now=at,
        timezone=truth.zone_name(),
        bundle=truth.crew.digest,
    )
    await _finish_one_shot(connection, truth.pair, truth.occurrence, at)


async def _hold(connection: Connection, truth: Truth, answer: Answer, at: datetime) -> str:
    """Wait for the gate's moment, or end with its reason; either is stored."""
    await outbox.decide(
        connection,
        truth.pair,
        answer,
        sender="follow_up",
        occurrence=truth.occurrence.id,
        now=at,
    )
    if answer.verdict == "defer":
        await follow_ups.settle(
            connection,
            truth.pair.tenant,
            truth.occurrence,
            state="deferred",
            reason=answer.reason,
            deliver_after=answer.until,
            first_allowed_at=answer.until,
        )
        return "deferred"
    reason = answer.reason or Silence.CANCELLED
    state = _STATE_OF_BLOCK.get(reason, "blocked")
    return await _end(connection, truth.pair, truth.occurrence, state, at, reason=reason)


async def _end(
    connection: Connection,
    pair: Pair,
    occurrence: WaitingOccurrence,
    state: str,
    at: datetime,
    *,
    reason: str | None = None,
) -> str:
    await follow_ups.settle(
        connection,
        pair.tenant,
        occurrence,
        state=state,
        reason=reason or state,
        ended_at=at,
    )
    await _finish_one_shot(connection, pair, occurrence, at)
    return state


async def _finish_one_shot(
    connection: Connection, pair: Pair, occurrence: WaitingOccurrence, at: datetime
) -> None:
    follow_up = await follow_ups.one(connection, pair.tenant, occurrence.follow_up_id)
    if follow_up is not None and follow_up.kind is FollowUpKind.ONE_SHOT:
        await follow_ups.change(connection, pair.tenant, follow_up.id, state="done", ended_at=at)
