"""A count told in other words is the same memory; another count, or job, is its new value."""

from __future__ import annotations

import pytest

from nightcrew.adapters.rehearsal.counts import count_of, counts_the_same
from tests.builders import memory
from tests.unit.rehearsal_builders import dreamt


@pytest.mark.parametrize(
    ("claim", "thing", "number"),
    [
        ("고양이 두 마리 키운다", "고양이", 2),
        ("집 고양이는 2마리다", "고양이", 2),
        ("고양이가 둘이다", "고양이", 2),
        ("우리 집에는 고양이가 두 마리 있다", "고양이", 2),
        ("딸이 셋이다", "딸", 3),
        ("동생이 두 명 있다", "동생", 2),
        ("차가 두 대 있다", "차", 2),
        ("강아지 열두 마리 키우고 있다", "강아지", 12),
        ("The user has two cats.", "cat", 2),
        ("We have 2 cats at home.", "cat", 2),
        ("The user's cats are two.", "cat", 2),
    ],
)
def test_a_claim_that_only_counts_tells_what_and_how_many(
    claim: str, thing: str, number: int
) -> None:
    count = count_of(claim)

    assert count is not None
    assert (thing in count.names, count.number) == (True, number)


@pytest.mark.parametrize(
    "claim",
    [
        "커피를 하루에 두 잔 마신다",
        "아들이 세 살이다",
        "제주에 두 번 갔다",
        "고양이 두 마리를 잃어버렸다",
        "고양이 두 마리 키우고 싶다",
        "고양이를 키운다",
        "고양이 두 마리와 강아지를 키운다",
        "고양이가 밥을 두 그릇 먹는다",
        "The user has two cats and a dog.",
        "The user had two cats.",
        "The user has 2 meetings a week.",
    ],
)
def test_a_claim_that_tells_of_anything_else_is_no_count(claim: str) -> None:
    assert count_of(claim) is None


def test_two_counts_compare_by_thing_and_number() -> None:
    assert counts_the_same("고양이 두 마리 키운다", "고양이가 둘이다") is True
    assert counts_the_same("고양이 두 마리 키운다", "고양이가 셋이다") is False
    assert counts_the_same("고양이 두 마리 키운다", "강아지가 둘이다") is None
    assert counts_the_same("고양이 두 마리 키운다", "고양이를 좋아한다") is None


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ("고양이 두 마리 키운다", "우리 집 고양이는 2마리야"),
        ("고양이 두 마리 키운다", "고양이가 둘이야"),
        ("강아지가 셋이다", "강아지 세 마리 키워요"),
        ("The user has two cats.", "We have 2 cats at home"),
    ],
)
def test_a_count_that_is_known_is_not_remembered_once_more_in_other_words(
    known: str, line: str
) -> None:
    assert dreamt(line, memories=[memory(known)]) == ()


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ("고양이 두 마리 키운다", "고양이가 셋이야"),
        ("동생이 두 명 있다", "동생은 세 명이야"),
        ("The user has two cats.", "I have three cats"),
    ],
)
def test_another_count_of_the_same_thing_is_its_new_value(known: str, line: str) -> None:
    (change,) = dreamt(line, memories=[memory(known)])

    assert (change.action, change.memory) == ("update", "m1")


def test_another_thing_counted_is_a_memory_of_its_own() -> None:
    (change,) = dreamt("강아지는 둘이야", memories=[memory("고양이 두 마리 키운다")])

    assert change.action == "create"


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ("삼성전자에서 일한다", "네이버로 이직했어요"),
        ("판교에 있는 회사에 다닌다", "이직해서 이제 강남에 있는 회사에 다녀"),
        ("The user works as a nurse in Busan.", "I changed jobs"),
    ],
)
def test_another_job_takes_the_place_of_the_one_before(known: str, line: str) -> None:
    (change,) = dreamt(line, memories=[memory(known)])

    assert (change.action, change.memory) == ("update", "m1")
