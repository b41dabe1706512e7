"""What the prompts lead with is short, and none of them knows a test case."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from nightcrew.domain.words import same_form
from nightcrew.prompts import prompts
from tests.case_talk import CASES

MOST_PRINCIPLES = 10
MOST_WORDS = 350
SENTENCE = 8  # letters; what is shorter may stand anywhere
_SPOKEN = re.compile(r"['‘“\"「]([^'’”\"」]{4,})['’”\"」]")
_TAGS = re.compile(r"\{[%#].*?[%#]\}")


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def sentences_of_cases() -> set[str]:
    """What people say in the public cases, and each whole line of them, in their plain form."""
    found: set[str] = set()
    for file in CASES.glob("*.json"):
        for line in strings(json.loads(file.read_text(encoding="utf-8"))):
            found |= {said for said in (line, *_SPOKEN.findall(line)) if _is_sentence(said)}
    return {form for form in map(same_form, found) if len(form) >= SENTENCE}


def _is_sentence(said: str) -> bool:
    words = len(said.split())
    return words >= 3 or (words == 2 and not said.isascii())


def principles(name: str) -> list[str]:
    """The numbered lines of a prompt, whatever heading they stand under."""
    fixed = _TAGS.sub("", prompts()[name].source)
    return re.findall(r"^\d+\. .*", fixed, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(prompts()))
def test_a_prompt_leads_with_at_most_ten_principles_in_350_words(name: str) -> None:
    told = principles(name)

    assert 1 <= len(told) <= MOST_PRINCIPLES
    assert sum(len(each.split()) for each in told) <= MOST_WORDS


@pytest.mark.parametrize("name", sorted(prompts()))
def test_no_prompt_holds_a_sentence_of_a_test_case(name: str) -> None:
    source = same_form(prompts()[name].source)

    known = [sentence for sentence in sentences_of_cases() if sentence in source]

    assert sentences_of_cases()
    assert known == []
