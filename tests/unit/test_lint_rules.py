"""What lint finds when files are seen together, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nightcrew.adapters.lint_files import CrewLint
from nightcrew.domain.lint_together import safety_findings
from tests.unit.lint_folder import TODAY, LintFolder

ROOT = Path(__file__).parents[2]
CREW = "crews/tea-bora.yaml"
CATEGORY = "crews/categories/tea.yaml"
PLAYBOOK = "playbooks/tea-bora.md"


def test_the_shipped_text_has_no_error_and_no_finding() -> None:
    linted = CrewLint(crews=ROOT / "crews", playbooks=ROOT / "playbooks")(TODAY)

    assert [(each.place, each.id) for each in linted.errors] == []
    assert [(each.place, each.id) for each in linted.problems] == []


def test_all_problems_of_all_files_are_told_in_one_pass(folder: LintFolder) -> None:
    folder.edit(CREW, "tool_guide:", "tool_giude:")
    folder.edit(CATEGORY, "lean: avoid", "lean: avid")
    folder.edit(PLAYBOOK, "## 목표", "## 몰라")

    told = {each.id for each in folder.lint().problems}

    assert {"unknown_key", "unknown_value", "unknown_heading"} <= told


@pytest.mark.parametrize(("others", "found"), [(4, 0), (5, 1)])
def test_one_guide_in_more_than_five_crews_is_a_finding(
    folder: LintFolder, others: int, found: int
) -> None:
    for number in range(others):
        folder.second_crew(f"tea-{number}x", guide="찻잎을 어디서 파느냐고 물으면 찾아본다.")

    told = [each for each in folder.lint().problems if each.id == "same_text_in_many_crews"]

    assert len(told) == found
    assert all("6 crews" in each.message and "tea-0x" in each.message for each in told)


def test_search_is_not_favoured_where_somebody_opens_up(folder: LintFolder) -> None:
    folder.edit(CATEGORY, "lean: avoid", "lean: favour")
    assert folder.lint().problems == ()

    folder.edit(CATEGORY, "id: tea\n", "id: tea\nadults_only: true\n")

    assert folder.finding().id == "search_favoured_in_care"
    assert folder.finding().code == "C060"


def test_a_line_that_always_and_one_that_never_does_the_same_is_a_finding(
    folder: LintFolder,
) -> None:
    folder.edit(
        PLAYBOOK, "잠이 안 온다고 하면 카페인 없는 차를 권한다", "밤에는 항상 녹차를 진하게 권한다"
    )
    folder.write(PLAYBOOK, folder.text(PLAYBOOK) + "## 하지 않는 것\n"
                 "- 밤에 녹차를 진하게 권하지 않는다. {#no-night-tea}\n")  # fmt: skip

    told = folder.finding()

    assert told.id == "always_against_never"
    assert "playbooks/tea-bora.md:13" in told.message


def test_a_line_of_a_crew_that_no_story_covers_is_a_finding(folder: LintFolder) -> None:
    folder.write("crews/scenarios/one.yaml", """\
schema: story/v1
id: tea-late
crew: tea-bora
title: 늦은 밤의 차
clock: {now: "2026-12-01T21:40", timezone: Asia/Seoul}
steps:
  - say: 잠이 안 와요
    expect: {search: not_used}
covers: [tea-bora#late-cup, tea-bora/search, tea-bora/price, tea-bora/memory, tea-bora/follow_up,
  tea-bora/knowledge]
