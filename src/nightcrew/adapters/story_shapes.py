"""Shapes that only stories have: wall times, used or not, expectations by crew."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from nightcrew.adapters.scalar_shape import Choice, Identifier, Named
from nightcrew.adapters.shape_reading import Reading, tell_wrong_type
from nightcrew.adapters.strict_yaml import Entries, Items, Node, Scalar
from nightcrew.adapters.text_shape import Block, Record, join
from nightcrew.domain.meant import moment_meant
from nightcrew.domain.story_wording import story_problem

_WALL_TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
_COVER = re.compile(r"[a-z0-9-]{2,48}(?:/[a-z_]+|#[a-z0-9-]{2,64})")
USED, NOT_USED = "used", "not_used"


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTime:
    """A day and a time as a clock on the wall shows them."""

    def read(self, node: Node, reading: Reading, pointer: str) -> datetime | None:
        """The naive moment."""
        text = node.text if isinstance(node, Scalar) else ""
        found = _wall_time(text)
        if found is None:
            wrong = story_problem(
                "bad_wall_time", node.place, meant=moment_meant(text), pointer=pointer, value=text
            )
            reading.problems.append(wrong)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Two wall times, the earlier one first."""

    def read(self, node: Node, reading: Reading, pointer: str) -> tuple[datetime, datetime] | None:
        """Both ends."""
        items = node.items if isinstance(node, Items) else ()
        ends = [WallTime().read(item, reading, pointer) for item in items]
        moments = [end for end in ends if end is not None]
        if len(moments) == len(ends) and (len(ends) != 2 or moments[1] < moments[0]):
            reading.problems.append(story_problem("bad_span", node.place, pointer=pointer))
            return None
        return (moments[0], moments[1]) if len(moments) == 2 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """`used` or `not_used`."""

    def read(self, node: Node, reading: Reading, pointer: str) -> bool | None:
        """Whether it is used."""
        word = Choice(values=(USED, NOT_USED)).read(node, reading, pointer)
        return None if word is None else word == USED


@dataclass(frozen=True, slots=True, kw_only=True)
class UseOr:
    """One of two words, or a group of expectations that has them under `use`."""

    record: Record

    def read(self, node: Node, reading: Reading, pointer: str) -> Block | None:
        """The group; of a single word, the group of that word alone."""
        if not isinstance(node, Scalar):
            return self.record.read(node, reading, pointer)
        use = Use().read(node, reading, pointer)
        if use is None:
            return None
        block = Block(node.place)
        block.put("use", use, node.place)
        return block


@dataclass(frozen=True, slots=True, kw_only=True)
class ByCrew:
    """Crew ids with a value each; the place of a value is the place of its crew."""

    item: Record

    def read(self, node: Node, reading: Reading, pointer: str) -> Block | None:
        """The values by crew."""
        if not isinstance(node, Entries):
            tell_wrong_type(node, reading, pointer, wanted="mapping")
            return None
        block = Block(node.place)
        for key, child in node.entries:
            below = join(pointer, key.text)
            name = Identifier().read(key, reading, below)
            value = self.item.read(child, reading, below)
            if name is not None and value is not None:
                block.put(name, value, key.place)
        return block


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverName:
    """The name of lines of crew text: crew/tool or crew#anchor."""

    def read(self, node: Node, reading: Reading, pointer: str) -> Named | None:
        """The name with its place."""
        text = node.text if isinstance(node, Scalar) else ""
        if not _COVER.fullmatch(text):
            wrong = story_problem("bad_cover", node.place, pointer=pointer, value=text)
            reading.problems.append(wrong)
            return None
        return Named(name=text, place=node.place)


def _wall_time(text: str) -> datetime | None:
    if not _WALL_TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
