"""Stored judgements asked again on the crew's text as it is now."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from nightcrew.domain.asked_again import Heard, judge_inputs
from nightcrew.domain.crew import Crew
from nightcrew.domain.decision_diff import Judgement, Turned, turned
from nightcrew.domain.lines import show_follow_up
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.needs import JUDGE_UNAVAILABLE, Needs
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import OpenFollowUp, TalkLine
from nightcrew.domain.turn import Spoken
from nightcrew.domain.version import brought_back
from nightcrew.domain.withholding import visible_texts
from nightcrew.ports import Crews, Model, Role
from nightcrew.prompts import render
from nightcrew.store import bundles, judged_turns, memories, memory_history, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.judged_turns import JudgedTurn

AT_ONCE = 4  # questions under way
TALK_LINES = 24  # as a turn reads them (contract section 7)
ERASED, WITHHELD, NOT_JUDGED = "erased", "withheld", "not_judged"
_NEEDS = TypeAdapter(Needs)
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A turn that would be decided otherwise now. said: None unless words were asked for."""

    turn_id: str
    at: datetime
    turned: tuple[Turned, ...]
    said: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What the last judgements of a crew would be now.

    asked: how many were asked again. left_out: how many were not, by code: `erased` and `withheld`
    words are shown to no model again, `not_judged` has no judgement to hold against.
    """

    crew: str
    digest: str
    model: str
    asked: int
    turned: tuple[Replayed, ...]
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """One turn, put together again. before: the text that judged it, and what it decided."""

    turn: JudgedTurn
    heard: Heard
    before: Judgement


def _untold(done: int, of: int, turn_id: str) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayJudgements:
    """Asks again what a tenant's users said, without keeping anything of it."""

    db: Database
    crews: Crews
    model: Model

    async def __call__(
        self,
        tenant: UUID,
        crew_id: str,
        most: int,
        *,
        words: bool = False,
        progress: Progress = _untold,
    ) -> Replay:
        """The last `most` judgements. words: also what was said, for who may read it.

        Raises: NotFound for the crew, ModelFailure.
        """
        crew = self.crews.crew(crew_id)
        async with self.db.begin(tenant) as connection:
            found = await judged_turns.newest(connection, tenant, crew_id, most)
        left_out = Counter[str]()
        stored = list[_Stored]()
        for turn in found:
            outcome = await self._stored(tenant, crew, turn)
            if isinstance(outcome, str):
                left_out[outcome] += 1
            else:
                stored.append(outcome)
        replayed = await self._again(crew, stored, words=words, progress=progress)
        return Replay(
            crew=crew_id,
            digest=crew.digest,
            model=self.model.name(Role.JUDGE),
            asked=len(stored),
            turned=tuple(each for each in replayed if each.turned),
            left_out=dict(sorted(left_out.items())),
        )

    async def _again(
        self, crew: Crew, stored: Sequence[_Stored], *, words: bool, progress: Progress
    ) -> list[Replayed]:
        gate, names, done = asyncio.Semaphore(AT_ONCE), self.crews.names(), 0

        async def one(each: _Stored) -> Replayed:
            nonlocal done
            async with gate:
                question = render("judge_needs", judge_inputs(crew, each.heard, names))
                answered = await self.model.ask(question, answer=Needs)
            done += 1
            progress(done, len(stored), each.turn.turn_id)
            now = Judgement(crew=crew, needs=answered.value)
            return Replayed(
                turn_id=each.turn.turn_id,
                at=each.turn.at,
                turned=tuple(_without_words(turned(each.before, now), words=words)),
                said=each.heard.said if words else None,
            )

        return list(await asyncio.gather(*map(one, stored)))

    async def _stored(self, tenant: UUID, crew: Crew, turn: JudgedTurn) -> _Stored | str:
        """The turn as its judge saw it, or the code of why it is left out."""
        pair = Pair(tenant=tenant, user=turn.user_id, crew=crew.id)
        async with self.db.begin_pair(pair) as connection:
            heard = await _heard(connection, pair, turn)
        if isinstance(heard, str):
            return heard
        needs = _needs_of(turn)
        if needs is None:
            return NOT_JUDGED
        digest = str((turn.explain or {}).get("bundle", ""))
        async with self.db.begin_system() as connection:
            before = await bundles.by_digest(connection, crew.id, digest)
        return _Stored(turn=turn, heard=heard, before=Judgement(crew=before or crew, needs=needs))


def _needs_of(turn: JudgedTurn) -> Needs | None:
    written = (turn.judged or {}).get("needs")
    try:
        needs = _NEEDS.validate_python(written)
    except ValidationError:
        return None
    neutral = needs.search.why in (JUDGE_UNAVAILABLE, "crisis")
    return None if neutral else needs


async def _heard(connection: Connection, pair: Pair, turn: JudgedTurn) -> Heard | str:
    person = await people.person(connection, pair.tenant, pair.user)
    said = await judged_turns.said_then(connection, pair, turn, TALK_LINES)
    if person is None or said is None or not said.line.text:
        return ERASED
    tombstones = await memories.standing_tombstones(connection, pair)
    texts = [said.line.text, *(line.text for line in said.talk)]
    seen = visible_texts(texts, tombstones, person.claim_key)
    if seen[0] != said.line.text:
        return WITHHELD
    known = await _known(connection, pair, turn)
    if isinstance(known, str):
        return known
    return Heard(
        said=said.line.text,
        at=turn.at,
        timezone=said.line.timezone,
        locale=person.locale,
        user_name=person.name or "",
        memories=known,
        follow_ups=await _open_then(connection, pair, turn.at),
        talk=tuple(
            _talk_line(line, text) for line, text in zip(said.talk, seen[1:], strict=True) if text
        ),
    )


async def _known(connection: Connection, pair: Pair, turn: JudgedTurn) -> tuple[Memory, ...] | str:
    """The memories the judge was shown, with the words they had then."""
    found = list[Memory]()
    for name in (turn.explain or {}).get("memories", ()):
        memory = await memories.one(connection, pair.tenant, pair.user, UUID(name))
        if memory is None:
            return ERASED
        if memory.status is not Status.ACTIVE:
            return WITHHELD
        then = await _then(connection, pair, memory, turn.at)
        if then is None:
            return ERASED
        found.append(then)
    return tuple(found)


async def _then(connection: Connection, pair: Pair, memory: Memory, at: datetime) -> Memory | None:
    """The memory as it stood at a moment; None when those words are gone."""
    versions = await memory_history.versions(connection, pair.tenant, pair.user, memory.id)
    value = next((each for each in versions if each.at <= at), None)
    if value is None or value.version == memory.version:
        return memory
    return brought_back(memory, value)


async def _open_then(connection: Connection, pair: Pair, at: datetime) -> tuple[OpenFollowUp, ...]:
    known = await judged_turns.open_then(connection, pair, at)
    return tuple(
        show_follow_up(
            each.id,
            intent=each.intent,
            due_local=(each.next_local or each.local or "").replace("T", " "),
            rule=each.rule,
        )
        for each in known
    )


def _talk_line(line: Spoken, text: str) -> TalkLine:
    return TalkLine(speaker=line.speaker, text=text, said_at=line.said_at)


def _without_words(found: Sequence[Turned], *, words: bool) -> Sequence[Turned]:
    """A judge's reason may quote what was said."""
    if words:
        return found
    return [
        Turned(
            tool=each.tool,
            before=each.before,
            after=each.after,
            why_before="",
            why_after="",
            lines=each.lines,
        )
        for each in found
    ]
