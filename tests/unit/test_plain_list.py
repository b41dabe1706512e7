from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.listed_shapes import read_text
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
        "2024. 5. 3. 고양이가 있다",
        "May 3, 2024 - 고양이가 있다",
        "3 May 2024: 고양이가 있다",
        "고양이가 있다 (May 3, 2024)",
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
        ("3/4/2024: Has a cat", "3/4/2024: Has a cat"),
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


def test_a_date_written_with_slashes_is_read_when_it_can_be_but_one_day() -> None:
    items = read_list(["3/14/2024: Has a cat", "14/3/2024 Has a dog"])

    assert [item.said_on for item in items] == [date(2024, 3, 14)] * 2


@pytest.mark.parametrize(
    "text",
    [
        '[{"memory": "Has a cat", "created_at": "2024-05-03T10:00:00Z"}, {"memory": "Swims"}]',
        '{"results": [{"id": "1", "memory": "Has a cat", "date": 1714701600}, "Swims"]}',
        '{"memories": [{"content": "Has a cat", "updated_at": 1714701600000}, {"text": "Swims"}]}',
        "date,memory\n2024-05-03,Has a cat\n,Swims",
        'memory,created_at\n"Has a cat",2024-05-03 10:00\nSwims,',
        "| Date | Memory |\n|---|---|\n| 2024-05-03 | Has a cat |\n|  | Swims |",
    ],
    ids=["json list", "json with seconds", "json with milliseconds", "csv", "csv quoted", "table"],
)
def test_what_another_assistant_hands_out_is_read_item_by_item(text: str) -> None:
    items = read_text(text)

    assert [(item.text, item.said_on) for item in items] == [("Has a cat", DAY), ("Swims", None)]


def test_a_list_that_only_looks_like_a_table_or_json_stays_a_list() -> None:
    items = read_text("[2024-05-03] - Has a cat, and a dog\n{likes braces}")

    assert [item.text for item in items] == ["Has a cat, and a dog", "{likes braces}"]


def test_a_date_in_brackets_with_a_full_stop_behind_is_read() -> None:
    [item] = read_list(["1. [2024-05-03]. User is learning Rust."])

    assert (item.text, item.said_on) == ("User is learning Rust.", DAY)


def test_a_short_point_with_points_under_it_is_said_with_each_of_them() -> None:
    items = read_list(["- Family", "  - Sister: Mina", "  - Brother: Jun", "- Plays chess"])

    assert [item.text for item in items] == [
        "Family: Sister: Mina",
        "Family: Brother: Jun",
        "Plays chess",
    ]
    assert [item.place for item in items] == [2, 3, 4]


def test_a_sentence_with_points_under_it_stays_an_item_of_its_own() -> None:
    items = read_list(["- 고양이 두 마리를 키운다.", "  - 나비는 세 살이다"])

    assert [item.text for item in items] == ["고양이 두 마리를 키운다.", "나비는 세 살이다"]


def test_a_bold_line_is_a_heading_and_a_bold_point_is_an_item() -> None:
    items = read_list(["**Model Set Context**", "- **Likes tea**"])

    assert [item.text for item in items] == ["**Likes tea**"]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff- 바다가 좋다\r\n- 산이 좋다\r\n",
        "- 바다가 좋다\r- 산이 좋다",
        '{"text": "바다가 좋다"}\n\n{"text": "산이 좋다"}\n',
    ],
    ids=["a mark in front", "old line ends", "a document a line"],
)
def test_how_a_file_is_written_makes_no_difference(text: str) -> None:
    assert [item.text for item in read_text(text)] == ["바다가 좋다", "산이 좋다"]
