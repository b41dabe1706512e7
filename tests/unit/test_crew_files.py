from __future__ import annotations

import os
from pathlib import Path

import pytest

from nightcrew.domain.crew import ShelfStatus, Tool, guide_lines
from tests.unit.crew_folder import CREW, CrewFolder

CREW_FILE = "crews/tea-bora.yaml"
CATEGORY_FILE = "crews/categories/tea.yaml"
PLAYBOOK_FILE = "playbooks/tea-bora.md"
SKILL_FILE = "playbooks/skills/pour-tea/SKILL.md"
HOUSE_FILE = "crews/house.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> CrewFolder:
    return CrewFolder(tmp_path)


def test_a_crew_is_loaded_with_its_category_playbook_skill_and_house(folder: CrewFolder) -> None:
    shelf = folder.load()

    crew = shelf.crews["tea-bora"]
    assert shelf.problems == ()
    assert shelf.statuses() == {"tea-bora": ShelfStatus.OK}
    assert (crew.name, crew.category, crew.memory) == ("보라", "tea", "on")
    assert crew.knowledge.none == "손맛이 지식이다."
    assert [skill.name for skill in crew.skills] == ["pour-tea"]
    assert crew.house.quiet_hours.follow_up == ("22:00", "08:00")
    assert crew.house.retention_days["raw_turns"] == 730
    assert len(crew.digest) == 64


def test_every_resolved_line_shows_the_file_and_line_it_was_written_in(folder: CrewFolder) -> None:
    crew = folder.load().crews["tea-bora"]

    origins = {line.text: line.origin for line in guide_lines(crew)}
    assert origins == {
        "크루의 검색 지침": "crews/tea-bora.yaml:11",
        "집의 하지 않는 때": "crews/house.yaml:20",
        "집의 시세 지침": "crews/house.yaml:21",
        "갈래의 기억 지침": "crews/categories/tea.yaml:5",
        "한 잔을 끝까지 마시게 한다.": "playbooks/tea-bora.md:6",
        "잠이 안 온다고 하면 카페인 없는 차를 권한다.": "playbooks/tea-bora.md:9",
    }
    assert crew.tool_guide[Tool.SEARCH].origins["lean"] == "category crews/categories/tea.yaml:4"


def test_the_house_speaks_the_language_of_the_crew(folder: CrewFolder) -> None:
    folder.write(
        "crews/tea-may.yaml", CREW.replace("tea-bora", "tea-may").replace("ko-KR", "en-US")
    )
    folder.write("playbooks/tea-may.md", "---\nschema: playbook/v1\ncrew: tea-may\n---\n# Aim\n- x")

    crews = folder.load().crews

    assert crews["tea-bora"].house.rules == ("조용히 반영한다",)
    assert crews["tea-may"].house.rules == ("let it show quietly",)


@pytest.mark.parametrize(
    "slip",
    [
        ("tool_guide:", "tool_giude:", "unknown_key", "9:1", "did you mean tool_guide?"),
        ("  search:", "  serch:", "unknown_tool", "10:3", "did you mean search?"),
        ("  voice:", "  voise:", "unknown_key", "8:3", "did you mean voice?"),
        ("name: 보라\n", "", "missing_key", "1:1", "add `name:` here"),
        ("    guide: 크루", "    lean: favor\n    guide: 크루", "unknown_value", "11:11",
         "did you mean favour?"),
        ("locale: ko-KR", "locale: korean", "bad_locale", "5:9", "did you mean ko-KR"),
        ("category: tea", "category: tee", "dangling_category", "4:11", "did you mean tea?"),
        ("playbook: tea-bora", "playbook: tea-bor", "dangling_playbook", "14:11",
         "did you mean tea-bora?"),
        ("[pour-tea]", "[pour-te]", "dangling_skill", "15:10", "did you mean pour-tea?"),
        ("[pour-tea]", "pour-tea", "wrong_type", "15:9", "begin each entry with `- `"),
        ("[pour-tea]", "[pour-tea, pour-tea]", "repeated_entry", "15:20", "remove one"),
        ("id: tea-bora", "id: tea-bori", "id_is_not_file_name", "2:5", "write `id: tea-bora`"),
        ("crew/v1", "crew/v2", "unknown_schema", "1:9", "write `schema: crew/v1`"),
        ("낮은 존댓말.", "22:00", "unquoted_time", "8:10", 'write "22:00"'),
        ("낮은 존댓말.", "", "empty_value", "8:9", "write the value"),
        ("낮은 존댓말.", "~", "empty_value", "8:10", "write the value"),
        ("낮은 존댓말.", "'{{ mood }} 하게'", "unknown_placeholder", "8:10", "user_name"),
        ("낮은 존댓말.", "가" * 401, "too_long", "8:10", "shorter"),
        ("  none: 손맛이 지식이다.", "  none: 손맛\n  collections: [a]", "one_of_two", "13:3",
         "keep one"),
        ("name: 보라", "name: 보라\nname: 보라", "duplicate_key", "4:1", "keep one"),
        ("name: 보라", "name: &x 보라", "alias", "3:7", "write the text out"),
        ("category: tea", " category: tea", "not_yaml", "4:10", "indentation"),
    ],
)  # fmt: skip
def test_a_slip_in_a_crew_file_is_told_with_place_and_what_to_do(
    folder: CrewFolder, slip: tuple[str, str, str, str, str]
) -> None:
    old, new, kind, place, hint = slip
    folder.edit(CREW_FILE, old, new)

    wrong = folder.problem()

    assert (wrong.id, wrong.place) == (kind, f"{CREW_FILE}:{place}")
    assert hint in wrong.hint


