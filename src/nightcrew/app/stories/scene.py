"""One part of a story as it plays: every step carried out, looked at and judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from uuid import uuid4

from nightcrew.app.stories.deciding import decided
from nightcrew.app.stories.neighbours import CountingModel
from nightcrew.app.stories.passing_time import PassingTime
from nightcrew.app.stories.rubric import rubric_holds
from nightcrew.app.stories.stage import USER, Snapshot, Stage
from nightcrew.domain.errors import ModelFailure, NightcrewError, NotFound, OutsideFailure
from nightcrew.domain.follow_up import FollowUpState
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.matching import clearly_meant
from nightcrew.domain.story import BETWEEN_LINES, Part, PlayedStep, Step, Verb
from nightcrew.domain.story_coverage import line_name
from nightcrew.domain.story_expectations import (
    ANSWERED,
    Expectation,
    Finding,
    Observed,
    SeenDecision,
    SeenFollowUp,
    Status,
)
from nightcrew.domain.story_judging import judge
from nightcrew.domain.tool_guide import TOOLS, Tool
from nightcrew.domain.turn import Said, Turn

CARRIED_OUT = "carried_out"
_OPEN = (FollowUpState.OPEN, FollowUpState.PAUSED)


@dataclass(slots=True, kw_only=True)
class Scene:
    """A part on its stage. talking: the last step was something said, and time stood still."""

    stage: Stage
    passing: PassingTime
    model: CountingModel
    talking: bool = False
    _seen: Snapshot | None = field(default=None, init=False)

    async def play(self, part: Part) -> list[PlayedStep]:
        """Every step; one that cannot be carried out is the last. Raises: OutsideFailure."""
        played: list[PlayedStep] = []
        for number, step in enumerate(part.steps, start=1):
            done = await self._step(part, step, number)
            played.append(done)
            if any(each.name == CARRIED_OUT for each in done.findings):
                break
        return played

    async def _step(self, part: Part, step: Step, number: int) -> PlayedStep:
        before = self._seen or await self._snapshot()
        done = PlayedStep(
            crew=part.crew,
            number=number,
            verb=step.verb,
            place=step.place,
            findings=(),
            words=step.words,
        )
        try:
            turn = await self._act(step, before)
            unanswered = self._unanswered(step)
        except NightcrewError as error:
            if isinstance(error, OutsideFailure) and not _answered_badly(error):
                raise
            found = (_not_carried_out(step, error), *self._unanswered(step))
            return replace(done, findings=found, at=self.passing.clock.at)
        # nothing happens on this stage between two steps, so one look serves both
        self._seen = after = await self._snapshot(turn)
        observed = _observed(self.stage, step, turn, before, after)
        # every reply is looked at, whether the story expects anything of it or not
        looked_at = step.expect is not None or turn is not None
        expected = step.expect or Expectation()
        if expected.reply.rubric and turn is not None:
            observed = replace(
                observed, rubric_holds=await self._rubric_holds(expected, turn, step)
            )
        return replace(
            done,
            findings=(*(judge(expected, observed) if looked_at else ()), *unanswered),
            at=self.passing.clock.at,
            decisions={tool: seen.use for tool, seen in observed.decisions.items()},
            cited=self._cited(after),
            reply=observed.reply,
            messages=observed.outbox,
            decided=decided(before, after, self.model.take_answers()),
        )

    def _unanswered(self, step: Step) -> tuple[Finding, ...]:
        """What no model answered in a step, so that nothing passes by an answer that never came.

        Raises: ModelFailure of a model that was not there; that is no fault of the text.
        """
        unanswered = self.model.take_unanswered()
        for each in unanswered:
            if each.failure.is_away:
                raise each.failure
        return tuple(
            Finding(
                name=ANSWERED,
                status=Status.FAILED,
                wanted="an answer that can be read",
                found=f"{each.prompt}: {each.failure.kind}",
                why=each.failure.message,
                place=step.place,
            )
            for each in unanswered
        )

    async def _rubric_holds(self, expected: Expectation, turn: Turn, step: Step) -> bool | None:
        """Asked of the model behind the counting one: a rubric is no cost of the crew's."""
        return await rubric_holds(
            self.model.model,
            self.stage,
            said=step.words,
            reply=turn.reply,
            rubric=expected.reply.rubric,
        )

    def _cited(self, after: Snapshot) -> tuple[str, ...]:
        """The lines the turn's judge cited, as crew/tool or crew#anchor."""
        cited = (line_name(self.stage.pair.crew, each) for each in after.anchors)
        return tuple(dict.fromkeys(cited))

    async def _snapshot(self, turn: Turn | None = None) -> Snapshot:
        return await self.stage.snapshot(
            self.passing.clock.at,
            calls=self.model.bill.usage.model_calls,
            tokens=self.model.bill.usage.tokens,
            turn_id=turn.turn_id if turn else "",
        )

    async def _act(self, step: Step, before: Snapshot) -> Turn | None:
        turn: Turn | None = None
        match step.verb:
            case Verb.SAY:
                turn = await self._say(step.words)
            case Verb.FORGET:
                await self._forget(step.words, before)
            case Verb.RUN:
                await self.passing.run(step.words, explicit=True)
            case Verb.ADVANCE:
                self.talking = False
        if step.until is not None:
            await self.passing.until(step.until)
            self.talking = False
        return turn

    async def _say(self, words: str) -> Turn:
        if self.talking:
            await self.passing.until(self.passing.clock.at + BETWEEN_LINES)
        said = Said(message=words, turn_id=str(uuid4()), timezone=self.stage.timezone)
        turn = await self.stage.app.answer_turn(self.stage.pair, said)
        self.talking = True
        self.passing.spoken()
        return turn

    async def _forget(self, words: str, before: Snapshot) -> None:
        """Forget on the memory screen what the words clearly mean. Raises: NotFound."""
        meant = clearly_meant(words, before.on())
        if not meant:
            raise NotFound(
                "nothing_meant",
                "no memory is clearly meant by these words",
                hint="name the memory in more of its own words",
            )
        await self.stage.app.keep_memories.forget(
            self.stage.tenant, USER, meant[0], now=self.passing.clock.at
        )


