"""The last look before a message goes: the gate again, with its words, then the outbox."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from nightcrew.domain.reason import Silence
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.speaking_budget import Sent
from nightcrew.domain.speaking_gate import ALLOW, decide
from nightcrew.domain.usage import Paid, Usage, Work
from nightcrew.store import first_words, model_costs, speaking, watches
from nightcrew.store.connection import Connection
from nightcrew.store.first_words import FirstWords
from nightcrew.store.speaking import GateFacts, Settled
from nightcrew.usecases.send_follow_ups.gate_question import wish_of
from nightcrew.usecases.send_follow_ups.holding import Held, decision, ended, hold, put_off
from nightcrew.usecases.send_follow_ups.wording import Allowed, Words

TRY_AGAIN = timedelta(minutes=5)
MOST_ATTEMPTS = 8  # then the occurrence has failed; reliability.md D6


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """One occurrence the gate let pass, with what is to be said."""

    allowed: Allowed
    words: Words


async def go_out(
    connection: Connection, tenant: UUID, worded: Sequence[Worded], now: datetime
) -> dict[UUID, str]:
    """Write what may still be said and store why the rest is not; gives each one's outcome."""
    await model_costs.note(connection, tenant, *_paid(worded))
    waiting = [each.allowed.facts.occurrence for each in worded]
    known = await speaking.gate_facts(connection, tenant, waiting, now, lock=True)
    again = {facts.occurrence.id: facts for facts in known}
    # Whoever was erased meanwhile took their occurrence along.
    outcomes = {one.id: "cancelled" for one in waiting if one.id not in again}
    there = [each for each in worded if each.allowed.facts.occurrence.id in again]
    outcomes |= await _without_words(connection, tenant, there, now)
    with_words = [each for each in there if each.words.text]
    speaks, held = _second_look(with_words, again, now)
    outcomes |= await hold(connection, tenant, held, now)
    return outcomes | await _say(connection, tenant, speaks, again, now)


def _paid(worded: Sequence[Worded]) -> list[Paid]:
    """What all words cost, by crew; also of those that nobody will hear."""
    total: defaultdict[str, Usage] = defaultdict(Usage)
    for each in worded:
        crew = each.allowed.crew.id
        total[crew] = total[crew].plus(each.words.usage)
    return [Paid(work=Work.MESSAGE, crew=crew, usage=usage) for crew, usage in total.items()]


async def _without_words(
    connection: Connection, tenant: UUID, worded: Sequence[Worded], now: datetime
) -> dict[UUID, str]:
    settled = [
        _unsaid(each.allowed.facts, each.words, now) for each in worded if not each.words.text
    ]
    if not settled:
        return {}
    await speaking.settle(connection, tenant, settled)
    over = {each.id for each in settled if each.ended_at is not None}
    done = [
        each.allowed.facts.follow_up.id
        for each in worded
        if each.allowed.facts.occurrence.id in over
    ]
    await speaking.finish_one_shots(connection, tenant, done, now)
    return {each.id: each.state for each in settled}


def _unsaid(facts: GateFacts, words: Words, now: datetime) -> Settled:
    if words.fault is None:
        return ended(facts, "silent", now, words.silence)
    if facts.occurrence.attempts >= MOST_ATTEMPTS:
        return ended(facts, "failed", now, words.fault)
    return put_off(facts, Silence.MODEL_UNAVAILABLE, now + TRY_AGAIN)


def _second_look(
    worded: Sequence[Worded], again: Mapping[UUID, GateFacts], now: datetime
) -> tuple[list[Worded], list[Held]]:
    """Ask again with what is true now; each message counts for the next to the same person."""
    speaks: list[Worded] = []
    held: list[Held] = []
    said_now: defaultdict[UUID, list[Sent]] = defaultdict(list)
    for each in worded:
        crew = each.allowed.crew
        facts = again[each.allowed.facts.occurrence.id]
        facts = replace(facts, sent=(*facts.sent, *said_now[facts.person.id]))
        answer = decide(wish_of(facts, crew, now, words=each.words.text))
        if answer.verdict != "allow":
            held.append(Held(facts=facts, answer=answer))
            continue
        unasked = not facts.follow_up.asked_for
        said_now[facts.person.id].append(Sent(crew=crew.id, created_at=now, unasked=unasked))
        speaks.append(each)
    return speaks, held


async def _say(
    connection: Connection,
    tenant: UUID,
    speaks: Sequence[Worded],
    again: Mapping[UUID, GateFacts],
    now: datetime,
) -> dict[UUID, str]:
    if not speaks:
        return {}
    by_id = {each.allowed.facts.occurrence.id: each for each in speaks}
    # An erase meanwhile, or another sender after a long silence of ours, took the lease away.
    ours = await speaking.settle(connection, tenant, [_queued(again[one], now) for one in by_id])
    going = [(each, again[one]) for one, each in by_id.items() if one in ours]
    if going:
        await _write(connection, tenant, going, now)
    return {one: "queued" if one in ours else "lost" for one in by_id}


def _queued(facts: GateFacts, now: datetime) -> Settled:
    return replace(ended(facts, "queued", now), reason=None)


async def _write(
    connection: Connection,
    tenant: UUID,
    going: Sequence[tuple[Worded, GateFacts]],
    now: datetime,
) -> None:
    decisions = [decision(facts, ALLOW, now) for _, facts in going]
    await speaking.keep_decisions(connection, tenant, decisions)
    messages = [
        _message(each, facts, made.id) for (each, facts), made in zip(going, decisions, strict=True)
    ]
    await first_words.put_all(connection, tenant, messages, now)
    spoke = {kind: _promised(going, kind) for kind in FollowUpKind}
    await speaking.finish_one_shots(connection, tenant, spoke[FollowUpKind.ONE_SHOT], now)
    await watches.finish(connection, tenant, spoke[FollowUpKind.WATCH], now)
    asked = [facts.follow_up.id for each, facts in going if each.allowed.asks]
    await speaking.note_asked(connection, tenant, asked, now)


def _promised(going: Sequence[tuple[Worded, GateFacts]], kind: FollowUpKind) -> list[UUID]:
    return [facts.follow_up.id for _, facts in going if facts.follow_up.kind is kind]


def _message(worded: Worded, facts: GateFacts, gate_id: UUID) -> FirstWords:
    crew = worded.allowed.crew
    return FirstWords(
        user_id=facts.person.id,
        crew=crew.id,
        gate_id=gate_id,
        kind=_kind(worded, facts),
        words=worded.words.text,
        follow_up=facts.follow_up.id,
        occurrence=facts.occurrence.id,
        unasked=not facts.follow_up.asked_for,
        timezone=facts.person.timezone or crew.house.timezone,
        bundle=crew.digest,
    )


def _kind(worded: Worded, facts: GateFacts) -> str:
    if worded.allowed.asks:
        return "still_wanted"
    return "opener" if facts.follow_up.opens_talk else "follow_up"
