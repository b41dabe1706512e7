"""Two plays of a story by two texts of its crews, and every decision in which they part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nightcrew.domain.crew import Crew
from nightcrew.domain.decision_diff import (
    Flip,
    Judgement,
    SideName,
    Turned,
    flow_lines,
    turned,
)
from nightcrew.domain.needs import Needs
from nightcrew.domain.step_decided import LEARNED, Deed
from nightcrew.domain.story import PlayedStep, Story, Verb
from nightcrew.domain.story_expectations import ANSWERED
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.zones import to_local, zone

Crews = Mapping[str, Crew]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwicePlayed:
    """A story as it went by the text before and by the text after."""

    story: Story
    before: tuple[PlayedStep, ...]
    after: tuple[PlayedStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A story that by one text decided nothing to compare: an answer could not be read.

    The first such step of the side. reason: the prompt, and how its answer failed.
    """

    story: str
    side: SideName
    crew: str
    step: int
    place: str
    said: str
    reason: str


def concerned(story: Story, crews: Sequence[str]) -> Story | None:
    """The parts of a story that these crews play; None when there are none."""
    parts = tuple(part for part in story.parts if part.crew in crews)
    return replace(story, parts=parts) if parts else None


def sentences(stories: Sequence[Story]) -> int:
    """How often somebody speaks in them."""
    steps = (step for story in stories for part in story.parts for step in part.steps)
    return sum(step.verb is Verb.SAY for step in steps)


def undecided(played: TwicePlayed) -> tuple[Undecided, ...]:
    """On which sides a story was not decided; what followed the answer may lean on it, too."""
    sides: tuple[tuple[SideName, tuple[PlayedStep, ...]], ...] = (
        ("before", played.before),
        ("after", played.after),
    )
    found = (_undecided(played.story, side, steps) for side, steps in sides)
    return tuple(each for each in found if each is not None)


def _undecided(story: Story, side: SideName, steps: Sequence[PlayedStep]) -> Undecided | None:
    for step in steps:
        for finding in step.findings:
            if finding.name == ANSWERED:
                return Undecided(
                    story=story.id,
                    side=side,
                    crew=step.crew,
                    step=step.number,
                    place=step.place,
                    said=_said(story, step),
                    reason=finding.found,
                )
    return None


def flips(played: TwicePlayed, before: Crews, after: Crews) -> tuple[Flip, ...]:
    """Every decision that turned, step by step; a step that one text never reached is left out.

    A story that is undecided on a side names none: half of it would be compared with nothing.
    """
    if undecided(played):
        return ()
    return tuple(
        Flip(
            story=played.story.id,
            crew=now.crew,
            step=now.number,
            place=now.place,
            said=_said(played.story, now),
            turned=each,
        )
        for was, now in zip(played.before, played.after, strict=False)
        if (was.crew, was.number) == (now.crew, now.number)
        for each in _turned(was, now, before[now.crew], after[now.crew])
    )


def _said(story: Story, step: PlayedStep) -> str:
    """The words of a step; of one that only lets time pass, when it ended."""
    if step.words or step.at is None:
        return step.words
    return f"{to_local(step.at, zone(story.timezone)):%Y-%m-%d %H:%M}"


def _turned(was: PlayedStep, now: PlayedStep, before: Crew, after: Crew) -> Iterator[Turned]:
    neutral = Needs()
    yield from turned(
        Judgement(crew=before, needs=was.decided.needs or neutral),
        Judgement(crew=after, needs=now.decided.needs or neutral),
    )
    old = was.decided.by_kind()
    for kind, deeds in now.decided.by_kind().items():
        gone, new = _without(old[kind], deeds), _without(deeds, old[kind])
        if gone or new:
            tool = Tool.MEMORY if kind == LEARNED else Tool.FOLLOW_UP
            yield Turned(
                tool=kind,
                before=", ".join(gone),
                after=", ".join(new),
                why_before="",
                why_after="",
                lines=flow_lines(tool, before, after),
            )


def _without(these: Sequence[Deed], others: Sequence[Deed]) -> list[str]:
    keys = {each.key for each in others}
    return [each.told for each in these if each.key not in keys]
