"""Judges asked about the same words by two texts of a crew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nightcrew.domain.asked_again import judge_inputs
from nightcrew.domain.crew import Crew
from nightcrew.domain.decision_diff import Flip, Judgement, judged_alike, turned
from nightcrew.domain.needs import Needs
from nightcrew.domain.story_sayings import Saying
from nightcrew.ports import Model
from nightcrew.prompts import render

AT_ONCE = 4  # a real model is asked over the network; the rehearsal works on two threads
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoTexts:
    """Crews before and after, by id; names of all crews for what prompts say of memories."""

    before: Mapping[str, Crew]
    after: Mapping[str, Crew]
    names: Mapping[str, str]

    def affected(self) -> tuple[str, ...]:
        """The crews on both sides whose judges could tell the texts apart."""
        both = sorted(self.before.keys() & self.after.keys())
        return tuple(each for each in both if not judged_alike(self.before[each], self.after[each]))


async def flips(
    model: Model, texts: TwoTexts, said: Sequence[Saying], progress: Progress
) -> tuple[Flip, ...]:
    """Every decision that turned, in the order of the stories. Raises: ModelFailure."""
    gate, done = asyncio.Semaphore(AT_ONCE), 0

    async def both(saying: Saying) -> tuple[Flip, ...]:
        nonlocal done
        async with gate:
            before = await _judged(model, texts.before[saying.crew], saying, texts.names)
            after = await _judged(model, texts.after[saying.crew], saying, texts.names)
        done += 1
        progress(done, len(said), saying.story)
        return tuple(_flips(saying, before, after))

    found = await asyncio.gather(*(both(saying) for saying in said))
    return tuple(flip for each in found for flip in each)


async def _judged(model: Model, crew: Crew, saying: Saying, names: Mapping[str, str]) -> Judgement:
    question = render("judge_needs", judge_inputs(crew, saying.heard, names))
    answered = await model.ask(question, answer=Needs)
    return Judgement(crew=crew, needs=answered.value)


def _flips(saying: Saying, before: Judgement, after: Judgement) -> list[Flip]:
    return [
        Flip(
            story=saying.story,
            crew=saying.crew,
            step=saying.step,
            place=saying.place,
            said=saying.heard.said,
            turned=each,
        )
        for each in turned(before, after)
    ]
