from __future__ import annotations

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.clock_words import resolve_times


@pytest.mark.parametrize(
    ("text", "at", "assumed"),
    [
        ("아침 9시", time(9), False),
        ("오후 3시 반", time(15, 30), False),
        ("저녁 7시", time(19), False),
        ("밤 11시", time(23), False),
        ("밤 12시", time(0), False),
        ("밤 1시", time(1), False),
        ("새벽 2시", time(2), False),
        ("낮 12시", time(12), False),
        ("오전 10시 30분", time(10, 30), False),
        ("밤 열 시에 퇴근", time(22), False),
        ("정오", time(12), False),
        ("자정", time(0), False),
        ("15:30", time(15, 30), False),
        ("오후 2:30", time(14, 30), False),
        ("내일 3시 회의", time(15), True),
        ("9시에 봐", time(9), True),
        ("7am", time(7), False),
        ("7:30 pm", time(19, 30), False),
        ("12 am", time(0), False),
        ("noon", time(12), False),
        ("at 7 o'clock in the evening", time(19), False),
        ("at 3", time(15), True),
        ("call me at 8 pm", time(20), False),
        ("at 3 am", time(3), False),
        ("at 5 p.m. today", time(17), False),
        ("at eight pm", time(20), False),
        ("at eight", time(8), True),
        ("tonight at 9", time(21), False),
        ("at 9 tonight", time(21), False),
        ("tomorrow night at 10", time(22), False),
        ("at 7:30 in the evening", time(19, 30), False),
        ("Sunday night at 11:30", time(23, 30), False),
        ("at 10 at night", time(22), False),
        ("every morning at 6", time(6), False),
        ("half past 7", time(7, 30), True),
        ("a quarter past 6 in the morning", time(6, 15), False),
        ("quarter to eight pm", time(19, 45), False),
        ("at ten to five", time(16, 50), True),
    ],
)
def test_clock_words_mean_a_time_of_day(text: str, at: time, assumed: bool) -> None:
    [span] = resolve_times(text)

    assert (span.at, span.assumed) == (at, assumed)


@pytest.mark.parametrize(
    "text",
    [
        "3시간 걸려",
        "한 시간",
        "at 3 percent",
        "비율 3:100",
        "25시",
        "at one point",
        "five to seven people",
        "from ten to twelve",
    ],
)
def test_lengths_and_ratios_are_no_times(text: str) -> None:
    assert resolve_times(text) == ()


@given(st.text(alphabet="오전오후밤아침 0123456789시분반:apm.at", max_size=40))
def test_no_text_breaks_the_reading_of_times(text: str) -> None:
    for span in resolve_times(text):
        assert text[span.start : span.end] == span.words
