"""How long a failing model is left alone, when words are given up, and what a loop is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.model_faults import (
    FAILURES_BEFORE_REST,
    LONGEST_ASKED_WAIT,
    LONGEST_REST,
    Breaker,
    Trouble,
    is_looping,
)

REPLY = (
    "제주는 오늘 맑고 바람이 조금 불어요. 오전에는 협재 쪽이 좋고, 오후에는 숲길을 걸어 보세요. "
    "점심은 시장에서 고기국수를 먹고, 저녁에는 노을을 보러 서쪽으로 가면 좋겠어요. "
)


def failed(times: int, *, asked_wait: float | None = None) -> Breaker:
    breaker = Breaker()
    for _ in range(times):
        breaker = breaker.failed(100.0, asked_wait)
    return breaker


def test_a_few_failures_do_not_send_a_provider_to_rest() -> None:
    assert failed(FAILURES_BEFORE_REST - 1).rest(100.0) == 0


def test_a_provider_that_goes_on_failing_is_left_alone_longer_and_longer() -> None:
    rests = [failed(FAILURES_BEFORE_REST + more).rest(100.0) for more in range(6)]

    assert rests == [15, 30, 60, 120, 240, LONGEST_REST]


def test_a_provider_that_asks_for_a_wait_gets_it_up_to_an_hour() -> None:
    assert failed(1, asked_wait=7).rest(100.0) == 7
    assert failed(1, asked_wait=86_400).rest(100.0) == LONGEST_ASKED_WAIT
    assert failed(1, asked_wait=7).rest(108.0) == 0


@given(
    waits=st.lists(st.none() | st.floats(min_value=0, max_value=1e9), max_size=60),
    now=st.floats(min_value=0, max_value=1e9),
)
def test_no_provider_rests_for_more_than_an_hour(waits: list[float | None], now: float) -> None:
    breaker = Breaker()
    for wait in waits:
        breaker = breaker.failed(now, wait)

    assert 0 <= breaker.rest(now) <= LONGEST_ASKED_WAIT + 1e-3


def test_a_pair_waits_longer_after_each_failure_and_an_hour_at_the_most() -> None:
    trouble, waits = Trouble(), []
    for _ in range(8):
        trouble = trouble.after("bad_json")
        waits.append(trouble.wait() / timedelta(minutes=1))

    assert waits == [2, 4, 8, 16, 32, 60, 60, 60]
    assert Trouble(failures=10_000).wait() == timedelta(hours=1)


def test_only_three_refusals_make_the_words_hopeless() -> None:
    trouble = Trouble()
    for kind in ("refused_by_model", "provider_down", "refused_by_model", "bad_json"):
        trouble = trouble.after(kind)

    assert not trouble.is_hopeless()
    assert trouble.after("refused_by_model").is_hopeless()


@pytest.mark.parametrize("turn", ["가", "그래서 또 ", REPLY[:140], "-=- "])
def test_the_same_over_and_over_is_a_loop(turn: str) -> None:
    assert is_looping(REPLY + turn * (1200 // len(turn) + 8))


@pytest.mark.parametrize(
    "text",
    [
        "",
        REPLY,
        REPLY * 2,
        "ㅋ" * 60,
        "네, " * 20,
        "\n".join(f"{n}. 할 일 {n}" for n in range(200)),
    ],
)
def test_a_person_who_repeats_a_little_is_in_no_loop(text: str) -> None:
    assert not is_looping(text)
