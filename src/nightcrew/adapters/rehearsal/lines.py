"""What a line of a guide or a playbook says of a tool: in which situation, used or not, how near.

Commas are read over, so that one more or one less changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from nightcrew.adapters.rehearsal.table import pattern, table
from nightcrew.domain.crew import Crew, GuideLine
from nightcrew.domain.tool_guide import Tool

LINES_KEPT = 20_000  # the lines of 200 crews for five tools
_COMMAS = re.compile(r"\s*[,，、]\s*")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_OCCASIONS = re.compile(r"(?<=때)\s+")
_KOREAN = re.compile(r"[가-힣]")
# where a Korean condition ends: the clear marks first, a bare topic or place only without them
_CONDITION = re.compile(
    r"(?:[가-힣]면|때|때[가-힣]{1,3}|날에는|날은|뒤에는?|말(?:에는?|은|도|만으로는|로는)|일만|일은"
    r"|(?:이야기|얘기)(?:에는?|는|도|라도)|자리에서는|중에는|데에는"
    r"|[가-힣](?<!않)(?:아도|어도|해도)(?!\s(?:되|돼|괜찮)))\s"
)
_TOPIC = re.compile(r"[가-힣](?:에는|에서는|은|는|도|만)\s")
_HEAD = re.compile(r"^([^:]+):\s")
# what a writer puts around the words of a user: … 다는 말에는, … 얘기가 나오면
_QUOTING = re.compile(
    r"(?:(?:(?<=[다라])는)?\s?(?:말|이야기|얘기)\S*(?:\s나오\S*)?|[을를]\s말(?:하|한|했)\S*(?:\s날에는)?"
    r"|(?<=[다라])고\s(?:하면|했으면|할\s때\S*))$"
)


class Rank(IntEnum):
    """How near the writer of a line stood to the crew; the nearest that speaks decides."""

    HOUSE = 1
    CATEGORY_EXAMPLES = 2
    PLAYBOOK = 3
    CATEGORY = 4
    PLAYBOOK_BY_NAME = 5
    CREW_EXAMPLES = 6
    CREW_NOT_WHEN = 7
    CREW = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One situation of one line. toward: 1 where the tool is used in it, -1 where it is not.

    marks: of table 2, as the writer names them. only: whether it is the one occasion allowed.
    """

    situation: str
    toward: int
    marks: frozenset[str]
    names_tool: bool
    only: bool

    @property
    def plain(self) -> str:
        """The situation without the words a writer quotes it with, to be compared by vectors."""
        return _QUOTING.sub("", self.situation).strip() or self.situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A saying with the line it stands in and the rank of who wrote it."""

    saying: Saying
    line: GuideLine
    rank: Rank


def rulings(tool: Tool, crew: Crew, lines: tuple[GuideLine, ...]) -> tuple[Ruling, ...]:
    """All that the lines say of a tool, in their order."""
    return tuple(
        Ruling(saying=saying, line=line, rank=_rank(line, saying, tool, crew))
        for line in lines
        if line.tool in (tool, None)
        for saying in _read(without_commas(line.text), line.field, line.section, tool)
    )


def examples_rank(tool: Tool, crew: Crew) -> Rank:
    """Who wrote the examples of a tool."""
    ranks = {"house": Rank.HOUSE, "category": Rank.CATEGORY_EXAMPLES}
    return ranks.get(_level(tool, crew, "examples"), Rank.CREW_EXAMPLES)


def without_commas(text: str) -> str:
    """The text as it is compared."""
    return _COMMAS.sub(" ", text).strip()


def _rank(line: GuideLine, saying: Saying, tool: Tool, crew: Crew) -> Rank:
    if line.tool is None:
        return Rank.PLAYBOOK_BY_NAME if saying.names_tool else Rank.PLAYBOOK
    level = _level(tool, crew, line.field)
    if level in ("house", "category"):
        return Rank.HOUSE if level == "house" else Rank.CATEGORY
    return Rank.CREW_NOT_WHEN if line.field == "not_when" else Rank.CREW


def _level(tool: Tool, crew: Crew, field: str) -> str:
    return crew.tool_guide[tool].origins.get(field, "crew").partition(" ")[0]


@lru_cache(maxsize=LINES_KEPT)
def _read(text: str, field: str, section: str, tool: Tool) -> tuple[Saying, ...]:
    if field == "not_when":
        return tuple(_saying(part, -1) for part in _OCCASIONS.split(text) if part.strip(" ."))
    found = (_of_sentence(each, field, section, tool) for each in _SENTENCES.split(text))
    return tuple(saying for saying in found if saying is not None)


def _of_sentence(sentence: str, field: str, section: str, tool: Tool) -> Saying | None:
    name = "uses" if field == "guide" else "spoken_of"
    spoken = list(pattern(name, tool.value).finditer(sentence))
    listens = pattern("listens").search(sentence) if field == "guide" else None
    if not spoken and not listens:
        return None
    toward = _toward(sentence, spoken[-1], section) if spoken else -1
    at = spoken[-1].start() if spoken else listens.start() if listens else 0
    situation = _condition(sentence, at)
    return _saying(situation, toward, sentence) if situation else None


def _toward(sentence: str, spoken: re.Match[str], section: str) -> int:
    """By what follows the last word that speaks of the tool; in English by the whole sentence."""
    if pattern("still").search(sentence):
        return 1
    if not _KOREAN.search(sentence):
        return -1 if section == "never" or pattern("denied_in_english").search(sentence) else 1
    return -1 if pattern("denied").search(sentence[spoken.end() :]) else 1


def _condition(sentence: str, before: int) -> str:
    """The situation of a sentence: what stands before the word that speaks of the tool."""
    head = _HEAD.match(sentence)
    if head:
        return head.group(1)
    if not _KOREAN.search(sentence):
        return sentence
    for marker in (_CONDITION, _TOPIC):
        ends = [found.end() for found in marker.finditer(sentence) if found.end() <= before + 1]
        if ends:
            return sentence[: ends[-1]]
    return ""


def _saying(situation: str, toward: int, sentence: str = "") -> Saying:
    text = situation.strip(" .")
    return Saying(
        situation=text,
        toward=toward,
        marks=frozenset(mark for mark in table("named") if pattern("named", mark).search(text)),
        names_tool=bool(pattern("names_a_tool").search(sentence)),
        only=bool(pattern("only").search(text)),
    )
