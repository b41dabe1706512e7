from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.story_files import read_stories
from nightcrew.domain.crew import Problem
from nightcrew.domain.memory import Kind
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.story import Story, StoryShelf, Verb
from nightcrew.domain.tool_guide import Tool
from tests.fakes import ROOT
from tests.unit.crew_folder import CREW, CrewFolder

FILE = "crews/scenarios/tea.yaml"
STORY = """\
# 차 이야기
schema: story/v1
id: cold-evening
title: 추운 저녁
tags: [search]
crew: tea-bora
clock: {now: "2026-12-01T20:00", timezone: Asia/Seoul}
steps:
  - say: 따뜻한 게 마시고 싶어요
    expect:
      search: used
      memory: {evidence: 2, use: not_used}
  - advance: "2026-12-02T09:00"
    expect: {outbox: {count: 0}}
covers: [tea-bora/search, tea-bora#one-cup]
"""
CONTRAST = """\
---
schema: story/v1
id: two-houses
title: 두 찻집
clock: {now: "2026-12-01T20:00", timezone: Asia/Seoul}
given:
  user: {name: 보리, quiet_hours: "21:00-09:00"}
  memories:
    - {kind: style, text: 짧은 답을 좋아한다, date: "2026-11-01"}
  tools:
    search:
      results: [{title: 찻집, url: "https://example.invalid", date: "2026-11-02"}]
contrast:
  say: 따뜻한 게 마시고 싶어요
  crews:
    tea-bora: {search: used, follow_up: not_used}
    tea-sol: {search: not_used}
"""


@pytest.fixture
def folder(tmp_path: Path) -> CrewFolder:
    made = CrewFolder(tmp_path)
    made.write(
        "crews/tea-sol.yaml",
        CREW.replace("tea-bora\n", "tea-sol\n", 1).replace("playbook: tea-bora\n", ""),
    )
    return made


def read(folder: CrewFolder, text: str) -> StoryShelf:
    folder.write(FILE, text)
    return read_stories(folder.crews, folder.load())


def story(folder: CrewFolder, text: str) -> Story:
    shelf = read(folder, text)
    assert shelf.problems == ()
    [only] = shelf.stories
    return only


def problem(folder: CrewFolder, text: str) -> Problem:
    shelf = read(folder, text)
    assert shelf.stories == ()
    [only] = shelf.problems
    return only


def test_a_story_is_read_with_its_clock_steps_and_places(folder: CrewFolder) -> None:
    read_story = story(folder, STORY)

    [part] = read_story.parts
    said, waited = part.steps
    assert (read_story.id, read_story.at) == ("cold-evening", datetime(2026, 12, 1, 11, tzinfo=UTC))
    assert (part.crew, said.verb, waited.verb) == ("tea-bora", Verb.SAY, Verb.ADVANCE)
    assert waited.until == datetime(2026, 12, 2, 0, tzinfo=UTC)
    assert said.expect is not None
    assert said.expect.tools == {Tool.SEARCH: True, Tool.MEMORY: False}
    assert said.expect.memory.evidence == 2
    assert said.expect.places["search"] == f"{FILE}:11:15"
    assert said.expect.places["memory.use"] == f"{FILE}:12:34"


def test_a_story_can_say_how_often_it_is_played_and_how_many_plays_have_to_pass(
    folder: CrewFolder,
) -> None:
    once = story(folder, STORY).rule
    often = story(folder, STORY.replace("crew:", "repeats: {times: 5, need: 4}\ncrew:", 1)).rule

    assert (once.times, once.need) == (1, 1)
    assert (often.times, often.need) == (5, 4)


def test_the_covered_lines_are_those_of_the_crew_text(folder: CrewFolder) -> None:
    covers = story(folder, STORY).covers

    assert [(line.name, line.text, line.origin) for line in covers] == [
        ("tea-bora/search", "크루의 검색 지침", "crews/tea-bora.yaml:11"),
        ("tea-bora/search", "집의 하지 않는 때", "crews/house.yaml:20"),
        ("tea-bora#one-cup", "한 잔을 끝까지 마시게 한다.", "playbooks/tea-bora.md:6"),
    ]


def test_a_contrast_says_the_same_to_each_crew_with_what_is_given(folder: CrewFolder) -> None:
    contrast = story(folder, CONTRAST)

    [bora, sol] = contrast.parts
    [memory] = contrast.given.memories
    assert (bora.crew, sol.crew) == ("tea-bora", "tea-sol")
    assert {part.steps[0].words for part in contrast.parts} == {"따뜻한 게 마시고 싶어요"}
    assert (memory.kind, memory.said_on) == (Kind.STYLE, date(2026, 11, 1))
    assert contrast.given.user == {"name": "보리", "quiet_hours": "21:00-09:00"}
    assert contrast.given.search.status is ToolStatus.OK
    assert contrast.given.search.sources[0].published_on == date(2026, 11, 2)


def test_one_file_holds_several_stories(folder: CrewFolder) -> None:
    shelf = read(folder, f"{STORY}{CONTRAST}")

    assert [each.id for each in shelf.stories] == ["cold-evening", "two-houses"]
    assert shelf.stories[1].place == f"{FILE}:18:5"


def test_a_broken_story_leaves_the_others_and_tells_everything_at_once(folder: CrewFolder) -> None:
    broken = STORY.replace("search: used", "search: usd").replace('"2026-12-02T09:00"', "내일")

    shelf = read(folder, f"{broken}{CONTRAST}")

    assert [each.id for each in shelf.stories] == ["two-houses"]
    assert [(each.id, each.line) for each in shelf.problems] == [
        ("unknown_value", 11),
        ("bad_wall_time", 13),
    ]
    assert shelf.problems[0].hint == "did you mean used?"


