"""Waits are heard as they are spoken, hours and minutes, in figures and in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from nightcrew.domain.spoken_times import time_words
from nightcrew.domain.waits import waits_in
from tests.fakes import NOON


@pytest.mark.parametrize(
    ("text", "words", "minutes"),
    [
        ("두 시간 반 뒤에 오븐 봐 줘", "두 시간 반 뒤", 150),
        ("1시간 30분 뒤에 알려줘", "1시간 30분 뒤", 90),
        ("십 분 뒤에 차 꺼내라고 해줘", "십 분 뒤", 10),
        ("삼십오 분 후에", "삼십오 분 후", 35),
        ("다섯 시간 뒤에 약", "다섯 시간 뒤", 300),
        ("반 시간 있다가", "반 시간 있다가", 30),
        ("1.5시간 뒤", "1.5시간 뒤", 90),
        ("20분만 더 미뤄줘", "20분만 더 ", 20),
        ("Remind me in an hour and a half to call", "in an hour and a half", 90),
        ("in ten minutes", "in ten minutes", 10),
        ("in half an hour", "in half an hour", 30),
        ("in 2 hours 30 minutes", "in 2 hours 30 minutes", 150),
        ("a couple of hours from now", "a couple of hours from now", 120),
        ("ask again forty-five minutes later", "forty-five minutes later", 45),
        ("snooze 15 minutes", "snooze 15 minutes", 15),
        ("put it off for an hour", "put it off for an hour", 60),
    ],
)
def test_a_wait_is_as_long_as_it_was_said(text: str, words: str, minutes: int) -> None:
    [wait] = waits_in(text)

    assert text[wait.start : wait.end] == words
    assert wait.length == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "text",
    ["세 시 반에 만나", "walk for an hour tomorrow at 7", "이 분이 그러셨어요", "30분짜리 영상"],
)
def test_a_clock_a_length_or_a_person_is_no_wait(text: str) -> None:
    assert waits_in(text) == ()


def test_a_wait_is_told_back_in_the_words_of_the_user() -> None:
    assert time_words("두 시간 반 뒤에 오븐 봐 줘", NOON.date()) == "두 시간 반 뒤"
