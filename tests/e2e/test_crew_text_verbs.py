"""Writers check, mend and look up crew text at the command line; no database has to be there."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nightcrew.cli.main import main
from tests.unit.lint_folder import LintFolder

FINE, FINDINGS, WRONG_USE = 0, 1, 2
CREW = "crews/tea-bora.yaml"
Ran = tuple[int, str]


@pytest.fixture
def folder(tmp_path: Path) -> LintFolder:
    return LintFolder(tmp_path)


@pytest.fixture
def run(
    folder: LintFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    for name in [name for name in os.environ if name.startswith("NIGHTCREW_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NIGHTCREW_CREWS", str(folder.crews))
    monkeypatch.setenv("NIGHTCREW_PLAYBOOKS", str(folder.playbooks))
    monkeypatch.chdir(folder.crews.parent)

    def ran(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(["crews", *arguments])
        return code, capsys.readouterr().out

    return ran


def document(ran: Ran) -> tuple[int, Any]:
    return ran[0], json.loads(ran[1])


def test_a_problem_is_one_line_with_place_number_and_what_to_do(
    folder: LintFolder, run: Callable[..., Ran]
) -> None:
    folder.edit(CREW, "tool_guide:", "tool_giude:")

    code, told = run("lint")

    assert code == FINDINGS
    assert told.splitlines() == [
        "crews/tea-bora.yaml:11:1: error C001 unknown_key: unknown key `tool_giude`"
        " (did you mean tool_guide?)",
        "errors 1, warnings 0",
    ]


def test_errors_come_first_what_reaches_furthest_before_and_a_flood_is_counted_by_kind(
    folder: LintFolder, run: Callable[..., Ran]
) -> None:
    for number in range(22):
        folder.second_crew(f"tea-{number:02}", guide=f"{number}번 찻집을 물으면 찾는다.")
    folder.edit("crews/tea-21.yaml", "persona:", "persoan:")
    folder.edit("crews/house.yaml", "schema: house/v1", "schema: house/v1\nbudgts: {}")

    code, told = run("lint")

    lines = told.splitlines()
    first = [line for line in lines if ": error " in line]
    assert code == FINDINGS
    assert lines[: len(first)] == first
    assert first[0].startswith("crews/house.yaml:")
    assert any(line.startswith("crews/tea-21.yaml:") for line in first)
    assert "error C001 unknown_key" in lines[-2]
    assert lines[-1].startswith(f"errors {len(first)}, warnings ")


def test_a_writer_is_told_in_korean_by_an_option_or_by_the_setting(
    folder: LintFolder, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.edit(CREW, "tool_guide:", "tool_giude:")

    code, by_option = run("lint", "--lang", "ko")
    monkeypatch.setenv("NIGHTCREW_LANG", "ko")
    _, by_setting = run("lint")
    _, english = run("lint", "--lang", "en")

    assert code == FINDINGS
    assert "`tool_giude`은(는) 모르는 키입니다 (혹시 tool_guide인가요?)" in by_option
    assert by_option == by_setting
    assert "unknown key" in english
    assert run("lint", "--lang", "fr")[0] == WRONG_USE


def test_warnings_are_no_failure_unless_they_are_to_be(
    folder: LintFolder, run: Callable[..., Ran]
) -> None:
    folder.edit(CREW, "reviewed_by: tea-team\n", "")

    code, told = document(run("lint", "--json"))

    assert (code, told["errors"], told["warnings"]) == (FINE, 0, 1)
    assert told["problems"][0]["code"] == "C061"
    assert run("lint", "--strict")[0] == FINDINGS


def test_what_is_mended_is_told_and_a_second_time_nothing_is(
    folder: LintFolder, run: Callable[..., Ran]
) -> None:
    folder.edit("crews/house.yaml", '"22:00", to: "08:00"', '22:00, to: "08:00"')

    code, told = document(run("lint", "--fix", "--json"))
    again = document(run("lint", "--fix", "--json"))[1]

    assert code == FINE
    assert told["mended"] == [{"file": "crews/house.yaml", "fixes": ["unquoted_time:7"]}]
    assert again["mended"] == []


def test_the_schemas_are_shown_or_written(folder: LintFolder, run: Callable[..., Ran]) -> None:
    code, shown = document(run("schema", "--json"))
    out = folder.crews / "schemas"

    assert code == FINE
    assert run("schema", "--out", str(out))[0] == FINE
    assert json.loads((out / "crew.v1.json").read_text("utf-8")) == shown["crew.v1.json"]
    assert {path.name for path in out.iterdir()} == set(shown)


def test_a_preview_names_the_crew_that_was_probably_meant(run: Callable[..., Ran]) -> None:
    code, told = document(run("preview", "tea-bura", "--say", "안녕", "--json"))

    assert code == WRONG_USE
    assert (told["code"], told["hint"]) == ("unknown_crew", "did you mean tea-bora?")


def test_a_preview_for_people_shows_origins_and_why_lines_are_left_out(
    run: Callable[..., Ran],
) -> None:
    code, told = run("preview", "tea-bora", "--say", "안녕")
    _, each_line = run("preview", "tea-bora", "--say", "안녕", "--left-out")

    assert code == FINE
    assert "== judge_needs v" in told
    assert "playbooks/tea-bora.md:11" in told
    assert "rule: not_this_prompt (does not matter to what this prompt decides)" in told
    assert "not_this_prompt: rule crews/house.yaml:" in each_line
