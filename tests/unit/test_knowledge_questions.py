"""The questions by which knowledge is measured are what they say they are."""

from __future__ import annotations

from collections import Counter

import pytest

from nightcrew.adapters.rehearsal.matching import bare_words
from nightcrew.domain.words import script_of
from tests.benchmarks.knowledge_place import distractors, questions, shipped

PASSAGES = {told.heading: told for told in shipped()}
WRITTEN = questions("questions.yaml")


def shared_with_passage(ask: str, heading: str) -> set[str]:
    """Content words: of one letter are endings and helping verbs."""
    return {word for word in bare_words(ask) & bare_words(PASSAGES[heading].whole) if len(word) > 1}


def test_there_are_sixty_and_half_of_them_share_no_content_word_with_their_passage() -> None:
    kinds = Counter(each.kind for each in WRITTEN)

    assert kinds == {"words": 20, "meaning": 20, "language": 10, "nothing": 10}
    for each in WRITTEN:
        if each.kind in ("meaning", "language"):
            assert not shared_with_passage(each.ask, each.heading), each.ask


def test_ten_are_asked_in_the_other_language() -> None:
    for each in WRITTEN:
        if each.kind == "language":
            passage = script_of(PASSAGES[each.heading].text).main
            assert script_of(each.ask).main != passage


@pytest.mark.parametrize(
    "name",
    [
        "questions.yaml",
        "held_questions.yaml",
        "further_questions.yaml",
        "held_second_questions.yaml",
        "held_third_questions.yaml",
        "near_questions.yaml",
        "near_for_rules.yaml",
    ],
)
def test_no_question_is_written_into_an_item_as_a_way_of_asking(name: str) -> None:
    ways = {way for told in shipped() for way in told.asked}

    assert not ways & {each.ask for each in questions(name)}


def test_every_shipped_item_is_asked_for_in_many_ways_and_in_both_languages() -> None:
    for told in PASSAGES.values():
        assert len(told.asked) >= 12, told.heading
        assert {script_of(way).main for way in told.asked} >= {"hangul", "latin"}, told.heading


def test_two_hundred_passages_stand_in_the_way() -> None:
    told = distractors()

    assert len(told) >= 200
    assert {each.collection for each in told} <= {each.collection for each in shipped()}
    assert len({each.whole for each in told}) == len(told)
