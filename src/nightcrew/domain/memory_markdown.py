"""Memories as a dated Markdown file that a person may edit and give back.

    # travel-mina

    - 2026-10-27 (fact, private) 고수를 못 먹는다.
      <!-- id=… version=3 -->
      - 2026-09-29: 고수를 좋아한다.

Lines of a longer text go on with two spaces. What stands after the comment is for reading only.
A line without a comment is new; one that is gone is switched off, if the file ends as it was made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import StringIO
from uuid import UUID

from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import FormerValue, Kind, Scope
from nightcrew.domain.moments import instant_text

END = "<!-- end -->"
# An instant is told to the second; what lies within that second is told apart by the rest of it.
_TOP = re.compile(
    r"<!-- nightcrew memories exported_at=(?P<at>\S+)(?: microsecond=(?P<rest>\d{1,6}))? -->"
)
_ITEM = re.compile(
    r"- (?:(?P<day>\d{4}-\d\d-\d\d) )?(?:\((?P<kind>fact|plan|style)(?:, ?(?P<scope>\w+))?\) )?"
    r"(?P<text>.*)"
)
_NO_KIND = re.compile(r"\(\w+, ?(?:private|shared|team)\) ")
_COMMENT = re.compile(r"<!--(?P<parts>(?: (?:id|version|from|to)=\S+)+) -->")
_ESCAPED = re.compile(r"\\+<!--")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownMemory:
    """One item. line: where it stands, from 1. id, version: None for one a person added."""

    crew: str
    text: str
    said_on: date | None = None
    kind: Kind = Kind.FACT
    scope: Scope = Scope.PRIVATE
    from_on: date | None = None
    to_on: date | None = None
    id: UUID | None = None
    version: int | None = None
    previous: tuple[FormerValue, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownFile:
    """What a file holds. whole: it ends as it was made, so that what is missing was taken out."""

    exported_at: datetime | None
    crews: tuple[str, ...]
    items: tuple[MarkdownMemory, ...]
    whole: bool


def write_markdown(
    memories: Sequence[MarkdownMemory], crews: Sequence[str], exported_at: datetime
) -> str:
    """The file, crew by crew in the order given."""
    rest = f" microsecond={exported_at.microsecond}" if exported_at.microsecond else ""
    parts = [f"<!-- nightcrew memories exported_at={instant_text(exported_at)}{rest} -->"]
    for crew in crews:
        parts += ["", f"# {crew}", ""]
        parts += [line for each in memories if each.crew == crew for line in _written(each)]
    return "\n".join([*parts, "", END, ""])


def _written(item: MarkdownMemory) -> list[str]:
    first, *rest = as_in_a_file(item.text).split("\n")
    marks = {"id": item.id, "version": item.version, "from": item.from_on, "to": item.to_on}
    comment = " ".join(f"{name}={mark}" for name, mark in marks.items() if mark is not None)
    return [
        f"- {item.said_on} ({item.kind}, {item.scope}) {first}",
        *(f"  {_escaped(line)}" for line in rest),
        f"  <!-- {comment} -->",
        *(f"  - {each.since}: {each.text.replace(chr(10), ' ')}" for each in item.previous),
    ]


def as_in_a_file(text: str) -> str:
    """A text as a file holds it: its letters composed, its lines ended alike."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def _escaped(line: str) -> str:
    return "\\" + line if line.startswith("<!--") or _ESCAPED.match(line) else line


def read_markdown(text: str) -> MarkdownFile:
    """Read a file back, edited or not. Raises: BadInput `markdown_unreadable` with the line."""
    # One by one: to split 10 MB at once keeps every other thread waiting for 60 ms.
    # Editors put a mark in front, end lines as their system does and take Korean letters apart.
    written = StringIO(text.removeprefix("\ufeff"), newline=None)
    lines = [unicodedata.normalize("NFC", line.rstrip("\n")) for line in written]
    top = _TOP.match(lines[0]) if lines else None
    items: list[MarkdownMemory] = []
    crews: list[str] = []
    place = 1 if top else 0
    while place < len(lines):
        line = lines[place]
        if line.startswith("# "):
            crews.append(line[2:].strip())
        elif line.startswith("- "):
            if not crews:
                raise _unreadable(place, "name the crew in a heading above it")
            item, place = _read_item(lines, place, crews[-1])
            items.append(item)
            continue
        elif line.strip() not in ("", END) and not line.startswith(">"):
            raise _unreadable(place, "begin a memory with a dash, a crew with #, a remark with >")
        place += 1
    return MarkdownFile(
        exported_at=_moment(top["at"], top["rest"]) if top else None,
        crews=tuple(dict.fromkeys(crews)),
        items=tuple(items),
        whole=any(line.strip() == END for line in lines),
    )


def _read_item(lines: Sequence[str], place: int, crew: str) -> tuple[MarkdownMemory, int]:
    head = _ITEM.match(lines[place])
    if head is None:
        raise _unreadable(place, "write `- 2026-10-27 (fact) text`")
    if head["kind"] is None and _NO_KIND.match(head["text"]):
        raise _unreadable(place, "a memory is a fact, a plan or a style: `(fact, private)`")
    following = place + 1
    words, marks = [head["text"]], {}
    while following < len(lines) and _belongs(lines[following]):
        line = lines[following][2:]
        comment = _COMMENT.fullmatch(line.rstrip())
        following += 1
        if comment:
            marks = dict(part.split("=", 1) for part in comment["parts"].split())
            break
        words.append(line[1:] if _ESCAPED.match(line) else line)
    while marks and following < len(lines) and lines[following].startswith("  "):
        following += 1
    try:
        return _item(head, "\n".join(words).rstrip(), marks, crew, place + 1), following
    except ValueError as error:
        raise _unreadable(place, "dates are YYYY-MM-DD; leave the comment as it is") from error


def _belongs(line: str) -> bool:
    """Whether a line goes on with a text; an empty one does too, if it stands inside."""
    return line.startswith("  ") or not line.strip()


def _item(
    head: re.Match[str], text: str, marks: dict[str, str], crew: str, line: int
) -> MarkdownMemory:
    day, kind, scope = head["day"], head["kind"], head["scope"]
    return MarkdownMemory(
        crew=crew,
        text=text,
        said_on=date.fromisoformat(day) if day else None,
        kind=Kind(kind) if kind else Kind.FACT,
        scope=Scope(scope) if scope else Scope.PRIVATE,
        from_on=date.fromisoformat(marks["from"]) if "from" in marks else None,
        to_on=date.fromisoformat(marks["to"]) if "to" in marks else None,
        id=UUID(marks["id"]) if "id" in marks else None,
        version=int(marks["version"]) if "version" in marks else None,
        line=line,
    )


def _moment(text: str, rest: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    return moment.replace(microsecond=int(rest)) if rest else moment


def _unreadable(place: int, hint: str) -> BadInput:
    return BadInput(
        "markdown_unreadable",
        f"line {place + 1} cannot be read",
        hint=hint,
        field="text",
        details={"line": place + 1},
    )
