from __future__ import annotations

import base64
import importlib.util
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.budget import (
    FRAME_TOKENS,
    REPLY_TOKENS,
    Part,
    estimate_tokens,
    fit,
    fit_reply,
    left_out,
)
from nightcrew.domain.lines import show_evidence, show_memories
from nightcrew.domain.memory import Scope
from nightcrew.domain.questions import FoundBlock, ReplyInputs
from nightcrew.prompts import prompts, render
from tests.unit.crew_builders import a_crew
from tests.unit.prompt_builders import reply_inputs
from tests.unit.prompt_values import NAMES, TODAY, a_memory, an_evidence, an_id, some_talk

SPLIT = (  # how cl100k_base cuts text before it merges bytes
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
SENTENCES = (
    "요즘 주말만 되면 어디든 나가고 싶은데 막상 나가면 피곤해서 금방 들어오게 돼요.",
    "2019년식 아반떼 1.6 가솔린, 주행거리 48,000km에 1,150만 원이면 괜찮은 건가요?",
    "어젯밤에도 새벽 세 시까지 뒤척이다가 겨우 잠들었어요 ㅠㅠ",
    "I would rather take the slow train along the coast than fly, if it costs less than $90.",
    "The interview is on Thursday, 3 December 2026, at 09:30; could you ask me the night before?",
    "日本語で話す練習をしたいです。今日は駅で切符を買う場面でお願いします。",
    "[m1] (2026-10-27, via 미나) 매운 음식을 잘 먹는다. / 이전: 못 먹는다 (2026-09-29부터)",
)


@pytest.fixture(scope="module")
def real_tokenizer() -> tiktoken.Encoding:
    """cl100k_base out of the installed model library, without loading that library."""
    spec = importlib.util.find_spec("litellm")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "litellm_core_utils" / "tokenizers"
    merges = (folder / "9b5ad71b2ce5302211f9c61530b329a4922fc6a4").read_bytes()
    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in (line.split() for line in merges.splitlines())
    }
    return tiktoken.Encoding(
        name="cl100k_base", pat_str=SPLIT, mergeable_ranks=ranks, special_tokens={}
    )


def a_heavy_reply(**given: object) -> ReplyInputs:
    memories = [
        a_memory(
            f"{number}번째 기억. " + "오래 이어진 이야기 " * 20, said_on=TODAY - timedelta(number)
        )
        for number in range(30)
    ]
    evidence = [
        an_evidence(f"{number} " + "예전에 나눈 이야기 " * 20, id=an_id(number))
        for number in range(20)
    ]
    values: dict[str, object] = {
        "memories": show_memories(memories, TODAY, "ko", NAMES, start=2),
        "evidence": show_evidence(evidence),
        "talk": some_talk(24, text="조금 길게 말한 한 줄 " * 10),
    }
    return reply_inputs(**(values | given))


@pytest.mark.parametrize("text", SENTENCES)
def test_the_estimate_is_never_below_what_a_real_tokenizer_counts(
    text: str, real_tokenizer: tiktoken.Encoding
) -> None:
    true = len(real_tokenizer.encode(text))

    assert true <= estimate_tokens(text) <= 2.5 * true


@pytest.mark.parametrize("name", ["reply", "judge_needs"])
def test_the_estimate_of_a_whole_prompt_is_an_upper_bound(
    name: str, real_tokenizer: tiktoken.Encoding
) -> None:
    text = prompts()[name].source

    assert len(real_tokenizer.encode(text)) <= estimate_tokens(text)


@given(st.text(), st.text())
def test_more_text_never_takes_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text + more) >= estimate_tokens(text) > 0


def test_the_fixed_words_of_the_reply_prompt_take_no_more_than_is_set_aside() -> None:
    fixed = re.sub(r"\{[%{].*?[%}]\}", "", prompts()["reply"].source)

    assert FRAME_TOKENS - 150 <= estimate_tokens(fixed) <= FRAME_TOKENS


def test_a_prompt_within_its_budget_keeps_everything() -> None:
    inputs = reply_inputs()

    fitted = fit_reply(inputs)

    assert fitted == inputs
    assert left_out(inputs, fitted) == {}


