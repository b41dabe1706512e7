"""One changed sentence of a guide or a playbook turns what the rehearsal decides and keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nightcrew.domain.crew import Crew, Playbook, guide_lines, memory_guide_lines
from nightcrew.domain.dream import Proposal
from nightcrew.domain.questions import ProposeInputs
from nightcrew.domain.tool_guide import Tool
from nightcrew.ports import Role
from tests.unit.rehearsal_builders import ask, crew, heard, judged, moment

GUIDES = [
    ("pets-mong", Tool.KNOWLEDGE, "강아지 목욕은 어떤 순서로 시키는 거야?", True,
     "먹이면 안 되는 것이나 순서를 물어도 자료를 펼치지 않고 아는 만큼만 말한다."),
    ("study-juno", Tool.KNOWLEDGE, "약수랑 배수는 뭐가 다른 거야?", True,
     "개념의 뜻이나 차이를 물어도 교과 자료를 보지 않고 함께 생각해 본다."),
    ("cooking-theo", Tool.KNOWLEDGE, "What can I use instead of eggs in muffins?", True,
     "Do not open the notes, not even when they ask for substitutions."),
    ("career-haru", Tool.KNOWLEDGE, "연차는 어떻게 계산해요?", True,
     "연차나 수습을 물어도 자료를 펼치지 않고 회사에 물을 말을 만들어 준다."),
    ("money-sol", Tool.PRICE, "내 차 팔면 얼마나 받을 수 있을까?", True,
     "차를 사거나 팔려고 할 때도 시세 도구를 쓰지 않고 살림부터 이야기한다."),
    ("mindcare-garam", Tool.SEARCH, "하루만 바다를 보고 오면 숨통이 트일 것 같아요", False,
     "쉬고 싶다, 바다라도 보고 싶다는 말에는 가까운 곳을 찾아 보여 준다."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "tool", "said", "before", "guide"), GUIDES, ids=lambda each: str(each)[:24]
)
def test_a_guide_that_says_the_opposite_turns_the_decision(
    name: str, tool: Tool, said: str, before: bool, guide: str
) -> None:
    asked = crew(name)

    changed = replace(
        asked,
        tool_guide={**asked.tool_guide, tool: replace(asked.tool_guide[tool], guide=guide)},
    )

    assert getattr(judged(said, name), tool.value).use is before
    needs = judged(said, name, crew=changed, guide_lines=guide_lines(changed))
    assert getattr(needs, tool.value).use is not before


def test_a_question_of_fact_is_looked_up_whatever_the_guide_says() -> None:
    asked = crew("mindcare-garam")
    guide = replace(asked.tool_guide[Tool.SEARCH], guide="날씨를 물어도 찾지 않고 듣는다.")

    changed = replace(asked, tool_guide={**asked.tool_guide, Tool.SEARCH: guide})

    assert judged("내일 속초에 비 온대?", crew=changed, guide_lines=guide_lines(changed)).search.use


def test_what_the_playbook_wants_kept_as_style_becomes_a_style_memory() -> None:
    assert _dreamt("약분에서 자꾸 틀려", crew("study-juno")) == [("style", "약분에서 자꾸 틀린다")]
    assert _dreamt("약분에서 자꾸 틀려", crew("travel-mina")) == [("fact", "약분에서 자꾸 틀린다")]


def test_what_the_playbook_does_not_want_kept_becomes_no_memory() -> None:
    juno = _reworded(crew("study-juno"), "half-step-easier",
                     "문제를 틀리면 아무것도 남기지 않고 같은 문제를 다시 낸다.")  # fmt: skip

    assert _dreamt("약분에서 자꾸 틀려", juno) == []
    assert _dreamt("나는 땅콩 알레르기가 있어", juno) == [("fact", "땅콩 알레르기가 있다")]


def _reworded(asked: Crew, anchor: str, text: str) -> Crew:
    book = asked.playbook
    assert isinstance(book, Playbook)
    lines = tuple(
        replace(each, text=text) if each.anchor == anchor else each for each in book.instructions
    )
    return replace(asked, playbook=replace(book, instructions=lines))


def _dreamt(said: str, asked: Crew) -> list[tuple[str, str]]:
    inputs = ProposeInputs(
        crew=asked,
        moment=moment(),
        guide_lines=memory_guide_lines(asked),
        memories=(),
        tombstones=(),
        evidence=heard(said),
        refused=(),
        nightly=False,
    )
    proposal = ask("propose_changes", Role.DREAM, inputs, Proposal)
    return [(each.kind, each.text) for each in proposal.changes]
