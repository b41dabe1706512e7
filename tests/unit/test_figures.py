"""Numbers of talk, in figures and in words of both languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from nightcrew.domain.figures import numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("나 올해 서른둘이야", {32}),
        ("스물다섯 살이에요", {25}),
        ("할머니는 일흔여섯이셔", {76}),
        ("아이가 셋이야", {3}),
        ("열두 명이 왔어", {12}),
        ("I am thirty-two", {32}),
        ("twenty five people", {25}),
        ("two cats", {2}),
        ("나는 한국인이야", set()),
        ("열심히 했어", set()),
    ],
)
def test_a_number_in_words_is_the_number_in_figures(text: str, found: set[int]) -> None:
    assert numbers(text) == {Decimal(each) for each in found}
