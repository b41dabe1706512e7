"""Files that are wrong as a whole, missing, or cannot be read."""

from __future__ import annotations

import pytest

from tests.unit.lint_folder import LintFolder
from tests.unit.whole_files import CREW, HOUSE, WHOLE, WholeFile


@pytest.mark.parametrize("broken", WHOLE, ids=lambda each: each.id)
def test_a_file_that_is_wrong_as_a_whole_is_named_with_what_to_do(
    broken: WholeFile, folder: LintFolder
) -> None:
    folder.write(broken.file, broken.content)

    told = next(each for each in folder.lint().problems if each.id == broken.id)

    said = f"{told.message} {told.hint}"
    assert told.file == broken.file
    assert [name for name in broken.names if name not in said] == []


def test_too_many_entries_are_counted(folder: LintFolder) -> None:
    many = ", ".join(f"shelf-{number}" for number in range(21))
    folder.edit(CREW, "  none: 손맛이 지식이다.", f"  collections: [{many}]")

    told = folder.finding()

    assert told.id == "too_many"
    assert "21 entries; at most 20" in told.message


def test_what_is_not_there_or_cannot_be_read_is_named(folder: LintFolder) -> None:
    folder.remove(HOUSE)
    (folder.crews / "tea-nari.yaml").mkdir()
    folder.playbooks.rename(folder.playbooks.with_name("elsewhere"))

    told = {
        each.id: f"{each.file}: {each.message} ({each.hint})" for each in folder.lint().problems
    }

    assert "crews/house.yaml" in told["file_missing"]
    assert "schema: house/v1" in told["file_missing"]
    assert "crews/tea-nari.yaml: the file cannot be read" in told["unreadable"]
    assert "the folder `playbooks` is not there" in told["folder_missing"]
