"""What a model may write and what becomes of it: the parsing half of the fault matrix."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from nightcrew.adapters.answers import read_answer, schema_of
from nightcrew.domain.dream import Proposal, Verdicts
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.follow_up import ProposedFollowUps
from nightcrew.domain.needs import Needs
from nightcrew.domain.short_answers import WrittenFollowUp
from tests.unit.model_answers import CREATE, changes, failure_of

PROPOSAL = json.dumps({"changes": [CREATE]}, ensure_ascii=False)


@pytest.mark.parametrize(
    "text",
    [
        "그냥 글입니다",
        "[1, 2]",
        '"words"',
        "42",
        "true",
        "{broken",
        '{"changes": [NaN]}',
        '{"changes": [1e999]}',
        '{"changes": [' + "9" * 5000 + "]}",
        '{"changes": [], "changes": []}',
        '{"a":' * 5000 + "1" + "}" * 5000,
        '{"changes":' + "[" * 60 + "]" * 60 + "}",
        '{"changes": []} and also {"changes": []}',
    ],
)
def test_what_is_no_single_json_object_is_bad_json(text: str) -> None:
    assert failure_of(text).kind == "bad_json"


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{PROPOSAL}\n```",
        f"```\n{PROPOSAL}\n```",
        f"Here are the changes:\n\n{PROPOSAL}\n\nI hope this {{helps}}.",
        f'<think>the user said {{so}}: {{"changes": []}}</think>\n{PROPOSAL}',
        f"<thinking>\nhm\n</thinking>```json\n{PROPOSAL}\n```",
        f"hm, they like noodles</think>{PROPOSAL}",
        f"\ufeff  {PROPOSAL}",
        f"Sure! ```json\n{PROPOSAL}\n``` Done.",
    ],
)
def test_known_wrappers_around_an_answer_are_taken_off(text: str) -> None:
    read = read_answer(text, Proposal)

    assert [change.text for change in read.value.changes] == ["라면을 좋아한다"]
    assert (read.ignored, read.refused) == (0, ())


def test_words_like_a_thought_inside_a_text_stay_there() -> None:
    read = read_answer(changes({**CREATE, "text": "글에 </think> 라고 썼다"}), Proposal)

    assert read.value.changes[0].text == "글에 </think> 라고 썼다"


@pytest.mark.parametrize(
    "text",
    [
        '{"changes": [{"action": "create", "text": "it\'s so", "cites": ["e1",],},]}',
        """{'changes': [{'action': 'create', 'text': 'it\\'s so', 'memory': None}]}""",
        """{'changes': [{'action': 'create', 'text': "it's so"}]}""",
        '{"changes": [{"action": "create", "text": "it\'s so", "why": "a\nb"}]}',
    ],
)
def test_slips_of_the_pen_are_mended(text: str) -> None:
    assert read_answer(text, Proposal).value.changes[0].text == "it's so"


def test_mending_changes_nothing_inside_a_text() -> None:
    text = '{"changes": [{"action": "create", "text": "None of \'it\', ] was True,}",},]}'

    assert read_answer(text, Proposal).value.changes[0].text == "None of 'it', ] was True,}"


def test_an_answer_that_was_cut_off_is_never_mended() -> None:
    assert failure_of(PROPOSAL[:-3], finish_reason="length").kind == "truncated"
    assert failure_of(PROPOSAL[:-3]).kind == "bad_json"
    assert failure_of('{"changes": [{"action": "create", "te').kind == "bad_json"


def test_an_answer_that_ends_at_the_length_limit_is_truncated_even_when_it_reads_well() -> None:
    assert failure_of(PROPOSAL, finish_reason="length").kind == "truncated"


@pytest.mark.parametrize("text", ["", "  \n", "null", "{}", "```json\n{}\n```", "```\nnull\n```"])
def test_saying_nothing_is_nothing_to_do_for_a_proposer_and_no_word_for_a_verifier(
    text: str,
) -> None:
    assert read_answer(text, Proposal).value == Proposal()
    assert read_answer(text, Verdicts).value == Verdicts()


@pytest.mark.parametrize("kind", [Needs, ProposedFollowUps, WrittenFollowUp])
def test_saying_nothing_is_no_answer_of_a_judge_or_a_planner(kind: type) -> None:
    assert failure_of("", kind).kind == "bad_json"
    assert failure_of("null", kind).kind == "bad_json"


@pytest.mark.parametrize("kind", [Needs, ProposedFollowUps])
def test_a_judge_or_a_planner_may_leave_every_field_to_its_default(kind: type) -> None:
    assert read_answer("{}", kind).value == kind()
    assert read_answer("```json\n{ }\n```", kind).value == kind()


def test_who_writes_a_message_must_say_whether_to_send_it() -> None:
    assert failure_of("{}", WrittenFollowUp).kind == "bad_json"


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "I can’t assist with this request.",
        "As an AI, I am unable to do so.",
        "죄송하지만 그 요청은 도와드릴 수 없습니다.",
        "해당 내용은 제공할 수 없어요.",
    ],
)
def test_a_refusal_in_words_is_told_as_a_refusal(text: str) -> None:
    assert failure_of(text).kind == "refused_by_model"


