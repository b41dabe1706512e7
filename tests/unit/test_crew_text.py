from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.crew import (
    CrewShelf,
    Example,
    Instruction,
    Problem,
    ShelfStatus,
    Tool,
    ToolGuide,
    canonical,
    examples_of,
    guide_lines,
    memory_guide_lines,
    requires_adult,
    sealed,
)
from nightcrew.domain.crew_problem import WORDINGS, Place, nearest, problem
from nightcrew.domain.crew_text import fill, placeholders
from nightcrew.domain.tool_guide import GuideLayer, GuidePart, Lean, Repeats, resolve
from tests.unit.crew_builders import a_crew, a_house, a_playbook, tool_guides

NAMES = {"user_name": "가온", "crew_name": "미나", "today": "2026-12-03"}


def layer(level: str, part: GuidePart) -> GuideLayer:
    names = ("lean", "guide", "not_when", "examples", "repeats")
    places = {name: f"{level}.yaml:{number}" for number, name in enumerate(names, start=1)}
    return GuideLayer(level=level, parts={Tool.SEARCH: replace(part, places=places)})


def test_the_three_names_are_filled_with_or_without_spaces() -> None:
    text = "{{ user_name }} 님, {{crew_name}}예요. 오늘은 {{ today }}."

    filled = fill(text, **NAMES)

    assert filled == "가온 님, 미나예요. 오늘은 2026-12-03."


@pytest.mark.parametrize(
    "text",
    [
        'Answer like {"plan": "..."}',
        '{topic} and {"a": [1]} and {{"b": {"c": 1}}}',
        "{% for x in y %} {# no #} {{ 1 + 1 }} {{}} }}{{ {0}",
        "{{ user_name",
    ],
)
def test_all_other_braces_stay_as_they_are(text: str) -> None:
    assert fill(text, **NAMES) == text
    assert not list(placeholders(text))


def test_a_filled_name_is_never_filled_again() -> None:
    names = NAMES | {"user_name": "{{ crew_name }}"}

    assert fill("{{ user_name }}", **names) == "{{ crew_name }}"


@given(st.text())
def test_text_without_double_braces_passes_through_unchanged(text: str) -> None:
    text = text.replace("{{", "{")

    assert fill(text, **NAMES) == text


def test_the_reader_of_names_and_the_filler_see_the_same_names() -> None:
    found = [found.name for found in placeholders("{{ topic }} {{ user_name }} {{ 이름 }}")]

    assert found == ["topic", "user_name", "이름"]


def test_a_crew_wins_over_its_category_and_the_category_over_the_house_field_by_field() -> None:
    everything = GuidePart(lean=Lean.NEUTRAL, guide="house", not_when="house", repeats=Repeats.ASK)
    house = layer("house", everything)
    category = layer("category", GuidePart(lean=Lean.AVOID, guide="category"))
    crew = layer("crew", GuidePart(guide="crew"))

    guide = resolve([crew, category, house])[Tool.SEARCH]

    assert (guide.guide, guide.lean, guide.not_when) == ("crew", Lean.AVOID, "house")
    assert guide.origins == {
        "guide": "crew crew.yaml:2",
        "lean": "category category.yaml:1",
        "not_when": "house house.yaml:3",
        "repeats": "house house.yaml:5",
    }


def test_a_tool_nobody_writes_about_is_neutral_and_has_no_lines() -> None:
    guide = resolve([])[Tool.PRICE]

    assert guide == ToolGuide(tool=Tool.PRICE)


def test_judges_see_the_five_tools_and_then_every_playbook_line_numbered_from_one() -> None:
    crew = a_crew()

    lines = guide_lines(crew)

    assert [line.handle for line in lines] == [f"g{number}" for number in range(1, 16)]
    assert [line.anchor for line in lines][:3] == ["search.guide", "search.not_when", "price.guide"]
    assert [line.section for line in lines][10:] == ["aim", "when", "how", "never", "hand_over"]
    assert {line.tool for line in lines[:10]} == set(Tool)
    assert {line.tool for line in lines[10:]} == {None}


def test_dreaming_sees_the_memory_guide_and_the_playbook_only() -> None:
    lines = memory_guide_lines(a_crew())

    assert [line.handle for line in lines] == [f"g{number}" for number in range(1, 8)]
    assert [line.anchor for line in lines][:2] == ["memory.guide", "memory.not_when"]
    assert {line.tool for line in lines[2:]} == {None}


