from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.claims import held_claims
from nightcrew.domain.dream import Action, Proposal, ProposedChange
from nightcrew.domain.forgetting import forgotten_claims
from nightcrew.domain.gate import Case, typed
from nightcrew.domain.memory import TEXT_LIMIT, Memory, Scope
from nightcrew.domain.memory_changes import (
    MOST_FORMER,
    next_value,
    passed_text,
    without_passed_note,
)
from nightcrew.domain.reason import Reason
from nightcrew.domain.screen import GATES, screen
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
EXPLICIT = {memory.id for memory in GROUND.memories.values() if memory.explicit}
KNOWN = {line.id for line in GROUND.evidence.values()}

texts = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "라면을 좋아한다",
            "우동을 좋아한다",
            "치과에 간다",
            "Has two cats",
            "채식한다",
            "",
            "\ud800",
            "가" * 600,
        ]
    ),
)
handles = st.one_of(
    st.sampled_from([f"e{n}" for n in range(8)] + ["[e1]", "m1", "clock", ""]), st.text(max_size=6)
)
rows = st.one_of(
    st.none(), st.sampled_from(["m1", "m2", "m3", "[M1]", "m9", ""]), st.text(max_size=6)
)
dates = st.one_of(
    st.none(),
    st.sampled_from(["2026-09-11", "2026-02-30", "soon", "0000-00-00"]),
    st.text(max_size=12),
)
changes = st.builds(
    ProposedChange,
    action=st.one_of(
        st.sampled_from(["create", "update", "remove", "REMOVE ", "delete"]), st.text(max_size=6)
    ),
    memory=rows,
    kind=st.one_of(st.sampled_from(["fact", "plan", "style"]), st.text(max_size=6)),
    scope=st.one_of(st.sampled_from(["private", "shared", "team"]), st.text(max_size=6)),
    subject=texts,
    text=texts,
    from_on=dates,
    to_on=dates,
    cites=st.lists(handles, max_size=4).map(tuple),
    quotes=st.dictionaries(handles, texts, max_size=2),
    why=texts,
)


def ids() -> Memory:
    return remembered("new", "새 기억")


@settings(max_examples=150, deadline=None)
@given(st.lists(changes, max_size=6).map(tuple))
def test_any_model_words_are_answered_one_by_one_with_a_reason_or_a_safe_change(
    proposed: tuple[ProposedChange, ...],
) -> None:
    screened = screen(Proposal(changes=proposed), GROUND)

    assert [each.proposed for each in screened] == list(proposed)
    for each in screened:
        assert (each.change is None) is (each.reason is not None)
        change = each.change
        if change is None:
            continue
        assert change.memory is None or change.memory.id not in EXPLICIT
        assert change.memory is None or change.memory.scope is not Scope.TEAM
        assert change.scope is not Scope.TEAM
        assert set(change.cites) <= KNOWN
        assert change.cites
        assert len(change.text) <= TEXT_LIMIT
        assert "\n" not in change.text
        assert change.action is Action.REMOVE or change.text


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=60, deadline=None)
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
