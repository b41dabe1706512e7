"""A judge's question put together again, for something said in a story or in a stored turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.day import moment, today
from nightcrew.domain.lines import show_memories, split_style
from nightcrew.domain.memory import Memory
from nightcrew.domain.near_examples import near_examples
from nightcrew.domain.questions import JudgeInputs, OpenFollowUp, TalkLine
from nightcrew.domain.style_memory import most_fitting, shown_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Something said, and all that was known when it was. talk: oldest first. locale: or None."""

    said: str
    at: datetime
    timezone: str
    locale: str | None = None
    user_name: str = ""
    memories: tuple[Memory, ...] = ()
    follow_ups: tuple[OpenFollowUp, ...] = ()
    talk: tuple[TalkLine, ...] = ()


def judge_inputs(crew: Crew, heard: Heard, crew_names: Mapping[str, str]) -> JudgeInputs:
    """What this crew's judge is asked about it."""
    locale = heard.locale or crew.locale
    shown = show_memories(heard.memories, today(heard.at, heard.timezone), locale, crew_names)
    every_style, known = split_style(shown)
    style = most_fitting(every_style, heard.said)
    return JudgeInputs(
        crew=crew,
        user_name=heard.user_name,
        moment=moment(heard.at, heard.timezone, locale),
        guide_lines=guide_lines(crew),
        skills=crew.skills,
        examples=near_examples(crew, heard.said),
        style=style,
        style_shown=shown_of(style, every_style, locale),
        memories=known,
        follow_ups=heard.follow_ups,
        talk=heard.talk,
        said=heard.said,
    )