""")  # fmt: skip

    told = folder.finding()

    assert (told.id, told.place) == ("no_story_covers", "playbooks/tea-bora.md:8:1")
    assert "tea-bora#one-cup" in told.message


def test_a_collection_that_nothing_ships_is_an_error(folder: LintFolder) -> None:
    folder.write("playbooks/knowledge/tea-basics.md", "# tea\n")
    folder.edit(CREW, "  none: 손맛이 지식이다.", "  collections: [tea-basic]")

    told = folder.finding()

    assert (told.id, told.severity) == ("unknown_collection", "error")
    assert told.hint == "did you mean tea-basics?"


@pytest.mark.parametrize(
    "line",
    [
        "예전에 들은 취향은 조용히 반영하고, 외운 티를 내지 않는다.",
        "무엇을 기억하느냐고 물으면 기억한 것을 날짜와 함께 들려준다.",
        "예약은 사용자가 스스로 하도록 전화번호만 찾아 준다.",
        "When they ask what you know, list what they told you with its date.",
        "Never say that you remember.",
    ],
)
def test_what_forbids_or_answers_a_question_is_no_finding(folder: LintFolder, line: str) -> None:
    folder.edit(PLAYBOOK, "잠이 안 온다고 하면 카페인 없는 차를 권한다.", line)

    assert folder.lint().problems == ()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("식당을 예약해 준다.", "unknown_ability"),
        ("Send them an email with the plan.", "unknown_ability"),
        ("기억하고 있다고 말한다.", "quotes_memory"),
        ("Remind them that they said so.", "quotes_memory"),
        ("면접 전날에 “내일 잘해요”라고 보낸다.", "hour_in_follow_up"),
        ("Wish them a good morning when you write to them.", "hour_in_follow_up"),
        ("매일 무조건 안부를 보낸다.", "always_sends"),
        ("Always send a message at nine, even if there is nothing to say.", "always_sends"),
    ],
)
def test_what_a_crew_should_not_do_is_found_in_both_languages(
    folder: LintFolder, line: str, kind: str
) -> None:
    folder.edit(PLAYBOOK, "잠이 안 온다고 하면 카페인 없는 차를 권한다.", line)

    assert folder.finding().id == kind


@pytest.mark.parametrize("guide", ["Use search well.", "검색을 적극적으로 쓴다.", "Be helpful."])
def test_a_guide_without_an_occasion_is_found_in_both_languages(
    folder: LintFolder, guide: str
) -> None:
    folder.edit(CATEGORY, "찻집의 여는 시간을 물으면 찾아보고 말한다.", guide)

    assert folder.finding().id == "guide_never_says_when"


def test_a_changed_safety_text_asks_for_a_second_reader(folder: LintFolder) -> None:
    house = folder.load().house
    assert house is not None
    now = replace(house, safety={"crisis": {"ko": "바뀐 말", "en": "changed"}})

    assert safety_findings(house, house, "crews/house.yaml") == ()
    [told] = safety_findings(house, now, "crews/house.yaml")

    assert (told.code, told.pointer) == ("C070", "/safety/crisis")
    assert "second reviewer" in told.hint


def test_text_that_is_typed_and_not_saved_is_checked_in_place_of_the_file(
    folder: LintFolder,
) -> None:
    typed = {CREW: folder.text(CREW).replace("ko-KR", "korean").encode()}

    linted = CrewLint(crews=folder.crews, playbooks=folder.playbooks, typed=typed)(TODAY)

    assert [each.id for each in linted.of(CREW)] == ["bad_locale"]


@pytest.mark.parametrize(
    ("file", "text", "kind"),
    [
        ("crews/tea-nari.yaml", "schema: crew/v1\nid: tea-nari\n", "missing_key"),
        ("crews/categories/coffee.yaml", "schema: category/v1\nid: coffe\n", "missing_key"),
        ("playbooks/tea-nari.md", "## Aim\n", "no_front_matter"),
        ("playbooks/skills/brew/SKILL.md", "1. water\n", "no_front_matter"),
    ],
)
def test_a_file_that_is_not_there_yet_is_checked_as_it_is_typed(
    folder: LintFolder, file: str, text: str, kind: str
) -> None:
    typed = {file: text.encode()}

    linted = CrewLint(crews=folder.crews, playbooks=folder.playbooks, typed=typed)(TODAY)

    assert kind in [each.id for each in linted.of(file)]
    assert not (folder.crews.parent / file).exists()
    assert folder.lint().problems == ()
