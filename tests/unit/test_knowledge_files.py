"""The collections that come with the product: enough for every crew, each with its source."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.domain.knowledge import ENOUGH_ITEMS, ItemState
from nightcrew.domain.links import LINK
from nightcrew.domain.words import script_of
from tests.fakes import ROOT, shipped_crews

FOLDER = ROOT / "playbooks" / "knowledge"
SHIPPED = {file.collection: file for file in KnowledgeFiles(folder=FOLDER).read()}
GOOD = """---
sources:
  a: {title: 안내, url: "https://www.gov.kr"}
as_of: "2026-11-01"
reviewed_by: care-team
reviewed_at: "2026-11-02"
recheck_on: "2027-05-01"
---

## 첫째 {source: a}

하나다.

> 하나가 뭐예요?

## 둘째 {source: a, as_of: 2026-10-01}

둘이다.
"""


def test_every_crew_that_wants_knowledge_has_enough_reviewed_items() -> None:
    for crew in shipped_crews().shelf.crews.values():
        items = [item for name in crew.knowledge.collections for item in SHIPPED[name].items]
        reviewed = [
            item
            for item in items
            if item.state is ItemState.LIVE and item.reviewed_by and item.url.startswith("https://")
        ]

        assert len(reviewed) >= ENOUGH_ITEMS or crew.knowledge.none, crew.id


def test_every_shipped_file_is_used_and_can_be_read() -> None:
    crews = shipped_crews().shelf.crews.values()
    named = {name for crew in crews for name in crew.knowledge.collections}

    assert set(SHIPPED) == named
    assert [file.problem for file in SHIPPED.values() if file.problem] == []


def test_every_shipped_item_names_a_public_source_and_a_day_to_look_again() -> None:
    for file in SHIPPED.values():
        for item in file.items:
            address = urlsplit(item.url)
            assert (address.scheme, bool(address.hostname)) == ("https", True)
            assert item.recheck_on is not None
            assert item.as_of < item.recheck_on
            assert item.asked, item.heading
            assert not LINK.search(item.text), item.heading


def test_every_shipped_item_can_be_asked_for_in_korean_and_in_english() -> None:
    for file in SHIPPED.values():
        for item in file.items:
            assert {script_of(way).main for way in item.asked} >= {"hangul", "latin"}, item.heading


def read_one(folder: Path, text: str) -> str:
    (folder / "some-facts.md").write_text(text, encoding="utf-8")
    [file] = KnowledgeFiles(folder=folder).read()
    return file.problem or ", ".join(
        f"{item.heading}|{item.text}|{item.as_of}|{'/'.join(item.asked)}" for item in file.items
    )


def test_one_heading_is_one_item_with_its_own_day_and_ways_of_asking(tmp_path: Path) -> None:
    assert read_one(tmp_path, GOOD) == (
        "첫째|하나다.|2026-11-01|하나가 뭐예요?, 둘째|둘이다.|2026-10-01|"
    )


def test_a_way_of_asking_needs_no_space_behind_its_sign(tmp_path: Path) -> None:
    told = read_one(tmp_path, GOOD.replace("> 하나가 뭐예요?", ">하나가 뭐예요?\n>\n>  하나요?"))

    assert told.startswith("첫째|하나다.|2026-11-01|하나가 뭐예요?/하나요?,")


def test_an_item_keeps_its_id_until_its_words_change(tmp_path: Path) -> None:
    (tmp_path / "some-facts.md").write_text(GOOD, encoding="utf-8")
    [before] = KnowledgeFiles(folder=tmp_path).read()
    changed = GOOD.replace("하나다.", "하나뿐이다.").replace("2027-05-01", "2027-06-01")
    (tmp_path / "some-facts.md").write_text(changed, encoding="utf-8")

    [after] = KnowledgeFiles(folder=tmp_path).read()

    same = [one.id == other.id for one, other in zip(before.items, after.items, strict=True)]
    assert same == [False, True]
    assert after.items[1].recheck_on == date(2027, 6, 1)


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ("---\nsources", "sources", "front matter"),
        ("as_of: ", "as_of_day: ", "lacks as_of and knows no as_of_day"),
        ('as_of: "2026-11-01"', "as_of: [", "no YAML at line 6 or just above"),
        ("sources:\n  a: {title: 안내, url: ", "sources: [", "no YAML at line"),
        ('sources:\n  a: {title: 안내, url: "https://www.gov.kr"}', "sources: a", "sources: write"),
        ("하나다.", "", "has no text below it"),
        (" {source: a}\n\n하나", "\n\n하나", "names no source"),
        ("{source: a}", "{source: b}", "no source b with title and url; the front matter has a"),
        ("{source: a}", "{page: a}", "in braces stand"),
        ("https://", "http://", "begins with https"),
        ('"2026-11-01"', '"1 November"', "as_of is a date, YYYY-MM-DD, and not `1 November`"),
        ("둘째 {source: a, as_of: 2026-10-01}\n\n둘이다", "첫째 {source: a}\n\n하나다", "twice"),
        ("## 첫째", "머리말\n\n## 첫째", "above the first heading"),
        ("care-team", '""', "names who made it"),
    ],
)
def test_a_broken_file_says_what_is_wrong(
    tmp_path: Path, there: str, instead: str, said: str
) -> None:
    assert said in read_one(tmp_path, GOOD.replace(there, instead, 1))
