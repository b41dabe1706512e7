"""Stories from crews/scenarios/*.yaml: several a file, every problem told in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath

from nightcrew.adapters.crew_sheet import Sheet, read_block
from nightcrew.adapters.story_checks import Named, check_story
from nightcrew.adapters.story_reading import read_story
from nightcrew.adapters.story_schema import STORY_FILE
from nightcrew.adapters.strict_yaml import MOST_BYTES, decode
from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.crew_problem import Place, problem
from nightcrew.domain.meant import id_meant
from nightcrew.domain.story import Story, StoryShelf
from nightcrew.domain.story_wording import story_problem

FOLDER = "scenarios"
_MISNAMED = frozenset({"wrong_extension", "bad_file_name"})
_SHEETS_KEPT = 512
# At the left edge these three letters can be nothing else, not even inside a block of text.
_NEXT_DOCUMENT = re.compile(r"^---(?=\s|$)", re.MULTILINE)


# However broken a story is, the lines it stands for can be told from its letters.
_COVER = re.compile(r"[a-z0-9-]{2,48}[/#][a-z0-9_-]{2,64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unread:
    """A story that cannot be read. covers: names that stand in it."""

    covers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """The crews as far as a story could tell two of them apart."""

    digests: frozenset[tuple[str, str]]
    broken: frozenset[str]
    named: Named = field(compare=False)


_Outcome = Story | Problem | _Unread


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """One document of a file. first_line: where it begins."""

    text: str
    first_line: int


def read_stories(crews: Path, shelf: CrewShelf) -> StoryShelf:
    """Every story below the folder of the crews; a broken one never stops the others.

    shelf: the crews that serve, for what the stories name.
    """
    stories: dict[str, Story] = {}
    problems: list[Problem] = []
    unread: set[str] = set()
    known = _known(shelf)
    for path in sorted((crews / FOLDER).glob("*.y*ml")):
        label = f"{crews.name}/{FOLDER}/{path.name}"
        for outcome in _stories(path, label, known):
            if isinstance(outcome, Problem):
                problems.append(outcome)
            elif isinstance(outcome, _Unread):
                unread |= outcome.covers
            elif outcome.id in stories:
                problems.append(_told_before(outcome, stories[outcome.id]))
            else:
                stories[outcome.id] = outcome
    return StoryShelf(
        stories=tuple(stories.values()), problems=tuple(problems), unread_covers=frozenset(unread)
    )


def _known(shelf: CrewShelf) -> _Known:
    """A file that is not read for its name is as broken as one that says nonsense."""
    misnamed = (each.file for each in shelf.problems if each.id in _MISNAMED)
    stems = [PurePath(file).name.partition(".")[0] for file in misnamed]
    meant = (id_meant(stem) or stem for stem in stems)
    broken = frozenset({*shelf.broken, *meant})
    return _Known(
        digests=frozenset((name, crew.digest) for name, crew in shelf.crews.items()),
        broken=broken,
        named=Named(crews=shelf.crews, broken=broken),
    )


def _stories(path: Path, label: str, known: _Known) -> Iterator[_Outcome]:
    if path.suffix != ".yaml":
        meant = path.with_suffix(".yaml").name
        yield problem(
            "wrong_extension", Place(file=label), name=path.name, ending=".yaml", meant_name=meant
        )
        return
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "unknown"
        yield problem("unreadable", Place(file=label), reason=reason)
        return
    yield from _in_text(content, label, known)


def story_text_problems(content: bytes, label: str, shelf: CrewShelf) -> tuple[Problem, ...]:
    """Every problem of a file of stories that is still being typed."""
    found = _in_text(content, label, _known(shelf))
    return tuple(each for each in found if isinstance(each, Problem))


def _in_text(content: bytes, label: str, known: _Known) -> Iterator[_Outcome]:
    decoded = decode(content, label)
    if decoded.text is None:
        yield from decoded.problems
        yield _Unread(covers=_covers_in(content.decode("utf-8", "replace")))
        return
    for written in _documents(decoded.text):
        yield from _story(written, label, known)


# A story of the shipped ones is asked for again whenever any text is checked.
@lru_cache(maxsize=_SHEETS_KEPT)
def _sheet(text: str, label: str, first_line: int) -> Sheet:
    return read_block(text, label, STORY_FILE, first_line=first_line)


def _documents(text: str) -> list[_Written]:
    """The documents of a file; what stands before the first mark counts unless it says nothing."""
    starts = [0, *(found.start() for found in _NEXT_DOCUMENT.finditer(text) if found.start())]
    ends = [*starts[1:], len(text)]
    written = [
        _Written(text=text[start:end], first_line=text.count("\n", 0, start) + 1)
        for start, end in zip(starts, ends, strict=True)
    ]
    says_nothing = len(written) > 1 and not _without_comments(written[0].text)
    return written[1:] if says_nothing else written


def _without_comments(text: str) -> str:
    return "".join(line.partition("#")[0].strip() for line in text.splitlines())


@lru_cache(maxsize=_SHEETS_KEPT)
def _story(written: _Written, label: str, known: _Known) -> tuple[_Outcome, ...]:
    sheet = _sheet(written.text, label, written.first_line)
    checked = check_story(sheet.block, known.named, sheet.problems)
    problems = sorted([*sheet.problems, *checked], key=lambda each: (each.line, each.column))
    if any(each.severity == "error" for each in problems):
        return *problems, _Unread(covers=_covers_in(written.text))
    return *problems, read_story(sheet.block, known.named.crews)


def _covers_in(text: str) -> frozenset[str]:
    return frozenset(match[0] for match in _COVER.finditer(text))


def _told_before(story: Story, first: Story) -> Problem:
    file, line, column = story.place.rsplit(":", 2)
    place = Place(file=file, line=int(line), column=int(column))
    return story_problem("repeated_story", place, pointer="/id", value=story.id, first=first.place)
