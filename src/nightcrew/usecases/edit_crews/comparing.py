"""Two texts of a crew beside each other: lines that changed, and decisions that turned."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nightcrew.domain.crew import Crew, Problem
from nightcrew.domain.crew_version import CrewVersion, path_ids
from nightcrew.domain.decision_diff import Flip, judged_alike
from nightcrew.domain.errors import Refused
from nightcrew.domain.story import Story
from nightcrew.domain.story_diff import (
    TwicePlayed,
    Undecided,
    concerned,
    flips,
    sentences,
    undecided,
)
from nightcrew.domain.text_diff import FileDiff, text_diff
from nightcrew.store import bundles
from nightcrew.usecases.edit_crews.desk import Desk, TextNow, must_be_there
from nightcrew.usecases.edit_crews.publishing import stored
from nightcrew.usecases.edit_crews.seeing import reading_otherwise

Texts = Mapping[str, str]  # all files of an installation, by path-id
Progress = Callable[[int, int, str], None]
# Plays stories by two texts, the one before first. Raises: OutsideFailure.
Plays = Callable[[tuple[Texts, Texts], Sequence[Story], Progress], Awaitable[Sequence[TwicePlayed]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewDiff:
    """What a change of text does. before, after: versions; None where the files stand.

    affected: crews whose prompts could tell, by the files they share. stories, judged: how many of
    them, and how many sentences in them, were played by both texts. problems: why there is no
    second text, then nothing was judged. prompts: of a turn with this crew that read otherwise;
    empty where no prompt shows what changed. undecided: stories in which an answer could not be
    read, so that they name no flip.
    """

    crew: str
    before: CrewVersion | None
    after: CrewVersion | None
    files: tuple[FileDiff, ...]
    affected: tuple[str, ...] = ()
    stories: int = 0
    judged: int = 0
    flips: tuple[Flip, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    prompts: tuple[str, ...] = ()
    model: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """How decisions are compared. model: the name of the one that judges."""

    plays: Plays
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One of the two texts. version: None for the files."""

    version: CrewVersion | None
    sources: Mapping[str, str]
    there: TextNow


async def compare(
    desk: Desk,
    decisions: Decisions | None,
    crew_id: str,
    *,
    since: int | None,
    until: int | None,
    at: datetime,
    progress: Progress,
) -> CrewDiff:
    """decisions: None to play nothing.

    since: a version; None for the newest one that says something else, a signed one first.

    until: a version; None for the files. at: the moment that prompts would tell. Raises: NotFound,
    Refused, ModelFailure.
    """
    after = await _side(desk, crew_id, until)
    before = await _side(desk, crew_id, since or await _usual(desk, crew_id, after))
    labels = {name: desk.text.label(name) for name in {*before.sources, *after.sources}}
    diff = CrewDiff(
        crew=crew_id,
        before=before.version,
        after=after.version,
        files=text_diff(_labelled(before, labels), _labelled(after, labels)),
        prompts=await _prompts(crew_id, before, after, at),
        model=decisions.model if decisions else "",
        problems=_problems(crew_id, before, after),
    )
    if diff.problems or decisions is None:
        return diff
    return await _decided(desk, decisions.plays, diff, (before, after), progress)


async def _prompts(crew_id: str, before: _Side, after: _Side, at: datetime) -> tuple[str, ...]:
    old, new = (side.there.shelf.crews.get(crew_id) for side in (before, after))
    if old is None or new is None:
        return ()
    return await asyncio.to_thread(reading_otherwise, old, new, at)


def _labelled(side: _Side, labels: Mapping[str, str]) -> Mapping[str, str]:
    return {labels[name]: text for name, text in side.sources.items()}


def _problems(crew_id: str, before: _Side, after: _Side) -> tuple[Problem, ...]:
    found = (side.there.shelf.broken.get(crew_id, ()) for side in (before, after))
    return tuple(dict.fromkeys(each for wrong in found for each in wrong))


async def _side(desk: Desk, crew_id: str, number: int | None) -> _Side:
    if number is not None:
        old = await stored(desk, crew_id, number)
        sources = old.sources or {}
        return _Side(version=old.version, sources=sources, there=await desk.now(sources))
    now = await desk.now()
    must_be_there(crew_id, sorted({*now.shelf.crews, *now.shelf.broken}))
    crew = now.shelf.crews.get(crew_id)
    names = path_ids(crew) if crew else tuple(await _known_files(desk, crew_id))
    sources = {name: now.texts[name] for name in names if name in now.texts}
    return _Side(version=None, sources=sources, there=now)


async def _known_files(desk: Desk, crew_id: str) -> Mapping[str, str]:
    """Of a crew whose files are broken: the files it was made of last."""
    async with desk.db.begin_system() as connection:
        items = await bundles.listed(connection, crew_id)
        found = await bundles.stored_text(connection, items[0]) if items else None
    return (found.sources if found else None) or {f"crews/{crew_id}.yaml": ""}


async def _usual(desk: Desk, crew_id: str, after: _Side) -> int:
    """The version to hold a text against: the newest signed one, else the newest other one."""
    async with desk.db.begin_system() as connection:
        items = await bundles.listed(connection, crew_id)
    if after.version is not None:
        earlier = [each for each in items if each.number < after.version.number]
        chosen = earlier[0] if earlier else None
    else:
        crew = after.there.shelf.crews.get(crew_id)
        others = [each for each in items if crew is None or each.digest != crew.digest]
        signed = [each for each in items if each.how != "loaded"]
        chosen = next(iter([*signed, *others, *items]), None)
    if chosen is None:
        raise Refused(
            "no_version_yet",
            "there is no stored version to compare with",
            hint=f"`nightcrew crews publish {crew_id}` stores the first one",
        )
    return chosen.number


async def _decided(
    desk: Desk, plays: Plays, diff: CrewDiff, sides: tuple[_Side, _Side], progress: Progress
) -> CrewDiff:
    before, after = sides
    old, new = before.there.shelf.crews, after.there.shelf.crews
    affected = _affected(old, new)
    stories = _stories(desk, sides, affected)
    texts = (before.there.texts, after.there.texts)
    played = await plays(texts, stories, progress)
    return replace(
        diff,
        affected=affected,
        stories=len(stories),
        judged=sentences(stories),
        flips=tuple(flip for each in played for flip in flips(each, old, new)),
        undecided=tuple(side for each in played for side in undecided(each)),
    )


def _affected(old: Mapping[str, Crew], new: Mapping[str, Crew]) -> tuple[str, ...]:
    """The crews on both sides whose prompts could tell the texts apart."""
    both = sorted(old.keys() & new.keys())
    return tuple(each for each in both if not judged_alike(old[each], new[each]))


def _stories(desk: Desk, sides: tuple[_Side, _Side], affected: Sequence[str]) -> list[Story]:
    """Those that one of the two texts lets be read, so that a line that is gone hides none."""
    shelves = (side.there.shelf for side in sides)
    found = {story.id: story for shelf in shelves for story in desk.text.stories(shelf).stories}
    theirs = (concerned(found[each], affected) for each in sorted(found))
    return [story for story in theirs if story is not None]
