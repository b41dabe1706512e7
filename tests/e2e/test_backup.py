"""`db backup` and `db restore` as an operator types them."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import Any

import psycopg
import pytest

from nightcrew.cli.main import main
from nightcrew.store.embedded import EmbeddedPostgres

Verb = Callable[..., tuple[int, Any]]
CREW = ("--crew", "travel-mina")


@pytest.fixture(autouse=True)
def _made(verb: Verb) -> None:
    """Every test finds the tables there, whichever comes first."""
    assert verb("db", "upgrade")[0] == 0


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text("- Has a cat named Nuri\n- Learns to swim\n", encoding="utf-8")
    return path


def known(verb: Verb, user: str) -> list[str]:
    listed = verb("memory", "list", "--user", user, "--status", "all")[1]
    return sorted(each["text"] for each in listed["items"])


def address(data: Path) -> str:
    """Where a program beside us reaches the database."""
    return EmbeddedPostgres(data / "postgres").url.replace("/postgres?", "/nightcrew?")


def test_a_restored_backup_has_everything_but_what_was_erased_after_it_was_made(
    verb: Verb, tmp_path: Path, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "before.backup"
    for user in ("leaver", "stayer"):
        assert verb("memory", "import", str(notes), "--user", user, *CREW)[0] == 0
    items = verb("memory", "list", "--user", "leaver")[1]["items"]
    cat = next(each["id"] for each in items if "cat" in each["text"])

    code, saved = verb("db", "backup", str(file))
    assert (code, saved["file"], saved["erase_log"]) == (
        0,
        str(file),
        {"entries": 0, "newest": None},
    )
    assert saved["size"] == file.stat().st_size
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert verb("memory", "erase", cat, "--user", "leaver")[0] == 0
    assert verb("memory", "import", str(notes), "--user", "newcomer", *CREW)[0] == 0

    code, refused = verb("db", "restore", str(file))
    assert (code, refused["code"]) == (2, "database_not_empty")
    assert known(verb, "newcomer") == ["Has a cat named Nuri", "Learns to swim"]

    code, told = verb("db", "restore", str(file), "--force")
    assert (code, told["replayed"], told["journal"]) == (0, 1, 1)
    assert (told["revision"], told["upgraded"]) == (saved["revision"], [])
    assert known(verb, "leaver") == ["Learns to swim"]
    assert known(verb, "stayer") == ["Has a cat named Nuri", "Learns to swim"]
    assert known(verb, "newcomer") == []
    assert verb("db", "check")[1]["up_to_date"]

    capsys.readouterr()
    assert main(["db", "restore", str(file), "--force"]) == 0
    heard = capsys.readouterr()
    assert "1 of 1 erasures in the journal were done again" in heard.out
    assert "memories" in heard.err.split()


def test_a_file_that_is_no_backup_changes_nothing(verb: Verb, tmp_path: Path, notes: Path) -> None:
    verb("memory", "import", str(notes), "--user", "careful", *CREW)
    whole = tmp_path / "whole.backup"
    verb("db", "backup", str(whole))
    cut = tmp_path / "cut.backup"
    cut.write_bytes(whole.read_bytes()[:400])

    for file in (notes, cut, tmp_path / "absent"):
        code, problem = verb("db", "restore", str(file), "--force")
        assert (code, problem["code"]) == (2, "backup_unreadable")

    assert known(verb, "careful") == ["Has a cat named Nuri", "Learns to swim"]


def test_nothing_is_restored_under_somebody_who_is_being_served(
    verb: Verb, tmp_path: Path, data: Path
) -> None:
    file = tmp_path / "now.backup"
    verb("db", "backup", str(file))

    with psycopg.connect(address(data)):
        code, refused = verb("db", "restore", str(file), "--force")

    assert (code, refused["code"]) == (2, "database_in_use")


def test_somebody_who_is_just_leaving_does_not_stop_a_restore(
    verb: Verb, tmp_path: Path, data: Path
) -> None:
    file = tmp_path / "quiet.backup"
    verb("db", "backup", str(file))

    with psycopg.connect(address(data)) as leaving:
        soon = Timer(0.7, leaving.close)
        soon.start()
        code, told = verb("db", "restore", str(file), "--force")
        soon.join()

    assert (code, told["file"]) == (0, str(file))


def test_a_backup_that_cannot_be_written_says_so(verb: Verb, tmp_path: Path) -> None:
    code, problem = verb("db", "backup", str(tmp_path / "nowhere" / "file"))

    assert (code, problem["code"]) == (2, "file_unwritable")


def test_a_new_machine_without_a_journal_is_told_to_bring_it(
    verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notes: Path
) -> None:
    verb("memory", "import", str(notes), "--user", "mover", *CREW)
    file, elsewhere = tmp_path / "moved.backup", tmp_path / "new"
    verb("db", "backup", str(file))

    monkeypatch.setenv("NIGHTCREW_DATA", str(elsewhere))
    code, told = verb("db", "restore", str(file))

    assert (code, told["replayed"], told["journal"]) == (0, 0, told["erase_log"]["entries"])
    assert known(verb, "mover") == ["Has a cat named Nuri", "Learns to swim"]
    assert json.dumps(told)


def test_the_tables_are_written_anew_on_the_command_line(verb: Verb) -> None:
    verb("keys", "create", "--tenant", "default", "--scopes", "turn")

    code, written = verb("db", "rewrite")

    assert code == 0
    assert {"memories", "messages", "turns"} <= set(written["tables"])
    assert written["flushed"]
    assert verb("db", "check")[1]["up_to_date"]
