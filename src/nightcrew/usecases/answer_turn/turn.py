"""The turn itself: claim, judge, use tools, reply, record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter

from nightcrew.domain.crew import Crew
from nightcrew.domain.errors import ModelFailure, NightcrewError, Refused, Stale
from nightcrew.domain.needs import JUDGE_UNAVAILABLE, Needs, kept_short, neutral
from nightcrew.domain.pair import Pair
from nightcrew.domain.safety import CrisisRules
from nightcrew.domain.safety_settings import SafetySettings
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.domain.turn import Said, Turn
from nightcrew.domain.usage import Bill, Paid, Work
from nightcrew.ports import Clock, Crews, Model, Question, Usage
from nightcrew.prompts import render
from nightcrew.store import model_costs, turns
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.kept_safety import KeptSafety
from nightcrew.store.travelling import move_with_user
from nightcrew.store.turns import Opening, Scene
from nightcrew.usecases.answer_turn import record
from nightcrew.usecases.answer_turn.began_with import BeganWith
from nightcrew.usecases.answer_turn.coming_in import opening_of, refuse_minors
from nightcrew.usecases.answer_turn.follow_up_acts import heeding_stop
from nightcrew.usecases.answer_turn.parts import (
    Completed,
    Decided,
    Delta,
    Judged,
    Stage,
    Started,
    TurnEvent,
)
from nightcrew.usecases.answer_turn.skill_session import (
    leading,
    note_skill,
    skill_of,
    still_open,
    with_known_skill,
)
from nightcrew.usecases.answer_turn.staging import (
    Staging,
    carry_help,
    first_words,
    judge_inputs,
    shown_only,
    staged,
)
from nightcrew.usecases.answer_turn.team_talk import come_in
from nightcrew.usecases.answer_turn.telling import allowed, reply_question, tell
from nightcrew.usecases.answer_turn.tool_use import ToolUse

WAIT_FOR_RUNNING = 30.0  # seconds the same turn id waits for its first delivery
LOOK_AGAIN = 0.1  # seconds
_TURN: TypeAdapter[Turn] = TypeAdapter(Turn)
Emit = Callable[[TurnEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTurn:
    """Answers one thing said; leaves evidence and no memory but what the user asks to keep."""

    db: Database
    crews: Crews
    model: Model
    tools: ToolUse
    crisis: CrisisRules
    safety: KeptSafety
    clock: Clock
    running: set[asyncio.Task[Any]]
    began_with: BeganWith

    async def __call__(self, pair: Pair, said: Said) -> Turn:
        """The finished turn. Raises: BadInput, NotFound, Refused, ModelFailure, Stale."""
        ended: list[Turn] = []

        def note(event: TurnEvent) -> None:
            if isinstance(event, Completed):
                ended.append(event.turn)

        await asyncio.shield(self._begun(pair, said, note, whole=True))
        if not ended:
            raise Stale("turn_lost", "the turn ended without an answer", hint="send it again")
        return ended[0]

    async def stream(self, pair: Pair, said: Said) -> AsyncIterator[TurnEvent]:
        """The same turn as events; a listener that leaves does not stop it."""
        events: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        task = self._begun(pair, said, events.put_nowait)
        task.add_done_callback(lambda _: events.put_nowait(None))
        while (event := await events.get()) is not None:
            yield event
        await task

    def _begun(
        self, pair: Pair, said: Said, emit: Emit, *, whole: bool = False
    ) -> asyncio.Task[None]:
        """whole: nobody listens to the reply while it is written."""
        said = replace(said, turn_id=said.turn_id or str(uuid4()))
        task = asyncio.create_task(self._run(pair, said, emit, whole=whole))
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        task.add_done_callback(_looked_at)
        return task

    async def _run(self, pair: Pair, said: Said, emit: Emit, *, whole: bool) -> None:
        crew = self.crews.crew(pair.crew)
        opening = opening_of(pair, said, crew, said.now or self.clock.now())
        safety = await self.safety.of(pair.tenant)
        await refuse_minors(self.db, pair, said, crew, safety)
        team = await self._team(pair, said, opening.now)
        known, scene = await self._open(pair, opening, dry=said.dry_run)
        if known is not None:
            emit(Completed(turn=known))
            return
        crew = await self.began_with(crew, scene, dry=said.dry_run)
        staging = self._staging(crew, team, safety)
        stage = await staged(pair, said, opening, scene, staging=staging)
        emit(Started(turn_id=opening.turn_id, conversation=stage.claim.conversation))
        bill = Bill()
        try:
            bearing = await self.tools.look_back.bearing(pair, stage.scene, stage.text)
            stage = shown_only(stage, bearing)
            emit(Completed(turn=await self._answer(stage, emit, bill, whole=whole)))
        except BaseException as failed:
            if isinstance(failed, NightcrewError):
                carry_help(failed, stage)
            if isinstance(failed, ModelFailure):
                bill.add(failed.spent)
            await asyncio.shield(self._give_back(stage, bill.usage))
            raise

    async def _open(self, pair: Pair, opening: Opening, *, dry: bool) -> tuple[Turn | None, Scene]:
        scene = await turns.claim(self.db, pair, opening, keep=not dry)
        if scene.claim is not None:
            return None, scene
        return await self._known(pair, opening)

    async def _known(self, pair: Pair, opening: Opening) -> tuple[Turn | None, Scene]:
        """The same id again: replay it, wait for it, or take it over when it was left."""
        waited = 0.0
        while True:
            async with self.db.begin(pair.tenant) as connection:
                known = await turns.find(connection, pair.tenant, opening.turn_id)
            if known is None or known.body_hash != opening.body_hash:
                raise Refused(
                    "turn_id_reused",
                    "this turn id was used for another turn",
                    hint="give each turn an id of its own",
                )
            if known.answer is not None:
                return replace(_TURN.validate_python(known.answer), replayed=True), _NO_SCENE
            scene = await turns.reclaim(self.db, pair, opening)
            if scene.claim is not None:
                return None, scene
            if waited >= WAIT_FOR_RUNNING:
                raise Stale("turn_running", "this turn is being answered", hint="ask again later")
            await asyncio.sleep(LOOK_AGAIN)
            waited += LOOK_AGAIN

    async def _team(self, pair: Pair, said: Said, now: datetime) -> TeamKnown | None:
        if said.team is None:
            return None
        known = await come_in(self.db, pair, said.team, now)
        return known if said.memory != "off" else replace(known, lines=(), digest=None)

    def _staging(self, crew: Crew, team: TeamKnown | None, safety: SafetySettings) -> Staging:
        names = self.crews.names()
        return Staging(crew=crew, names=names, crisis=self.crisis, team=team, safety=safety)

    async def _answer(self, stage: Stage, emit: Emit, bill: Bill, *, whole: bool) -> Turn:
        needs, asked, usage, failed = await self._judge(stage)
        bill.add(usage)
        needs = with_known_skill(stage, heeding_stop(stage, needs))
        skill = skill_of(stage, needs)
        await note_skill(self.db, stage, skill)
        used = await self.tools(stage, needs)
        bill.add(used.usage)
        judged = Judged(needs=needs, acted=used.acted, skill=skill.name if skill else None)
        decisions = record.decisions(judged)
        emit(Decided(decisions=decisions))
        prepared = reply_question(stage, used.acted, leading(stage, skill), first_words(stage))
        told = await tell(
            self.model,
            replace(prepared.question, whole=whole),
            allowed(stage, used.acted),
            lambda sentence: emit(Delta(text=sentence)),
        )
        bill.add(told.usage)
        outcome = record.Outcome(
            stage=stage,
            judged=judged,
            told=told,
            usage=bill.usage,
            decisions=decisions,
            asked=(*asked, prepared.question),
            judge_failed=failed,
            left_out=prepared.left_out,
            shown=len(prepared.inputs.memories) + len(prepared.inputs.style),
        )
        return await self._record(outcome)

    async def _judge(self, stage: Stage) -> tuple[Needs, tuple[Question, ...], Usage, str | None]:
        """What the turn needs, what was asked, what it cost, and how a judge failed if it did."""
        if stage.safety.level == "crisis":
            # Nothing is looked up or promised while somebody needs help first.
            return neutral("crisis"), (), Usage(), None
        question = render("judge_needs", judge_inputs(stage))
        try:
            answered = await self.model.ask(question, answer=Needs)
        except ModelFailure as away:
            return neutral(JUDGE_UNAVAILABLE), (question,), away.spent, away.kind
        return kept_short(answered.value), (question,), answered.usage, None

    async def _record(self, outcome: record.Outcome) -> Turn:
        stage = outcome.stage
        writes = record.all_writes(outcome.judged.acted)
        if stage.said.dry_run:
            async with self.db.begin_pair(stage.pair) as connection:
                await _pay(connection, stage, outcome.usage)
            return record.turn_of(outcome, ())
        travelled = record.travelled_to(stage)
        if travelled is None and record.writes_nothing(outcome, writes):
            turn = record.turn_of(outcome, ())
            ending = record.ending_of(outcome, _as_json(turn))
            _still_ours(finished=await turns.finish_alone(self.db, stage.pair, stage.claim, ending))
            return turn
        async with self.db.begin_pair(stage.pair) as connection:
            promised = await record.write_promises(connection, stage, writes)
            turn = record.turn_of(outcome, promised)
            ending = record.ending_of(outcome, _as_json(turn))
            _still_ours(finished=await turns.finish(connection, stage.pair, stage.claim, ending))
            await record.write(connection, stage, writes)
            if travelled is not None:
                await move_with_user(
                    connection, stage.pair.tenant, stage.pair.user, travelled, stage.now
                )
        return turn

    async def _give_back(self, stage: Stage, spent: Usage) -> None:
        try:
            async with self.db.begin_pair(stage.pair) as connection:
                await _pay(connection, stage, spent)
                if not stage.said.dry_run:
                    await turns.leave_incomplete(connection, stage.pair, stage.claim)
                    await still_open(connection, stage)
        except NightcrewError:
            # The database is away: the lease ends by itself; the first error is the one to tell.
            return


async def _pay(connection: Connection, stage: Stage, usage: Usage) -> None:
    """Write down what no kept answer tells."""
    paid = Paid(work=Work.TURN, crew=stage.pair.crew, usage=usage)
    await model_costs.note(connection, stage.pair.tenant, paid)


_NO_SCENE: Any = None


def _as_json(turn: Turn) -> str:
    return _TURN.dump_json(turn).decode()


def _still_ours(*, finished: bool) -> None:
    if not finished:
        raise Stale("turn_running", "another worker took this turn over", hint="ask again")


def _looked_at(task: asyncio.Task[None]) -> None:
    """An error that nobody listens to any more was told where it happened; it is not logged."""
    if not task.cancelled():
        task.exception()
