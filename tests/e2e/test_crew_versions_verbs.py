"""The workshop's verbs as a writer uses them: publish, change, look, bring back, move."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import ROOT

FINE, FINDINGS, WRONG_USE = 0, 1, 2
Verb = Callable[..., tuple[int, Any]]
SIGN = ("--author", "care-team", "--reason", "말을 다듬었다")
SORA = "crews/mindcare-sora.yaml"
OLD = (
    "사실을 물어도 먼저 그 마음을 한 줄 받아 준 다음에 찾는다. 답답하다, 떠나고 싶다는 말은"
    " 찾을 거리가 아니라 들을 거리다."
)
NEW = "갑갑하다, 어디든 가고 싶다는 말도 떠날 곳을 찾는 신호로 듣고 가까운 곳부터 찾아본다."


@pytest.fixture
def text(verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped text in folders of the test's own; vectors by letters, so that it is quick."""
    for name in ("crews", "playbooks"):
        shutil.copytree(ROOT / name, tmp_path / name)
        monkeypatch.setenv(f"NIGHTCREW_{name.upper()}", str(tmp_path / name))
    monkeypatch.setenv("NIGHTCREW_EMBEDDER", "hash")
    return tmp_path


def change(text: Path, name: str, old: str, new: str) -> None:
    written = (text / name).read_text(encoding="utf-8")
    assert old in written
    (text / name).write_text(written.replace(old, new), encoding="utf-8")


def test_a_writer_publishes_sees_what_turns_and_brings_it_back(verb: Verb, text: Path) -> None:
    before = (text / SORA).read_text(encoding="utf-8")
    code, done = verb("crews", "publish", "mindcare-sora", *SIGN)
    assert (code, [each["author"] for each in done["published"]]) == (FINE, ["care-team"])
    number = done["published"][0]["number"]

    change(text, SORA, OLD, NEW)
    code, found = verb("crews", "diff", "mindcare-sora")
    assert code == FINDINGS
    flip = next(each for each in found["flips"] if each["story"] == "friday-itch-contrast")
    assert (flip["turned"]["tool"], flip["turned"]["after"]) == ("search", "used")
    assert flip["turned"]["lines"][0]["origin"] == f"{SORA}:15"

    code, told = verb("crews", "restore", "mindcare-sora", str(number), *SIGN)
    assert (code, told["code"]) == (WRONG_USE, "unsaved_edits")
    assert verb("crews", "publish", "mindcare-sora", *SIGN)[0] == FINE
    code, done = verb("crews", "restore", "mindcare-sora", str(number), *SIGN)
    assert (code, done["version"]["restored_from"]) == (FINE, number)
    assert (text / SORA).read_text(encoding="utf-8") == before

    code, listed = verb("crews", "versions", "mindcare-sora")
    assert [each["how"] for each in listed["items"]][:3] == ["restored", "published", "published"]
    assert [each["live"] for each in listed["items"]][:2] == [True, False]
    assert listed["files"] == "live"


def test_a_broken_file_is_a_finding_of_publishing(verb: Verb, text: Path) -> None:
    change(text, SORA, "persona:", "persone:")

    code, done = verb("crews", "publish", "--all", *SIGN)

    assert (code, done["published"]) == (FINDINGS, [])
    assert done["problems"][0]["hint"] == "did you mean persona?"


def test_a_crew_is_made_given_away_and_taken_in(verb: Verb, text: Path, tmp_path: Path) -> None:
    document = tmp_path / "crew.json"

    code, made = verb("crews", "new", "tea-bora", "--category", "travel", "--locale", "ko")
    assert (code, made["problems"]) == (FINE, [])
    code, given = verb("crews", "export", "tea-bora", "--out", str(document))
    assert (code, given["file"]) == (FINE, str(document))
    code, refused = verb("crews", "import", str(document))
    assert (code, refused["code"]) == (WRONG_USE, "crew_exists")
    code, taken = verb("crews", "import", str(document), "--id", "tea-dul")

    assert (code, taken["crew"]) == (FINE, "tea-dul")
    assert json.loads(document.read_text(encoding="utf-8"))["schema"] == "crew-export/v1"
    code, linted = verb("crews", "lint")
    assert (code, linted["errors"]) == (FINE, 0)


def test_wrong_use_is_told_with_what_to_do(verb: Verb, text: Path) -> None:
    both = verb("crews", "publish", "mindcare-sora", "--all", *SIGN)
    nobody = verb("crews", "publish", "mindcare-sora")
    nowhere = verb("crews", "diff", "mindcare-sora", "--to", "yesterday")

    assert [(code, told["code"]) for code, told in (both, nobody, nowhere)] == [
        (WRONG_USE, "which_crew"),
        (WRONG_USE, "no_author"),
        (WRONG_USE, "no_version"),
    ]
