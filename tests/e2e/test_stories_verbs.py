"""`nightcrew stories` as a writer uses it: run, look at the page, bless, see what moved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from nightcrew.cli.main import main
from tests.fakes import ROOT

FINE, FINDINGS, WRONG_USE = 0, 1, 2
Verb = Callable[..., tuple[int, Any]]
STORY = """
schema: story/v1
id: beach-twice
title: 바다 <보러> 두 번
crew: travel-mina
clock: {now: "2026-12-03T20:10", timezone: Asia/Seoul}
repeats: {times: 2, need: 2}
steps:
  - say: 저 견과류 알레르기 있는 거 기억해 주세요
    expect: {memory: {use: USE}, reply: {rubric: 짧게 답한다}}
covers: [travel-mina/memory]
"""


@pytest.fixture
def write(verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put one story beside the shipped crews, in a folder of the test's own."""
    shutil.copytree(ROOT / "crews", tmp_path / "crews")
    shutil.rmtree(tmp_path / "crews" / "scenarios")
    (tmp_path / "crews" / "scenarios").mkdir()
    monkeypatch.setenv("NIGHTCREW_CREWS", str(tmp_path / "crews"))

    def written(use: str) -> None:
        story = STORY.replace("USE", use)
        (tmp_path / "crews" / "scenarios" / "one.yaml").write_text(story, encoding="utf-8")

    return written


def test_a_blessed_story_is_found_worse_when_it_fails_and_the_pages_show_it(
    verb: Verb, write: Callable[[str], None], tmp_path: Path
) -> None:
    write("used")
    code, blessed = verb("stories", "bless", "--by", "travel-team")
    assert (code, blessed["blessed"]) == (FINE, 1)
    write("not_used")
    page, suite = tmp_path / "page.html", tmp_path / "suite.xml"

    code, worse = verb("stories", "run", "--html", str(page), "--junit", str(suite))

    assert (code, worse["failed"]) == (FINDINGS, 1)
    assert worse["baseline"]["blessed_by"] == "travel-team"
    assert [shift["kind"] for shift in worse["baseline"]["shifts"]] == ["regressed"]
    [item] = worse["items"]
    assert item["plays"] == ["failed"]
    assert item["checks"]["skipped"] == 1
    assert item["steps"][0]["decisions"]["memory"]
    assert "바다 &lt;보러&gt; 두 번" in page.read_text(encoding="utf-8")
    written = suite.read_text(encoding="utf-8")
    assert fromstring(written).get("failures") == "1"  # noqa: S314 - our own document


def test_nobody_can_bless_without_saying_who(verb: Verb) -> None:
    code, told = verb("stories", "bless")

    assert (code, told["code"], told["field"]) == (WRONG_USE, "no_team", "by")


def test_every_shipped_line_and_tool_is_covered(verb: Verb) -> None:
    code, found = verb("stories", "coverage")

    assert code == FINE
    assert (found["covered"], found["whole"]) == (found["total"], found["tools"])
    assert {item["crew"] for item in found["items"]} >= {"travel-mina", "cooking-theo"}


def test_an_unknown_format_is_wrong_use(verb: Verb, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["stories", "run", "--format", "pdf"])

    assert code == WRONG_USE
    assert "text, json, junit, html" in capsys.readouterr().err
