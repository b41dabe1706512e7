"""When an item is near enough to a question to be shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest

from nightcrew.domain.knowledge import KnowledgeItem, Origin
from nightcrew.domain.knowledge_recall import FoundItem, answering, scale_of

E5 = scale_of("multilingual-e5-small-q4")
ITEM = KnowledgeItem(
    id=uuid4(),
    collection="pets",
    position=0,
    heading="등록",
    text="30일 안에 등록한다.",
    digest="d",
    title="안내",
    url="",
    origin=Origin.TEXT,
    as_of=date(2026, 11, 1),
)


def found(points: float, *, coverage: float = 0.0, talkative: float = 0.0) -> FoundItem:
    nearness = points * E5.step
    return FoundItem(item=ITEM, nearness=nearness, coverage=coverage, scale=E5, talkative=talkative)


def test_small_talk_needs_a_nearer_item_than_a_matter() -> None:
    near = E5.floor + 0.5

    assert found(near, talkative=0.0).answers
    assert found(near, talkative=-0.4).answers
    assert not found(near, talkative=0.4).answers


def test_a_question_that_is_all_matter_is_not_answered_by_any_item() -> None:
    assert not found(E5.floor - 1.1, talkative=-3.0).answers


def test_a_cry_for_help_is_answered_however_much_it_sounds_like_talk() -> None:
    assert found(E5.floor + 2.0, talkative=3.0).answers


def test_a_question_of_something_rare_needs_a_nearer_item_than_an_ordinary_one() -> None:
    usual, near = E5.usual, E5.floor + 0.5
    assert usual is not None

    assert replace(found(near), distance=usual).answers
    assert not replace(found(near), distance=usual + 2 * E5.step).answers
    assert replace(found(E5.floor - 0.5), distance=usual - 2 * E5.step).answers


def test_where_nobody_wrote_how_people_ask_a_text_may_lie_farther_off() -> None:
    farther = replace(found(E5.floor - 1.0), distance=E5.usual)

    assert not farther.answers
    assert replace(farther, unasked=True).answers


@pytest.mark.parametrize(("coverage", "shown"), [(0.1, False), (0.3, True)])
def test_without_vectors_the_shared_words_decide(coverage: float, shown: bool) -> None:
    alone = FoundItem(item=ITEM, nearness=None, coverage=coverage, scale=E5, talkative=0.4)

    assert alone.answers is shown


def test_what_is_far_behind_the_best_is_left_out() -> None:
    best, behind = found(10.0), found(4.5)

    assert answering([behind, best]) == (best,)
