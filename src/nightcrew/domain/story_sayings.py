"""What is said in a story, and what is known each time: without playing it, for judges alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from nightcrew.domain.asked_again import Heard
from nightcrew.domain.matching import clearly_meant
from nightcrew.domain.memory import Memory
from nightcrew.domain.questions import TalkLine
from nightcrew.domain.story import BETWEEN_LINES, GivenMemory, Part, Step, Story, Verb
from nightcrew.domain.turn import RUNNING_MINUTES

TALK_LINES = 12  # of the user; contract section 7: the last 12 turns
_QUIET = timedelta(minutes=RUNNING_MINUTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One `say` of a story. step: its number in its part, from 1. place: file:line:column."""

    story: str
    crew: str
    step: int
    place: str
    heard: Heard


def sayings(story: Story) -> tuple[Saying, ...]:
    """Everything that is said in all parts, in order.

    Replies and what flows would do meanwhile are not there: only words, time and what is given.
    """
    return tuple(saying for part in story.parts for saying in _of_part(story, part))


def given_memory(given: GivenMemory, *, new_id: UUID, user: UUID, crew: str) -> Memory:
    """A memory as it is there before a story begins."""
    return Memory(
        id=new_id,
        user=user,
        crew=crew,
        kind=given.kind,
        scope=given.scope,
        subject="user",
        text=given.text,
        from_on=given.from_on,
        to_on=given.to_on,
        explicit=given.explicit,
        via=crew,
        learned_on=given.said_on,
        said_on=given.said_on,
    )


def _of_part(story: Story, part: Part) -> Iterator[Saying]:
    memories = _given(story, part)
    talk: tuple[TalkLine, ...] = ()
    at, talking = story.at, False
    for number, step in enumerate(part.steps, start=1):
        if step.verb is Verb.SAY:
            at = at + BETWEEN_LINES if talking else at
            talk = _running(talk, at)
            heard = _heard(story, step, at, memories, talk)
            yield Saying(story=story.id, crew=part.crew, step=number, place=step.place, heard=heard)
            talk = (*talk, TalkLine(speaker="user", text=step.words, said_at=at))[-TALK_LINES:]
        elif step.verb is Verb.FORGET:
            memories = _without(memories, step.words)
        at, talking = step.until or at, step.verb is Verb.SAY and step.until is None


def _running(talk: tuple[TalkLine, ...], at: datetime) -> tuple[TalkLine, ...]:
    return talk if talk and at - talk[-1].said_at <= _QUIET else ()


def _heard(
    story: Story,
    step: Step,
    at: datetime,
    memories: tuple[Memory, ...],
    talk: tuple[TalkLine, ...],
) -> Heard:
    locale = story.given.user.get("locale")
    return Heard(
        said=step.words,
        at=at,
        timezone=story.timezone,
        locale=str(locale) if locale else None,
        user_name=str(story.given.user.get("name") or ""),
        memories=memories,
        talk=talk,
    )


def _given(story: Story, part: Part) -> tuple[Memory, ...]:
    user = uuid5(NAMESPACE_URL, f"{story.id}/{part.crew}")
    return tuple(
        given_memory(each, new_id=uuid5(user, str(number)), user=user, crew=part.crew)
        for number, each in enumerate(story.given.memories)
    )


def _without(memories: tuple[Memory, ...], words: str) -> tuple[Memory, ...]:
    meant = clearly_meant(words, {memory.id: memory.text for memory in memories})
    return tuple(memory for memory in memories if memory.id not in meant[:1])
