"""The crews of this project as their readers and judges meet them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
import yaml

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.story_files import read_stories
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
from tests.unit.test_benchmark_data import NEAR, crew_texts, likeness

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
CATEGORIES = {
    "travel", "parenting", "mindcare", "used-car", "kids-study", "checkup", "language",
    "girlfriend", "boyfriend", "cooking", "fitness", "money", "pets", "career",
}  # fmt: skip
STORIES = read_stories(ROOT / "crews", SHELF).stories
HELD = [
    yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "tests" / "benchmarks" / "held_sentences").glob("*.yaml"))
]
every_crew = pytest.mark.parametrize("crew", CREWS, ids=lambda crew: crew.id)


def instruction(crew_id: str, anchor: str) -> str:
    [line] = [line for line in guide_lines(SHELF.crews[crew_id]) if line.anchor == anchor]
    return line.text


def test_all_shipped_text_loads_without_a_problem() -> None:
    assert SHELF.problems == ()
    assert SHELF.broken == {}


def test_the_eight_named_crews_are_there() -> None:
    assert {crew_id: SHELF.crews[crew_id].category for crew_id in NAMED} == NAMED


def test_each_of_the_fourteen_categories_has_two_crews_at_least() -> None:
    crews = Counter(crew.category for crew in CREWS)

    assert set(crews) == CATEGORIES
    assert min(crews.values()) >= 2


def test_two_crews_speak_english_and_the_others_korean() -> None:
    languages = Counter(crew.locale.partition("-")[0] for crew in CREWS)

    assert languages == {"en": 2, "ko": len(CREWS) - 2}


@every_crew
def test_a_crew_is_called_by_its_trade_and_name_and_somebody_reviewed_it(crew: Crew) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", crew.id)
    assert crew.reviewed_by
    assert crew.reviewed_at


def test_no_two_crews_of_a_category_are_written_alike() -> None:
    for one, other in combinations(CREWS, 2):
        if one.category == other.category:
            assert one.persona != other.persona
            assert own_words(one) != own_words(other), (one.id, other.id)
            assert not {*occasions(one)} & {*occasions(other)}, (one.id, other.id)


def own_words(crew: Crew) -> set[str]:
    return {guide.guide + guide.not_when for guide in crew.tool_guide.values()}


def lines_of(crew: Crew) -> list[str]:
    assert crew.playbook is not None
    return [line.text for line in crew.playbook.instructions]


def occasions(crew: Crew) -> list[str]:
    """What a crew aims at and answers to; what it never does may be the same for a trade."""
    assert crew.playbook is not None
    return [line.text for line in crew.playbook.instructions if line.section in ("aim", "when")]


@every_crew
def test_an_instruction_is_one_sentence_and_names_no_amount_of_money(crew: Crew) -> None:
    for line in lines_of(crew):
        assert len(re.findall(r"[.?!](?=\s|$)", line)) == 1, line
        assert not re.search(r"\d[\d,]*\s?(?:만\s?)?원|[$£€]\s?\d", line), line


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

    romance = {crew.id for crew in CREWS if crew.category in ("girlfriend", "boyfriend")}
    assert adults == romance >= {"girlfriend-ara", "boyfriend-jun"}
    for crew_id in adults:
        knowledge = SHELF.crews[crew_id].knowledge
        assert knowledge.collections == ()
        assert knowledge.none


def test_the_language_crew_brings_its_conversation_skill() -> None:
    [skill] = SHELF.crews["language-yuki"].skills

    assert skill.name == "conversation-jp"
    assert "쓴다" in skill.description
    assert skill.body.startswith("1. ")


def test_the_english_crew_brings_its_small_talk_skill() -> None:
    [skill] = SHELF.crews["language-emma"].skills

    assert skill.name == "small-talk-en"
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


def test_the_judge_is_held_to_twenty_sentences_of_each_category_for_each_of_its_crews() -> None:
    crews = {name: {crew.id for crew in CREWS if crew.category == name} for name in CATEGORIES}

    assert {row["category"]: set(row["crews"]) for row in HELD} == crews
    for row in HELD:
        assert len({each["say"] for each in row["sentences"]}) == 20
        assert {tool for each in row["sentences"] for tool in each["uses"]} <= set(TOOLS)


def test_no_held_sentence_stands_in_a_crew_a_playbook_or_a_story() -> None:
    held = [each["say"] for row in HELD for each in row["sentences"]]
    said = {step.words for story in STORIES for part in story.parts for step in part.steps}
    written = said.union(crew_texts())

    near = [pair for pair in product(held, written) if likeness(*pair) > NEAR]
    assert near == []
