"""Scripts tests share: a quiet model, a proposer of fixed changes, a lenient verifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter

from nightcrew.domain.dream import Proposal, Verdict, Verdicts
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import VerifyInputs
from nightcrew.ports import Question
from tests.fakes_model import Script, ScriptedModel


def all_stand(question: Question) -> Verdicts:
    """A verifier that lets everything stand, so that what stops a change is code."""
    inputs = question.inputs
    assert isinstance(inputs, VerifyInputs)
    handles = [each.handle for each in inputs.changes]
    return Verdicts(verdicts=tuple(Verdict(change=handle, stands=True) for handle in handles))


def proposing(*changes: dict[str, Any]) -> Callable[[Question], Proposal]:
    """A proposer of fixed changes, in the shape a model writes them."""
    return lambda _: TypeAdapter(Proposal).validate_python({"changes": list(changes)})


def scripted(**answers: Script) -> ScriptedModel:
    """A quiet model: no needs, a short reply, no changes, all stands; answers replace these."""
    usual: dict[str, Script] = {
        "judge_needs": Needs(),
        "reply": "네, 잘 들었어요.",
        "propose_changes": Proposal(),
        "verify_changes": all_stand,
        "plan_follow_ups": {"follow_ups": [], "why": "nothing to plan"},
        "compose_follow_up": {"send": False, "why": "nothing to say"},
    }
    return ScriptedModel(answers=usual | answers)


def verdicts_on(*words: bool) -> Verdicts:
    """A word on each change, in order."""
    return Verdicts(
        verdicts=tuple(Verdict(change=f"c{n}", stands=word) for n, word in enumerate(words, 1))
    )
