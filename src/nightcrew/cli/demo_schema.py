"""The keys of `demo/v1`, in the shapes crew text is read with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nightcrew.adapters.scalar_shape import (
    Choice,
    Day,
    Identifier,
    Locale,
    SchemaName,
    Text,
    Zone,
)
from nightcrew.adapters.shape_reading import Reading
from nightcrew.adapters.strict_yaml import Node, Scalar
from nightcrew.adapters.text_shape import Field, ListOf, Record
from nightcrew.cli.demo_events import STAGES
from nightcrew.domain.crew import Problem

Verb = Literal["say", "forget", "restore", "prefer", "run", "tell"]
VERBS: tuple[Verb, ...] = ("say", "forget", "restore", "prefer", "run")
FLOWS = ("dream", "nightly-dream", "temporal-review", "plan-follow-ups", "send-follow-ups")
_WALL_TIME = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}")
_WORDS = Text(limit=8000, prompt=False)
_NAME = Text(limit=128, prompt=False)
_TELLING = Text(limit=600, prompt=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTime:
    """A day and a time as a clock on the wall shows them."""

    def read(self, node: Node, reading: Reading, pointer: str) -> datetime | None:
        """The naive moment."""
        text = node.text if isinstance(node, Scalar) else ""
        found = _wall_time(text)
        if found is None:
            reading.problems.append(_no_wall_time(node, text, pointer))
        return found


def _wall_time(text: str) -> datetime | None:
    if not _WALL_TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _no_wall_time(node: Node, text: str, pointer: str) -> Problem:
    return Problem(
        id="bad_wall_time",
        file=node.place.file,
        line=node.place.line,
        column=node.place.column,
        message=f"`{text}` is not a day with a time",
        message_ko=f"`{text}`은(는) 날짜와 시각이 아닙니다",
        hint='write it as "2026-10-05 19:40"',
        hint_ko='"2026-10-05 19:40"처럼 써 주세요',
        pointer=pointer,
    )


_BOTH_LANGUAGES = Record(
    fields={
        "en": Field(shape=_TELLING, required=True),
        "ko": Field(shape=_TELLING, required=True),
    }
)
_CHOSEN = {
    "name": Field(shape=_NAME),
    "timezone": Field(shape=Zone()),
    "locale": Field(shape=Locale()),
    "quiet_hours": Field(shape=Text(limit=11, prompt=False)),
}
_PLANTED = Record(
    fields={
        "action": Field(shape=Choice(values=("create", "update", "remove")), required=True),
        "text": Field(shape=_WORDS),
        "memory": Field(shape=_WORDS),
        "kind": Field(shape=Choice(values=("fact", "plan", "style"))),
        "subject": Field(shape=_NAME),
        "from_on": Field(shape=Day()),
        "to_on": Field(shape=Day()),
        "cites": Field(shape=ListOf(item=_WORDS, most=8)),
        "quote": Field(shape=_WORDS),
    }
)
_SCENE = Record(
    fields={
        "at": Field(shape=WallTime(), required=True),
        "zone": Field(shape=Zone()),
        "user": Field(shape=_NAME),
        "crew": Field(shape=Identifier()),
        "say": Field(shape=_WORDS),
        "forget": Field(shape=_WORDS),
        "restore": Field(shape=_WORDS),
        "prefer": Field(shape=Record(fields=_CHOSEN)),
        "run": Field(shape=Choice(values=FLOWS)),
        "planted": Field(shape=ListOf(item=_PLANTED, most=8)),
        "shows": Field(shape=ListOf(item=Choice(values=STAGES), most=len(STAGES), distinct=True)),
        "tell": Field(shape=_BOTH_LANGUAGES),
    }
)

DEMO = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="demo/v1"), required=True),
        "title": Field(shape=_BOTH_LANGUAGES),
        "timezone": Field(shape=Zone(), required=True),
        "starts": Field(shape=Day()),
        "ends": Field(shape=Day()),
        "people": Field(
            shape=ListOf(
                item=Record(fields={"user": Field(shape=_NAME, required=True), **_CHOSEN}),
                most=20,
            )
        ),
        "scenes": Field(shape=ListOf(item=_SCENE, most=500), required=True),
    }
)
