"""Replies that come piece by piece: thoughts, breaks, stalls and leaving halfway."""

from __future__ import annotations

import asyncio
import threading
from contextlib import aclosing

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.domain.errors import ModelFailure
from nightcrew.ports import Piece, Role
from tests.asking_litellm import SHORT, model_of, question, reply_of
from tests.stubs.openai_server import COMPLETION_TOKENS, PROMPT_TOKENS, OpenaiServer, Says


def said(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


async def test_a_reply_comes_piece_by_piece_and_ends_with_its_figures(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("reply", Says(text="안녕하세요. 제주는 오늘 맑아요."))

    pieces = await reply_of(library_model)

    assert said(pieces) == "안녕하세요. 제주는 오늘 맑아요."
    assert len(pieces) > 3
    usage = pieces[-1].usage
    assert usage is not None
    assert (usage.model_calls, usage.prompt_tokens) == (1, PROMPT_TOKENS)
    assert usage.completion_tokens == COMPLETION_TOKENS
    assert usage.cost is None
    assert all(piece.usage is None for piece in pieces[:-1])


async def test_the_first_piece_of_a_reply_leaves_before_the_last_is_written(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    heard = threading.Event()
    provider.script(
        "reply", Says(pieces=("하나 ", "둘 ", "셋"), after_first=lambda: heard.wait(60))
    )

    async with aclosing(library_model.stream(question("reply", Role.REPLY))) as pieces:
        first = await asyncio.wait_for(anext(pieces), 30)
        heard.set()

    assert first.text == "하나 "


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
    provider: OpenaiServer, library_model: LitellmModel, pieces: tuple[str, ...]
) -> None:
    provider.script("reply", Says(pieces=pieces))

    assert said(await reply_of(library_model)) == "안녕하세요"


async def test_a_reply_may_begin_like_a_thought(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("reply", Says(pieces=("<", "3 좋아요")))
    assert said(await reply_of(library_model)) == "<3 좋아요"

    provider.script("reply", Says(pieces=("<th",)))
    assert said(await reply_of(library_model)) == "<th"


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
    provider: OpenaiServer, library_model: LitellmModel, says: Says, kind: str
) -> None:
    provider.script("reply", says)

    with pytest.raises(ModelFailure) as caught:
        await reply_of(library_model)

    assert caught.value.kind == kind
    assert len(provider.asked) == 1


@pytest.mark.parametrize("reason", ["length", "content_filter"])
async def test_a_reply_that_was_cut_off_tells_what_it_cost(
    provider: OpenaiServer, library_model: LitellmModel, reason: str
) -> None:
    provider.script("reply", Says(text="반만 쓴 답", finish_reason=reason))

    with pytest.raises(ModelFailure) as caught:
        await reply_of(library_model)

    spent = caught.value.spent
    paid = (spent.model_calls, spent.prompt_tokens, spent.completion_tokens)
    assert paid == (1, PROMPT_TOKENS, COMPLETION_TOKENS)


async def test_a_reply_that_stalls_halfway_is_a_timeout(provider: OpenaiServer) -> None:
    provider.script("reply", Says(pieces=("하나 ", "둘"), piece_seconds=1))

    with pytest.raises(ModelFailure) as caught:
        await reply_of(model_of(provider, patience=SHORT))

    assert caught.value.kind == "provider_timeout"
    assert len(provider.asked) == 1


async def test_a_reply_that_fails_before_its_first_word_is_tried_again(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("reply", Says(status=503), Says(reset_after=0), Says(text="안녕하세요"))

    assert said(await reply_of(library_model)) == "안녕하세요"
    assert len(provider.asked) == 3


@pytest.mark.parametrize("says", [Says(text=""), Says(text="<think>never ends")])
async def test_a_reply_without_words_is_a_failure(
    provider: OpenaiServer, library_model: LitellmModel, says: Says
) -> None:
    provider.script("reply", says)

    with pytest.raises(ModelFailure) as caught:
        await reply_of(library_model)

    assert caught.value.kind == "bad_json"


async def test_leaving_a_reply_halfway_hangs_up_on_the_provider(
    provider: OpenaiServer, library_model: LitellmModel
) -> None:
    provider.script("reply", Says(pieces=("가 ",) * 200, piece_seconds=0.02))

    async with aclosing(library_model.stream(question("reply", Role.REPLY))) as pieces:
        await anext(pieces)

    assert await asyncio.to_thread(provider.hung_up.wait, 3)
