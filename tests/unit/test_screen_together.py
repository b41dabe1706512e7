from __future__ import annotations

import time
from dataclasses import replace
from datetime import date

from nightcrew.domain.reason import Reason
from tests.unit.dream_ground import (
    create,
    ground,
    remembered,
    remove,
    said,
    screened,
    update,
)

NABI = "우리 고양이 이름은 나비야"


def test_a_refused_change_takes_no_other_with_it() -> None:
    on = ground(NABI, "나는 라면을 좋아해")

    wrong, right = screened(on, create("고양이가 있다", "e9"), create("라면을 좋아한다", "e2"))

    assert wrong.reason is Reason.UNKNOWN_EVIDENCE
    assert right.reason is None


def test_the_same_change_twice_is_applied_once() -> None:
    change = create("고양이 이름은 나비다")

    first, second = screened(ground(NABI), change, change)

    assert first.reason is None
    assert second.reason is Reason.DUPLICATE


def test_two_updates_that_pull_a_memory_apart_are_both_refused() -> None:
    on = ground("이제 녹차만 마셔", memories=(remembered("a", "커피를 마신다"),))

    both = screened(on, update("m1", "녹차를 마신다"), update("m1", "녹차만 마신다"))

    assert [each.reason for each in both] == [Reason.CONFLICTING_CHANGES] * 2


def test_making_a_memory_and_removing_it_in_one_dream_is_refused() -> None:
    on = ground("커피 끊었어, 다시 커피를 마셔", memories=(remembered("a", "커피를 마신다"),))

    both = screened(on, create("커피를 마신다"), remove("m1"), without="duplicate")

    assert [each.reason for each in both] == [Reason.CONFLICTING_CHANGES] * 2


def test_different_numbers_are_never_the_same_memory() -> None:
    on = ground("최종본 마감은 4월 12일이야", memories=(remembered("a", "마감은 4월 11일이다"),))

    assert screened(on, create("마감은 4월 12일이다"))[0].reason is None


def test_a_nightly_merge_updates_one_row_and_removes_the_other() -> None:
    old = said(1, "A팀 담당자는 김서연이에요")
    new = said(2, "A팀 담당자는 박지훈이에요. 이번 주부터 바뀌었어요")
    on = ground(
        old,
        new,
        memories=(
            remembered("a", "A팀 담당자는 김서연이다", cites=(old.id,)),
            remembered("b", "A팀 담당자는 박지훈이다", cites=(new.id,), said_on=date(2026, 9, 2)),
        ),
        nightly=True,
    )

    merged = screened(
        on, update("m2", "A팀 담당자는 박지훈이다 (이전 김서연)", "e1", "e2"), remove("m1", "e1")
    )

    assert [each.reason for each in merged] == [None, None]


def test_no_row_goes_into_one_whose_value_stands_against_the_words_of_the_merge() -> None:
    old, new = said(1, "A팀 담당자는 김서연이에요"), said(2, "A팀 담당자는 박지훈이에요")
    held = remembered("a", "A팀 담당자는 김서연이다", cites=(old.id,), said_on=date(2026, 9, 2))
    going = remembered("b", "A팀 담당자는 박지훈이다", cites=(new.id,), said_on=date(2026, 9, 2))
    on = ground(old, new, memories=(held, going), nightly=True)
    brought_back = replace(on, decided={held.id: new.said_at})

    seen = screened(brought_back, update("m1", "A팀 담당자는 박지훈이다", "e2"), remove("m2", "e2"))

    assert seen[1].merged_into is None
    assert seen[1].reason is Reason.NO_CITATION


def test_a_nightly_dream_removes_nothing_that_no_other_memory_holds() -> None:
    line = said(1, "수학을 가르쳐")
    on = ground(
        line,
        memories=(
            remembered("a", "수학을 가르친다", cites=(line.id,)),
            remembered("b", "첼로를 연주한다"),
        ),
        nightly=True,
    )

    assert screened(on, remove("m1"))[0].reason is Reason.NO_CITATION


def test_what_a_memory_of_the_users_own_words_tells_of_another_is_held() -> None:
    kept = remembered("a", "my sister's name is June", explicit=True)
    pet = remembered("b", "Dog is called Biscuit")
    on = ground("my sister's name is June", "My dog's name is Biscuit", memories=(kept, pet))

    told = screened(
        on,
        create("Sister's name is June", subject="user's sister"),
        create("The dog's name is Biscuit", "e2"),
    )

    assert [each.reason for each in told] == [Reason.DUPLICATE] * 2


def test_what_is_held_of_a_friend_is_not_held_of_the_user() -> None:
    friend = remembered("a", "민지는 라면을 좋아한다", subject="user's friend 민지")

    assert (
        screened(ground("라면 좋아해", memories=(friend,)), create("라면을 좋아한다"))[0].reason
        is None
    )


def test_an_endless_text_is_refused_for_its_length_and_holds_nobody_up() -> None:
    endless = [create(words * 40_000, "e1") for words in ("가", "2026-10-05 ", "수영을 좋아하고, ")]
    began = time.process_time()

    refused = screened(ground("수영을 좋아해"), *endless)

    assert {each.reason for each in refused} <= {Reason.TOO_LONG, Reason.QUOTE_NOT_FOUND}
    assert refused[0].proposed == endless[0]
    assert time.process_time() - began < 10  # seconds; read whole they take minutes


def test_a_subject_is_a_tie_to_the_user_and_no_story() -> None:
    change = create("수영을 좋아한다", subject="나의 " * 100)

    [refused] = screened(ground("수영을 좋아해"), change)

    assert refused.reason is Reason.BAD_ACTION
