"""The second copy of the erase log: written with every erasure, read before anything is served."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from sqlalchemy import delete

from nightcrew.adapters.erase_journal import FileJournal
from nightcrew.domain.receipt import EraseEntry, Erasing
from nightcrew.store.tables import erase_log, memories
from nightcrew.usecases.erase_words import EraseWords
from tests.builders import memory
from tests.desk import USER, Desk


def entry(kind: Erasing = Erasing.MEMORY, version: int | None = None) -> EraseEntry:
    return EraseEntry(
        id=uuid4(), tenant=uuid4(), kind=kind, person=uuid4(), subject=uuid4(), version=version,
        at=datetime(2026, 10, 5, tzinfo=UTC),
    )  # fmt: skip


async def test_what_was_written_down_is_read_back_and_only_its_owner_may_read_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "data" / "erased.jsonl"
    first, second = entry(), entry(Erasing.VERSION, 3)

    await FileJournal(path).add([first])
    await FileJournal(path).add([second])
    await FileJournal(path).add([])

    assert await FileJournal(path).read() == (first, second)
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_line_that_a_crash_cut_off_spoils_no_other(tmp_path: Path) -> None:
    path, first, second = tmp_path / "erased.jsonl", entry(), entry()
    await FileJournal(path).add([first])
    with path.open("a") as file:
        file.write('{"id": "0e')

    await FileJournal(path).add([second])

    assert await FileJournal(path).read() == (first, second)


async def test_a_machine_without_a_journal_has_erased_nothing(tmp_path: Path) -> None:
    assert await FileJournal(tmp_path / "erased.jsonl").read() == ()


async def test_a_journal_that_cannot_be_written_does_not_undo_an_erasure(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    erasing = EraseWords(
        db=desk.db, clock=desk.clock, journal=FileJournal(tmp_path / "data" / "erased.jsonl")
    )
    learned = await desk.learn(memory("라면을 좋아한다"))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(memories, "id") == []


async def test_a_database_that_is_older_than_the_journal_is_brought_up_to_it(
    desk: Desk, tmp_path: Path
) -> None:
    journal = FileJournal(tmp_path / "erased.jsonl")
    erasing = EraseWords(db=desk.db, clock=desk.clock, journal=journal)
    learned = await desk.learn(memory("라면을 좋아한다"))
    await journal.add([
        EraseEntry(
            id=uuid4(), tenant=desk.tenant, kind=Erasing.MEMORY, person=learned.user,
            subject=learned.id, at=desk.clock.now(),
        ),
        entry(),
    ])  # fmt: skip

    fresh = await erasing.catch_up()
    again = await erasing.catch_up()

    assert (fresh, again) == (1, 0)
    assert await desk.cells(memories, "id") == []


async def test_a_journal_that_was_lost_is_written_anew_from_the_database(
    desk: Desk, tmp_path: Path
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await EraseWords(db=desk.db, clock=desk.clock).memory(desk.tenant, USER, learned.id)
    journal = FileJournal(tmp_path / "erased.jsonl")

    await EraseWords(db=desk.db, clock=desk.clock, journal=journal).catch_up()

    [written] = await journal.read()
    assert (written.kind, written.subject) == (Erasing.MEMORY, learned.id)


async def test_an_erased_user_stays_erased_with_one_line_in_the_log(
    desk: Desk, tmp_path: Path
) -> None:
    journal = FileJournal(tmp_path / "erased.jsonl")
    erasing = EraseWords(db=desk.db, clock=desk.clock, journal=journal)
    learned = await desk.learn(memory("라면을 좋아한다"))
    await erasing.memory(desk.tenant, USER, learned.id)
    await erasing.person(desk.tenant, USER)

    assert await erasing.catch_up() == 0
    assert await desk.cells(erase_log, "kind") == ["person"]
    async with desk.db.begin(desk.tenant) as connection:
        await connection.execute(delete(erase_log))
    assert await erasing.catch_up() == 1
    assert await desk.cells(erase_log, "kind") == ["person"]
