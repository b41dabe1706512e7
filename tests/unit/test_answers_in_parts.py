"""Answers of which a part is missing, unknown or of the wrong type."""

from __future__ import annotations

import json

import pytest

from nightcrew.adapters.answers import read_answer
from nightcrew.domain.dream import Proposal, Verdicts
from nightcrew.domain.needs import Needs
from tests.unit.model_answers import CREATE, changes, failure_of


def test_missing_fields_get_their_defaults() -> None:
    needs = read_answer('{"memory": {"use": true}, "follow_up": {"use": true}}', Needs).value

    assert needs.memory.act == "recall"
    assert needs.follow_up.act == "create"
    assert needs.search.use is False


def test_unknown_keys_are_ignored_and_counted() -> None:
    text = json.dumps({"changes": [{**CREATE, "mood": "happy", "score": 3}], "note": "hello"})

    read = read_answer(text, Proposal)

    assert len(read.value.changes) == 1
    assert (read.ignored, read.refused) == (3, ())


def test_an_unknown_value_gives_way_to_its_default_and_the_rest_stands() -> None:
    text = json.dumps(
        {
            "search": {"use": True, "query": "제주 날씨", "why": 7},
            "memory": {"use": True, "act": "ponder", "query": "제주"},
            "price": {"use": True, "item": {"maker": "현대", "year": "재작년", "km": 30000}},
            "skill": "conversation",
            "cites": ["g1", 4, "g2"],
        }
    )

    read = read_answer(text, Needs)

    assert read.value.search.query == "제주 날씨"
    assert (read.value.memory.act, read.value.memory.query) == ("recall", "제주")
    assert (read.value.price.item.year, read.value.price.item.km) == (None, 30000)
    assert read.value.skill.name is None
    assert read.value.cites == ("g1", "g2")
    assert sorted(read.refused) == [
        "cites.1",
        "memory.act",
        "price.item.year",
        "search.why",
        "skill",
    ]


@pytest.mark.parametrize("act", ["delete", "destroy", 7])
def test_an_act_nobody_knows_makes_no_promise(act: object) -> None:
    asked = {"use": True, "act": act, "request": "그 알림 없애줘", "why": "없애 달라고 한다"}

    read = read_answer(json.dumps({"follow_up": asked, "search": {"use": True}}), Needs)

    assert read.value.follow_up.use is False
    assert read.value.follow_up.why == "없애 달라고 한다"
    assert read.value.search.use is True
    assert read.refused == ("follow_up.act",)


def test_a_list_loses_only_its_bad_items() -> None:
    bad = ["not a change", 5, None, [CREATE]]

    read = read_answer(changes(bad[0], CREATE, *bad[1:], {**CREATE, "text": "둘째"}), Proposal)

    assert [change.text for change in read.value.changes] == ["라면을 좋아한다", "둘째"]
    assert sorted(read.refused) == ["changes.0", "changes.2", "changes.4"]


def test_an_id_of_the_wrong_type_is_no_id() -> None:
    read = read_answer(changes({**CREATE, "action": "update", "memory": 7}), Proposal)

    assert read.value.changes[0].memory is None
    assert read.refused == ("changes.0.memory",)


def test_an_unknown_action_is_left_to_the_gate_that_refuses_it_by_name() -> None:
    read = read_answer(changes({**CREATE, "action": "merge"}), Proposal)

    assert read.value.changes[0].action == "merge"


def test_a_null_where_none_is_known_counts_as_left_out() -> None:
    read = read_answer(changes({**CREATE, "why": None, "quotes": None, "cites": None}), Proposal)

    assert read.value.changes[0].cites == ()
    assert read.refused == ()
    assert read_answer('{"changes": null}', Proposal).value == Proposal()


def test_a_verdict_without_its_change_is_dropped_and_an_unclear_one_is_a_no() -> None:
    text = json.dumps(
        {
            "verdicts": [
                {"stands": True},
                {"change": "c1", "stands": "insufficient"},
                {"change": "c2", "stands": True},
                {"change": "c3"},
            ]
        }
    )

    verdicts = read_answer(text, Verdicts).value.verdicts

    assert [(one.change, one.stands) for one in verdicts] == [
        ("c1", False),
        ("c2", True),
        ("c3", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"memories": [{"text": "라면"}]}',
        '{"changes": {"action": "create"}}',
        '{"changes": "none"}',
        '{"changes": ["라면을 좋아한다", "파를 싫어한다"]}',
    ],
)
def test_an_answer_of_which_nothing_is_left_does_not_pass_for_silence(text: str) -> None:
    assert failure_of(text).kind == "bad_json"
