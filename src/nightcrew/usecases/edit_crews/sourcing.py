"""One file of crew text as an editor holds it: read, checked as typed, saved."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import date

from nightcrew.domain.crew import Problem
from nightcrew.domain.crew_version import Signature, path_ids
from nightcrew.domain.errors import NotFound, Stale
from nightcrew.usecases.edit_crews.desk import Desk, TextNow, Wanted, newly_broken

STORIES = "crews/scenarios/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file. digest: of its text, to be given back when it is saved. crews: made of it."""

    path: str
    text: str
    digest: str
    crews: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Whether a text was written. problems: an error among them is why it was not."""

    source: Source
    saved: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What an editor wants to be written. expected: the digest of the text it began with."""

    path: str
    text: str
    expected: str | None


async def read(desk: Desk, path: str) -> Source:
    """Raises: BadInput for what is no path-id, NotFound."""
    now = await desk.now()
    desk.text.label(path)
    if path not in now.texts:
        raise NotFound(
            "unknown_file",
            "there is no such file of crew text",
            hint="open the crew again; its page names its files",
            field="path",
        )
    return _source(path, now.texts[path], now)


async def check(desk: Desk, path: str, text: str, today: date) -> tuple[Problem, ...]:
    """What is wrong with a file as it is typed, and what it would break elsewhere. No model."""
    if path.startswith(STORIES):
        now = await desk.now()
        return tuple(desk.text.story_problems(path, text, now.shelf))
    label = desk.text.label(path)
    before = await desk.now()
    after = before if before.texts.get(path) == text else await desk.now({path: text})
    own = [each for each in after.shelf.problems if each.file == label]
    # A file that is not there yet is in no folder that lint could look into.
    found = await asyncio.to_thread(desk.text.findings, path, text, today)
    return tuple(dict.fromkeys([*own, *found, *newly_broken(after.shelf, before.shelf)]))


async def save(desk: Desk, typed: Typed, sign: Signature, today: date) -> Saved:
    """Write a file when nothing is wrong with it; it speaks at once.

    Raises: BadInput, Stale when somebody else saved it meanwhile.
    """
    path, text = typed.path, typed.text
    problems = await check(desk, path, text, today)
    before, after = await desk.now(), await desk.now({path: text})
    there = before.texts.get(path, "")
    if typed.expected not in (None, digest_of(there)):
        raise Stale(
            "text_changed",
            "somebody else saved this file meanwhile",
            hint="read it again and put your change into it",
        )
    if any(each.severity == "error" for each in problems):
        return Saved(source=_source(path, there, before), saved=False, problems=problems)
    wanted = Wanted(texts={path: text}, crew="", how="loaded", sign=sign)
    await desk.write(wanted, after, before.shelf)
    return Saved(source=_source(path, text, after), saved=True, problems=problems)


def _source(path: str, text: str, now: TextNow) -> Source:
    crews = tuple(crew_id for crew_id, crew in now.shelf.crews.items() if path in path_ids(crew))
    return Source(path=path, text=text, digest=digest_of(text), crews=crews)


def digest_of(text: str) -> str:
    """What tells an editor's text from another's."""
    return hashlib.sha256(text.encode()).hexdigest()
