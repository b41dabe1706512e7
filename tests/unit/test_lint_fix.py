"""What --fix mends, what it leaves alone, and that a second time changes nothing."""

from __future__ import annotations

import pytest

from tests.unit.lint_folder import LintFolder

CREW = "crews/tea-bora.yaml"
HOUSE = "crews/house.yaml"
CATEGORY = "crews/categories/tea.yaml"
PLAYBOOK = "playbooks/tea-bora.md"


def all_text(folder: LintFolder) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in folder.crews.parent.rglob("*") if path.is_file()
    }


MENDED = [
    (HOUSE, '"22:00", to: "08:00"', "22:00, to: 08:00", '"22:00", to: "08:00"'),
    (CREW, "category: tea\n", "category: tea  \n", "category: tea\n"),
    (CREW, "  summary:", "\tsummary:", "  summary:"),
    (PLAYBOOK, "## 목표", "## 목표:", "## 목표"),
    (PLAYBOOK, "## When they", "## When", "## When they"),
    (CREW, "  search:\n", "  search:\n    lean: avoid  # as the others\n", "  search:\n"),
]


@pytest.mark.parametrize(("file", "good", "slip", "mended"), MENDED)
def test_what_cannot_change_the_meaning_is_mended_and_all_else_stays(
    folder: LintFolder, file: str, good: str, slip: str, mended: str
) -> None:
    folder.edit(file, good, slip)
    before = folder.text(file)

    linted = folder.fix()

    assert linted.problems == ()
    assert folder.text(file) == before.replace(slip, mended, 1)
    assert [each.file for each in linted.mended] == [file]


def test_a_second_fix_changes_nothing(folder: LintFolder) -> None:
    for file, good, slip, _ in MENDED[:5]:
        folder.edit(file, good, slip)
    folder.fix()
    once = all_text(folder)

    again = folder.fix()

    assert again.mended == ()
    assert all_text(folder) == once


def test_an_anchor_that_was_derived_is_written_down_and_the_crew_stays_the_same(
    folder: LintFolder,
) -> None:
    folder.edit(PLAYBOOK, "권한다. {#late-cup}", "권하고\n  물도 권한다.")
    before = folder.load().crews["tea-bora"]

    linted = folder.fix()

    assert linted.problems == ()
    assert folder.load().crews["tea-bora"].digest == before.digest
    assert folder.text(PLAYBOOK).rstrip().endswith("}")
    assert "\n  물도 권한다. {#when-" in folder.text(PLAYBOOK)


def test_an_override_goes_with_the_keys_it_leaves_empty_and_its_comments_stay(
    folder: LintFolder,
) -> None:
    same = "찻집의 여는 시간을 물으면 찾아보고 말한다."
    folder.edit(CREW, "찻잎을 어디서 파느냐고 물으면 찾아본다.", same)
    folder.edit(CREW, "  search:\n", "  search:\n    # 모두에게 같은 말\n")

    linted = folder.fix()

    assert linted.problems == ()
    assert "# 모두에게 같은 말" in folder.text(CREW)
    assert "tool_guide" not in folder.text(CREW)
    assert folder.load().crews["tea-bora"].tool_guide["search"].guide.startswith("찻집")


def test_windows_line_ends_stay(folder: LintFolder) -> None:
    folder.write(CREW, folder.text(CREW).replace("category: tea", "category: tea ")
                 .replace("\n", "\r\n"))  # fmt: skip

    linted = folder.fix()

    assert linted.problems == ()
    assert folder.text(CREW).count("\r\n") == folder.text(CREW).count("\n")


def test_what_a_writer_has_to_decide_is_left_to_the_writer(folder: LintFolder) -> None:
    folder.edit(CREW, "tool_guide:", "tool_giude:")
    folder.edit(CATEGORY, "lean: avoid", "lean: avid")
    before = all_text(folder)

    linted = folder.fix()

    assert {each.id for each in linted.errors} == {"unknown_key", "unknown_value"}
    assert all_text(folder) == before


def test_space_that_belongs_to_a_text_is_left(folder: LintFolder) -> None:
    folder.edit(CREW, "  summary: 차를 우리는 사람.", "  summary: |\n    첫 줄  \n    둘째 줄")
    before = folder.text(CREW)

    linted = folder.fix()

    assert folder.text(CREW) == before
    assert [each.id for each in linted.problems] == ["trailing_space"]
