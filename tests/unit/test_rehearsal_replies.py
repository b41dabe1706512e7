"""What the rehearsal replies: short, honest about itself, in step with what was done."""

from __future__ import annotations

import asyncio

import pytest

from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.dream import Verdicts
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import TalkLine, VerifyInputs
from nightcrew.domain.turn_words import done
from nightcrew.ports import Question, Role, Usage
from tests.builders import memory
from tests.unit.rehearsal_builders import (
    LetterEmbedder,
    block,
    heard,
    known,
    moment,
    replied,
)


@pytest.mark.parametrize("line", ["안녕", "오늘 너무 힘들었어", "이 시 어때?", "그냥 그래"])
def test_every_reply_says_that_it_is_a_rehearsal(line: str) -> None:
    assert replied(line).startswith("(리허설)")


def test_an_english_line_is_answered_in_english() -> None:
    assert replied("good morning!").startswith("(rehearsal)")


def test_the_reply_says_saved_only_when_it_was_saved() -> None:
    saved = replied(
        "땅콩 못 먹는 거 기억해 줘", done=(done("saved", "ko-KR", text="땅콩을 못 먹는다"),)
    )
    refused = replied("땅콩 못 먹는 거 기억해 줘", done=(done("not_saved", "ko-KR"),))

    assert "기억해 둘게요" in saved
    assert "기억해 둘게요" not in refused


def test_a_promise_repeats_its_time() -> None:
    act = done("promised", "ko-KR", when="2026-10-06 (화) 08:00", intent="은행 전화")

    assert "2026-10-06 (화) 08:00" in replied("내일 8시에 알려 줘", done=(act,))


@pytest.mark.parametrize(
    ("said", "locale", "when", "intent", "reply"),
    [
        (
            "내일 새벽에 알려 줘",
            "ko-KR",
            "2026-10-06 (화) 06:00",
            "따뜻한 물 한 잔",
            "2026-10-06 (화) 06:00에 다시 말 걸게요.",
        ),
        (
            "remind me tomorrow",
            "en-US",
            "2026-10-06 (Tue) 19:00",
            "call my mum",
            "I will speak to you again at 2026-10-06 (Tue) 19:00.",
        ),
    ],
)
def test_a_promise_tells_its_time_and_nothing_of_its_matter(
    said: str, locale: str, when: str, intent: str, reply: str
) -> None:
    act = done("promised", locale, when=when, intent=intent)

    assert replied(said, done=(act,)).endswith(reply)


def test_what_a_search_brought_is_passed_on_as_it_is() -> None:
    line = "속초 날씨: 오후 한때 비 <https://example.invalid/a>"

    assert line in replied("속초 날씨 어때?", found=(block("search", line),))


def test_a_tool_that_brought_nothing_is_owned_up_to() -> None:
    told = replied("속초 날씨 어때?", found=(block("search", status="unavailable"),))

    assert "찾아보지 못했어요" in told


def test_having_looked_in_vain_is_told_apart_from_not_having_looked() -> None:
    told = replied("속초 날씨 어때?", found=(block("search", status="empty"),))

    assert "나오는 것이 없었어요" in told
    assert "찾아보지 못했어요" not in told


def test_memories_are_not_recited_unasked() -> None:
    shown = known(memory("땅콩을 못 먹는다"))

    assert "땅콩" not in replied("오늘 뭐 먹지?", memories=shown)


def test_asked_back_it_tells_the_memory_with_its_day() -> None:
    shown = known(memory("땅콩을 못 먹는다"), memory("부산에 산다"))

    told = replied("내가 뭘 못 먹는다고 했지?", memories=shown, found=(block("memory"),))

    assert "땅콩을 못 먹는다 (2026-09-01)" in told
    assert "부산" not in told


def test_a_list_of_memories_is_given_whole() -> None:
    lines = [f"(2026-09-0{place}) 기억 {place}" for place in range(1, 8)]

    told = replied("나에 대해 아는 거 다 말해 봐", found=(block("memory", *lines),))

    assert all(line in told for line in lines)


def test_it_answers_to_every_role_with_one_name() -> None:
    model = RehearsalModel(LetterEmbedder())

    assert {model.name(role) for role in Role} == {"rehearsal"}


def test_usage_is_counted_and_costs_nothing() -> None:
    usage = asyncio.run(_judge_usage())

    assert (usage.model, usage.model_calls, usage.cost) == ("rehearsal", 1, 0)


def test_a_question_it_does_not_know_is_refused_and_not_made_up() -> None:
    model = RehearsalModel(LetterEmbedder())
    question = Question(name="new", version=1, role=Role.JUDGE, text="", inputs="what?")

    with pytest.raises(ModelFailure):
        asyncio.run(model.ask(question, answer=Needs))


async def _judge_usage() -> Usage:
    inputs = VerifyInputs(moment=moment(), changes=(), tombstones=())
    question = Question(name="verify_changes", version=1, role=Role.VERIFY, text="x", inputs=inputs)
    return (await RehearsalModel(LetterEmbedder()).ask(question, answer=Verdicts)).usage


def test_a_question_the_user_asked_before_is_no_answer_to_it() -> None:
    reply = replied(
        "우리 여동생 이름이 뭐였지?",
        memories=known(memory("여동생 이름은 하람이다")),
        evidence=heard("여동생 이름이 뭐였지?"),
        found=(block("memory"),),
    )

    assert "하람" in reply
    assert "뭐였지" not in reply


def test_what_was_said_a_minute_ago_is_told_when_it_is_asked_for() -> None:
    line = TalkLine(speaker="user", text="방금 지갑을 잃어버렸어", said_at=moment().now)

    reply = replied("내가 뭘 잃어버렸다고 했지?", talk=(line,), found=(block("memory"),))

    assert "지갑을 잃어버렸어" in reply


def test_what_is_known_of_the_user_answers_where_the_material_does_not() -> None:
    nothing = (block("knowledge", status="nothing_found"),)
    sister = known(memory("여동생 이름은 하람이다"))

    assert "하람" in replied("여동생 이름이 뭐였지?", memories=sister, found=nothing)
    assert "하람" not in replied("환불 규정이 뭐였지?", memories=sister, found=nothing)
