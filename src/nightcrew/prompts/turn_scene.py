"""The questions of a turn as they would be asked, and the user's pieces in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from nightcrew.domain.budget import fit_reply
from nightcrew.domain.crew import Crew, guide_lines, memory_guide_lines
from nightcrew.domain.day import today
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.lines import (
    how_many_shown,
    show_evidence,
    show_memories,
    show_tombstones,
    split_style,
    talk_line,
)
from nightcrew.domain.near_examples import near_examples
from nightcrew.domain.preview_known import KnownUser
from nightcrew.domain.prompt_preview import Origin, Piece
from nightcrew.domain.questions import (
    ComposeInputs,
    Inputs,
    JudgeInputs,
    Moment,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    ShownEvidence,
    ShownMemory,
    TalkLine,
)
from nightcrew.domain.style_memory import most_fitting, shown_of
from nightcrew.domain.zones import zone

_NOBODYS = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything the five questions are made of."""

    crew: Crew
    known: KnownUser
    say: str
    moment: Moment
    every: tuple[ShownMemory, ...]
    style: tuple[ShownMemory, ...]
    style_shown: str
    facts: tuple[ShownMemory, ...]
    facts_shown: str
    talk: tuple[TalkLine, ...]
    evidence: tuple[ShownEvidence, ...]

    @property
    def user_name(self) -> str:
        """What the user wants to be called; empty when nobody said."""
        return (self.known.person and self.known.person.name) or ""


def scene_of(crew: Crew, known: KnownUser, say: str, when: Moment) -> Scene:
    """What a turn would know when it begins to think."""
    at, timezone, locale = when.now, when.timezone, when.locale
    names, place = {crew.id: crew.name}, zone(timezone)
    every = show_memories(known.memories, today(at, timezone), locale, names)
    wanted = {memory.id for memory in known.shown}
    every_style, every_fact = split_style(every)
    style = most_fitting(every_style, say)
    facts = tuple(line for line in every_fact if line.memory.id in wanted)
    few = len(facts) < len(every_fact)
    return Scene(
        crew=crew,
        known=known,
        say=say,
        moment=when,
        every=every,
        style=style,
        style_shown=shown_of(style, every_style, locale),
        facts=facts,
        facts_shown=how_many_shown(len(facts), len(every_fact), locale) if few else "",
        talk=tuple(
            TalkLine(
                speaker=each.speaker,
                text=each.text,
                said_at=each.said_at,
                line=talk_line(each, place),
            )
            for each in known.talk
        ),
        evidence=show_evidence([_as_evidence(say, at, timezone)]) if say.strip() else (),
    )


def _as_evidence(say: str, at: datetime, timezone: str) -> Evidence:
    """The line as it would be evidence later; it is kept nowhere."""
    return Evidence(
        id=_NOBODYS,
        turn_id=_NOBODYS,
        speaker=Speaker.USER,
        text=say,
        said_at=at,
        timezone=timezone,
        source=SourceClass.USER,
        state=EvidenceState.PENDING,
    )


def questions_of(scene: Scene) -> Iterator[tuple[str, Inputs]]:
    """The prompts in the order a turn and its aftermath ask them."""
    yield "judge_needs", _judge(scene)
    yield "reply", _reply(scene)
    yield "plan_follow_ups", _plan(scene)
    yield "propose_changes", _propose(scene)
    yield "compose_follow_up", _compose(scene)


def user_pieces(scene: Scene) -> Iterator[Piece]:
    """What is known of the user, what was said, and what is forgotten of it."""
    for line in scene.every:
        sort = "style" if line.memory.kind == "style" else "memory"
        text = line.line.partition("] ")[2]
        yield Piece(text=text, sort=sort, origin=Origin.MEMORY, place=str(line.memory.id))
    for said in scene.talk:
        yield Piece(text=said.line, sort="talk", origin=Origin.TALK)
    for each in (*scene.known.open, *scene.known.called_off):
        yield Piece(text=each.line, sort="follow_up", origin=Origin.USER, place=str(each.id))
    if scene.known.withheld:
        text = f"{scene.known.withheld} lines of talk"
        yield Piece(text=text, sort="withheld", origin=Origin.TALK)


def _judge(scene: Scene) -> JudgeInputs:
    return JudgeInputs(
        crew=scene.crew,
        user_name=scene.user_name,
        moment=scene.moment,
        guide_lines=guide_lines(scene.crew),
        skills=scene.crew.skills,
        examples=near_examples(scene.crew, scene.say),
        style=scene.style,
        style_shown=scene.style_shown,
        memories=scene.facts,
        memories_shown=scene.facts_shown,
        follow_ups=scene.known.open,
        talk=scene.talk,
        said=scene.say,
    )


def _reply(scene: Scene) -> ReplyInputs:
    """Without what tools bring: no tool is called."""
    whole = ReplyInputs(
        crew=scene.crew,
        user_name=scene.user_name,
        moment=scene.moment,
        style=scene.style,
        style_shown=scene.style_shown,
        memories=scene.facts,
        evidence=(),
        talk=scene.talk,
        found=(),
        done=(),
        skill=None,
        said=scene.say,
    )
    return replace(fit_reply(whole), memories_shown=scene.facts_shown)


def _plan(scene: Scene) -> PlanInputs:
    return PlanInputs(
        crew=scene.crew,
        user_name=scene.user_name,
        moment=scene.moment,
        guide_lines=guide_lines(scene.crew),
        style=scene.style,
        style_shown=scene.style_shown,
        evidence=scene.evidence,
        follow_ups=scene.known.open,
        called_off=scene.known.called_off,
        tombstones=show_tombstones(scene.known.tombstones),
        request=None,
    )


def _propose(scene: Scene) -> ProposeInputs:
    return ProposeInputs(
        crew=scene.crew,
        moment=scene.moment,
        guide_lines=memory_guide_lines(scene.crew),
        memories=scene.every,
        tombstones=show_tombstones(scene.known.tombstones),
        evidence=scene.evidence,
        refused=(),
        nightly=False,
    )


def _compose(scene: Scene) -> ComposeInputs:
    return ComposeInputs(
        crew=scene.crew,
        user_name=scene.user_name,
        moment=scene.moment,
        intent=scene.say,
        purpose="check_in",
        when_nothing="stay_silent",
        asked_for=False,
        style=scene.style,
        style_shown=scene.style_shown,
        memories=scene.facts,
        talk=scene.talk,
    )
