from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.claims import held_claims
from nightcrew.domain.dream import Action, Proposal, ProposedChange
from nightcrew.domain.forgetting import forgotten_claims
from nightcrew.domain.gate import Case, typed
from nightcrew.domain.memory import Memory, Scope
from nightcrew.domain.memory_changes import (
    MOST_FORMER,
    next_value,
    passed_text,
    without_passed_note,
)
from nightcrew.domain.reason import Reason
from nightcrew.domain.screen import GATES
from tests.arbitrary_changes import changes, texts
from tests.unit.dream_ground import CREW, USER, forgotten, ground, remembered, replied, said

GROUND = ground(
    "나는 라면을 좋아해",
    "다음 주 금요일에 치과 가",
    replied(2, "기억해 둘게요. 땅콩 알레르기는 없으시죠."),
    "응",
    said(4, "I have two cats", timezone="Pacific/Apia"),
    "만약 이사 간다면 어떨까?",
    memories=(
        remembered("a", "커피를 마신다"),
        remembered("b", "채식은 안 한다", explicit=True),
        remembered("c", "팀 회의는 월요일이다", scope=Scope.TEAM),
    ),
    tombstones=(forgotten("우동을 좋아한다"),),
)


def ids() -> Memory:
    return remembered("new", "새 기억")


@settings(max_examples=60, deadline=None)
@given(changes)
def test_any_change_even_past_no_gate_leaves_a_whole_memory(proposed: ProposedChange) -> None:
    change = typed(proposed, GROUND)

    value = next_value(change, GROUND, new_id=ids().id, user=USER)

    row = change.memory
    if row is None:
        assert (value.id, value.user, value.crew, value.version) == (ids().id, USER, CREW, 1)
    elif row.explicit:
        assert value == row
    else:
        assert (value.id, value.version) == (row.id, row.version + 1)
        assert len(value.previous) <= MOST_FORMER
        assert change.action is not Action.UPDATE or row.text in {value.text, *_former(value)}


def _former(value: Memory) -> set[str]:
    return {former.text for former in value.previous}


@settings(max_examples=40, deadline=None)
@given(changes)
def test_each_gate_alone_answers_any_words(proposed: ProposedChange) -> None:
    proposal = Proposal(changes=(proposed, proposed))
    case = Case(
        proposed=proposed,
        change=typed(proposed, GROUND),
        proposal=proposal,
        ground=GROUND,
        held=held_claims(GROUND.memories),
        forgotten=forgotten_claims(GROUND.tombstones, GROUND.claim_key),
    )

    for gate in GATES:
        refusal = gate.refuses(case)
        assert refusal is None or isinstance(refusal.reason, Reason)


@given(texts, st.dates(date(1990, 1, 1), date(2100, 1, 1)), st.sampled_from(["ko-KR", "en-US"]))
def test_the_note_that_a_date_has_passed_keeps_the_words_and_is_added_once(
    text: str, day: date, locale: str
) -> None:
    memory = remembered("a", text, to_on=day)

    noted = passed_text(memory, locale)

    assert noted.startswith(without_passed_note(text))
    assert passed_text(remembered("a", noted), locale) == noted
