"""*Crews*: how their text does, an editor that tells line by line, previews, versions, stories."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.app.crew_room import CrewRoom
from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.console import Console, open_console, soup, texts
from tests.e2e.door import a_model
from tests.unit.lint_folder import LintFolder
from tests.world import a_world

ID = "tea-bora"
FILE = f"crews/{ID}.yaml"
SIGN = {"author": "tea-team", "reason": "찻집 이야기를 다듬는다"}
STORY = """\
schema: story/v1
id: where-to-buy-leaves
title: 찻잎 파는 곳을 물으면
crew: tea-bora
clock: {now: "2026-12-01T12:00", timezone: Asia/Seoul}
steps:
  - say: 찻잎은 어디서 팔아?
    expect: {search: used}
covers: [tea-bora/search]
"""


@dataclass(frozen=True, kw_only=True)
class Room:
    """A console over a small folder of crew text."""

    console: Console
    folder: LintFolder

    async def edit(self, text: str, *, part: bool = False, path: str = "", **changed: str) -> str:
        fields = {"file": FILE, "text": text, **SIGN, **changed}
        answered = await self.console.send(f"/crew-text{path}", part=part, **fields)
        return answered.text if answered.status_code != 303 else answered.headers["location"]


@pytest.fixture
async def room(database: Database, story_database: Database, tmp_path: Path) -> AsyncIterator[Room]:
    folder = LintFolder(tmp_path)
    model = a_model(judge_needs={})
    crews = CrewRoom(files=CrewFiles(folder.crews, folder.playbooks))
    world = replace(a_world(database, model, crews=crews), story_database=story_database)
    async with open_console(
        database, model, world=world, crews=folder.crews, playbooks=folder.playbooks
    ) as console:
        await console.sign_in()
        yield Room(console=console, folder=folder)


async def test_every_crew_is_listed_with_its_state_and_its_last_version(room: Room) -> None:
    room.folder.second_crew("tea-nari", guide="찻집이 몇 시에 여는지 물으면 찾아본다.")
    room.folder.edit("crews/tea-nari.yaml", "persona:", "personna:")
    await room.console.door.app.crew_reload.look()

    page = await room.console.page("/crews")

    assert texts(page, ".row h3") == ["tea-nari", "보라"]
    assert texts(page, ".row .badge") == ["does not speak", "To mend: 1", "sound"]
    assert texts(page, ".choice .row dd")[0].startswith("No. 1 ·")
    assert "To mend: 1" in page.text


async def test_only_an_admin_of_the_installation_sees_crew_text(room: Room) -> None:
    await room.console.sign_in_again("turn", "memory", "ops")
    without_scope = await room.console.browser.get("/crews")
    room.console.browser.cookies.clear()
    await room.console.sign_in(tenant="somebody-else")
    another_tenant = await room.console.browser.get("/crews")

    assert without_scope.status_code == 403
    assert another_tenant.status_code == 409
    assert "belongs to the installation" in another_tenant.text


async def test_a_text_is_checked_as_it_is_typed_and_nothing_is_written(room: Room) -> None:
    before = room.folder.text(FILE)
    typed = before.replace("tool_guide:", "tool_giude:")

    part = await room.edit(typed, part=True, path="/check")
    page = await room.edit(typed, path="/check")

    line = typed.split("\n").index("tool_giude:") + 1
    assert f"Line {line}, character 1" in part
    assert texts(part, ".culprit") == ["tool_giude:"]
    assert "<html" not in part
    assert f"Line {line}, character 1" in page
    assert texts(page, "textarea") == [" ".join(typed.split())]
    assert room.folder.text(FILE) == before


async def test_a_sound_text_is_saved_to_the_letter_and_speaks_at_once(room: Room) -> None:
    typed = room.folder.text(FILE).replace("차를 우리는 사람.", "차를 천천히 우리는 사람.")

    where = await room.edit(typed.replace("\n", "\r\n"))
    page = await room.console.page(f"/crews/{ID}")

    assert where == "/crew-text?file=crews%2Ftea-bora.yaml&done=saved"
    assert room.folder.text(FILE) == typed
    assert "차를 천천히 우리는 사람." in page.text


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"author": ""}, "Say which team changes it."),
        ({"digest": "0" * 64}, "Somebody else saved this text meanwhile."),
    ],
)
async def test_what_is_not_saved_says_why_and_leaves_the_words(
    room: Room, changed: dict[str, str], said: str
) -> None:
    before = room.folder.text(FILE)
    typed = before.replace("차를 우리는 사람.", "아무도 아닌 사람.")

    page = await room.edit(typed, **changed)

    assert said in page
    assert "아무도 아닌 사람." in texts(page, "textarea")[0]
    assert room.folder.text(FILE) == before


async def test_a_text_with_errors_is_not_saved(room: Room) -> None:
    page = await room.edit(room.folder.text(FILE).replace("name:", "nam:"))

    assert "it was not saved" in page
    assert "name: 보라" in room.folder.text(FILE)


async def test_planted_code_in_crew_text_is_shown_as_words(room: Room) -> None:
    typed = room.folder.text(FILE).replace("낮은 존댓말.", "</textarea><script>alert(1)</script>")

    await room.edit(typed)
    editor = await room.console.page(f"/crew-text?file={FILE}")
    page = await room.console.page(f"/crews/{ID}")

    for shown in (editor, page):
        assert "<script>alert" not in shown.text
        assert "&lt;script&gt;alert(1)" in shown.text


async def test_a_preview_tells_the_origin_of_every_line_in_words(room: Room) -> None:
    answered = await room.console.send(f"/crews/{ID}/preview", say="찻잎은 어디서 사?")

    lines = soup(answered).select(".prompt li")
    assert answered.status_code == 200
    assert all(line.select_one(".whence .badge") for line in lines)
    assert {"crew", "house", "category", "playbook"} <= set(texts(answered, ".whence .badge"))
    assert "크루" not in texts(answered, ".whence .badge")
    assert "Lines left out" in answered.text
    assert room.console.door.model.asked == []


async def test_what_is_known_of_a_user_is_previewed_for_a_key_that_may_see_it(room: Room) -> None:
    await room.console.sign_in_again("admin")

    page = await room.console.page(f"/crews/{ID}/preview")

    assert soup(page).select("#user") == []
    assert len(soup(page).select("#say")) == 1


async def test_two_texts_are_compared_line_by_line_and_by_the_decisions_that_turn(
    room: Room,
) -> None:
    room.folder.write("crews/scenarios/tea.yaml", STORY)
    await room.console.send(f"/crews/{ID}/publish", **SIGN)
    await room.edit(room.folder.text(FILE).replace("찾아본다.", "꼭 찾아본다."))

    lines = await room.console.page(f"/crews/{ID}/diff")
    asked_before = len(room.console.door.model.asked)
    decided = await room.console.send(f"/crews/{ID}/diff", part=True, since="", until="")

    assert [each.split()[1] for each in texts(lines, ".lines-diff li")] == ["−", "+"]
    assert "judge_needs" in texts(lines, "#seen-in")[0]
    assert asked_before == 0
    assert "0 decisions turned in 1 sentences of 1 stories" in decided.text
    assert "<html" not in decided.text


async def test_a_story_whose_answer_nobody_can_read_is_shown_as_undecided(room: Room) -> None:
    room.folder.write("crews/scenarios/tea.yaml", STORY)
    await room.console.send(f"/crews/{ID}/publish", **SIGN)
    await room.edit(room.folder.text(FILE).replace("찾아본다.", "꼭 찾아본다."))
    room.console.door.model.answers["judge_needs"] = lambda question: (
        ModelFailure("bad_json", "unreadable") if "꼭 찾아본다." in question.text else {}
    )

    decided = await room.console.send(f"/crews/{ID}/diff", part=True, since="", until="")

    assert decided.status_code == 200
    assert texts(decided, ".change .facts strong") == ["Undecided"]
    assert texts(decided, ".change .facts .badge") == ["text after"]
    assert texts(decided, ".change q, .change code") == [
        "찻잎은 어디서 팔아?",
        "judge_needs: bad_json",
    ]
    assert texts(decided, ".empty") == []


async def test_a_published_version_is_listed_and_an_older_one_brought_back(room: Room) -> None:
    before = room.folder.text(FILE)
    published = await room.console.send(f"/crews/{ID}/publish", **SIGN)
    again = await room.console.send(f"/crews/{ID}/publish", **SIGN)
    await room.edit(before.replace("차를 우리는 사람.", "차를 오래 우리는 사람."))
    asked = await room.console.page(f"/crews/{ID}/versions/2/restore")
    restored = await room.console.send(f"/crews/{ID}/versions/2/restore", **SIGN)
    page = await room.console.page(restored.headers["location"])

    assert published.headers["location"] == f"/crews/{ID}?done=published"
    assert again.headers["location"] == f"/crews/{ID}?done=unchanged"
    assert "becomes a new version" in asked.text
    assert room.folder.text(FILE) == before
    assert texts(page, ".versions strong") == ["No. 4", "No. 3", "No. 2", "No. 1"]
    assert "tea-team: 찻집 이야기를 다듬는다" in page.text


async def test_publishing_needs_a_team_and_a_reason(room: Room) -> None:
    answered = await room.console.send(f"/crews/{ID}/publish", author="tea-team", reason=" ")

    assert answered.status_code == 422
    assert "Say why it changes." in answered.text


@pytest.mark.parametrize(
    "path",
    ["/crews/nobody", "/crews/nobody/stories", f"/crews/{ID}/versions/99/restore",
     "/crew-text?file=crews/nobody.yaml", "/crew-text?file=/etc/passwd",
     "/crew-text?file=crews/../../secret.yaml"],
)  # fmt: skip
async def test_what_is_not_there_is_told_as_a_page(room: Room, path: str) -> None:
    answered = await room.console.browser.get(path)

    assert answered.status_code in (404, 422)
    assert "text/html" in answered.headers["content-type"]


async def test_stories_of_a_crew_are_played_from_its_page(room: Room) -> None:
    room.folder.write("crews/scenarios/tea.yaml", STORY)
    before = await room.console.page(f"/crews/{ID}/stories")

    played = await room.console.send(f"/crews/{ID}/stories", part=True)

    assert "where-to-buy-leaves" in before.text
    assert texts(before, ".sum")[0].endswith("lines")
    assert played.status_code == 200, played.text
    assert "where-to-buy-leaves" in played.text
    assert soup(played).select(".story-passed, .story-failed")
    assert room.console.door.model.asked == []
