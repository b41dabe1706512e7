"""A judge's answer of the rehearsal model, to one line said to one crew."""

from __future__ import annotations

from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import JudgeInputs, Moment
from nightcrew.ports import Question, Role


async def judged(model: RehearsalModel, crew: Crew, said: str, when: Moment) -> Needs:
    """What the crew's judge sees in a line, with nothing said or known before it."""
    inputs = JudgeInputs(
        crew=crew,
        user_name="",
        moment=when,
        guide_lines=guide_lines(crew),
        skills=crew.skills,
        style=(),
        memories=(),
        follow_ups=(),
        talk=(),
        said=said,
    )
    question = Question(name="judge_needs", version=1, role=Role.JUDGE, text="", inputs=inputs)
    return (await model.ask(question, answer=Needs)).value
