"""The reply: written by the model, and sent sentence by sentence after its checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from nightcrew.domain.bare_prices import tells_prices
from nightcrew.domain.budget import fit_reply, left_out
from nightcrew.domain.crew import Skill
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.internals import crew_internals
from nightcrew.domain.lines import talk_line
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.model_faults import paid_before
from nightcrew.domain.questions import ReplyInputs, ShownMemory, TalkLine
from nightcrew.domain.reply_checks import (
    Allowed,
    SentenceSplitter,
    as_it_may_leave,
    ends_the_reply,
    refusal,
)
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.withholding import visible, visible_texts
from nightcrew.domain.zones import zone
from nightcrew.ports import Model, Question, Usage
from nightcrew.prompts import render
from nightcrew.prompts.frames import frame_internals
from nightcrew.usecases.answer_turn.parts import Acted, Stage
from nightcrew.usecases.answer_turn.staging import memories_shown

__all__ = ["Told", "reply_question", "tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The reply as it left, and the codes of the sentences that were held back."""

    text: str
    usage: Usage
    held_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyQuestion:
    """The reply prompt, and how many lines of each part did not fit."""

    question: Question
    inputs: ReplyInputs
    left_out: dict[str, int] = field(default_factory=dict)


def reply_question(
    stage: Stage, acted: dict[Tool, Acted], skill: Skill | None, extra_done: tuple[str, ...]
) -> ReplyQuestion:
    """Put the reply prompt together within its budget."""
    gone = {memory for one in acted.values() for memory in one.forgotten}
    buried = tuple(each for one in acted.values() for each in one.writes.buried)
    key = stage.scene.person.claim_key
    whole = ReplyInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        style=_left(stage.style, gone),
        style_shown=stage.style_shown,
        memories=_left(stage.memories, gone),
        evidence=tuple(
            line
            for one in acted.values()
            for line in one.evidence
            if visible(line.evidence.text, buried, key) == line.evidence.text
        ),
        talk=_talk_without(stage, buried),
        found=tuple(block for one in acted.values() if (block := one.block())),
        done=(*extra_done, *(sentence for one in acted.values() for sentence in one.done)),
        skill=skill,
        said=stage.text,
    )
    fitted = fit_reply(whole)
    # Its room is in the frame's share: a line that says what is left out must not be left out.
    fitted = replace(fitted, memories_shown=memories_shown(stage, len(fitted.memories), gone))
    return ReplyQuestion(
        question=render("reply", fitted), inputs=fitted, left_out=dict(left_out(whole, fitted))
    )


def _left(lines: tuple[ShownMemory, ...], gone: set[UUID]) -> tuple[ShownMemory, ...]:
    """The lines without the memories that are forgotten in this very turn."""
    return tuple(line for line in lines if line.memory.id not in gone) if gone else lines


def _talk_without(stage: Stage, buried: Sequence[Tombstone]) -> tuple[TalkLine, ...]:
    """The talk without what is forgotten in this very turn; before it, it was still shown."""
    if not buried:
        return stage.talk
    key, place = stage.scene.person.claim_key, zone(stage.moment.timezone)
    left = zip(
        stage.talk, visible_texts([line.text for line in stage.talk], buried, key), strict=True
    )
    seen = [replace(line, text=text) for line, text in left if text]
    return tuple(replace(line, line=talk_line(line, place)) for line in seen)


def allowed(stage: Stage, acted: dict[Tool, Acted]) -> Allowed:
    """What the reply may name: amounts and links of tools, and amounts of the user's words."""
    users_words = [line.text for line in stage.scene.talk if line.speaker == Speaker.USER]
    remembered = [line.memory.text for line in (*stage.memories, *stage.style)]
    memory = acted[Tool.MEMORY]
    return Allowed(
        tool_texts=tuple(line for one in acted.values() for line in one.result.lines),
        user_texts=(stage.text, *users_words, *remembered),
        links=tuple(source.url for one in acted.values() for source in one.result.sources),
        saved=bool(memory.saved),
        forgotten=bool(memory.forgotten or acted[Tool.FOLLOW_UP].writes.cancelled),
        said=stage.text,
        style=() if memory.result.lines else tuple(line.memory.text for line in stage.style),
        internals=(crew_internals(stage.crew), frame_internals()),
        refusal=refusal(stage.crew.locale),
        priced=tells_prices(stage.crew.tool_guide) or acted[Tool.PRICE].block() is not None,
    )


async def tell(
    model: Model, question: Question, permitted: Allowed, emit: Callable[[str], None]
) -> Told:
    """Stream the reply; what breaks a check never leaves. Raises: ModelFailure.

    When every sentence was held back, the model is asked once more before the reply stays empty.
    """
    told = await _once(model, question, permitted, emit)
    if told.text or not told.held_back:
        return told
    with paid_before(told.usage):
        again = await _once(model, question, permitted, emit)
    return Told(
        text=again.text,
        usage=told.usage.plus(again.usage),
        held_back=(*told.held_back, *again.held_back),
    )


async def _once(
    model: Model, question: Question, permitted: Allowed, emit: Callable[[str], None]
) -> Told:
    splitter, leaving, usage = SentenceSplitter(), _Leaving(permitted=permitted, emit=emit), Usage()
    async for piece in model.stream(question):
        usage = piece.usage or usage
        leaving.pass_on(splitter.feed(piece.text))
    leaving.pass_on(splitter.finish())
    return Told(text=leaving.text.strip(), usage=usage, held_back=tuple(leaving.held_back))


@dataclass(slots=True, kw_only=True)
class _Leaving:
    """A reply as it leaves. ended: it gave away internals, and nothing more of it leaves."""

    permitted: Allowed
    emit: Callable[[str], None]
    text: str = ""
    held_back: list[str] = field(default_factory=list)
    ended: bool = False

    def pass_on(self, sentences: list[str]) -> None:
        """Let whole sentences leave that break no check."""
        for sentence in sentences:
            if self.ended:
                return
            checked = as_it_may_leave(sentence, self.permitted, self.text)
            if checked.withheld is not None:
                self.held_back.append(checked.withheld.reason)
            self.ended = ends_the_reply(checked)
            refused = self.ended and not self.text.strip()
            self._leave(self.permitted.refusal if refused else checked.text)

    def _leave(self, words: str) -> None:
        if words:
            self.text += words
            self.emit(words)