def test_a_refusal_inside_an_answer_is_only_text() -> None:
    read = read_answer(changes({**CREATE, "text": "I can't eat noodles"}), Proposal)

    assert read.value.changes[0].text == "I can't eat noodles"


def test_an_answer_the_content_filter_stopped_is_a_refusal() -> None:
    assert failure_of("", finish_reason="content_filter").kind == "refused_by_model"


def test_a_megabyte_is_not_read() -> None:
    begun = time.process_time()

    failure = failure_of(changes({**CREATE, "text": "가" * 400_000}))

    assert failure.kind == "bad_json"
    assert "262144" in failure.message
    assert time.process_time() - begun < 1


def test_four_hundred_changes_are_read_for_the_cap_to_refuse() -> None:
    assert len(read_answer(changes(*[CREATE] * 400), Proposal).value.changes) == 400


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 40_000,
        '{"a":"' * 30_000,
        "{ '" * 60_000,
        '{"changes":[' + "{}," * 60_000,
        "<think>" * 30_000,
    ],
)
def test_a_hostile_answer_is_refused_quickly(text: str) -> None:
    begun = time.process_time()

    failure_of(text)

    assert time.process_time() - begun < 2


def test_what_the_database_cannot_store_is_taken_out() -> None:
    read = read_answer('{"changes": [{"action": "create", "text": "a\\u0000b\\ud800c"}]}', Proposal)

    assert read.value.changes[0].text == "abc"


def test_no_error_and_no_note_holds_words_of_the_answer() -> None:
    secret = "열두시비밀"
    texts = [
        secret,
        f'{{"changes": "{secret}"}}',
        f'{{"{secret}": 1}}',
        f'{{"changes": [{{"text": "{secret}"',
        f'{{"a": 1, "{secret}" 2}}',
    ]

    for text in texts:
        failure = failure_of(text)
        assert secret not in f"{failure}{failure.details}"
        assert failure.__cause__ is None
    read = read_answer(changes({**CREATE, "quotes": {secret: 5}, secret: 1}), Proposal)
    assert read.refused == ("changes.0.quotes.?",)


def test_the_schema_asks_a_model_for_every_field_and_no_other() -> None:
    schema = schema_of(Proposal)

    change = schema["$defs"]["ProposedChange"]
    assert schema["required"] == ["changes"]
    assert change["additionalProperties"] is False
    assert change["required"] == sorted(change["properties"])
    assert "description" not in json.dumps(schema)
    assert schema_of(Needs)["$defs"]["MemoryNeed"]["properties"]["act"]["enum"] == [
        "recall",
        "remember",
        "forget",
        "list",
    ]


JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=8),
    lambda inside: (
        some.lists(inside, max_size=4)
        | some.dictionaries(
            some.sampled_from(["changes", "action", "cites", "quotes", "text", "memory", "x"]),
            inside,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(JSON)
def test_any_json_is_either_read_or_refused_as_bad_json(value: object) -> None:
    try:
        read = read_answer(json.dumps(value), Proposal)
    except ModelFailure as failure:
        assert failure.kind in {"bad_json", "refused_by_model"}
    else:
        assert isinstance(read.value, Proposal)
