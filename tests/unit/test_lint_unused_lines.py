"""Lines of crew text that nobody's talk ever needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.lint_unused import FEWEST_TURNS, CrewUse, unused_lines
from tests.unit.lint_folder import LintFolder


@pytest.fixture
def crews(tmp_path: Path) -> dict[str, Crew]:
    folder = LintFolder(tmp_path)
    folder.second_crew("tea-nari", guide="다른 찻집을 물으면 찾는다.")
    return dict(folder.load().crews)


def used(crew: str, *anchors: str, turns: int = FEWEST_TURNS) -> dict[str, CrewUse]:
    return {crew: CrewUse(crew=crew, turns=turns, anchors=anchors)}


def names(crews: dict[str, Crew], uses: dict[str, CrewUse]) -> set[str]:
    return {each.message.rpartition("(")[2].strip(")") for each in unused_lines(crews, uses, 30)}


def test_a_line_that_no_judgement_leaned_on_is_a_finding_with_its_place(
    crews: dict[str, Crew],
) -> None:
    found = unused_lines(crews, used("tea-bora", "search.guide", turns=80), 30)

    late = next(each for each in found if "late-cup" in each.message)
    assert (late.id, late.code, late.severity) == ("unused_line", "C051", "warning")
    assert late.place == "playbooks/tea-bora.md:11:1"
    assert "80 turns in 30 days" in late.message
    assert late.hint.startswith("take it out")


def test_lines_that_were_cited_are_none(crews: dict[str, Crew]) -> None:
    told = names(crews, used("tea-bora", "search.guide", "late-cup"))

    assert not {"tea-bora search.guide", "tea-bora late-cup"} & told


def test_how_a_crew_speaks_is_no_line_that_a_judgement_leans_on(crews: dict[str, Crew]) -> None:
    decisive = {
        f"tea-bora {line.anchor}"
        for line in guide_lines(crews["tea-bora"])
        if line.tool is not None or line.section == "when"
    }

    assert names(crews, used("tea-bora")) == decisive


def test_a_crew_that_hardly_talked_is_passed_over(crews: dict[str, Crew]) -> None:
    assert names(crews, used("tea-bora", turns=FEWEST_TURNS - 1)) == set()
    assert names(crews, {}) == set()


def test_a_line_of_a_category_is_used_when_one_of_its_crews_used_it(crews: dict[str, Crew]) -> None:
    both = used("tea-bora", "memory.guide") | used("tea-nari")

    told = unused_lines(crews, both, 30)

    assert not any("memory.guide" in each.message for each in told)
    assert [each.file for each in told if "follow_up.guide" in each.message] == [
        "crews/categories/tea.yaml"
    ]


def test_it_is_told_in_korean_too(crews: dict[str, Crew]) -> None:
    [told, *_] = unused_lines(crews, used("tea-bora"), 7)

    assert "7일 동안 50번의 턴에서" in told.message_ko
    assert told.hint_ko
