"""`db backup` and `db restore`: nothing that was erased is served again from a backup."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import Told, answer, read_settings, run_to_end

if TYPE_CHECKING:
    from nightcrew.cli.wording import Words
    from nightcrew.settings import Settings
    from nightcrew.store.backup import Backup, ErasedSoFar
    from nightcrew.store.bootstrap import Access

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Force = Annotated[
    bool, typer.Option("--force", help="Put it in the place of what the database holds.")
]


def save(file: BackupFile, as_json: AsJson = False) -> int:
    """Save the whole database into a file, with the place the erase log had reached."""
    from nightcrew.store.backup import write_backup

    settings, words = _begin()
    with _database(settings) as access:
        _say(words("backing_up"))
        made = write_backup(access, file, _say)
    told = words("backed_up", file=made.file, size=made.size, erased=made.erase_log.entries)
    return answer(Told(document=_document(made), lines=[told]), as_json=as_json)


def restore(file: BackupFile, force: Force = False, as_json: AsJson = False) -> int:
    """Bring a backup back, upgrade it, and erase again what was erased since it was made."""
    settings, words = _begin()
    with _database(settings) as access:
        _check(access, file, settings, force=force)
        made, steps = _bring_back(access, file, words)
        replayed, known = run_to_end(_erase_again(settings))
    lines = [
        words("brought_back", file=made.file, steps=len(steps)),
        words("erased_again", count=replayed, known=known),
    ]
    if not known:
        lines.append(words("no_journal", path=_journal(settings)))
    document = {**_document(made), "upgraded": steps, "replayed": replayed, "journal": known}
    return answer(Told(document=document, lines=lines), as_json=as_json)


def _check(access: Access, file: Path, settings: Settings, *, force: bool) -> None:
    """Raises: BadInput, Refused `database_in_use` or `database_not_empty`."""
    from nightcrew.domain.errors import Refused
    from nightcrew.store import backup

    backup.check_backup(access, file)
    backup.check_alone(access)
    if not backup.holds_users(access):
        return
    if not force:
        raise Refused(
            "database_not_empty",
            "the database holds users or keys, which a restore would replace",
            hint="back it up, then say --force",
        )
    # What was erased here must be known outside of the rows that are about to go.
    run_to_end(_erase_again(settings))


def _bring_back(access: Access, file: Path, words: Words) -> tuple[Backup, list[str]]:
    from nightcrew.store import backup, bootstrap

    _say(words("bringing_back"))
    made = backup.bring_back(access, file, _say)
    steps = bootstrap.pending(access)
    bootstrap.upgrade(access)
    return made, steps


async def _erase_again(settings: Settings) -> tuple[int, int]:
    """Bring the database up to the journal; says what was erased again, and what is known."""
    from nightcrew.app.menu import wire
    from nightcrew.app.world import open_world

    async with open_world(settings) as world:
        replayed = await wire(settings, world).erase_words.catch_up()
        known = await world.journal.read() if world.journal is not None else ()
    return replayed, len(known)


def _begin() -> tuple[Settings, Words]:
    from nightcrew.cli.wording import Words

    settings = read_settings()
    return settings, Words(settings.lang)


@contextmanager
def _database(settings: Settings) -> Iterator[Access]:
    from nightcrew.app.world import reach_database

    postgres, access = reach_database(settings)
    try:
        yield access
    finally:
        if postgres is not None:
            postgres.stop()


def _journal(settings: Settings) -> Path:
    from nightcrew.app.world import journal_path

    return journal_path(settings)


def _document(made: Backup) -> dict[str, object]:
    log: ErasedSoFar = made.erase_log
    return {
        "file": made.file,
        "size": made.size,
        "revision": made.revision,
        "erase_log": {"entries": log.entries, "newest": log.newest},
    }


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
