from __future__ import annotations

import pytest

from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.playbook_markdown import read_playbook, read_skill

HEAD = "---\nschema: playbook/v1\ncrew: tea-bora\n---\n"


def playbook(body: str) -> Sheet:
    return read_playbook((HEAD + body).encode(), "playbooks/tea-bora.md", name="tea-bora")


def sections(sheet: Sheet) -> list[str]:
    assert sheet.playbook is not None
    return [item.section for item in sheet.playbook.instructions]


def anchors(sheet: Sheet) -> list[str]:
    assert sheet.playbook is not None
    return [item.anchor for item in sheet.playbook.instructions]


def places(sheet: Sheet) -> list[tuple[str, str]]:
    return [(wrong.id, wrong.place.removeprefix("playbooks/")) for wrong in sheet.problems]


@pytest.mark.parametrize(
    "headings",
    [
        ("목표", "이럴 때", "말투", "하지 않는 것", "넘기는 때"),
        ("Aim", "When they", "How to say it", "Never", "Hand over"),
        ("AIM", "when they", "말투", "never", "넘기는 때"),
    ],
)
def test_headings_mean_the_same_in_both_languages(headings: tuple[str, ...]) -> None:
    body = "\n".join(f"## {title}\n- 지침 {title}" for title in headings)

    sheet = playbook(body)

    assert sheet.problems == ()
    assert sections(sheet) == ["aim", "when", "how", "never", "hand_over"]


def test_one_item_is_one_instruction_with_its_line_and_anchor() -> None:
    sheet = playbook("## 목표\n- 하나. {#one}\n* 둘은 길어서\n  다음 줄로 이어진다. {#two}\n")

    assert sheet.playbook is not None
    first, second = sheet.playbook.instructions
    assert (first.text, first.anchor, first.line) == ("하나.", "one", 6)
    assert (second.text, second.line) == ("둘은 길어서 다음 줄로 이어진다.", 7)


def test_a_missing_anchor_is_derived_and_stays_when_other_lines_move() -> None:
    before = playbook("## 이럴 때\n- 목이 마르다면 물부터 준다.\n")
    after = playbook("## 이럴 때\n- 새 지침.\n- 목이 마르다면 물부터 준다.\n")

    assert anchors(before)[0] == anchors(after)[1]
    assert anchors(before)[0].startswith("when-")


def test_braces_in_an_instruction_stay_literal() -> None:
    sheet = playbook('## 말투\n- 이렇게 답한다: {"plan": "..."} {topic} {#json}\n')

    assert sheet.problems == ()
    assert sheet.playbook is not None
    assert sheet.playbook.instructions[0].text == '이렇게 답한다: {"plan": "..."} {topic}'


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("## 목표\n- {{ topic }} 얘기", [("unknown_placeholder", "tea-bora.md:6:3")]),
        ("## 목푯\n- 하나", [("unknown_heading", "tea-bora.md:5:1")]),
        ("## 목표\n- 하나\n## Aim\n- 둘", [("repeated_heading", "tea-bora.md:7:1")]),
        ("- 하나", [("no_heading", "tea-bora.md:5:1")]),
        ("## 목표\n그냥 글", [("text_outside_list", "tea-bora.md:6:1")]),
        ("## 목표\n- 하나\n  - 둘", [("nested_item", "tea-bora.md:7:3")]),
        ("## 목표\n- 하나 {#Big}", [("bad_anchor", "tea-bora.md:6:3")]),
        ("## 목표\n- 하나 {#a1}\n- 둘 {#a1}", [("duplicate_anchor", "tea-bora.md:7:1")]),
        ("## 목표\n- 같다\n- 같다", [("duplicate_anchor", "tea-bora.md:7:1")]),
        ("## 목표\n- {#a1}", [("empty_item", "tea-bora.md:6:1")]),
        ("## 목표\n", [("no_instruction", "tea-bora.md:5:1")]),
        ("## 목표\n- " + "가" * 501, [("too_long", "tea-bora.md:6:1")]),
    ],
)
def test_a_playbook_that_cannot_be_used_is_told_with_its_line(
    body: str, found: list[tuple[str, str]]
) -> None:
    assert places(playbook(body)) == found


def test_a_note_to_other_writers_is_no_instruction() -> None:
    sheet = playbook("## 목표\n<!-- 다음 달에\n- 다시 본다 -->\n- 하나 {#one}\n")

    assert sheet.problems == ()
    assert sheet.playbook is not None
    assert [(item.text, item.line) for item in sheet.playbook.instructions] == [("하나", 8)]


def test_a_front_matter_is_read_as_strictly_as_any_yaml() -> None:
    text = "---\nschema: playbook/v2\ncrew: tea-bora\nreviewd_by: team\n---\n## 목표\n- 하나\n"

    sheet = read_playbook(text.encode(), "p.md", name="p1")

    assert [(wrong.id, wrong.line) for wrong in sheet.problems] == [
        ("unknown_schema", 2),
        ("unknown_key", 4),
    ]
    assert sheet.problems[1].hint == "did you mean reviewed_by?"


@pytest.mark.parametrize("text", ["## 목표\n- 하나\n", "---\nschema: playbook/v1\n", ""])
def test_a_file_without_front_matter_says_how_to_begin(text: str) -> None:
    sheet = read_playbook(text.encode(), "p.md", name="p1")

    assert [wrong.id for wrong in sheet.problems] == ["no_front_matter"]


def test_a_skill_keeps_its_procedure_word_for_word() -> None:
    text = '---\nname: pour-tea\ndescription: 언제 무엇을.\n---\n1. 물을 {"t": 80}\n\n2. 붓는다.\n'

    sheet = read_skill(text.encode(), "s.md", name="pour-tea")

    assert sheet.problems == ()
    assert sheet.skill is not None
    assert sheet.skill.body == '1. 물을 {"t": 80}\n\n2. 붓는다.'
    assert sheet.skill.description == "언제 무엇을."


def test_a_skill_that_other_products_also_read_may_carry_their_fields() -> None:
    text = (
        "---\nname: pour-tea\ndescription: d\nlicense: MIT\nmetadata: {version: 1.0}\n"
        "allowed-tools: Read\n---\n1. x\n"
    )

    assert read_skill(text.encode(), "s.md", name="pour-tea").problems == ()


def test_a_skill_without_a_procedure_or_under_another_name_is_refused() -> None:
    text = "---\nname: pour-coffee\ndescription: d\n---\n"

    sheet = read_skill(text.encode(), "s.md", name="pour-tea")

    assert {wrong.id for wrong in sheet.problems} == {"id_is_not_file_name", "empty_skill"}
