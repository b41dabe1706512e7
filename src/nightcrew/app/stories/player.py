"""Plays stories: each part on a stage of its own, so that nothing of another is in sight."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from nightcrew.app.menu import App
from nightcrew.app.stories.given_tools import OnStage
from nightcrew.app.stories.neighbours import CountingModel, GivenSearch, StoryClock
from nightcrew.app.stories.passing_time import PassingTime
from nightcrew.app.stories.scene import Scene
from nightcrew.app.stories.stage import set_stage
from nightcrew.domain.story import Part, Play, PlayedStep, Story, StoryResult
from nightcrew.domain.story_expectations import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPlayer:
    """Plays stories one after another; they share the App and nothing else.

    app: wired over these very neighbours. quiet_for: how long after the last words a pair dreams.
    flows: held while a flow runs.
    """

    app: App
    clock: StoryClock
    search: GivenSearch
    on_stage: OnStage
    model: CountingModel
    quiet_for: timedelta
    flows: asyncio.Lock

    async def play(self, story: Story) -> StoryResult:
        """The story as often as its rule says; it ends early once it cannot pass any more.

        Raises: OutsideFailure.
        """
        rule, plays = story.rule, list[Play]()
        while len(plays) < rule.times:
            plays.append(await self.once(story))
            failed = sum(play.status is Status.FAILED for play in plays)
            if failed > rule.times - rule.need:
                break
        return StoryResult(story=story, plays=tuple(plays))

    async def once(self, story: Story) -> Play:
        """One play, whatever the story's rule says. Raises: OutsideFailure."""
        began = monotonic()
        steps: list[PlayedStep] = []
        for part in story.parts:
            steps += await self._play_part(story, part)
        return Play(steps=tuple(steps), seconds=monotonic() - began)

    async def _play_part(self, story: Story, part: Part) -> list[PlayedStep]:
        self.clock.at = story.at
        self.model.take_answers()  # a part that broke off may have left some
        self.model.take_unanswered()
        self.search.result = story.given.search
        self.on_stage.given = story.given
        stage = await set_stage(self.app, story, part)
        passing = PassingTime(
            stage=stage, clock=self.clock, quiet_for=self.quiet_for, flows=self.flows
        )
        return await Scene(stage=stage, passing=passing, model=self.model).play(part)
