"""A rubric is judged by a real model, twice more when it says no, and never by the rehearsal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TypeVar, cast

import pytest

from nightcrew.app.stories.rubric import REHEARSAL, rubric_holds
from nightcrew.app.stories.stage import Stage
from nightcrew.domain.questions import RubricInputs
from nightcrew.domain.short_answers import RubricVerdict
from nightcrew.ports import Answered, Piece, Question, Role, Usage

T = TypeVar("T")


@dataclass(slots=True)
class Says:
    """A judge that gives these answers one after another."""

    answers: list[bool]
    called: str = "judge-1"
    asked: list[Question] = field(default_factory=list)

    def name(self, role: Role) -> str:
        return self.called

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        self.asked.append(question)
        verdict = RubricVerdict(holds=self.answers[len(self.asked) - 1], why="까닭")
        return Answered(value=cast("T", verdict), usage=Usage())

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        raise AssertionError("a rubric is asked for by schema")
        yield Piece()

    async def warm(self) -> None:
        return


def a_stage() -> Stage:
    """Only what a question needs of it: the clock, the zone and the crew's language."""
    app = SimpleNamespace(
        world=SimpleNamespace(
            clock=SimpleNamespace(now=lambda: datetime(2026, 12, 1, 11, tzinfo=UTC))
        ),
        crews=SimpleNamespace(crew=lambda name: SimpleNamespace(locale="ko-KR")),
    )
    pair = SimpleNamespace(crew="mindcare-sora")
    return cast("Stage", SimpleNamespace(app=app, pair=pair, timezone="Asia/Seoul"))


@pytest.mark.parametrize(
    ("answers", "holds", "times"),
    [
        ([True], True, 1),
        ([False, True, True], True, 3),
        ([False, True, False], False, 3),
        ([False, False, False], False, 3),
    ],
)
async def test_a_first_no_is_confirmed_by_the_majority_of_three(
    answers: list[bool], holds: bool, times: int
) -> None:
    model = Says(answers)

    found = await rubric_holds(
        model, a_stage(), said="지쳤어요", reply="애쓰셨네요.", rubric="마음을 받아 준다"
    )

    assert found is holds
    assert len(model.asked) == times
    inputs = model.asked[0].inputs
    assert isinstance(inputs, RubricInputs)
    assert (inputs.reply, inputs.moment.local) == ("애쓰셨네요.", "2026-12-01 20:00")


async def test_the_rehearsal_model_judges_no_rubric() -> None:
    model = Says([True], called=REHEARSAL)

    assert await rubric_holds(model, a_stage(), said="", reply="네.", rubric="짧다") is None
    assert model.asked == []
