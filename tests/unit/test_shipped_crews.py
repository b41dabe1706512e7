"""The crews of this project as their readers and judges meet them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.crew import (
    TOOLS,
    Crew,
    Lean,
    Tool,
    examples_of,
    guide_lines,
    memory_guide_lines,
    requires_adult,
)

ROOT = Path(__file__).parents[2]
SHELF = CrewFiles(ROOT / "crews", ROOT / "playbooks").load()
CREWS = tuple(SHELF.crews.values())
NAMED = {
    "travel-mina": "travel",
    "mindcare-sora": "mindcare",
    "used-car-hana": "used-car",
    "study-juno": "kids-study",
    "checkup-dana": "checkup",
    "language-yuki": "language",
    "girlfriend-ara": "girlfriend",
    "boyfriend-jun": "boyfriend",
}
every_crew = pytest.mark.parametrize("crew", CREWS, ids=lambda crew: crew.id)


def instruction(crew_id: str, anchor: str) -> str:
    [line] = [line for line in guide_lines(SHELF.crews[crew_id]) if line.anchor == anchor]
    return line.text


def test_all_shipped_text_loads_without_a_problem() -> None:
    assert SHELF.problems == ()
    assert SHELF.broken == {}


def test_the_eight_named_crews_and_an_english_one_are_there() -> None:
    assert {crew_id: SHELF.crews[crew_id].category for crew_id in NAMED} == NAMED
    assert SHELF.crews["cooking-nora"].locale == "en-US"


@every_crew
def test_a_crew_says_of_each_tool_when_and_when_not_in_two_short_sentences(crew: Crew) -> None:
    for tool in TOOLS:
        guide = crew.tool_guide[tool]
        assert guide.guide
        assert guide.not_when
        assert len(re.findall(r"[.?!](?=\s|$)", guide.guide)) == 2, (tool, guide.guide)
        assert len(guide.guide) <= 160, (tool, guide.guide)


@every_crew
def test_a_crew_shows_each_tool_used_and_not_used(crew: Crew) -> None:
    for tool in TOOLS:
        examples = examples_of(crew, tool)
        assert {example.use for example in examples} == {True, False}
        assert len({example.say for example in examples}) == len(examples) >= 16
        assert len(crew.tool_guide[tool].examples) >= 6


@every_crew
def test_a_playbook_has_all_five_sections_and_an_anchor_for_each_line(crew: Crew) -> None:
    assert crew.playbook is not None
    instructions = crew.playbook.instructions

    assert list(dict.fromkeys(line.section for line in instructions)) == [
        "aim", "when", "how", "never", "hand_over",
    ]  # fmt: skip
    assert "no-recital" in {line.anchor for line in instructions}


@every_crew
def test_notes_of_writers_stand_in_no_line_that_a_judge_sees(crew: Crew) -> None:
    seen = " ".join(line.text for line in guide_lines(crew))

    assert crew.notes
    assert crew.notes not in seen


@every_crew
def test_a_crew_speaks_the_language_of_its_locale(crew: Crew) -> None:
    korean = crew.locale.startswith("ko")
    written = [line.text for line in guide_lines(crew)] + [crew.persona.summary]
    written += [*crew.house.rules, crew.knowledge.none or "가" * korean]

    for text in written:
        assert bool(re.search("[가-힣]", text)) is korean, text


def test_a_price_a_style_and_a_date_turn_on_one_sentence_of_a_playbook() -> None:
    assert instruction("used-car-hana", "price-first") == (
        "시세 얘기가 나오면 짐작 말고 시세 도구를 부른다."
    )
    assert "반 단계 쉬운" in instruction("study-juno", "half-step-easier")
    assert "날짜 있는 건강 얘기" in instruction("checkup-dana", "dated-follow-up")
    style = {line.anchor for line in memory_guide_lines(SHELF.crews["study-juno"])}
    assert "half-step-easier" in style


def test_the_travel_crew_leans_to_search_and_the_mind_care_crew_away_from_it() -> None:
    lean = {crew.id: crew.tool_guide[Tool.SEARCH].lean for crew in CREWS}

    assert (lean["travel-mina"], lean["mindcare-sora"]) == (Lean.FAVOUR, Lean.AVOID)


def test_the_romance_crews_are_for_adults_and_have_no_knowledge_on_purpose() -> None:
    adults = {crew.id for crew in CREWS if requires_adult(crew)}

    assert adults == {"girlfriend-ara", "boyfriend-jun"}
    for crew_id in adults:
        knowledge = SHELF.crews[crew_id].knowledge
        assert knowledge.collections == ()
        assert knowledge.none


def test_the_language_crew_brings_its_conversation_skill() -> None:
    [skill] = SHELF.crews["language-yuki"].skills

    assert skill.name == "conversation-jp"
    assert "쓴다" in skill.description
    assert skill.body.startswith("1. ")


def test_the_house_keeps_the_night_quiet_and_speaks_its_safety_texts_in_both_languages() -> None:
    house = SHELF.house

    assert house is not None
    assert house.quiet_hours.follow_up == ("22:00", "08:00")
    assert house.quiet_hours.opener == ("22:00", "07:00")
    assert house.timezone == "Asia/Seoul"
    assert set(house.safety) == {"notice", "interrupt", "crisis", "adults_only"}
    assert all(set(text) == {"ko", "en"} for text in house.safety.values())


def test_no_example_is_a_sentence_of_the_published_stories() -> None:
    published = {
        "주말마다 답답해서 훌쩍 다녀오고 싶어",
        "요즘 주말만 되면 어디든 나가고 싶어요",
        "어제도 새벽까지 한숨도 못 잤어요",
        "요즘 아무것도 하기 싫고 그냥 누워만 있어요",
        "얘기하고 나니 좀 낫네요. 이제 자러 갈게요",
        "15년식 아반떼 얼마야?",
        "회화 연습 시켜줘",
        "매일 아침 계란 확인해 줘",
    }

    used = {example.say for crew in CREWS for tool in TOOLS for example in examples_of(crew, tool)}
    assert not used & published
