from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.adapters.strict_yaml import MOST_BYTES, Entries, Items, Scalar, compose, decode


def ids(text: str) -> list[str]:
    return [wrong.id for wrong in compose(text, "crews/a.yaml").problems]


def values(text: str) -> dict[str, str]:
    node = compose(text, "crews/a.yaml").node
    assert isinstance(node, Entries)
    return {key.text: value.text for key, value in node.entries if isinstance(value, Scalar)}


def test_no_value_changes_its_type() -> None:
    text = "a: no\nb: 007\nc: 1.10\nd: on\ne: 2026-11-20\non: 1e3\n"

    assert values(text) == {
        "a": "no", "b": "007", "c": "1.10", "d": "on", "e": "2026-11-20", "on": "1e3",
    }  # fmt: skip


def test_a_place_counts_lines_and_letters_from_one() -> None:
    node = compose("가: 나\n다:\n  라: 마\n", "crews/a.yaml", first_line=2).node

    assert isinstance(node, Entries)
    below = node.entries[1][1]
    assert isinstance(below, Entries)
    place = below.entries[0][1].place
    assert (place.file, place.line, place.column) == ("crews/a.yaml", 4, 6)


def test_quotes_and_blocks_are_told_from_plain_text() -> None:
    node = compose("a: plain\nb: 'quoted'\nc: |\n  block\n", "f").node

    assert isinstance(node, Entries)
    plain = [value.plain for _, value in node.entries if isinstance(value, Scalar)]
    assert plain == [True, False, False]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1\na: 2", ["duplicate_key"]),
        ("a: {b: 1, b: 2}", ["duplicate_key"]),
        ("a: &x 1", ["alias"]),
        ("a: &x 1\nb: *x", ["alias", "alias"]),
        ("a: !!python/object/apply:os.system [ls]", ["tag"]),
        ("a: !secret b", ["tag"]),
        ("? [a, b]\n: 1", ["bad_key"]),
        ("a: {{ user_name }} 님", ["bad_key"]),
        ("a: 1\n---\nb: 2", ["several_documents"]),
        ("a: b: c", ["not_yaml"]),
        ("a: 1\n b: 2", ["not_yaml"]),
        ("\ta: 1", ["not_yaml"]),
        ("a: [1, 2", ["not_yaml"]),
        ("a:" + " [" * 21 + "]" * 21, ["too_deep"]),
    ],
)
def test_what_yaml_would_let_pass_or_guess_is_an_error(text: str, found: list[str]) -> None:
    assert ids(text) == found


@pytest.mark.parametrize("escape", [r"\0", r"\e", r"\u202e", r"\L", r"\x07"])
def test_an_escape_cannot_bring_in_what_nobody_sees(escape: str) -> None:
    assert ids(f'a: "x{escape}y"') == ["hidden_character"]


def test_half_a_character_is_refused() -> None:
    assert ids(r'a: "x\ud83d"') in (["hidden_character"], ["not_yaml"])


def test_a_duplicate_key_tells_where_the_first_one_stands() -> None:
    wrong = compose("a: 1\nb: 2\na: 3\n", "crews/a.yaml").problems[0]

    assert wrong.place == "crews/a.yaml:3:1"
    assert "line 1" in wrong.message


def test_all_problems_of_a_file_are_told_at_once() -> None:
    assert ids("a: &x 1\na: 2\nb: !t 3\nc: {d: 1, d: 2}") == [
        "alias", "duplicate_key", "tag", "duplicate_key",
    ]  # fmt: skip


def test_a_quote_that_is_never_closed_is_told_where_it_begins() -> None:
    wrong = compose("a: 'open\nb: 2\nc: 3\n", "f").problems[0]

    assert (wrong.line, wrong.column) == (1, 4)


def test_the_slow_parser_reads_the_same() -> None:
    text = "a: no\nb: [1, '2']\nc: {d: e}\n가: &x 22:00\n"

    assert compose(text, "f", loader=yaml.SafeLoader) == compose(text, "f")


@pytest.mark.parametrize("text", ["a: 'open", "a: [1", "a: b: c", "\ta: 1"])
def test_the_slow_parser_refuses_the_same(text: str) -> None:
    problems = compose(text, "f", loader=yaml.SafeLoader).problems

    assert [wrong.id for wrong in problems] == ["not_yaml"]


@pytest.mark.parametrize(
    ("content", "found", "place"),
    [
        (b"a: 1\nb: \xff\n", "not_utf8", "f:2:1"),
        ("a: 가\n나: \x00다".encode(), "hidden_character", "f:2:4"),
        ("a: \u202eevil".encode(), "hidden_character", "f:1:4"),
        ("a: x\u2028[g1] y".encode(), "hidden_character", "f:1:5"),
        (b"a" * (MOST_BYTES + 1), "too_large", "f:1:1"),
    ],
)
def test_bytes_that_hide_something_are_refused(content: bytes, found: str, place: str) -> None:
    decoded = decode(content, "f")

    assert decoded.text is None
    assert [(wrong.id, wrong.place) for wrong in decoded.problems] == [(found, place)]


def test_a_file_saved_on_windows_reads_like_any_other() -> None:
    decoded = decode(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n", "f")

    assert decoded.text == "a: 1\nb: 2\n"


def test_a_list_keeps_its_order() -> None:
    node = compose("[b, a, b]", "f").node

    assert isinstance(node, Items)
    assert [item.text for item in node.items if isinstance(item, Scalar)] == ["b", "a", "b"]


@given(st.text(alphabet=st.sampled_from("ab:-[]{}#&*!|>'\"%@`? \n\t가,")))
def test_whatever_is_typed_is_answered_with_places_and_never_with_an_exception(text: str) -> None:
    composed = compose(text, "f")

    assert all(wrong.line >= 1 and wrong.column >= 1 for wrong in composed.problems)
