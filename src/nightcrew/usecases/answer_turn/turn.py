"""The turn itself: claim, judge, use tools, reply, record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import uuid4

from pydantic import TypeAdapter

from nightcrew.domain.crew import Crew, GuideLine, Skill, guide_lines, requires_adult
from nightcrew.domain.day import moment, today
from nightcrew.domain.errors import BadInput, ModelFailure, NightcrewError, Refused, Stale
from nightcrew.domain.lines import show_memories, split_style
from nightcrew.domain.masking import mask
from nightcrew.domain.needs import JUDGE_UNAVAILABLE, Needs, neutral
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.safety import CrisisRules, check
from nightcrew.domain.same import Same
from nightcrew.domain.turn import MESSAGE_LIMIT_BYTES, Said, Turn, TurnSafety
from nightcrew.domain.turn_words import done
from nightcrew.domain.withholding import visible
from nightcrew.domain.zones import zone
from nightcrew.ports import Clock, Crews, Model, Question, Usage
from nightcrew.prompts import render
from nightcrew.store import people, turns
from nightcrew.store.database import Database
from nightcrew.store.turns import Opening, Scene
from nightcrew.usecases.answer_turn import record
from nightcrew.usecases.answer_turn.follow_up_acts import open_lines
from nightcrew.usecases.answer_turn.parts import (
    Completed,
    Decided,
    Delta,
    Judged,
    Stage,
    Started,
    TurnEvent,
)
from nightcrew.usecases.answer_turn.telling import allowed, reply_question, talk_lines, tell
from nightcrew.usecases.answer_turn.tool_use import ToolUse

WAIT_FOR_RUNNING = 30.0  # seconds the same turn id waits for its first delivery
LOOK_AGAIN = 0.1
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
    clock: Clock
    running: set[asyncio.Task[Any]]

    async def __call__(self, pair: Pair, said: Said) -> Turn:
        """The finished turn. Raises: BadInput, NotFound, Refused, ModelFailure, Stale."""
        ended: list[Turn] = []

        def note(event: TurnEvent) -> None:
            if isinstance(event, Completed):
                ended.append(event.turn)

        await asyncio.shield(self._begun(pair, said, note))
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

    def _begun(self, pair: Pair, said: Said, emit: Emit) -> asyncio.Task[None]:
        said = replace(said, turn_id=said.turn_id or str(uuid4()))
        task = asyncio.create_task(self._run(pair, said, emit))
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        task.add_done_callback(_looked_at)
        return task

    async def _run(self, pair: Pair, said: Said, emit: Emit) -> None:
        crew = self.crews.crew(pair.crew)
        opening = self._opening(pair, said)
        if requires_adult(crew):
            await self._refuse_minors(pair)
        known, scene = await self._open(pair, opening, dry=said.dry_run)
        if known is not None:
            emit(Completed(turn=known))
            return
        stage = self._stage(pair, said, opening, scene)
        emit(Started(turn_id=opening.turn_id, conversation=stage.claim.conversation))
        try:
            emit(Completed(turn=await self._answer(stage, emit)))
        except BaseException:
            if not said.dry_run:
                await asyncio.shield(self._give_back(stage))
            raise

    def _opening(self, pair: Pair, said: Said) -> Opening:
        if said.team is not None:
            raise Refused("not_yet", "team crews do not answer yet", hint="leave `team` out")
        if said.timezone is not None:
            zone(said.timezone)
        text = _readable(said.message)
        crew = self.crews.crew(pair.crew)
        return Opening(
            turn_id=said.turn_id or "",
            body_hash=said.body_hash(pair.crew, pair.user),
            said=mask(text).text,
            now=said.now or self.clock.now(),
            conversation=said.conversation,
            timezone=said.timezone,
            locale=said.locale,
            house_zone=crew.house.timezone,
            bundle=crew.digest,
            shows=said.memory != "off",
        )

    async def _refuse_minors(self, pair: Pair) -> None:
        async with self.db.begin(pair.tenant) as connection:
            person = await people.person(connection, pair.tenant, pair.user)
        if person is not None and person.age_band == "minor":
            raise Refused(
                "refused_for_minors",
                "this crew does not talk with minors",
                hint="choose another crew, or correct age_band in the preferences",
            )

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

    def _stage(self, pair: Pair, said: Said, opening: Opening, scene: Scene) -> Stage:
        crew = self.crews.crew(pair.crew)
        claim = scene.claim
        if claim is None:
            raise RuntimeError("a stage needs a claimed turn")
        locale = said.locale or scene.person.locale or crew.locale
        names = self.crews.names()
        shown = show_memories(scene.memories, today(opening.now, claim.timezone), locale, names)
        style, known = split_style(shown)
        return Stage(
            pair=pair,
            crew=crew,
            said=said,
            text=opening.said,
            scene=_without_withheld(scene),
            claim=claim,
            moment=moment(opening.now, claim.timezone, locale),
            keeps=said.memory == "on" and crew.memory == "on" and scene.person.allows("remember"),
            style=style,
            memories=known,
            guide=_guide(Same(crew)),
            safety=self._safety(opening.said, locale, claim.timezone),
            crew_names=names,
        )

    def _safety(self, text: str, locale: str, timezone: str) -> TurnSafety:
        found = check(text, self.crisis)
        if found.level == "none":
            return TurnSafety()
        return TurnSafety(
            level=found.level,
            resources=tuple(self.crisis.resources_for(locale, timezone)),
            interrupt=found.level == "crisis",
        )

    async def _answer(self, stage: Stage, emit: Emit) -> Turn:
        needs, asked, usage = await self._judge(stage)
        used = await self.tools(stage, needs)
        skill = _skill(stage, needs)
        judged = Judged(needs=needs, acted=used.acted, skill=skill.name if skill else None)
        decisions = record.decisions(judged)
        emit(Decided(decisions=decisions))
        prepared = reply_question(stage, used.acted, skill, _crisis_words(stage))
        told = await tell(
            self.model,
            prepared.question,
            allowed(stage, used.acted),
            lambda sentence: emit(Delta(text=sentence)),
        )
        outcome = record.Outcome(
            stage=stage,
            judged=judged,
            told=told,
            usage=usage.plus(used.usage).plus(told.usage),
            decisions=decisions,
            asked=(*asked, prepared.question),
            left_out=prepared.left_out,
            shown=len(prepared.inputs.memories) + len(prepared.inputs.style),
        )
        return await self._record(outcome)

    async def _judge(self, stage: Stage) -> tuple[Needs, tuple[Question, ...], Usage]:
        if stage.safety.level == "crisis":
            # Nothing is looked up or promised while somebody needs help first.
            return neutral("crisis"), (), Usage()
        question = render("judge_needs", _judge_inputs(stage))
        try:
            answered = await self.model.ask(question, answer=Needs)
        except ModelFailure:
            return neutral(JUDGE_UNAVAILABLE), (question,), Usage()
        return answered.value, (question,), answered.usage

    async def _record(self, outcome: record.Outcome) -> Turn:
        stage = outcome.stage
        writes = record.all_writes(outcome.judged.acted)
        if stage.said.dry_run:
            return record.turn_of(outcome, ())
        if record.writes_nothing(outcome, writes):
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
            await record.note_skill(connection, stage, outcome.judged.skill)
        return turn

    async def _give_back(self, stage: Stage) -> None:
        try:
            async with self.db.begin_pair(stage.pair) as connection:
                await turns.leave_incomplete(connection, stage.pair, stage.claim)
        except NightcrewError:
            # The database is away: the lease ends by itself; the first error is the one to tell.
            return


# The same lines for every turn of a crew, so that what prompts make of them can be kept, too.
@lru_cache(maxsize=64)
def _guide(crew: Same[Crew]) -> tuple[GuideLine, ...]:
    return guide_lines(crew.thing)


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


def _readable(message: str) -> str:
    size = len(message.encode("utf-8", "replace"))
    if size > MESSAGE_LIMIT_BYTES:
        raise BadInput(
            "message_too_long",
            f"a message holds at most {MESSAGE_LIMIT_BYTES} bytes, this one {size}",
            hint="send it in parts",
            field="message",
            details={"limit": MESSAGE_LIMIT_BYTES},
        )
    if not message.strip():
        raise BadInput(
            "message_empty", "there is no message", hint="say something", field="message"
        )
    return message.replace("\x00", "").encode("utf-8", "replace").decode()


def _without_withheld(scene: Scene) -> Scene:
    """The talk with forgotten clauses left out, as every prompt may show it."""
    if not scene.tombstones:
        return scene
    key = scene.person.claim_key
    lines = ((line, visible(line.text, scene.tombstones, key)) for line in scene.talk)
    return replace(scene, talk=tuple(replace(line, text=text) for line, text in lines if text))


def _judge_inputs(stage: Stage) -> JudgeInputs:
    return JudgeInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        guide_lines=stage.guide,
        skills=stage.crew.skills,
        style=stage.style,
        memories=stage.memories,
        follow_ups=open_lines(stage.scene.follow_ups),
        talk=talk_lines(stage),
        said=stage.text,
    )


def _skill(stage: Stage, needs: Needs) -> Skill | None:
    """The procedure of this turn: the one just chosen, or the one that is open."""
    wanted = needs.skill.name or stage.claim.skill
    return next((skill for skill in stage.crew.skills if skill.name == wanted), None)


def _crisis_words(stage: Stage) -> tuple[str, ...]:
    if stage.safety.level != "crisis":
        return ()
    places = ", ".join(" ".join(each.values()) for each in stage.safety.resources)
    return (done("crisis", stage.locale, places=places),)
