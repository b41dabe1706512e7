"""A pattern that waits for its first use finds what any other pattern finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

from nightcrew import domain
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.time_rules import TimeRule
from nightcrew.domain.time_words import RULES

WORDS = r"(?P<day>오늘|today)\b"
TEXTS = ("오늘 봐요", "see you Today, today", "어제", "")


def test_it_answers_like_a_pattern_of_the_library() -> None:
    late, plain = LatePattern(WORDS, re.IGNORECASE), re.compile(WORDS, re.IGNORECASE)

    for text in TEXTS:
        assert str(late.search(text)) == str(plain.search(text))
        assert str(late.match(text)) == str(plain.match(text))
        assert str(late.fullmatch(text, 0, 2)) == str(plain.fullmatch(text, 0, 2))
        assert [str(each) for each in late.finditer(text)] == [
            str(each) for each in plain.finditer(text)
        ]
        assert late.findall(text) == plain.findall(text)
        assert late.split(text) == plain.split(text)
        assert late.sub("-", text, count=1) == plain.sub("-", text, count=1)


def test_it_is_not_read_before_it_is_used() -> None:
    unreadable = LatePattern("(")

    with pytest.raises(re.error):
        unreadable.search("")


def late_patterns() -> Iterator[tuple[str, LatePattern]]:
    for found in walk_packages(domain.__path__, f"{domain.__name__}."):
        for name, thing in vars(import_module(found.name)).items():
            if isinstance(thing, LatePattern):
                yield f"{found.name}.{name}", thing
    for number, rule in enumerate(RULES):
        assert isinstance(rule, TimeRule)
        yield f"rule {number}", rule.words


def test_every_one_of_the_product_can_be_read() -> None:
    names = []
    for name, pattern in late_patterns():
        assert pattern.compiled, name
        names.append(name)

    assert len(names) > 100
