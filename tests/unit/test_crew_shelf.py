from __future__ import annotations

import time
from pathlib import Path

import pytest

from nightcrew.domain.crew import ShelfStatus
from tests.unit.crew_folder import CREW, CrewFolder

CREW_FILE = "crews/tea-bora.yaml"
CATEGORY_FILE = "crews/categories/tea.yaml"
PLAYBOOK_FILE = "playbooks/tea-bora.md"
SKILL_FILE = "playbooks/skills/pour-tea/SKILL.md"
HOUSE_FILE = "crews/house.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> CrewFolder:
    return CrewFolder(tmp_path)


def test_one_broken_file_never_stops_the_others(folder: CrewFolder) -> None:
    for number in range(177):
        name = f"tea-{number}"
        folder.write(f"crews/{name}.yaml", CREW.replace("id: tea-bora", f"id: {name}"))
    folder.edit(CREW_FILE, "schema", "scheme")

    shelf = folder.load()

    assert len(shelf.crews) == 177
    assert shelf.status("tea-bora") is ShelfStatus.BROKEN
    assert [wrong.file for wrong in shelf.broken["tea-bora"]] == [CREW_FILE]


@pytest.mark.parametrize("name", [CREW_FILE, CATEGORY_FILE, PLAYBOOK_FILE, SKILL_FILE, HOUSE_FILE])
def test_a_crew_serves_its_last_good_text_while_one_of_its_files_is_broken(
    folder: CrewFolder, name: str
) -> None:
    before = folder.load().crews["tea-bora"]

    folder.write(name, "[")
    after = folder.files.reload()

    assert after.crews["tea-bora"] is before
    assert after.status("tea-bora") is ShelfStatus.STALE
    assert {wrong.file for wrong in after.broken["tea-bora"]} == {name}


@pytest.mark.parametrize("name", [CATEGORY_FILE, PLAYBOOK_FILE, SKILL_FILE, HOUSE_FILE])
def test_a_crew_serves_its_last_good_text_when_one_of_its_files_is_gone(
    folder: CrewFolder, name: str
) -> None:
    before = folder.load().crews["tea-bora"]

    folder.remove(name)
    after = folder.files.reload()

    assert after.crews["tea-bora"] is before
    assert after.status("tea-bora") is ShelfStatus.STALE


def test_a_mended_file_serves_again(folder: CrewFolder) -> None:
    folder.load()
    folder.edit(CREW_FILE, "name: 보라", "nmae: 보라")
    folder.files.reload()

    folder.edit(CREW_FILE, "nmae: 보라", "name: 새보라")
    shelf = folder.files.reload()

    assert shelf.statuses() == {"tea-bora": ShelfStatus.OK}
    assert shelf.crews["tea-bora"].name == "새보라"


def test_a_changed_house_reaches_every_crew_with_a_new_digest(folder: CrewFolder) -> None:
    before = folder.load().crews["tea-bora"]

    folder.edit(HOUSE_FILE, "per_user_per_day: 2", "per_user_per_day: 3")
    after = folder.files.reload().crews["tea-bora"]

    assert after.house.budgets.per_user_per_day == 3
    assert after.digest != before.digest


def test_one_edited_crew_is_made_anew_and_the_others_are_left_alone(folder: CrewFolder) -> None:
    folder.write("crews/tea-nabi.yaml", CREW.replace("id: tea-bora", "id: tea-nabi"))
    before = folder.load().crews

    folder.edit(CREW_FILE, "name: 보라", "name: 새보라")
    after = folder.files.reload().crews

    assert after["tea-nabi"] is before["tea-nabi"]
    assert after["tea-bora"].digest != before["tea-bora"].digest


def test_nothing_is_read_again_when_nothing_changed(folder: CrewFolder) -> None:
    shelf = folder.load()

    assert folder.files.reload() is shelf
    assert folder.load() is not shelf


def test_a_crew_whose_file_is_taken_away_is_gone(folder: CrewFolder) -> None:
    folder.load()

    folder.remove(CREW_FILE)

    assert folder.files.reload().statuses() == {}


def test_a_folder_that_is_away_for_a_moment_dismisses_nobody(folder: CrewFolder) -> None:
    before = folder.load()
    away = folder.crews.with_name("away")

    folder.crews.rename(away)
    during = folder.files.reload()
    away.rename(folder.crews)
    after = folder.files.reload()

    assert during.crews == before.crews
    assert during.status("tea-bora") is ShelfStatus.STALE
    assert after.statuses() == {"tea-bora": ShelfStatus.OK}


def test_two_hundred_crews_load_in_two_seconds(folder: CrewFolder) -> None:
    for number in range(200):
        name = f"tea-{number}"
        text = CREW.replace("tea-bora", name)
        folder.write(f"crews/{name}.yaml", text)
        lines = "\n".join(f"- 지침 {line}번은 이렇게 한다." for line in range(20))
        head = f"---\nschema: playbook/v1\ncrew: {name}\n---\n## 이럴 때\n{lines}\n"
        folder.write(f"playbooks/{name}.md", head)

    began = time.process_time()
    shelf = folder.load()
    taken = time.process_time() - began

    assert len(shelf.crews) == 201
    assert taken < 2
