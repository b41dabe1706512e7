"""The reply: written by the model, and sent sentence by sentence after its checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nightcrew.domain.budget import fit_reply, left_out
from nightcrew.domain.crew import Skill
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.questions import ReplyInputs
from nightcrew.domain.reply_checks import Allowed, SentenceSplitter, as_it_may_leave
from nightcrew.domain.tool_guide import Tool
from nightcrew.ports import Model, Question, Usage
from nightcrew.prompts import render
from nightcrew.usecases.answer_turn.parts import Acted, Stage

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
    whole = ReplyInputs(
        crew=stage.crew,
        user_name=stage.scene.person.name or "",
        moment=stage.moment,
        style=tuple(line for line in stage.style if line.memory.id not in gone),
        memories=tuple(line for line in stage.memories if line.memory.id not in gone),
        evidence=tuple(line for one in acted.values() for line in one.evidence),
        talk=stage.talk,
        found=tuple(block for one in acted.values() if (block := one.block())),
        done=(*extra_done, *(sentence for one in acted.values() for sentence in one.done)),
        skill=skill,
        said=stage.text,
    )
    fitted = fit_reply(whole)
    return ReplyQuestion(
        question=render("reply", fitted), inputs=fitted, left_out=dict(left_out(whole, fitted))
    )


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
        forgotten=bool(memory.forgotten),
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
    again = await _once(model, question, permitted, emit)
    return Told(
        text=again.text,
        usage=told.usage.plus(again.usage),
        held_back=(*told.held_back, *again.held_back),
    )


async def _once(
    model: Model, question: Question, permitted: Allowed, emit: Callable[[str], None]
) -> Told:
    splitter, kept, held_back, usage = SentenceSplitter(), list[str](), list[str](), Usage()
    async for piece in model.stream(question):
        usage = piece.usage or usage
        _pass_on(splitter.feed(piece.text), permitted, kept, held_back, emit)
    _pass_on(splitter.finish(), permitted, kept, held_back, emit)
    return Told(text="".join(kept).strip(), usage=usage, held_back=tuple(held_back))


def _pass_on(
    sentences: list[str],
    permitted: Allowed,
    kept: list[str],
    held_back: list[str],
    emit: Callable[[str], None],
) -> None:
    for sentence in sentences:
        left = as_it_may_leave(sentence, permitted)
        if left.withheld is not None:
            held_back.append(left.withheld.reason)
        if left.text:
            kept.append(left.text)
            emit(left.text)
