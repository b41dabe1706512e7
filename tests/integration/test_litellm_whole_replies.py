"""Replies nobody watches being written, what the model library keeps of a call, and its lines."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler

import pytest

from nightcrew.adapters.litellm_library import load_litellm
from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.patience import Patience
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.ports import Piece, Question, Role
from tests.stubs.local_server import LocalServer, send
from tests.stubs.openai_server import COMPLETION_TOKENS, PROMPT_TOKENS, OpenaiServer, Says

PATIENCE = Patience(one_try=0.4, whole=3, in_all=5, first_wait=0.01)
WATCHED = Question(name="reply", version=1, role=Role.REPLY, text="내 비밀은 열두시", inputs=None)
WHOLE = replace(WATCHED, whole=True)


@pytest.fixture
def provider() -> Iterator[OpenaiServer]:
    with OpenaiServer() as server:
        yield server


@pytest.fixture
async def model(provider: OpenaiServer) -> AsyncIterator[LitellmModel]:
    made = model_at(provider.base_url)
    yield made
    await made.close()


def model_at(base_url: str, name: str = "openai/scripted") -> LitellmModel:
    return LitellmModel(
        dict.fromkeys(Role, name), base_url=base_url, patience=dict.fromkeys(Role, PATIENCE)
    )


async def pieces_of(model: LitellmModel, question: Question) -> list[Piece]:
    async with aclosing(model.stream(question)) as pieces:
        return [piece async for piece in pieces]


async def test_a_reply_nobody_watches_comes_as_one_piece_with_its_figures(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(text="<think>음</think>제주는 오늘 맑아요."))

    text, figures = await pieces_of(model, WHOLE)

    assert text.text == "제주는 오늘 맑아요."
    assert figures.usage is not None
    assert figures.usage.prompt_tokens == PROMPT_TOKENS
    assert figures.usage.completion_tokens == COMPLETION_TOKENS
    assert "stream" not in provider.asked[0].body


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (Says(text="제주는 오늘", finish_reason="length"), "truncated"),
        (Says(text="제주는", finish_reason="content_filter"), "refused_by_model"),
        (Says(text="", refusal="I cannot help"), "refused_by_model"),
        (Says(text="  "), "bad_json"),
        (Says(text="<think>끝나지 않는 생각"), "bad_json"),
        (Says(text="또 또 " * 400 + "끝."), "bad_json"),
    ],
)
async def test_a_reply_that_is_no_reply_is_a_failure_also_when_it_comes_whole(
    provider: OpenaiServer, model: LitellmModel, says: Says, kind: str
) -> None:
    provider.script("reply", says)

    with pytest.raises(ModelFailure) as caught:
        await pieces_of(model, WHOLE)

    assert caught.value.kind == kind


async def test_a_whole_reply_may_take_longer_than_its_first_piece_might(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(text="천천히 썼어요.", wait_seconds=2 * PATIENCE.one_try))

    text, _ = await pieces_of(model, WHOLE)

    assert text.text == "천천히 썼어요."


async def test_a_whole_reply_that_fails_is_tried_again(
    provider: OpenaiServer, model: LitellmModel
) -> None:
    provider.script("reply", Says(status=500), Says(text="다시 왔어요."))

    text, _ = await pieces_of(model, WHOLE)

    assert text.text == "다시 왔어요."
    assert len(provider.asked) == 2


async def test_the_library_tells_nobody_what_was_asked_and_answered(
    provider: OpenaiServer, model: LitellmModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    litellm = load_litellm()
    for listeners in ("success_callback", "failure_callback", "input_callback"):
        monkeypatch.setattr(litellm, listeners, [lambda *parts, **more: told.append(parts or more)])
    provider.script("judge_needs", Says(text='{"search": {"use": true}}'))
    provider.script("reply", Says(text="네."), Says(text="네."), Says(status=400))
    judged = replace(WATCHED, name="judge_needs", role=Role.JUDGE)

    answered = await model.ask(judged, answer=Needs)
    await pieces_of(model, WHOLE)
    await pieces_of(model, WATCHED)
    with pytest.raises(ModelFailure):
        await pieces_of(model, WATCHED)
    await asyncio.sleep(0.2)

    assert answered.value.search.use
    assert not told


CLAUDE = "claude-sonnet-4-5"
WHOLE_MESSAGE = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": CLAUDE,
    "content": [{"type": "text", "text": "제주는 맑아요."}],
    "stop_reason": "end_turn", "stop_sequence": None,
    "usage": {"input_tokens": 11, "output_tokens": 7},
}  # fmt: skip
STREAMED_MESSAGE = (
    {"type": "message_start", "message": WHOLE_MESSAGE | {"content": [], "stop_reason": None}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "제주는 "}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "맑아요."}},
    {"type": "content_block_stop", "index": 0},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"input_tokens": 11, "output_tokens": 7},
    },
    {"type": "message_stop"},
)


def claude(request: BaseHTTPRequestHandler) -> None:
    """Speaks the Messages API of another provider, on a line that is kept."""
    asked = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
    if not asked.get("stream"):
        send(request, json.dumps(WHOLE_MESSAGE).encode())
        return
    events = [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n" for each in STREAMED_MESSAGE]
    send(request, "".join(events).encode(), content_type="text/event-stream")


@pytest.mark.parametrize("question", [WHOLE, WATCHED], ids=["whole", "watched"])
async def test_a_provider_of_another_kind_answers_as_well(question: Question) -> None:
    with LocalServer(claude) as server:
        model = model_at(server.url, f"anthropic/{CLAUDE}")

        pieces = await pieces_of(model, question)

        await model.close()
    assert "".join(piece.text for piece in pieces) == "제주는 맑아요."
    assert pieces[-1].usage is not None
    assert pieces[-1].usage.prompt_tokens == 11
    assert pieces[-1].usage.completion_tokens == 7
    assert pieces[-1].usage.cost is not None


async def test_replies_that_follow_each_other_share_a_line() -> None:
    lines: set[object] = set()

    def answer(request: BaseHTTPRequestHandler) -> None:
        lines.add(request.client_address)
        request.rfile.read(int(request.headers["Content-Length"]))
        head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        end = [{"index": 0, "delta": {"content": "네."}, "finish_reason": "stop"}]
        tokens = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        events = (head | {"choices": end}, head | {"choices": [], "usage": tokens})
        body = "".join(f"data: {json.dumps(each)}\n\n" for each in events) + "data: [DONE]\n\n"
        send(request, body.encode(), content_type="text/event-stream")

    with LocalServer(answer) as server:
        model = model_at(f"{server.url}/v1")
        for _ in range(3):
            assert (await pieces_of(model, WATCHED))[0].text == "네."
        await model.close()

    assert len(lines) == 1