def test_a_crew_without_a_playbook_has_its_tool_lines() -> None:
    lines = guide_lines(a_crew(playbook=None))

    assert {line.field for line in lines} == {"guide", "not_when"}


def test_a_guide_line_tells_the_file_and_line_it_comes_from() -> None:
    origins = {"guide": "category crews/categories/travel.yaml:7"}
    guides = {**tool_guides(), Tool.SEARCH: ToolGuide(tool=Tool.SEARCH, guide="g", origins=origins)}
    playbook = replace(a_playbook(), file="playbooks/mina.md")

    lines = guide_lines(a_crew(tool_guide=guides, playbook=playbook))

    assert lines[0].origin == "crews/categories/travel.yaml:7"
    assert lines[-1].origin == "playbooks/mina.md:1"


def test_house_examples_hold_for_a_crew_unless_it_says_the_same_sentence_itself() -> None:
    general = (Example(say="날씨 어때", use=True), Example(say="안녕", use=False))
    house = replace(a_house(), tool_guide={t: ToolGuide(tool=t, examples=general) for t in Tool})
    own = ToolGuide(tool=Tool.SEARCH, examples=(Example(say="날씨 어때", use=False),))
    crew = a_crew(house=house, tool_guide={**tool_guides(), Tool.SEARCH: own})

    found = examples_of(crew, Tool.SEARCH)

    assert found == (Example(say="날씨 어때", use=False), Example(say="안녕", use=False))


def test_any_changed_word_makes_another_digest_and_a_moved_line_does_not() -> None:
    crew = sealed(a_crew())
    playbook = a_playbook()
    moved = replace(
        playbook, instructions=tuple(replace(item, line=99) for item in playbook.instructions)
    )
    longer = a_playbook(Instruction(section="when", text="한 줄 더", anchor="more", line=9))

    assert sealed(replace(crew, playbook=moved)).digest == crew.digest
    assert sealed(replace(crew, playbook=longer)).digest != crew.digest
    assert sealed(replace(crew, notes="사람만 보는 말")).digest != crew.digest
    assert sealed(replace(crew, house=a_house(rules=("다른 규칙",)))).digest != crew.digest


def test_the_bundle_is_the_same_text_whenever_it_is_written() -> None:
    crew = a_crew(x={"b": "1", "a": ["2"]}, reviewed_at=date(2026, 11, 20))

    assert canonical(crew) == canonical(replace(crew, x={"a": ["2"], "b": "1"}))
    assert '"reviewed_at":"2026-11-20"' in canonical(crew)


def test_minors_are_refused_where_the_category_says_adults_only() -> None:
    assert requires_adult(a_crew(adults_only=True))
    assert not requires_adult(a_crew())


def test_a_broken_crew_with_a_last_good_text_is_stale() -> None:
    wrong = problem("empty_value", Place(file="crews/a.yaml"))
    crew = a_crew()

    shelf = CrewShelf(
        crews={"good": crew, "kept": crew}, broken={"kept": (wrong,), "gone": (wrong,)}
    )

    assert shelf.statuses() == {
        "gone": ShelfStatus.BROKEN,
        "good": ShelfStatus.OK,
        "kept": ShelfStatus.STALE,
    }


def test_a_problem_names_its_place_as_file_line_and_column() -> None:
    wrong = problem("bad_date", Place(file="crews/a.yaml", line=3, column=7), value="어제")

    assert isinstance(wrong, Problem)
    assert wrong.place == "crews/a.yaml:3:7"
    assert "어제" in wrong.message
    assert "어제" in wrong.message_ko


@pytest.mark.parametrize("kind", sorted(WORDINGS))
def test_every_problem_says_what_to_do_in_both_languages(kind: str) -> None:
    wording = WORDINGS[kind]

    assert wording.en
    assert wording.hint_en
    assert any("가" <= letter <= "힣" for letter in wording.ko)
    assert wording.hint_ko


def test_the_word_that_was_meant_is_found_for_a_slip_and_not_for_a_stranger() -> None:
    assert nearest("tool_giude", ("tool_guide", "persona")) == "tool_guide"
    assert nearest("xyz", ("tool_guide", "persona")) is None
