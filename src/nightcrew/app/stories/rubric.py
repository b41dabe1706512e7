"""Asks a real model whether a reply does what a story's rubric says."""

from __future__ import annotations

from nightcrew import prompts
from nightcrew.app.stories.stage import Stage
from nightcrew.domain.questions import Moment, RubricInputs
from nightcrew.domain.short_answers import RubricVerdict
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Model, Role

REHEARSAL = "rehearsal"  # it judges no prose, so a rubric before it is skipped
WHEN_NO = 2  # more judgements after a first no; the majority of three decides


async def rubric_holds(
    model: Model, stage: Stage, *, said: str, reply: str, rubric: str
) -> bool | None:
    """What the judge says, None without a real one. Raises: ModelFailure."""
    if model.name(Role.JUDGE) == REHEARSAL:
        return None
    now = stage.app.world.clock.now()
    local = to_local(now, zone(stage.timezone))
    crew = stage.app.crews.crew(stage.pair.crew)
    moment = Moment(
        now=now, timezone=stage.timezone, locale=crew.locale, local=f"{local:%Y-%m-%d %H:%M}"
    )
    inputs = RubricInputs(moment=moment, said=said, reply=reply, rubric=rubric)
    question = prompts.render("judge_rubric", inputs)
    if (await model.ask(question, answer=RubricVerdict)).value.holds:
        return True
    again = [(await model.ask(question, answer=RubricVerdict)).value.holds for _ in range(WHEN_NO)]
    return all(again)
