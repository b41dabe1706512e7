"""Versions of crew text: published, listed, brought back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.crew_version import (
    CrewVersion,
    Signature,
    StoredText,
    shared_files,
    sources_of,
)
from nightcrew.domain.errors import NotFound, Refused
from nightcrew.store import bundles
from nightcrew.store.bundles import NewVersion
from nightcrew.usecases.edit_crews.desk import Desk, TextNow, Wanted, must_be_there, newly_broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What was published. unchanged: crews whose newest version is this text, signed already.

    problems: what has to be mended first; then nothing was published.
    """

    published: tuple[CrewVersion, ...] = ()
    unchanged: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewHistory:
    """A crew's versions, newest first, and how its files stand to the newest.

    files: `live` when they say what speaks, `edited` when a version of them is not there yet,
    `broken` when they cannot be used and the newest version speaks, `gone` without a file.
    """

    crew: str
    items: tuple[CrewVersion, ...]
    files: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A version brought back. written: the files that changed; none when it was there already.

    also: other crews that changed with the files they share.
    """

    version: CrewVersion
    written: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


async def publish(desk: Desk, crews: Sequence[str] | None, sign: Signature) -> Publication:
    """The files as they are now, signed; all or none. Raises: NotFound."""
    now = await desk.now()
    known = sorted({*now.shelf.crews, *now.shelf.broken})
    wanted = list(dict.fromkeys(crews)) if crews is not None else known
    for crew_id in wanted:
        must_be_there(crew_id, known)
    wrong = [each for crew_id in wanted for each in now.shelf.broken.get(crew_id, ())]
    if wrong:
        return Publication(problems=tuple(dict.fromkeys(wrong)))
    versions = [_signed(now, crew_id, sign) for crew_id in wanted]
    async with desk.db.begin_system() as connection:
        made = await bundles.keep(connection, versions)
        newest = [await bundles.listed(connection, crew_id) for crew_id in made]
    await desk.served()
    return Publication(
        published=tuple(versions[0] for versions in newest),
        unchanged=tuple(crew_id for crew_id in wanted if crew_id not in made),
    )


def _signed(now: TextNow, crew_id: str, sign: Signature) -> NewVersion:
    crew = now.shelf.crews[crew_id]
    return NewVersion(
        crew=crew,
        sources=sources_of(crew, now.texts),
        author=sign.author,
        reason=sign.reason,
        how="published",
        again=True,
    )


async def history(desk: Desk, crew_id: str) -> CrewHistory:
    """Every version of a crew. Raises: NotFound for one that has neither file nor version."""
    now = await desk.now()
    async with desk.db.begin_system() as connection:
        items = await bundles.listed(connection, crew_id)
    if not items:
        must_be_there(crew_id, sorted({*now.shelf.crews, *now.shelf.broken}))
    return CrewHistory(crew=crew_id, items=items, files=_files(now.shelf, crew_id, items))


def _files(shelf: CrewShelf, crew_id: str, items: Sequence[CrewVersion]) -> str:
    if crew_id in shelf.broken:
        return "broken"
    if crew_id not in shelf.crews:
        return "gone"
    newest = items[0].digest if items else None
    return "live" if shelf.crews[crew_id].digest == newest else "edited"


async def stored(desk: Desk, crew_id: str, number: int) -> StoredText:
    """A version with its files. Raises: NotFound, Refused when it was stored without them."""
    async with desk.db.begin_system() as connection:
        items = await bundles.listed(connection, crew_id)
        chosen = next((each for each in items if each.number == number), None)
        found = await bundles.stored_text(connection, chosen) if chosen else None
    if found is None:
        newest = f"the newest is {items[0].number}" if items else "it has no versions yet"
        hint = f"crews versions {crew_id} lists them; {newest}"
        raise NotFound("unknown_version", "there is no such version", hint=hint, field="version")
    if found.sources is None:
        raise Refused(
            "version_without_files",
            "this version was stored before files were kept with it",
            hint="choose a later one; crews versions lists them",
        )
    return found


async def restore(
    desk: Desk, crew_id: str, number: int, sign: Signature, *, shared: bool
) -> Restored:
    """An older version as a new one, in the files too.

    shared: also files that other crews use, which change with it. Raises: NotFound; Refused for
    edits that stand in no version, and for other crews' text without `shared`.
    """
    old = await stored(desk, crew_id, number)
    now = await desk.now()
    sources = old.sources or {}
    changed = {name: text for name, text in sources.items() if now.texts.get(name) != text}
    newest = await _newest(desk, crew_id)
    if not changed:
        return Restored(version=newest)
    await _refuse_unsaved(desk, changed, now)
    after = await desk.now(changed)
    wrong = newly_broken(after.shelf, now.shelf)
    if wrong or crew_id not in after.shelf.crews:
        return Restored(version=newest, problems=wrong or after.shelf.broken.get(crew_id, ()))
    also = _also(crew_id, now.shelf, after.shelf)
    if also and not shared:
        _refuse_shared(crew_id, changed, also, after)
    wanted = Wanted(texts=changed, crew=crew_id, how="restored", sign=sign, restored_from=number)
    await desk.write(wanted, after, now.shelf)
    return Restored(
        version=await _newest(desk, crew_id),
        written=tuple(desk.text.label(name) for name in changed),
        also=also,
    )


async def _newest(desk: Desk, crew_id: str) -> CrewVersion:
    async with desk.db.begin_system() as connection:
        return (await bundles.listed(connection, crew_id))[0]


async def _refuse_unsaved(desk: Desk, changed: Mapping[str, str], now: TextNow) -> None:
    """Text that no version holds would be gone for good."""
    there = {name: now.texts[name] for name in changed if name in now.texts}
    async with desk.db.begin_system() as connection:
        unsaved = await bundles.unknown_texts(connection, there)
    if unsaved:
        files = ", ".join(desk.text.label(name) for name in unsaved)
        raise Refused(
            "unsaved_edits",
            f"edits that no version holds would be lost: {files}",
            hint="publish them first (`nightcrew crews publish`), or undo them",
            details={"files": [desk.text.label(name) for name in unsaved]},
        )


def _also(crew_id: str, before: CrewShelf, after: CrewShelf) -> tuple[str, ...]:
    return tuple(
        each
        for each, crew in after.crews.items()
        if each != crew_id and each in before.crews and before.crews[each].digest != crew.digest
    )


def _refuse_shared(
    crew_id: str, changed: Mapping[str, str], also: Sequence[str], after: TextNow
) -> None:
    files = [name for name in shared_files(after.shelf.crews[crew_id]) if name in changed]
    raise Refused(
        "changes_other_crews",
        f"{', '.join(files)} would change too, and with it {', '.join(also)}",
        hint="--shared brings those files back as well; or edit the crew's own files by hand",
        details={"files": files, "crews": list(also)},
    )
