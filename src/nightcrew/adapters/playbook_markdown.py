"""Playbooks and skills: Markdown with a front matter; an instruction keeps line and anchor."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from nightcrew.adapters.crew_schema import PLAYBOOK_HEAD, SKILL_HEAD, FileSchema
from nightcrew.adapters.crew_sheet import Sheet, check_name, read_block, unusable, with_problems
from nightcrew.adapters.playbook_slips import (
    ANCHOR,
    EMPTY_ITEM,
    GOOD_ANCHOR,
    LEAST,
    MERGE_MARK,
    MOST,
    bare_heading,
    half_anchor,
)
from nightcrew.adapters.strict_yaml import decode
from nightcrew.domain.crew import Instruction, Playbook, Problem, Skill
from nightcrew.domain.crew_problem import Place, nearest, problem
from nightcrew.domain.crew_text import PLACEHOLDERS, half_placeholders, placeholders
from nightcrew.domain.meant import id_meant

HEADINGS = {
    "목표": "aim",
    "aim": "aim",
    "이럴 때": "when",
    "when they": "when",
    "말투": "how",
    "how to say it": "how",
    "하지 않는 것": "never",
    "never": "never",
    "넘기는 때": "hand_over",
    "hand over": "hand_over",
}
# What writers call them elsewhere; no model reads a heading, so the right one may be put there.
_ALIASES = {
    "목적": "목표", "하는 일": "목표", "이럴 땐": "이럴 때", "상황": "이럴 때",
    "말하는 법": "말투", "어조": "말투", "하지 말 것": "하지 않는 것", "금지": "하지 않는 것",
    "넘길 때": "넘기는 때", "넘기기": "넘기는 때", "aims": "Aim", "goal": "Aim",
    "when": "When they",
    "when they...": "When they", "when they…": "When they", "how": "How to say it",
    "tone": "How to say it", "don't": "Never", "dont": "Never", "don’t": "Never",
    "do not": "Never", "handover": "Hand over",
    "hand-over": "Hand over", "handoff": "Hand over",
}  # fmt: skip
MOST_IN_INSTRUCTION = 500
MOST_IN_SECTION = 1_500
MOST_IN_PLAYBOOK = 6_000
MOST_IN_SKILL = 20_000

_HEADING = re.compile(r"#{1,6}\s+(?P<title>.*?)\s*#*\s*$")
_ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]|\d{1,2}[.)])\s+(?P<text>\S.*)$")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """Front matter and body of a Markdown file; head is None when there is no front matter."""

    head: str | None
    body: str
    body_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    """A list item as it stands, before its anchor is read."""

    section: str
    text: str
    line: int


def heading_meant(title: str) -> str | None:
    """The heading that a known alias, or one with a colon behind it, stands for."""
    bare = title.strip().rstrip(":：").strip()
    if bare != title.strip() and bare.lower() in HEADINGS:
        return bare
    return _ALIASES.get(bare.lower())


def read_playbook(content: bytes, file: str, *, name: str) -> Sheet:
    """A playbook: front matter, then headings with one instruction a list item."""
    sheet, parts = _read_head(content, file, PLAYBOOK_HEAD, keys="schema and crew")
    if parts is None:
        return sheet
    page = _Page(file)
    page.read(_without_comments(parts.body), parts.body_line)
    playbook = Playbook(name=name, instructions=page.instructions(), file=file)
    problems = tuple(page.problems)
    whole = replace(
        with_problems(sheet, problems), playbook=playbook, unnamed=frozenset(page.unnamed)
    )
    return check_name(whole, "", name)


def read_skill(content: bytes, file: str, *, name: str) -> Sheet:
    """A skill: the front matter of Agent Skills, then the procedure as it is written."""
    sheet, parts = _read_head(content, file, SKILL_HEAD, keys="name and description")
    if parts is None:
        return sheet
    body = parts.body.strip()
    skill = Skill(name=name, description=sheet.block.text("description"), body=body, origin=file)
    problems = tuple(_skill_problems(parts, file))
    return check_name(replace(with_problems(sheet, problems), skill=skill), "name", name)


def _read_head(
    content: bytes, file: str, schema: FileSchema, *, keys: str
) -> tuple[Sheet, _Parts | None]:
    decoded = decode(content, file)
    if decoded.text is None:
        return unusable(file, decoded.problems), None
    parts = _split(decoded.text)
    if parts.head is None:
        return unusable(file, (problem("no_front_matter", Place(file=file), keys=keys),)), None
    return read_block(parts.head, file, schema, first_line=2), parts


def _split(text: str) -> _Parts:
    lines = text.split("\n")
    marks = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
    if len(marks) < len(("opening", "closing")) or marks[0] != 0:
        return _Parts(head=None, body=text, body_line=1)
    end = marks[1]
    head, body = "\n".join(lines[1:end]), "\n".join(lines[end + 1 :])
    return _Parts(head=head, body=body, body_line=end + 2)


def _without_comments(body: str) -> str:
    # Line breaks stay, so that every line keeps its number.
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), body)


def _skill_problems(parts: _Parts, file: str) -> list[Problem]:
    place = Place(file=file, line=parts.body_line)
    if not parts.body.strip():
        return [problem("empty_skill", place)]
    found = _placeholder_problems(parts.body, file, parts.body_line)
    if len(parts.body) > MOST_IN_SKILL:
        found.append(_too_long(place, len(parts.body), MOST_IN_SKILL))
    return found


def _placeholder_problems(text: str, file: str, first_line: int) -> list[Problem]:
    problems = []
    for number, line in enumerate(text.split("\n"), start=first_line):
        for found in placeholders(line):
            if found.name not in PLACEHOLDERS:
                place = Place(file=file, line=number, column=found.start + 1)
                meant = nearest(found.name, PLACEHOLDERS)
                problems.append(problem("unknown_placeholder", place, meant=meant, name=found.name))
        for half in half_placeholders(line):
            place = Place(file=file, line=number, column=half.start + 1)
            problems.append(problem("half_placeholder", place, name=half.name))
    return problems


def _too_long(place: Place, length: int, limit: int) -> Problem:
    return problem("too_long", place, length=str(length), limit=str(limit))


class _Page:
    """The body of a playbook, read line by line."""

    def __init__(self, file: str) -> None:
        self.problems: list[Problem] = []
        self.unnamed: set[int] = set()
        self._file = file
        self._items: list[_Item] = []
        self._section: str | None = None
        self._headings: dict[str, int] = {}
        self._item_open = False

    def read(self, body: str, first_line: int) -> None:
        for number, line in enumerate(body.split("\n"), start=first_line):
            if line.strip():
                self._take(line.rstrip(), number)
        self.problems += _placeholder_problems(body, self._file, first_line)
        self._check_lengths(first_line)
        if not self._items and not self.problems:
            self._tell("no_instruction", first_line)

    def instructions(self) -> tuple[Instruction, ...]:
        """Every item with its anchor; a missing anchor is derived from section and words."""
        taken: dict[str, int] = {}
        return tuple(self._instruction(item, taken) for item in self._items)

    def _take(self, line: str, number: int) -> None:
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            self._begin_section(heading["title"], number)
        elif item and not item["indent"]:
            self._begin_item(item["text"], number)
        elif item and self._item_open:
            self._tell("nested_item", number, column=len(item["indent"]) + 1)
        elif line[0].isspace() and self._item_open:
            last = self._items[-1]
            self._items[-1] = replace(last, text=f"{last.text} {line.strip()}")
        else:
            self._outside(line, number)

    def _outside(self, line: str, number: int) -> None:
        """A line that is neither heading nor item, nor goes on with one."""
        if EMPTY_ITEM.fullmatch(line):
            self._tell("empty_item", number)
            return
        if mark := MERGE_MARK.match(line):
            self._tell("merge_marks", number, value=mark[0].strip())
            return
        bare = bare_heading(line)
        heading = bare if bare and bare.lower() in HEADINGS else heading_meant(bare or "")
        if heading is None:
            self._tell("text_outside_list", number)
            return
        self._tell("half_heading", number, value=line.strip(), heading=heading)
        self._begin_section(heading, number)

    def _begin_section(self, title: str, number: int) -> None:
        self._item_open = False
        section = HEADINGS.get(title.lower())
        if section is None:
            self._section = "unknown"
            meant = heading_meant(title) or nearest(title, tuple(HEADINGS))
            self._tell("unknown_heading", number, meant=meant, value=title)
            return
        first = self._headings.setdefault(section, number)
        if first != number:
            self._tell("repeated_heading", number, value=title, first=str(first))
        self._section = section

    def _begin_item(self, text: str, number: int) -> None:
        if self._section is None:
            self._tell("no_heading", number)
        self._items.append(_Item(section=self._section or "unknown", text=text, line=number))
        self._item_open = True

    def _check_lengths(self, first_line: int) -> None:
        for item in self._items:
            self._check_length(item.line, len(item.text), MOST_IN_INSTRUCTION)
        for section, number in self._headings.items():
            length = sum(len(item.text) for item in self._items if item.section == section)
            self._check_length(number, length, MOST_IN_SECTION)
        whole = sum(len(item.text) for item in self._items)
        self._check_length(first_line, whole, MOST_IN_PLAYBOOK)

    def _check_length(self, line: int, length: int, limit: int) -> None:
        if length > limit:
            self.problems.append(_too_long(Place(file=self._file, line=line), length, limit))

    def _instruction(self, item: _Item, taken: dict[str, int]) -> Instruction:
        text = ANCHOR.sub("", item.text)
        if not text.strip():
            self._tell("empty_item", item.line)
        anchor = self._anchor(item, text)
        first = taken.setdefault(anchor, item.line)
        if first != item.line:
            self._tell("duplicate_anchor", item.line, value=anchor, first=str(first))
        return Instruction(section=item.section, text=text, anchor=anchor, line=item.line)

    def _anchor(self, item: _Item, text: str) -> str:
        written = ANCHOR.search(item.text)
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        derived = f"{item.section.replace('_', '-')}-{digest}"
        half = half_anchor(text, written["anchor"] if written else derived)
        if half is not None:
            facts = {"value": half.value, "anchor": written["anchor"] if written else half.anchor}
            self._tell("half_anchor", item.line, column=half.start + 1, **facts)
        if written is None:
            if half is None:
                self.unnamed.add(item.line)
            return half.anchor if half else derived
        anchor = written["anchor"]
        if not GOOD_ANCHOR.fullmatch(anchor):
            meant = id_meant(anchor, least=LEAST, most=MOST)
            meant = f"{{#{meant}}}" if meant else None
            self._tell(
                "bad_anchor", item.line, column=written.start() + 1, meant=meant, value=anchor
            )
        return anchor

    def _tell(
        self, kind: str, line: int, *, column: int = 1, meant: str | None = None, **facts: str
    ) -> None:
        place = Place(file=self._file, line=line, column=column)
        self.problems.append(problem(kind, place, meant=meant, **facts))
