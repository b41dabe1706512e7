"""A writer who made one mistake is told of one, wherever else it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightcrew.adapters.story_files import read_stories
from tests.unit.lint_folder import LintFolder

STORIES = """\
schema: story/v1
id: cold-evening
title: 추운 저녁
crew: tea-bora
clock: {now: "2026-12-01T21:40", timezone: Asia/Seoul}
steps:
  - say: 찻잎은 어디서 팔아요?
    expect: {search: used}
covers: [tea-bora/search, "tea-bora#one-cup", "tea-bora#late-cup", tea-bora/memory]
---
schema: story/v1
id: other-tea
title: 다른 크루
crew: tea-nari
clock: {now: "2026-12-01T21:40", timezone: Asia/Seoul}
steps:
  - say: 다른 찻집 있어요?
    expect: {search: used}
covers: [tea-nari/search, tea-bora/price, tea-bora/follow_up, tea-bora/knowledge,
         "tea-nari#one-cup", "tea-nari#late-cup"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> LintFolder:
    folder = LintFolder(tmp_path)
    folder.second_crew("tea-nari", guide="다른 찻집을 물으면 찾는다.")
    folder.write("crews/scenarios/one.yaml", STORIES)
    return folder


def test_stories_over_sound_text_have_nothing_to_tell(folder: LintFolder) -> None:
    assert [(each.id, each.message) for each in folder.lint().problems] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        ("crews/tea-bora.yaml", "persona:", "persoan:", "unknown_key"),
        ("crews/tea-bora.yaml", "  voice:", "\tvoice:", "not_yaml"),
        ("crews/categories/tea.yaml", "lean: avoid", "lean: avid", "unknown_value"),
        ("crews/house.yaml", 'to: "08:00"', 'to: "8:00"', "bad_time"),
        ("playbooks/tea-bora.md", "## When they", "## 아무 때", "unknown_heading"),
        ("playbooks/skills/pour-tea/SKILL.md", "name: pour-tea", "name: pour",
         "id_is_not_file_name"),
        ("crews/scenarios/one.yaml", "expect: {search: used}", "expect: {search: userd}",
         "unknown_value"),
    ],
)  # fmt: skip
def test_one_mistake_is_told_once_and_not_by_every_story_of_the_crew(
    folder: LintFolder, file: str, old: str, new: str, wrong: str
) -> None:
    folder.edit(file, old, new)

    assert {(each.id, each.file) for each in folder.lint().problems} == {(wrong, file)}


def test_a_house_that_is_gone_is_the_only_thing_told(folder: LintFolder) -> None:
    folder.remove("crews/house.yaml")

    assert folder.finding().id == "file_missing"


def test_a_crew_under_another_ending_is_told_and_its_stories_keep_quiet(folder: LintFolder) -> None:
    (folder.crews / "tea-nari.yaml").rename(folder.crews / "tea-nari.yml")

    told = [each.id for each in folder.lint().problems if each.severity == "error"]

    assert told == ["wrong_extension"]


def test_who_wants_to_play_a_story_hears_that_its_crew_is_broken(folder: LintFolder) -> None:
    folder.edit("crews/tea-bora.yaml", "persona:", "persoan:")

    shelf = read_stories(folder.crews, folder.load())

    told = [(each.id, each.line) for each in shelf.problems]
    assert shelf.stories == ()
    assert told == [("crew_broken", 4), ("crew_broken", 19)]
    assert "`tea-bora` is broken" in shelf.problems[0].message
    assert "crews lint" in shelf.problems[0].hint


def test_a_story_that_is_only_odd_is_told_and_played_all_the_same(folder: LintFolder) -> None:
    folder.edit("crews/scenarios/one.yaml", "찻잎은 어디서 팔아요?", "“찻잎은 어디서 팔아요?”")

    shelf = read_stories(folder.crews, folder.load())

    assert folder.finding().id == "curly_quotes"
    assert [each.id for each in shelf.stories] == ["cold-evening", "other-tea"]


def test_a_crew_that_nobody_wrote_is_told_once_a_story_with_the_nearest_one(
    folder: LintFolder,
) -> None:
    written = folder.text("crews/scenarios/one.yaml")
    folder.write("crews/scenarios/one.yaml", written.replace("tea-nari", "tea-nora"))

    told = [each for each in folder.lint().problems if each.severity == "error"]

    assert [(each.id, each.line) for each in told] == [("dangling_crew", 14)]
    assert "did you mean tea-" in told[0].hint


def test_a_cover_that_leads_nowhere_names_the_line_that_was_meant(folder: LintFolder) -> None:
    folder.edit("crews/scenarios/one.yaml", "tea-bora#one-cup", "tea-bora#one-cups")

    told = folder.lint().problems[0]

    assert (told.id, told.hint) == ("dangling_cover", "did you mean tea-bora#one-cup?")