def test_raw_evidence_goes_first() -> None:
    inputs = a_heavy_reply(talk=some_talk(2), memories=())

    fitted = fit_reply(inputs, limit=3000)

    assert 0 < len(fitted.evidence) < 20
    assert fitted.evidence == inputs.evidence[: len(fitted.evidence)]
    assert fitted.talk == inputs.talk


def test_the_oldest_talk_goes_next_and_the_last_exchange_stays() -> None:
    inputs = a_heavy_reply(memories=())

    fitted = fit_reply(inputs, limit=3500)

    assert fitted.evidence == ()
    assert 2 <= len(fitted.talk) < 24
    assert fitted.talk == inputs.talk[-len(fitted.talk) :]


def test_the_oldest_facts_go_after_the_talk() -> None:
    inputs = a_heavy_reply()

    fitted = fit_reply(inputs, limit=6000)

    kept = [shown.memory.said_on for shown in fitted.memories]
    assert fitted.talk == inputs.talk[-2:]
    assert 0 < len(kept) < 30
    assert kept == [TODAY - timedelta(number) for number in range(len(kept))]
    assert left_out(inputs, fitted) == {
        "evidence": 20,
        "talk": 22,
        "memories": 30 - len(kept),
    }


def test_a_shared_fact_of_today_outlives_a_private_one_of_last_year() -> None:
    old = a_memory("옛 이야기 " * 200, said_on=date(2025, 1, 1))
    new = a_memory("새 이야기 " * 200, said_on=TODAY, scope=Scope.SHARED)
    inputs = reply_inputs(memories=show_memories([old, new], TODAY, "ko", NAMES, start=2))

    fitted = fit_reply(inputs, limit=3600)

    assert [shown.memory.text for shown in fitted.memories] == [new.text]


def test_rules_style_tool_results_and_the_newest_line_are_never_left_out() -> None:
    inputs = a_heavy_reply(said="긴 마지막 말 " * 2000)

    fitted = fit_reply(inputs, limit=1000)

    assert (fitted.evidence, fitted.talk, fitted.memories) == ((), (), ())
    assert fitted == replace(inputs, evidence=(), talk=(), memories=())


def test_a_talk_of_five_hundred_turns_fits_with_its_newest_lines() -> None:
    inputs = reply_inputs(talk=some_talk(1000, text="오늘 있었던 일을 조금 길게 이야기해 볼게요"))

    fitted = fit_reply(inputs)

    assert fitted.talk[-1] == inputs.talk[-1]
    assert 24 <= len(fitted.talk) < 1000
    assert estimate_tokens(render("reply", fitted).text) <= REPLY_TOKENS


@settings(max_examples=30)
@given(
    text=st.text(min_size=1, max_size=60),
    talk=st.integers(0, 60),
    limit=st.integers(3000, 9000),
)
def test_the_rendered_prompt_stays_within_the_budget_for_any_text(
    text: str, talk: int, limit: int
) -> None:
    block = FoundBlock(tool="search", status="ok", lines=(text, text))
    inputs = a_heavy_reply(talk=some_talk(talk, text=text * 5), said=text, found=(block,) * 3)

    fitted = fit_reply(inputs, limit=limit)

    assert estimate_tokens(render("reply", fitted).text) <= limit


def test_a_long_name_filled_into_the_crews_text_is_counted() -> None:
    rules = tuple(f"{{{{ user_name }}}} 님을 {number}번 부른다." for number in range(40))
    crew = a_crew(house=replace(a_crew().house, rules=rules))
    inputs = a_heavy_reply(crew=crew, user_name="길" * 20)

    fitted = fit_reply(inputs, limit=6000)

    assert estimate_tokens(render("reply", fitted).text) <= 6000


def test_parts_are_emptied_in_the_order_given_down_to_what_they_keep() -> None:
    first = Part(name="first", lines=("one", "two"), keep=1)
    second = Part(name="second", lines=("three", "four"))

    fitted = fit([first, second], limit=0)

    assert fitted.kept == {"first": 1, "second": 0}
    assert fitted.left_out == {"first": 1, "second": 2}
    assert fitted.tokens > 0
