"""What a writer sees of the prompts a crew's turn would use, before anybody talks to it."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.prompt_preview import (
    CrewPreview,
    Origin,
    PreviewWish,
    PromptPreview,
    WhyOut,
)
from nightcrew.prompts.preview import preview_of
from tests.unit.crew_folder import CrewFolder
from tests.unit.lint_folder import LintFolder
from tests.world import shipped_crews

NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)
SAY = "요즘 주말만 되면 어디든 나가고 싶어요"


def shown(crew: str = "travel-mina", say: str = SAY, **wished: str) -> CrewPreview:
    return preview_of(shipped_crews().crew(crew), PreviewWish(crew=crew, say=say, **wished), NOW)


def prompt(found: CrewPreview, name: str) -> PromptPreview:
    return next(each for each in found.prompts if each.prompt == name)


def of_folder(folder: CrewFolder, say: str = "차 마실까요") -> CrewPreview:
    crew = folder.load().crews["tea-bora"]
    return preview_of(crew, PreviewWish(crew=crew.id, say=say), NOW)


def test_every_prompt_of_a_turn_and_its_aftermath_is_shown() -> None:
    assert [each.prompt for each in shown().prompts] == [
        "judge_needs",
        "reply",
        "plan_follow_ups",
        "propose_changes",
        "compose_follow_up",
    ]


def test_each_example_tells_the_line_it_stands_in_and_not_where_the_list_begins(
    tmp_path: Path,
) -> None:
    folder = LintFolder(tmp_path)
    folder.edit("crews/categories/tea.yaml", "    not_when:", "    examples:\n"
                "      - {say: 찻집 열었어요?, use: true}\n"
                "      - {say: 차 맛있네요, use: false}\n    not_when:")  # fmt: skip

    found = of_folder(folder, "차 맛있네요")

    judge = prompt(found, "judge_needs")
    lines = [line.place for line in judge.lines if "차 맛있네요" in line.text and line.place]
    assert lines == ["crews/categories/tea.yaml:11"]


def test_each_line_of_crew_text_tells_the_file_and_line_it_was_written_in(tmp_path: Path) -> None:
    folder = LintFolder(tmp_path)

    judge = prompt(of_folder(folder), "judge_needs")

    told = {line.text: (line.origin, line.place) for line in judge.lines}
    assert told["[g1] search.guide: 찻잎을 어디서 파느냐고 물으면 찾아본다."] == (
        Origin.CREW,
        "crews/tea-bora.yaml:13",
    )
    assert told["[g2] search.not_when: 차를 마시며 하루를 이야기할 때."] == (
        Origin.CATEGORY,
        "crews/categories/tea.yaml:9",
    )
    assert told["[g8] when #late-cup: 잠이 안 온다고 하면 카페인 없는 차를 권한다."] == (
        Origin.PLAYBOOK,
        "playbooks/tea-bora.md:11",
    )
    assert told["# The tools"] == (Origin.PRODUCT, "")
    assert told["차 마실까요"] == (Origin.USER, "")


def test_house_rules_tell_their_own_lines() -> None:
    reply = prompt(shown(), "reply")

    places = [line.place for line in reply.lines if line.origin is Origin.HOUSE]

    assert len(places) == len(set(places)) == len(shipped_crews().crew("travel-mina").house.rules)
    assert all(place.startswith("crews/house.yaml:") for place in places)


def test_tokens_add_up_by_part_and_by_origin() -> None:
    for each in shown().prompts:
        assert each.tokens == sum(each.parts.values()) == sum(each.origins.values())
        assert each.tokens == sum(line.tokens for line in each.lines)


@pytest.mark.parametrize(
    ("name", "sort", "reason"),
    [
        ("judge_needs", "notes", WhyOut.NEVER),
        ("judge_needs", "rule", WhyOut.NOT_THIS_PROMPT),
        ("judge_needs", "example", WhyOut.NOT_LIKE_THIS_LINE),
        ("judge_needs", "house examples", WhyOut.HOUSE_EXAMPLE),
        ("judge_needs", "lean", WhyOut.NEUTRAL_LEAN),
        ("reply", "guide", WhyOut.JUDGE_ONLY),
        ("propose_changes", "guide", WhyOut.NOT_THIS_TOOL),
        ("compose_follow_up", "when", WhyOut.NOT_THIS_PROMPT),
    ],
)
def test_what_stays_out_of_a_prompt_says_why(name: str, sort: str, reason: WhyOut) -> None:
    left = [each for each in prompt(shown(), name).left_out if each.sort == sort]

    assert left
    assert {each.reason for each in left} == {reason}
    assert all(each.why and each.why_ko and each.text for each in left)


def test_a_procedure_is_left_out_until_the_judge_chooses_it() -> None:
    found = shown("language-yuki", "일본어 회화 연습하자")

    left = {(each.sort, each.reason) for each in prompt(found, "reply").left_out}

    assert ("procedure", WhyOut.UNTIL_CHOSEN) in left


def test_every_crew_text_is_shown_or_left_out_with_a_reason_in_each_prompt(tmp_path: Path) -> None:
    found = of_folder(CrewFolder(tmp_path))

    for each in found.prompts:
        told = "\n".join(line.text for line in each.lines)
        out = {left.text for left in each.left_out}
        for text in ("차를 우리는 사람.", "크루의 검색 지침", "집의 시세 지침", "1. 물을 식힌다."):
            assert text in told or text in out


def test_names_in_double_braces_are_filled_and_other_braces_stay(tmp_path: Path) -> None:
    folder = CrewFolder(tmp_path)
    folder.edit("playbooks/tea-bora.md", "한 잔을", '{{ user_name }}에게 {"plan": 1} 한 잔을')

    judge = prompt(of_folder(folder), "judge_needs")

    line = next(line for line in judge.lines if "plan" in line.text)
    assert line.text.endswith('사용자에게 {"plan": 1} 한 잔을 끝까지 마시게 한다.')
    assert line.origin is Origin.PLAYBOOK


def test_the_moment_is_a_parameter_and_its_zone_is_checked() -> None:
    found = shown(timezone="Europe/London")

    assert any("03:00 (Europe/London" in line.text for line in prompt(found, "reply").lines)
    with pytest.raises(BadInput) as refused:
        shown(timezone="Europe/Londn")
    assert "Europe/London" in str(refused.value.hint)


def test_a_secret_that_is_typed_is_masked_as_in_a_turn() -> None:
    found = shown(say="내 카드는 4111 1111 1111 1111 이야")

    assert not any("4111" in line.text for each in found.prompts for line in each.lines)


def test_a_preview_of_a_shipped_crew_takes_a_fifth_of_a_second() -> None:
    shown()
    began = time.thread_time()  # of our own work, whatever else the machine does
    for crew in ("mindcare-sora", "parenting-sun", "cooking-nora"):
        shown(crew)

    assert (time.thread_time() - began) / 3 < 0.2
