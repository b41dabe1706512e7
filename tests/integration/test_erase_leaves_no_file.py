"""Outside the tables: files of the database, logs, stores of others, and a backup brought back.

Each place is first shown to hold what was planted there, in every encoding; then nothing is left.
"""

from __future__ import annotations

import base64
import logging
import pickle
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import Insert, insert

from nightcrew.adapters.erase_journal import FileJournal
from nightcrew.domain.errors import NightcrewError
from nightcrew.store import backup
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.rewriting import rewrite
from nightcrew.store.tables import memories
from nightcrew.usecases.erase_words import EraseWords
from tests.fakes import FixedClock
from tests.integration.canaries import (
    MARK,
    WRITTEN,
    Connection,
    Planted,
    files_with,
    near_vectors,
    plant,
    row_hashes,
    scan,
    words_of_users,
)
from tests.integration.planted_rows import drop_what_is_not_about_policies

WORDS = f"{MARK}가나다"
LEFT_ALONE = "이웃"  # the label of the user who stays


@pytest.fixture
def planted_in(access: Access, tenant: UUID) -> Iterator[tuple[Connection, Planted]]:
    with psycopg.connect(access.owner_url, autocommit=True) as connection:
        drop_what_is_not_about_policies(connection)
        labels = {**WRITTEN, LEFT_ALONE: WRITTEN["nfc"]}
        yield connection, plant(connection, tenant, labels)


@pytest.mark.parametrize("encoding", WRITTEN)
def test_the_scanner_finds_words_in_every_kind_of_file_in_every_encoding(
    tmp_path: Path, encoding: str
) -> None:
    written = WRITTEN[encoding](WORDS)
    (tmp_path / "app.log").write_text(f"WARNING the user said {written}\n", encoding="utf-8")
    (tmp_path / "export.json").write_text(f'{{"text": "{written}"}}', encoding="utf-8")
    for offset in range(3):
        result = base64.b64encode(b"x" * offset + pickle.dumps({"said": written}))
        (tmp_path / f"result-{offset}").write_bytes(result)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "empty").write_bytes(b"")
    store_of_others(tmp_path / "prefect.db", parameters=written)

    found = files_with(tmp_path, WORDS)

    assert found == {
        "app.log", "export.json", "prefect.db", *(f"result-{offset}" for offset in range(3)),
    }  # fmt: skip
    assert files_with(tmp_path, f"{MARK}라마바") == set()


def store_of_others(path: Path, *, parameters: str) -> None:
    """A file such as Prefect keeps, when a flow was given words of a user."""
    with sqlite3.connect(path) as connection:
        connection.execute("create table flow_run (id text, parameters text)")
        connection.execute("insert into flow_run values ('1', ?)", [parameters])


async def test_no_byte_is_left_in_the_files_of_the_tables_and_the_log_before_is_named(
    planted_in: tuple[Connection, Planted], access: Access, database: Database, tenant: UUID
) -> None:
    connection, planted = planted_in
    folder, log_ahead = folders_of(connection)
    connection.execute("checkpoint")
    assert files_with(folder, MARK)
    assert files_with(log_ahead, MARK)

    erase = EraseWords(db=database, clock=FixedClock())
    receipts = [await erase.person(tenant, name) for _, name in planted.users.values()]
    written = rewrite(access, lambda _: None)

    assert files_with(folder, MARK) == set()
    assert "messages" in written.tables
    assert written.flushed
    assert all("wal" in {each.place for each in receipt.not_reached} for receipt in receipts)


def folders_of(connection: Connection) -> tuple[Path, Path]:
    """Where this database's tables lie, and where the server's write-ahead log does."""
    found = connection.execute(
        "select current_setting('data_directory'), oid::text from pg_database"
        " where datname = current_database()"
    ).fetchone()
    assert found is not None
    data = Path(str(found[0]))
    return data / "base" / str(found[1]), data / "pg_wal"


async def test_a_backup_brought_back_holds_nothing_once_the_journal_was_replayed(
    planted_in: tuple[Connection, Planted],
    access: Access,
    database: Database,
    tenant: UUID,
    tmp_path: Path,
) -> None:
    connection, planted = planted_in
    journal = FileJournal(tmp_path / "erased.jsonl")
    erase = EraseWords(db=database, clock=FixedClock(), journal=journal)
    stays, _ = planted.users[LEFT_ALONE]
    file = tmp_path / "before.backup"
    connection.execute("truncate erase_log")  # what was planted there says nothing that can be read
    backup.write_backup(access, file, lambda _: None)
    neighbour = row_hashes(connection, stays)
    for label, (_, name) in planted.users.items():
        if label != LEFT_ALONE:
            await erase.person(tenant, name)

    backup.bring_back(access, file, lambda _: None)
    back = scan(connection, planted.words)
    fresh = await erase.catch_up()
    connection.execute("analyze")
    left = scan(connection, planted.words)

    wanted = {(label, place) for label in planted.users for place in words_of_users()}
    assert back.keys() | planted.vectors.keys() == wanted
    assert fresh == len(WRITTEN)
    assert {label for label, _ in left} == {LEFT_ALONE}
    assert {label for label, _ in near_vectors(connection, planted.vectors)} == {LEFT_ALONE}
    assert row_hashes(connection, stays) == neighbour
    assert files_with(tmp_path, MARK) - {file.name} == set()


async def test_no_log_of_ours_or_of_postgres_tells_a_word_when_things_go_wrong(
    database: Database,
    tenant: UUID,
    postgres_server: EmbeddedPostgres,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    where = postgres_server.log.stat().st_size

    for statement in statements_that_fail(tenant):
        with pytest.raises(Exception, match=r".") as failed:
            async with database.begin(tenant) as connection:
                await connection.execute(statement)
        logging.getLogger("nightcrew").warning("it failed: %s", code_of(failed.value))
    (tmp_path / "app.log").write_text(caplog.text, encoding="utf-8")
    (tmp_path / "postgres.log").write_bytes(postgres_server.log.read_bytes()[where:])

    assert "it failed" in caplog.text
    assert files_with(tmp_path, MARK) == set()


def statements_that_fail(tenant: UUID) -> list[Insert]:
    row = {
        "tenant_id": tenant, "id": uuid4(), "user_id": uuid4(), "crew": WORDS, "kind": WORDS,
        "scope": WORDS, "subject": WORDS, "text": WORDS * 200, "explicit": False,
        "status": WORDS, "version": 1, "via": WORDS, "learned_on": "2026-09-01",
        "said_on": "2026-09-01", "changed_at": "2026-09-01T00:00:00Z",
    }  # fmt: skip
    known = {**row, "kind": "fact", "scope": "private", "status": "active", "text": WORDS}
    return [
        insert(memories).values(row),
        insert(memories).values(known),
        insert(memories).values({**known, "text": None}),
        insert(memories).values({**known, "said_on": WORDS}),
    ]


def code_of(error: BaseException) -> str:
    return error.code if isinstance(error, NightcrewError) else type(error).__name__
