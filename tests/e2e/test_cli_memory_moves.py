"""`memory export`, `import` and `rebuild` as an operator types them."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
Verb = Callable[..., tuple[int, Any]]


def test_a_list_becomes_memories_that_are_edited_in_files_and_moved_to_another_user(
    verb: Verb, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("- [2024-05-03] Has a cat\n- Learns to swim\n", encoding="utf-8")

    code, listed = verb("memory", "import", str(notes), "--user", "mover", "--crew", "travel-mina")
    assert (code, listed["created"]) == (0, 2)
    code, again = verb("memory", "import", str(notes), "--user", "mover", "--crew", "travel-mina")
    assert (code, again["already_there"]) == (0, 2)

    code, told = verb(
        "memory", "export", "--user", "mover", "--format", "md", "--to", str(tmp_path / "out")
    )
    [path] = map(Path, told["files"])
    assert path.name.endswith("-travel-mina.md")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text(path.read_text().replace("Has a cat", "Has two cats"), encoding="utf-8")
    dry = verb("memory", "import", str(path), "--user", "mover", "--dry-run")[1]
    code, edited = verb("memory", "import", str(path), "--user", "mover")
    assert (code, dry["changed"], edited["changed"]) == (0, 1, 1)

    whole = tmp_path / "mover.json"
    assert verb("memory", "export", "--user", "mover", "--to", str(whole))[0] == 0
    code, moved = verb("memory", "import", str(whole), "--user", "other")
    assert (code, moved["created"]) == (0, 2)
    shown = verb("memory", "list", "--user", "other")[1]
    assert {each["text"] for each in shown["items"]} == {"Has two cats", "Learns to swim"}

    code, rebuilt = verb("memory", "rebuild", "--user", "mover")
    assert (code, rebuilt["replayed"]) == (0, 0)
    code, waiting = verb("memory", "rebuild", "--user", "mover", "--redream")
    assert (code, waiting["waiting"]) == (0, 0)


def test_what_cannot_be_brought_in_is_wrong_use_and_refused_items_are_findings(
    verb: Verb, tmp_path: Path
) -> None:
    no_json = tmp_path / "broken.json"
    no_json.write_text("[]", encoding="utf-8")
    long = tmp_path / "long.txt"
    long.write_text("x" * 600, encoding="utf-8")

    assert verb("memory", "import", str(no_json), "--user", "u")[1]["code"] == "export_unreadable"
    assert verb("memory", "import", str(long), "--user", "u")[1]["code"] == "crew_missing"
    missing = verb("memory", "import", str(tmp_path / "none.md"), "--user", "u")
    assert (missing[0], missing[1]["code"]) == (2, "file_unreadable")
    code, told = verb("memory", "import", str(long), "--user", "u", "--crew", "travel-mina")
    assert (code, told["refused"], told["items"][0]["reason"]) == (1, 1, "too_long")