def _answered_badly(error: NightcrewError) -> bool:
    """Whether a model was there and its answer was of no use."""
    return isinstance(error, ModelFailure) and not error.is_away


def _not_carried_out(step: Step, error: NightcrewError) -> Finding:
    return Finding(
        name=CARRIED_OUT,
        status=Status.FAILED,
        wanted=f"{step.verb.value} is carried out",
        found=error.code,
        why=error.message,
        place=step.place,
    )


def _observed(
    stage: Stage, step: Step, turn: Turn | None, before: Snapshot, after: Snapshot
) -> Observed:
    follow_ups = after.follow_ups.values()
    messages = after.messages.items()
    return Observed(
        decisions=_decisions(turn.decisions) if turn else {},
        said=step.words,
        reply=turn.reply if turn else "",
        known=tuple(before.on().values()),
        safety=turn.safety.level if turn else "none",
        created=_seen(stage, (each for each in follow_ups if each.id not in before.follow_ups)),
        open=_seen(stage, (each for each in follow_ups if each.state in _OPEN)),
        evidence=after.evidence - before.evidence,
        changed=_changed(before, after),
        memories=tuple(after.on().values()),
        outbox=tuple(text for each, text in messages if each not in before.messages),
        calls=after.calls - before.calls,
        tokens=after.tokens - before.tokens,
    )


def _decisions(decided: Mapping[str, Mapping[str, object]]) -> dict[Tool, SeenDecision]:
    return {
        tool: SeenDecision(
            use=bool(decided[tool.value]["use"]), why=str(decided[tool.value].get("why", ""))
        )
        for tool in TOOLS
    }


def _seen(stage: Stage, found: Iterable[FollowUpView]) -> tuple[SeenFollowUp, ...]:
    return tuple(stage.seen(each) for each in found)


def _changed(before: Snapshot, after: Snapshot) -> int:
    """How many memories are new or have another version, switched off ones too."""
    versions = {each.id: each.version for each in before.memories.values()}
    return sum(versions.get(each.id) != each.version for each in after.memories.values())
