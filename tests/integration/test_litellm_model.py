"""A provider's good and bad days, through litellm, against a scripted server on this machine."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.patience import Patience
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest
from nightcrew.ports import Piece, Question, Role
from tests.stubs.local_server import LocalServer, send
from tests.stubs.openai_server import COMPLETION_TOKENS, PROMPT_TOKENS, OpenaiServer, Says

PROPOSAL = json.dumps({"changes": [{"action": "create", "text": "라면을 좋아한다"}]})
SHORT = Patience(one_try=0.4, in_all=1.5)
LONG = Patience(one_try=5, in_all=10)
UNSAFE = {
    "message": "Your request was rejected as a result of our safety system.",
    "type": "invalid_request_error",
    "code": "content_policy_violation",
}
TOO_LONG = {
    "message": "This model's maximum context length is 8192 tokens.",
    "code": "context_length_exceeded",
}
SECRET = "내 비밀은 열두시"


@pytest.fixture(scope="module")
def running() -> Iterator[OpenaiServer]:
    with OpenaiServer() as server:
        yield server


@pytest.fixture
def provider(running: OpenaiServer) -> OpenaiServer:
    running.forget()
    return running


@pytest.fixture(scope="module")
async def closing() -> AsyncIterator[list[LitellmModel]]:
    models: list[LitellmModel] = []
    yield models
    for model in models[:1]:
        await model.close()


@pytest.fixture
async def model(provider: OpenaiServer, closing: list[LitellmModel]) -> LitellmModel:
    made = model_of(provider)
    await made.warm()
    closing.append(made)
    return made


def model_of(
    provider: OpenaiServer,
    *,
    name: str = "openai/scripted",
    patience: Patience = LONG,
    base_url: str | None = None,
    api_key: str = "",
) -> LitellmModel:
    return LitellmModel(
        dict.fromkeys(Role, name),
        base_url=provider.base_url if base_url is None else base_url,
        api_key=api_key,
        patience=dict.fromkeys(Role, replace(patience, first_wait=0.01)),
    )


def question(name: str = "propose_changes", role: Role = Role.DREAM) -> Question:
    return Question(name=name, version=1, role=role, text=f"[e1] {SECRET}", inputs=None)


async def failure_of(model: LitellmModel) -> ModelFailure:
    with pytest.raises(ModelFailure) as caught:
        await model.ask(question(), answer=Proposal)
    assert SECRET not in str(caught.value)
    return caught.value


async def reply_of(model: LitellmModel) -> list[Piece]:
    async with aclosing(model.stream(question("reply", Role.REPLY))) as pieces:
        return [piece async for piece in pieces]


def said(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def test_the_model_library_is_not_loaded_by_loading_the_product() -> None:
    modules = "nightcrew, nightcrew.adapters.litellm_model, nightcrew.adapters.web_search"

    loaded = subprocess.run(
        [sys.executable, "-c", f"import sys, {modules}; print('litellm' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.strip() == "False"


async def test_an_answer_comes_typed_with_its_figures(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    answered = await model.ask(question(), answer=Proposal)

    assert answered.value.changes[0].text == "라면을 좋아한다"
    assert answered.usage.model == model.name(Role.DREAM) == "openai/scripted"
    assert answered.usage.model_calls == 1
    assert answered.usage.prompt_tokens == PROMPT_TOKENS
    assert answered.usage.completion_tokens == COMPLETION_TOKENS


async def test_a_question_carries_its_name_its_schema_and_the_key(provider: OpenaiServer) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    await model_of(provider, api_key="key-1").ask(question(), answer=Proposal)

    asked = provider.asked[0]
    assert asked.prompt == "propose_changes"
    assert asked.headers["authorization"] == "Bearer key-1"
    assert asked.body["model"] == "scripted"
    assert asked.text == f"[e1] {SECRET}"
    assert asked.body["response_format"]["json_schema"]["schema"]["required"] == ["changes"]


async def test_the_cost_is_known_for_a_model_with_a_price_and_unknown_for_another(
    provider: OpenaiServer,
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))

    priced = await model_of(provider, name="openai/gpt-4o-mini").ask(question(), answer=Proposal)
    unpriced = await model_of(provider).ask(question(), answer=Proposal)

    # 11 prompt tokens at 0.15 USD and 7 at 0.60 USD a million
    assert priced.usage.cost == pytest.approx(Decimal("0.00000585"))
    assert unpriced.usage.cost is None


async def test_an_unreadable_answer_is_asked_for_once_more_with_its_error(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text="라면 {" + '"x"'), Says(text=PROPOSAL))

    answered = await model.ask(question(), answer=Proposal)

    first, second = provider.asked
    assert second.text.startswith(first.text)
    assert "not readable JSON" in second.text
    assert answered.usage.model_calls == 2
    assert answered.usage.prompt_tokens == 2 * PROMPT_TOKENS


async def test_a_second_unreadable_answer_is_the_end(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text='{"nothing": "known"}'))

    failure = await failure_of(model)

    assert failure.kind == "bad_json"
    assert len(provider.asked) == 2


@pytest.mark.parametrize(
    "says",
    [
        Says(text=f"<think>{{}} hm</think>```json\n{PROPOSAL}\n```"),
        Says(text=PROPOSAL.replace("]}", ",]}")),
        Says(text=PROPOSAL, tokens=False),
    ],
)
async def test_a_wrapped_or_slightly_wrong_answer_needs_no_second_question(
    provider: OpenaiServer, model: LitellmModel, says: Says
) -> None:
    provider.script("propose_changes", says)

    answered = await model.ask(question(), answer=Proposal)

    assert len(answered.value.changes) == 1
    assert len(provider.asked) == 1


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (Says(text=PROPOSAL[:-2], finish_reason="length"), "truncated"),
        (Says(text="", finish_reason="content_filter"), "refused_by_model"),
        (Says(text="", refusal="no"), "refused_by_model"),
        (Says(text="I'm sorry, but I can't help with that."), "refused_by_model"),
        (Says(status=400, error=UNSAFE), "refused_by_model"),
        (Says(status=400, error=TOO_LONG), "truncated"),
        (Says(status=400), "provider_down"),
        (Says(status=401), "provider_down"),
        (Says(status=403), "provider_down"),
        (Says(status=404), "provider_down"),
        (Says(status=422), "provider_down"),
    ],
)
async def test_what_would_fail_again_is_asked_once_only(
    provider: OpenaiServer, model: LitellmModel, says: Says, kind: str
) -> None:
    provider.script("propose_changes", says)

    failure = await failure_of(model)

    assert failure.kind == kind
    assert len(provider.asked) == 1


async def test_a_wrong_key_names_the_variable_to_check(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(status=401))

    assert "NIGHTCREW_MODEL_API_KEY" in (await failure_of(model)).hint


@pytest.mark.parametrize(
    "bad",
    [
        Says(status=500),
        Says(status=502),
        Says(status=503),
        Says(status=529),
        Says(status=429),
        Says(status=429, headers={"Retry-After": "0"}),
        Says(reset_after=0),
    ],
)
async def test_a_passing_failure_is_tried_again(
    provider: OpenaiServer, model: LitellmModel, bad: Says
) -> None:
    provider.script("propose_changes", bad, bad, Says(text=PROPOSAL))

    answered = await model.ask(question(), answer=Proposal)

    assert len(answered.value.changes) == 1
    assert len(provider.asked) == 3


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (Says(status=500), "provider_down"),
        (Says(reset_after=0), "provider_timeout"),
        (Says(status=429), "provider_down"),
    ],
)
async def test_three_tries_are_the_most(
    provider: OpenaiServer, model: LitellmModel, bad: Says, kind: str
) -> None:
    provider.script("propose_changes", bad)

    failure = await failure_of(model)

    assert failure.kind == kind
    assert len(provider.asked) == 3


async def test_a_rate_limit_is_waited_out_when_there_is_time(provider: OpenaiServer) -> None:
    limited = Says(status=429, headers={"Retry-After": "1"})
    provider.script("propose_changes", limited, Says(text=PROPOSAL))
    begun = time.perf_counter()

    await model_of(provider).ask(question(), answer=Proposal)

    assert time.perf_counter() - begun >= 1


@pytest.mark.parametrize(
    "wait",
    ["3600", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)],
    ids=["in seconds", "as a moment"],
)
async def test_a_rate_limit_longer_than_our_time_is_not_waited_for(
    provider: OpenaiServer, wait: str
) -> None:
    provider.script("propose_changes", Says(status=429, headers={"Retry-After": wait}))
    begun = time.perf_counter()

    failure = await failure_of(model_of(provider))

    assert failure.kind == "provider_down"
    assert time.perf_counter() - begun < 1
    assert len(provider.asked) == 1


async def test_a_model_that_stays_silent_is_a_timeout_after_further_tries(
    provider: OpenaiServer,
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL, wait_seconds=1))
    begun = time.perf_counter()

    failure = await failure_of(model_of(provider, patience=SHORT))

    assert failure.kind == "provider_timeout"
    assert 2 <= len(provider.asked) <= 3
    assert time.perf_counter() - begun < SHORT.in_all + 0.5


async def test_a_provider_that_is_not_there_is_down(provider: OpenaiServer) -> None:
    nobody = model_of(provider, base_url="http://127.0.0.1:9/v1")

    failure = await failure_of(nobody)

    assert failure.kind == "provider_down"
    assert "NIGHTCREW_MODEL_BASE_URL" in failure.hint


async def test_a_provider_that_answers_nonsense_is_down(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(raw=b"<html>gateway</html>"))

    assert (await failure_of(model)).kind in {"provider_down", "bad_json"}


async def test_a_model_name_without_a_provider_is_told_with_an_example(
    provider: OpenaiServer,
) -> None:
    failure = await failure_of(model_of(provider, name="scripted"))

    assert "NIGHTCREW_MODEL" in failure.hint
    assert provider.asked == []


async def test_a_role_without_a_model_is_told_by_name(provider: OpenaiServer) -> None:
    failure = await failure_of(LitellmModel({}, base_url=provider.base_url))

    assert failure.hint == "set NIGHTCREW_MODEL"


async def test_a_reply_comes_piece_by_piece_and_ends_with_its_figures(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(text="안녕하세요. 제주는 오늘 맑아요."))

    pieces = await reply_of(model)

    assert said(pieces) == "안녕하세요. 제주는 오늘 맑아요."
    assert len(pieces) > 3
    usage = pieces[-1].usage
    assert usage is not None
    assert (usage.model_calls, usage.prompt_tokens) == (1, PROMPT_TOKENS)
    assert usage.completion_tokens == COMPLETION_TOKENS
    assert usage.cost is None
    assert all(piece.usage is None for piece in pieces[:-1])


async def test_the_first_piece_of_a_reply_leaves_before_the_last_is_written(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(pieces=("하나 ", "둘 ", "셋"), piece_seconds=0.5))
    begun = time.perf_counter()

    async with aclosing(model.stream(question("reply", Role.REPLY))) as pieces:
        first = await anext(pieces)
        reached = time.perf_counter() - begun

    assert first.text == "하나 "
    assert reached < 0.95


@pytest.mark.parametrize(
    "pieces",
    [
        ("<think>", "hm</th", "ink>\n", "\n안녕", "하세요"),
        (
            " <thi",
            "nking>hm</thinking>안녕하세요",
        ),
        ("안녕", "하세요"),
    ],
)
async def test_the_thoughts_of_a_model_are_no_part_of_its_reply(
    provider: OpenaiServer, model: LitellmModel, pieces: tuple[str, ...]
) -> None:
    provider.script("reply", Says(pieces=pieces))

    assert said(await reply_of(model)) == "안녕하세요"


async def test_a_reply_may_begin_like_a_thought(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(pieces=("<", "3 좋아요")))
    assert said(await reply_of(model)) == "<3 좋아요"

    provider.script("reply", Says(pieces=("<th",)))
    assert said(await reply_of(model)) == "<th"


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (Says(text="반만 쓴 답", reset_after=1), "provider_down"),
        (Says(text="반만 쓴 답", end_after=1), "provider_down"),
        (Says(text="반만 쓴 답", finish_reason="length"), "truncated"),
        (Says(text="반만 쓴 답", finish_reason="content_filter"), "refused_by_model"),
    ],
)
async def test_a_reply_that_breaks_off_is_no_reply_and_is_not_begun_anew(
    provider: OpenaiServer, model: LitellmModel, says: Says, kind: str
) -> None:
    provider.script("reply", says)

    with pytest.raises(ModelFailure) as caught:
        await reply_of(model)

    assert caught.value.kind == kind
    assert len(provider.asked) == 1


async def test_a_reply_that_stalls_halfway_is_a_timeout(provider: OpenaiServer) -> None:
    provider.script("reply", Says(pieces=("하나 ", "둘"), piece_seconds=1))

    with pytest.raises(ModelFailure) as caught:
        await reply_of(model_of(provider, patience=SHORT))

    assert caught.value.kind == "provider_timeout"
    assert len(provider.asked) == 1


async def test_a_reply_that_fails_before_its_first_word_is_tried_again(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(status=503), Says(reset_after=0), Says(text="안녕하세요"))

    assert said(await reply_of(model)) == "안녕하세요"
    assert len(provider.asked) == 3


@pytest.mark.parametrize("says", [Says(text=""), Says(text="<think>never ends")])
async def test_a_reply_without_words_is_a_failure(
    provider: OpenaiServer, model: LitellmModel, says: Says
) -> None:
    provider.script("reply", says)

    with pytest.raises(ModelFailure) as caught:
        await reply_of(model)

    assert caught.value.kind == "bad_json"


async def test_leaving_a_reply_halfway_hangs_up_on_the_provider(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(pieces=("가 ",) * 200, piece_seconds=0.02))

    async with aclosing(model.stream(question("reply", Role.REPLY))) as pieces:
        await anext(pieces)

    assert await asyncio.to_thread(provider.hung_up.wait, 3)


async def test_cancelling_a_question_ends_it_at_once(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL, wait_seconds=1))
    asking = asyncio.create_task(model.ask(question(), answer=Proposal))
    await asyncio.sleep(0.1)

    asking.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_many_questions_at_once_keep_their_own_answers(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("propose_changes", Says(text=PROPOSAL))
    provider.script("judge_needs", Says(text='{"search": {"use": true, "query": "제주"}}'))

    changes, needs = await asyncio.gather(
        asyncio.gather(*[model.ask(question(), answer=Proposal) for _ in range(8)]),
        asyncio.gather(
            *[model.ask(question("judge_needs", Role.JUDGE), answer=Needs) for _ in range(8)]
        ),
    )

    assert all(answered.value.changes for answered in changes)
    assert all(answered.value.search.use for answered in needs)


async def test_no_word_of_a_user_reaches_a_log_or_the_terminal(
    provider: OpenaiServer,
    model: LitellmModel,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    faults = (
        Says(status=400, error={"message": SECRET}),
        Says(status=500, error={"message": SECRET}),
        Says(text=SECRET),
        Says(text=json.dumps({"changes": [], SECRET: 1}, ensure_ascii=False)),
    )

    for says in faults:
        provider.script("propose_changes", says)
        provider.script("reply", says)
        for call in (model.ask(question(), answer=Proposal), reply_of(model)):
            try:
                await call
            except ModelFailure as failure:
                assert failure.__cause__ is None

    printed = capsys.readouterr()
    assert SECRET not in caplog.text
    assert SECRET not in printed.out + printed.err


FOUND = {"title": "제주 <b>맛집</b>", "url": "https://a.example/1", "content": "좋다"}


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, object]]]:
    answers: list[tuple[int, object]] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        status, body = answers[-1]
        send(request, json.dumps(body).encode(), status=status)

    with LocalServer(answer) as server:
        monkeypatch.setenv("SEARXNG_API_BASE", server.url)
        yield answers


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, {"results": [FOUND, FOUND]}, ToolStatus.OK),
        (200, {"results": []}, ToolStatus.EMPTY),
        (200, {"results": [FOUND | {"url": "javascript:alert(1)"}]}, ToolStatus.UNAVAILABLE),
        (401, {}, ToolStatus.MISCONFIGURED),
        (429, {}, ToolStatus.RATE_LIMITED),
        (500, {}, ToolStatus.UNAVAILABLE),
    ],
)
async def test_a_search_provider_of_the_library_answers_with_a_closed_status(
    searching: list[tuple[int, object]], status: int, body: object, expected: ToolStatus
) -> None:
    searching.append((status, body))

    result = await LitellmSearch("searxng").look_up(SearchRequest(query="제주", locale="ko-KR"))

    assert result.status is expected
    assert [source.title for source in result.sources] == (
        ["제주 맛집"] if expected is ToolStatus.OK else []
    )


@pytest.mark.parametrize(
    ("provider", "note"), [("tavily", "TAVILY_API_KEY is not set"), ("nobody", "tavily")]
)
async def test_a_search_provider_without_key_or_unknown_is_misconfigured_and_says_why(
    monkeypatch: pytest.MonkeyPatch, provider: str, note: str
) -> None:
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)

    result = await LitellmSearch(provider).look_up(SearchRequest(query="제주", locale="ko"))

    assert result.status is ToolStatus.MISCONFIGURED
    assert note in result.note
