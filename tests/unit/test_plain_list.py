from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.plain_list import in_parts, read_list

DAY = date(2024, 5, 3)


@pytest.mark.parametrize(
    "line",
    [
        "[2024-05-03] - 고양이가 있다",
        "2024-05-03: 고양이가 있다",
        "- 2024-05-03 고양이가 있다",
        "* (2024.5.3) 고양이가 있다",
        "3. 2024년 5월 3일 고양이가 있다",
        "고양이가 있다 (2024-05-03)",
        "2024/05/03 - 고양이가 있다",
        "2024-05-03 09:30 | 고양이가 있다",
    ],
)
def test_a_date_in_front_or_behind_is_the_day_it_was_said(line: str) -> None:
    [item] = read_list([line])

    assert (item.text, item.said_on) == ("고양이가 있다", DAY)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- Has a cat", "Has a cat"),
        ("[unknown] - Has a cat", "Has a cat"),
        ("12) Has a cat", "Has a cat"),
        ("2024-13-45 is an order number", "2024-13-45 is an order number"),
        ("태어난 날은 2019-03-02이다", "태어난 날은 2019-03-02이다"),
        ("2024-05-03", "2024-05-03"),
    ],
)
def test_a_line_without_a_date_of_its_own_keeps_all_its_words(line: str, text: str) -> None:
    [item] = read_list([line])

    assert (item.text, item.said_on) == (text, None)


def test_headings_and_empty_lines_are_no_items_and_places_count_every_line() -> None:
    items = read_list(["# Memories", "", "- 고양이가 있다", "```", "- 수영을 배운다"])

    assert [(item.place, item.text) for item in items] == [
        (3, "고양이가 있다"),
        (5, "수영을 배운다"),
    ]


def test_a_long_item_is_split_between_sentences_and_never_cut() -> None:
    text = " ".join(f"{number}번째로 긴 이야기를 했다." for number in range(60))

    parts = in_parts(text)

    assert parts is not None
    assert " ".join(parts) == text
    assert all(len(part) <= 500 for part in parts)
    assert in_parts("가" * 501) is None