def test_a_key_at_the_wrong_level_is_told_where_it_belongs(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "  voice:", "  repeats: ask\n  voice:")

    wrong = folder.problem()

    assert wrong.id == "misplaced_key"
    assert "not allowed here; allowed under tool_guide.follow_up" in wrong.message
    assert wrong.pointer == "/persona/repeats"


def test_a_key_of_the_house_in_a_crew_is_sent_to_the_house(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "  voice:", '  quiet_hours: {follow_up: "22:00"}\n  voice:')

    assert "at the top level of house.yaml" in folder.problem().message


def test_unknown_tools_and_dangling_references_are_told_in_one_pass(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "  search:\n    guide", "  - tool: websearch\n    guide")
    folder.edit(CREW_FILE, "playbook: tea-bora", "playbook: nobody")

    problems = folder.load().problems

    assert [wrong.id for wrong in problems] == ["wrong_type", "unknown_tool", "dangling_playbook"]


def test_a_time_that_no_clock_shows_is_refused_in_the_house(folder: CrewFolder) -> None:
    folder.edit(HOUSE_FILE, '"08:00"', '"25:00"')

    wrong = folder.problem()

    assert (wrong.id, wrong.place) == ("bad_time", "crews/house.yaml:5:34")


def test_words_that_look_like_other_types_stay_words(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "name: 보라", "name: no\nowner: 007\nreviewed_by: 1.10")

    crew = folder.load().crews["tea-bora"]

    assert (crew.name, crew.owner, crew.reviewed_by) == ("no", "007", "1.10")


def test_what_stands_under_x_is_kept_unread(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "name: 보라", "name: 보라\nx: {at: 22:00, list: [no, {a: 1}]}")

    shelf = folder.load()

    assert shelf.problems == ()
    assert shelf.crews["tea-bora"].x == {"at": "22:00", "list": ["no", {"a": "1"}]}


def test_silence_about_knowledge_is_a_warning_and_the_crew_serves(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "knowledge:\n  none: 손맛이 지식이다.\n", "")

    wrong = folder.problem()

    assert (wrong.id, wrong.severity) == ("knowledge_unsaid", "warning")
    assert folder.load().status("tea-bora") is ShelfStatus.OK


def test_a_playbook_of_another_crew_is_a_warning(folder: CrewFolder) -> None:
    folder.edit(PLAYBOOK_FILE, "crew: tea-bora", "crew: tea-somebody")

    assert folder.problem().id == "playbook_of_another_crew"
    assert folder.load().status("tea-bora") is ShelfStatus.OK


def test_without_a_house_no_crew_serves_and_the_reason_is_told(folder: CrewFolder) -> None:
    folder.remove(HOUSE_FILE)

    shelf = folder.load()

    assert shelf.house is None
    assert [wrong.id for wrong in shelf.broken["tea-bora"]] == ["file_missing"]


def test_a_crew_file_with_another_ending_is_told_and_not_dropped(folder: CrewFolder) -> None:
    folder.write("crews/tea-nabi.yml", CREW)

    assert folder.problem().hint == "rename it to `tea-nabi.yaml`"


def test_something_that_is_no_plain_file_is_told_and_never_waited_for(folder: CrewFolder) -> None:
    os.mkfifo(folder.crews / "tea-pipe.yaml")
    (folder.crews / "tea-folder.yaml").mkdir()
    (folder.crews / "tea-nowhere.yaml").symlink_to("gone.yaml")

    shelf = folder.load()

    assert [wrong.id for wrong in shelf.problems] == ["unreadable"] * 3
    assert shelf.status("tea-bora") is ShelfStatus.OK


def test_loading_writes_nothing(folder: CrewFolder) -> None:
    folder.edit(CREW_FILE, "schema", "scheme")
    before = {path: path.stat().st_mtime_ns for path in folder.crews.parent.rglob("*")}

    folder.load()

    assert {path: path.stat().st_mtime_ns for path in folder.crews.parent.rglob("*")} == before
