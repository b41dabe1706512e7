"""What of a text goes with an erased memory, and which values rest on erased lines alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.erasing import (
    ErasedClaim,
    Talked,
    Value,
    left_of,
    newest_left,
    resting_alone,
    wordless_answer,
)
from nightcrew.domain.explicit import tombstone_of
from nightcrew.domain.receipt import KeptElsewhere
from nightcrew.domain.whose_claim import same_subject
from tests.builders import memory

KEY = b"a key of one user"
AT = datetime(2026, 10, 5, tzinfo=UTC)
ONE, TWO = UUID(int=1), UUID(int=2)


def erased(*texts: str) -> ErasedClaim:
    tombstones = (
        tombstone_of(memory(text, subject=""), new_id=uuid4(), key=KEY, at=AT) for text in texts
    )
    return ErasedClaim(texts=texts, tombstones=tuple(tombstones), key=KEY)


ALLERGY = erased("해바라기씨 알레르기가 있다")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("나 해바라기씨 알레르기 있어. 제주 가고 싶다", "제주 가고 싶다"),
        ("땅콩 알레르기도 있어", "땅콩 알레르기도 있어"),
        ("제주 가고 싶다", "제주 가고 싶다"),
    ],
)
def test_talk_that_nobody_links_loses_what_a_tombstone_would_withhold(text: str, left: str) -> None:
    assert left_of(Talked(speaker="user", text=text), ALLERGY) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("어제 해바라기씨 먹었어. 제주 가고 싶다", "제주 가고 싶다"),
        ("해바라기씨였나 봐", ""),
        ("그거 먹으면 숨이 막혀", ""),
        ("", ""),
    ],
)
def test_a_line_the_memory_rests_on_loses_its_names_or_goes_whole(text: str, left: str) -> None:
    assert left_of(Talked(speaker="user", text=text, cited=True), ALLERGY) == left


def test_a_reply_that_had_it_in_view_loses_its_names_and_the_users_other_words_stay() -> None:
    reply = Talked(speaker="assistant", text="해바라기씨는 빼 달라고 할게요. 또요?", linked=True)
    other = Talked(speaker="user", text="오늘 날씨 좋다", linked=True)

    assert left_of(reply, ALLERGY) == "또요?"
    assert left_of(replace(reply, text="해바라기씨군요."), ALLERGY) == ""
    assert left_of(other, ALLERGY) == other.text


def test_every_wording_it_ever_had_is_looked_for() -> None:
    claim = erased("라면을 좋아한다", "우동을 좋아한다")

    assert claim.in_("나 라면 좋아해")
    assert claim.in_(None, "나 우동 좋아해")
    assert not claim.in_("나 국수 싫어해", "")
    assert claim.named_in("우동집에서 만나 우동 먹고 갈게")


@pytest.mark.parametrize(
    ("memory_text", "line"),
    [
        ("노래를 부른다", "어제도 노래 불렀어"),
        ("예산은 1,500만원이다", "예산은 1500만원이야"),
        ("땅콩 알레르기가 있다", "나 땅콩 알러지 있어"),
        ("The user sold a car", "I am going to sell my car"),
        ("춤을 춘다", "요즘 춤 춰"),
    ],
)
def test_the_quick_look_never_says_no_where_it_is_said(memory_text: str, line: str) -> None:
    assert erased(memory_text).may_be_in(line)
    assert not erased(memory_text).may_be_in("눈이 온다")


def test_of_an_erased_claim_any_subject_may_be_meant() -> None:
    assert same_subject("user's son 누리", "누리는 축구를 좋아한다", "")


def value(version: int, text: str, *cites: UUID, cause: str = "dream", **parts: object) -> Value:
    actor = str(parts.get("actor", "dream"))
    restored_from = parts.get("restored_from")
    return Value(
        version=version,
        text=text,
        actor=actor,
        cause=cause,
        restored_from=restored_from if isinstance(restored_from, int) else None,
        cites=cites,
    )


@pytest.mark.parametrize(
    ("history", "alone"),
    [
        ([value(1, "가", ONE)], {1}),
        ([value(1, "가", ONE, TWO)], set()),
        ([value(1, "가", ONE), value(2, "나", TWO)], {1}),
        ([value(1, "가", TWO), value(2, "나", ONE)], {2}),
        ([value(1, "가", ONE), value(2, "가", cause="forgotten")], {1, 2}),
        ([value(1, "가", ONE), value(2, "가 지남", ONE, TWO, actor="review")], {1, 2}),
        ([value(1, "가", ONE), value(2, "나", ONE, cause="corrected")], {1}),
        ([value(1, "가", cause="added")], set()),
        (
            [value(1, "가", TWO), value(2, "나", ONE), value(3, "가", restored_from=1)],
            {2},
        ),
    ],
)
def test_a_value_rests_alone_on_what_its_words_come_from(
    history: list[Value], alone: set[int]
) -> None:
    assert resting_alone(history, frozenset({ONE})) == alone


def test_the_newest_value_that_still_has_words_is_the_next_current_one() -> None:
    history = [value(1, "가", TWO), value(2, "나", TWO), value(3, "다", ONE)]

    assert newest_left(history, frozenset({3})) == 2
    assert newest_left(history, frozenset({1, 2, 3})) is None


def test_a_stored_answer_keeps_its_codes_and_loses_what_was_derived_from_words() -> None:
    answer = {
        "turn_id": "t1", "reply": "해바라기씨는 빼세요", "usage": {"model": "m"},
        "decisions": {"search": {"use": True, "status": "ok", "query": "해바라기씨", "why": "해"},
                      "skill": {"name": None, "why": "해"}},
        "sources": [{"title": "해바라기씨"}],
    }  # fmt: skip

    assert wordless_answer(answer, "네") == {
        "turn_id": "t1", "reply": "네", "usage": {"model": "m"}, "sources": [],
        "decisions": {"search": {"use": True, "status": "ok", "why": ""},
                      "skill": {"name": None, "why": ""}},
    }  # fmt: skip


def test_what_is_not_reached_ends_on_the_day_the_operator_says() -> None:
    places = KeptElsewhere(table_files=1, wal=2, backups=3).after(AT)

    assert [(each.place, each.until) for each in places] == [
        ("table_files", date(2026, 10, 6)),
        ("wal", date(2026, 10, 7)),
        ("backups", date(2026, 10, 8)),
    ]
