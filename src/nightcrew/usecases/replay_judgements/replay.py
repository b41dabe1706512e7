"""Stored judgements asked again on the crew's text as it is now."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from nightcrew.domain.asked_again import Heard, judge_inputs
from nightcrew.domain.crew import Crew
from nightcrew.domain.decision_diff import Judgement, Turned, turned
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.domain.pair import Pair
from nightcrew.domain.usage import Bill, Paid, Work
from nightcrew.ports import Crews, Model, Role
from nightcrew.prompts import render
from nightcrew.store import bundles, judged_turns, model_costs
from nightcrew.store.database import Database
from nightcrew.store.judged_turns import JudgedTurn
from nightcrew.usecases.replay_judgements import then

AT_ONCE = 4  # questions under way
NOT_JUDGED = "not_judged"
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A turn that would be decided otherwise now. said: None unless words were asked for."""

    turn_id: str
    at: datetime
    turned: tuple[Turned, ...]
    said: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A turn whose new judgement could not be read. reason: the prompt, and how its answer failed.

    said: None unless words were asked for.
    """

    turn_id: str
    at: datetime
    reason: str
    said: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What the last judgements of a crew would be now.

    asked: how many were asked again; of the undecided among them nothing can be said. left_out: how
    many were not, by code: `erased` and `withheld` words are shown to no model again, `not_judged`
    has no judgement to hold against.
    """

    crew: str
    digest: str
    model: str
    asked: int
    turned: tuple[Replayed, ...]
    undecided: tuple[Unread, ...]
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

        Raises: NotFound for the crew, ModelFailure for a model that is away.
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
        bill = Bill()
        try:
            replayed = await self._again(crew, stored, bill, words=words, progress=progress)
        finally:
            async with self.db.begin(tenant) as connection:
                paid = Paid(work=Work.REPLAY, crew=crew_id, usage=bill.usage)
                await model_costs.note(connection, tenant, paid)
        return Replay(
            crew=crew_id,
            digest=crew.digest,
            model=self.model.name(Role.JUDGE),
            asked=len(stored),
            turned=tuple(each for each in replayed if isinstance(each, Replayed) and each.turned),
            undecided=tuple(each for each in replayed if isinstance(each, Unread)),
            left_out=dict(sorted(left_out.items())),
        )

    async def _again(
        self,
        crew: Crew,
        stored: Sequence[_Stored],
        bill: Bill,
        *,
        words: bool,
        progress: Progress,
    ) -> list[Replayed | Unread]:
        gate, names, done = asyncio.Semaphore(AT_ONCE), self.crews.names(), 0

        async def one(each: _Stored) -> Replayed | Unread:
            nonlocal done
            async with gate:
                asked = await self._asked(crew, each.heard, names, bill)
            done += 1
            progress(done, len(stored), each.turn.turn_id)
            return _compared(crew, each, asked, words=words)

        return list(await asyncio.gather(*map(one, stored)))

    async def _asked(
        self, crew: Crew, heard: Heard, names: Mapping[str, str], bill: Bill
    ) -> Needs | ModelFailure:
        """The judgement of today; the failure of an answer that is of no use.

        Raises: ModelFailure for a model that is away.
        """
        question = render("judge_needs", judge_inputs(crew, heard, names))
        try:
            answered = await self.model.ask(question, answer=Needs)
        except ModelFailure as failed:
            bill.add(failed.spent)
            if failed.is_away:
                raise
            return failed
        bill.add(answered.usage)
        return answered.value

    async def _stored(self, tenant: UUID, crew: Crew, turn: JudgedTurn) -> _Stored | str:
        """The turn as its judge saw it, or the code of why it is left out."""
        pair = Pair(tenant=tenant, user=turn.user_id, crew=crew.id)
        async with self.db.begin_pair(pair) as connection:
            heard = await then.heard(connection, pair, turn)
        if isinstance(heard, str):
            return heard
        needs = then.needs_of(turn)
        if needs is None:
            return NOT_JUDGED
        digest = str((turn.explain or {}).get("bundle", ""))
        async with self.db.begin_system() as connection:
            before = await bundles.by_digest(connection, crew.id, digest)
        return _Stored(turn=turn, heard=heard, before=Judgement(crew=before or crew, needs=needs))


def _compared(
    crew: Crew, stored: _Stored, now: Needs | ModelFailure, *, words: bool
) -> Replayed | Unread:
    turn, said = stored.turn, stored.heard.said if words else None
    if isinstance(now, ModelFailure):
        reason = f"judge_needs: {now.kind}"
        return Unread(turn_id=turn.turn_id, at=turn.at, reason=reason, said=said)
    found = turned(stored.before, Judgement(crew=crew, needs=now))
    return Replayed(
        turn_id=turn.turn_id,
        at=turn.at,
        turned=tuple(_without_words(found, words=words)),
        said=said,
    )


def _without_words(found: Sequence[Turned], *, words: bool) -> Sequence[Turned]:
    """A judge's reason may quote what was said."""
    if words:
        return found
    return [replace(each, why_before="", why_after="") for each in found]