@pytest.mark.parametrize(
    ("before", "after", "wrong", "line"),
    [
        ("crew: tea-bora", "crew: tea-bola", "dangling_crew", 6),
        ("tea-bora/search", "tea-bora/price", None, 0),
        ("tea-bora/search", "tea-bora/knowledge", "dangling_cover", 15),
        ("tea-bora#one-cup", "tea-bora#two-cups", "dangling_cover", 15),
        ("tea-bora/search", "search", "bad_cover", 15),
        ('advance: "2026-12-02T09:00"', 'advance: "2026-12-01T19:00"', "not_later", 13),
        ("expect: {outbox: {count: 0}}", "expect: {search: used}", "needs_say", 14),
        ("expect: {outbox: {count: 0}}", "expect: {memory: used}", "needs_say", 14),
        ("expect: {outbox: {count: 0}}", "forget: 차", "several_verbs", 13),
        ("expect: {outbox: {count: 0}}", "expect: {outbox: {cuont: 0}}", "unknown_key", 14),
        ("timezone: Asia/Seoul", "timezone: Asia/Soul", "unknown_time_zone", 7),
        ("schema: story/v1", "schema: scenario/v1", "unknown_schema", 2),
        ("id: cold-evening", "id: Cold Evening", "bad_id", 3),
        ("title: 추운 저녁\n", "", "missing_key", 2),
        (
            "crew: tea-bora\n",
            "crew: tea-bora\nrepeats: {times: 3, need: 4}\n",
            "more_needed_than_played",
            7,
        ),
    ],
)
def test_each_mistake_is_told_where_it_stands(
    folder: CrewFolder, before: str, after: str, wrong: str | None, line: int
) -> None:
    assert before in STORY
    text = STORY.replace(before, after, 1)

    if wrong is None:
        assert story(folder, text)
        return
    found = problem(folder, text)

    assert (found.id, found.file, found.line) == (wrong, FILE, line)
    assert found.message
    assert found.message_ko
    assert found.hint


def test_a_misspelt_crew_is_answered_with_the_nearest_one(folder: CrewFolder) -> None:
    found = problem(folder, STORY.replace("crew: tea-bora", "crew: tea-bola"))

    assert found.hint == "did you mean tea-bora?"
    assert (found.line, found.column) == (6, 7)


def test_a_story_that_expects_nothing_is_refused(folder: CrewFolder) -> None:
    text = STORY.partition("steps:")[0] + "steps:\n  - say: 안녕하세요\n"

    assert problem(folder, text).id == "nothing_expected"


@pytest.mark.parametrize("wanted", ["used", "not_used, reply: {language: ko}"])
def test_a_contrast_without_opposites_is_no_contrast(folder: CrewFolder, wanted: str) -> None:
    same = "used" if wanted == "used" else "not_used"
    text = CONTRAST.replace("{search: used, follow_up: not_used}", f"{{search: {wanted}}}")

    found = problem(
        folder, text.replace("tea-sol: {search: not_used}", f"tea-sol: {{search: {same}}}")
    )

    assert found.id == "no_contrast"


def test_a_story_is_told_either_by_steps_or_by_contrast(folder: CrewFolder) -> None:
    both = CONTRAST.replace("contrast:", "crew: tea-bora\ncontrast:")

    assert problem(folder, both).id == "two_ways_to_tell"


def test_a_story_without_words_or_crew_is_refused(folder: CrewFolder) -> None:
    nothing = STORY.partition("crew:")[0] + STORY[STORY.index("clock:") : STORY.index("steps:")]

    assert problem(folder, nothing).id == "one_way_to_tell"


def test_a_step_without_a_verb_is_refused(folder: CrewFolder) -> None:
    still = STORY.replace('  - advance: "2026-12-02T09:00"\n    expect:', "  - expect:")

    assert problem(folder, still).id == "no_verb"


def test_what_is_given_cannot_be_said_later(folder: CrewFolder) -> None:
    assert problem(folder, CONTRAST.replace("2026-11-01", "2026-12-24")).id == "given_too_late"


def test_no_two_stories_share_an_id(folder: CrewFolder) -> None:
    shelf = read(folder, f"{STORY}---\n{STORY}")

    [again] = shelf.problems
    assert (again.id, again.line) == ("repeated_story", 19)
    assert len(shelf.stories) == 1
    assert f"{FILE}:3:5" in again.message


def test_a_folder_without_stories_has_none_and_no_problem(folder: CrewFolder) -> None:
    assert read_stories(folder.crews, folder.load()) == StoryShelf()


def test_stories_are_no_crews(folder: CrewFolder) -> None:
    folder.write(FILE, STORY)
    folder.write("crews/demos/tea.yaml", "schema: demo/v1\n")

    shelf = folder.load()

    assert set(shelf.statuses()) == {"tea-bora", "tea-sol"}
    assert shelf.problems == ()


def test_the_story_in_the_documentation_can_be_read(folder: CrewFolder) -> None:
    written = (ROOT / "docs" / "stories.md").read_text(encoding="utf-8")
    example = written.partition("```yaml\n")[2].partition("```")[0]
    folder.write(FILE, example)

    shelf = read_stories(folder.crews, CrewFiles(ROOT / "crews", ROOT / "playbooks").load())

    assert shelf.problems == ()
    assert [each.id for each in shelf.stories] == ["boat-trip-eve"]
