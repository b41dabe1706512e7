"""Questions to the rehearsal model, with an embedder that counts letters instead of loading one."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, TypeVar
from zlib import crc32

from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.dream import Action, Change, Proposal, ProposedChange, Verdict, Verdicts
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.follow_up import ProposedFollowUp, ProposedFollowUps
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import (
    ComposeInputs,
    FoundBlock,
    JudgeInputs,
    Moment,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    ShownChange,
    ShownEvidence,
    ShownMemory,
    ShownTombstone,
    TalkLine,
    VerifyInputs,
)
from nightcrew.domain.short_answers import WrittenFollowUp
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Question, Role
from tests.builders import memory, said
from tests.fakes import NOON, shipped_crews

T = TypeVar("T")
ZONE = "Asia/Seoul"


class LetterEmbedder:
    """Texts that share letter triples lie near each other; nothing is loaded."""

    model = "letters"
    size = 64

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text."""
        return [_vector(text, self.size) for text in texts]

    async def query(self, text: str) -> list[float]:
        """The vector of a question."""
        return _vector(text, self.size)


def _vector(text: str, size: int) -> list[float]:
    counts = [0.0] * size
    padded = f"  {text.lower()} "
    for at in range(len(padded) - 2):
        counts[crc32(padded[at : at + 3].encode()) % size] += 1.0
    length = math.sqrt(sum(count * count for count in counts)) or 1.0
    return [count / length for count in counts]


def ask(name: str, role: Role, inputs: object, answer: type[T]) -> T:
    """What the rehearsal model answers."""
    question = Question(name=name, version=1, role=role, text="", inputs=inputs)
    model = RehearsalModel(LetterEmbedder())
    return asyncio.run(model.ask(question, answer=answer)).value


def crew(name: str = "travel-mina") -> Crew:
    """One of the shipped crews."""
    return shipped_crews().crew(name)


def moment(at: datetime = NOON) -> Moment:
    """A moment in Seoul."""
    local = to_local(at, zone(ZONE))
    return Moment(now=at, timezone=ZONE, locale="ko-KR", local=f"{local:%Y-%m-%d %H:%M}")


def known(*memories: Memory) -> tuple[ShownMemory, ...]:
    """Memories as a prompt shows them: m1, m2 …"""
    return tuple(
        ShownMemory(handle=f"m{place}", memory=each, line="")
        for place, each in enumerate(memories, start=1)
    )


def heard(*lines: str | Evidence) -> tuple[ShownEvidence, ...]:
    """Lines as a prompt shows them: e1, e2 …"""
    return tuple(
        ShownEvidence(
            handle=f"e{place}", evidence=said(each) if isinstance(each, str) else each, line=""
        )
        for place, each in enumerate(lines, start=1)
    )


def crew_line(text: str) -> Evidence:
    """A line of the crew."""
    return said(text, speaker=Speaker.ASSISTANT)


def judged(text: str, name: str = "travel-mina", **changed: Any) -> Needs:
    """The judge's answer on a sentence."""
    asked = crew(name)
    values: dict[str, Any] = {
        "crew": asked,
        "user_name": "",
        "moment": moment(),
        "guide_lines": guide_lines(asked),
        "skills": asked.skills,
        "style": (),
        "memories": (),
        "follow_ups": (),
        "talk": (),
        "said": text,
    }
    return ask("judge_needs", Role.JUDGE, JudgeInputs(**(values | changed)), Needs)


def dreamt(
    *lines: str | Evidence, memories: Sequence[Memory] = (), nightly: bool = False
) -> tuple[ProposedChange, ...]:
    """What the proposer makes of some lines."""
    inputs = ProposeInputs(
        crew=crew(),
        moment=moment(),
        guide_lines=(),
        memories=known(*memories),
        tombstones=(),
        evidence=heard(*lines),
        refused=(),
        nightly=nightly,
    )
    return ask("propose_changes", Role.DREAM, inputs, Proposal).changes


def verified(
    text: str,
    *lines: str | Evidence,
    current: Memory | None = None,
    tombstones: Sequence[Tombstone] = (),
    **changed: Any,
) -> Verdict:
    """The verifier's word on a change that rests on some lines."""
    turns = heard(*lines)
    values: dict[str, Any] = {
        "action": Action.UPDATE if current else Action.CREATE,
        "memory": current,
        "kind": Kind.FACT,
        "scope": Scope.PRIVATE,
        "subject": "user",
        "text": text,
        "from_on": None,
        "to_on": None,
        "cites": tuple(each.evidence.id for each in turns),
        "quotes": {},
        "why": "",
    }
    change = Change(**(values | changed))
    shown = ShownChange(handle="c1", change=change, current=current, turns=turns, line="")
    inputs = VerifyInputs(
        moment=moment(),
        changes=(shown,),
        tombstones=tuple(
            ShownTombstone(handle=f"t{place}", subject=each.subject, kind=each.kind, line="")
            for place, each in enumerate(tombstones, start=1)
        ),
    )
    return ask("verify_changes", Role.VERIFY, inputs, Verdicts).verdicts[0]


def planned(
    *lines: str | Evidence,
    name: str = "checkup-dana",
    request: str | None = None,
    at: datetime = NOON,
    **changed: Any,
) -> tuple[ProposedFollowUp, ...]:
    """What the planner makes of a quiet talk or of a request."""
    asked = crew(name)
    shown = [said(each, at=at) if isinstance(each, str) else each for each in lines]
    values: dict[str, Any] = {
        "crew": asked,
        "user_name": "",
        "moment": moment(at),
        "guide_lines": guide_lines(asked),
        "style": (),
        "evidence": heard(*shown),
        "follow_ups": (),
        "tombstones": (),
        "request": request,
    }
    inputs = PlanInputs(**(values | changed))
    return ask("plan_follow_ups", Role.JUDGE, inputs, ProposedFollowUps).follow_ups


def composed(intent: str, *talk: str, at: datetime = NOON, **changed: Any) -> WrittenFollowUp:
    """The words of a follow-up after some lines of the user."""
    values: dict[str, Any] = {
        "crew": crew(),
        "user_name": "",
        "moment": moment(at),
        "intent": intent,
        "purpose": "life",
        "when_nothing": "stay_silent",
        "asked_for": False,
        "style": (),
        "memories": (),
        "talk": tuple(TalkLine(speaker="user", text=text, said_at=at) for text in talk),
    }
    inputs = ComposeInputs(**(values | changed))
    return ask("compose_follow_up", Role.REPLY, inputs, WrittenFollowUp)


def replied(text: str, **changed: Any) -> str:
    """The whole reply to a sentence."""
    values: dict[str, Any] = {
        "crew": crew(),
        "user_name": "",
        "moment": moment(),
        "style": (),
        "memories": (),
        "evidence": (),
        "talk": (),
        "found": (),
        "done": (),
        "skill": None,
        "said": text,
    }
    return asyncio.run(_told(ReplyInputs(**(values | changed))))


async def _told(inputs: ReplyInputs) -> str:
    question = Question(name="reply", version=1, role=Role.REPLY, text="", inputs=inputs)
    model = RehearsalModel(LetterEmbedder())
    return "".join([piece.text async for piece in model.stream(question)])


def block(tool: str, *lines: str, status: str = "ok") -> FoundBlock:
    """What a tool brought."""
    return FoundBlock(tool=tool, status=status, lines=lines)


def style(text: str) -> tuple[ShownMemory, ...]:
    """One wish about how to be treated."""
    return known(memory(text, kind=Kind.STYLE))


def day(text: str) -> date:
    """A date."""
    return date.fromisoformat(text)
