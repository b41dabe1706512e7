"""What a judge is asked stays small, and what does not change stands in front."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest
import tiktoken

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.budget import estimate_tokens
from nightcrew.domain.crew import Crew, Tool, guide_lines
from nightcrew.domain.near_examples import MOST_SHOWN, near_examples
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import Example
from nightcrew.prompts import render
from tests.unit.crew_builders import a_crew
from tests.unit.prompt_builders import judge_inputs
from tests.unit.prompt_values import MOMENT, some_talk

ROOT = Path(__file__).parents[2]
CREWS = tuple(CrewFiles(ROOT / "crews", ROOT / "playbooks").load().crews.values())
MOST_TOKENS = 1_500  # of o200k_base, for a whole guide and playbook and a user nobody knows
SAY = "다음 주 목요일 오후 세 시에 검사가 있는데 무엇을 준비해야 하고 비용은 얼마나 들까요?"


@pytest.fixture(scope="module")
def o200k(request: pytest.FixtureRequest) -> tiktoken.Encoding:
    """The tokenizer of current models, out of the installed model library."""
    spec = importlib.util.find_spec("litellm")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "litellm_core_utils" / "tokenizers"
    patch = pytest.MonkeyPatch()
    request.addfinalizer(patch.undo)
    patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
    return tiktoken.get_encoding("o200k_base")


def asked(crew: Crew, say: str = SAY) -> str:
    inputs = JudgeInputs(
        crew=crew,
        user_name="",
        moment=MOMENT,
        guide_lines=guide_lines(crew),
        skills=crew.skills,
        examples=near_examples(crew, say),
        style=(),
        memories=(),
        follow_ups=(),
        talk=(),
        said=say,
    )
    return render("judge_needs", inputs).text


@pytest.mark.parametrize("crew", CREWS, ids=lambda crew: crew.id)
def test_the_judge_of_a_shipped_crew_is_asked_in_under_1500_tokens(
    crew: Crew, o200k: tiktoken.Encoding
) -> None:
    text = asked(crew)

    assert len(o200k.encode(text)) < MOST_TOKENS
    assert estimate_tokens(text) < 2 * MOST_TOKENS  # the upper bound that budgets count with
    assert all(f"[{line.handle}] " in text for line in guide_lines(crew))


def test_what_holds_for_all_turns_of_a_crew_stands_in_front() -> None:
    one = render("judge_needs", judge_inputs(examples=(), said="하나")).text
    person = {"user_name": "y", "talk": some_talk(4), "memories": (), "said": "둘"}
    other = render("judge_needs", judge_inputs(examples=("x",), **person)).text

    same = next(at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1)

    last = guide_lines(a_crew())[-1]
    assert last.text in one[:same]
    assert "skill-description" in one[:same]


def crew_with(*said: str) -> Crew:
    crew = a_crew()
    examples = tuple(Example(say=each, use=True) for each in said)
    guide = replace(crew.tool_guide[Tool.SEARCH], examples=examples)
    others = {
        tool: replace(one, examples=crew.house.tool_guide[tool].examples)
        for tool, one in crew.tool_guide.items()
    }
    return replace(crew, tool_guide={**others, Tool.SEARCH: guide})


def test_of_many_examples_those_most_like_the_line_are_shown() -> None:
    crew = crew_with(
        "바람 쐬러 갈 데 없을까", "치과 예약했어", "제주도 날씨 어때", "배고파", "제주 날씨 알려 줘"
    )

    shown = near_examples(crew, "내일 제주 날씨 어떨까요?")

    assert len(shown) == MOST_SHOWN
    assert '"제주 날씨 알려 줘"' in shown[0] or '"제주도 날씨 어때"' in shown[0]
    assert {'search: "제주도 날씨 어때" → use', 'search: "제주 날씨 알려 줘" → use'} <= set(shown)


def test_what_the_house_says_to_all_is_no_example_of_a_crew() -> None:
    crew = a_crew()
    alike = {tool: crew.house.tool_guide[tool] for tool in crew.tool_guide}

    assert near_examples(replace(crew, tool_guide=alike), "제주 날씨") == ()
