"""The official openai client drives the look-alike: whole and streamed, models, and its errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest
from httpx import ASGITransport, AsyncClient
from openai import AsyncOpenAI

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import CREW, Door, a_model, open_door

REPLY = "알겠어요. 더 이야기해 주세요."
MODEL = f"crew/{CREW}"


def said(message: str = "제주도 가고 싶어", **parts: Any) -> dict[str, Any]:
    return {
        "model": MODEL,
        "user": "u1",
        "messages": [{"role": "user", "content": message}],
        **parts,
    }


@asynccontextmanager
async def a_client(door: Door, key: str | None = None) -> AsyncIterator[AsyncOpenAI]:
    """The library over the server in this process; it retries nothing."""
    own = door.client.headers["authorization"].removeprefix("Bearer ")
    in_process: Any = AsyncClient(transport=ASGITransport(app=door.server))
    client = AsyncOpenAI(
        api_key=key or own,
        base_url="http://nightcrew/v1",
        max_retries=0,
        http_client=in_process,
    )
    try:
        yield client
    finally:
        await client.close()


async def test_a_whole_answer_has_all_that_the_client_reads(database: Database) -> None:
    async with open_door(database) as door, a_client(door) as client:
        metadata = {"turn_id": "t1", "conversation": "c1"}
        told = await client.chat.completions.create(**said(metadata=metadata))

        [choice] = told.choices
        assert choice.message.role == "assistant"
        assert choice.message.content == REPLY
        assert choice.finish_reason == "stop"
        assert told.model == MODEL
        assert told.id == "chatcmpl-t1"
        assert told.usage is not None
        assert told.usage.total_tokens == 240
        assert told.to_dict()["metadata"] == metadata


async def test_a_stream_brings_the_pieces_a_finish_reason_and_the_usage(
    database: Database,
) -> None:
    async with open_door(database) as door, a_client(door) as client:
        stream = await client.chat.completions.create(
            **said(stream=True, stream_options={"include_usage": True})
        )
        chunks = [chunk async for chunk in stream]

        pieces = [chunk.choices[0] for chunk in chunks if chunk.choices]
        assert "".join(piece.delta.content or "" for piece in pieces) == REPLY
        assert [piece.finish_reason for piece in pieces][-1] == "stop"
        assert {piece.finish_reason for piece in pieces[:-1]} == {None}
        assert chunks[-1].usage is not None
        assert chunks[-1].usage.total_tokens == 240
        assert len({chunk.id for chunk in chunks}) == 1


async def test_where_help_is_comes_beside_a_whole_answer_and_with_the_end_of_a_stream(
    database: Database,
) -> None:
    async with open_door(database) as door, a_client(door) as client:
        whole = await client.chat.completions.create(**said("죽고 싶어요"))
        stream = await client.chat.completions.create(**said("죽고 싶어요", stream=True))
        chunks = [chunk async for chunk in stream]
        harmless = await client.chat.completions.create(**said("제주도 가고 싶어"))

        safety = whole.to_dict()["safety"]
        assert isinstance(safety, dict)
        assert (safety["level"], safety["interrupt"]) == ("crisis", True)
        assert "109" in str(safety["resources"])
        ends = [chunk.to_dict() for chunk in chunks if "safety" in chunk.to_dict()]
        assert [end["choices"][0]["finish_reason"] for end in ends] == ["stop"]  # type: ignore[index]
        assert ends[0]["safety"]["level"] == "crisis"  # type: ignore[index]
        assert "safety" not in harmless.to_dict()


async def test_the_crews_are_listed_as_models(database: Database) -> None:
    async with open_door(database) as door, a_client(door) as client:
        listed = [model async for model in client.models.list()]

        assert MODEL in [model.id for model in listed]
        assert {model.owned_by for model in listed} == {"nightcrew"}


async def test_the_same_turn_is_answered_once_however_often_the_client_sends_it(
    database: Database,
) -> None:
    async with open_door(database) as door, a_client(door) as client:
        body = said(metadata={"turn_id": "t1"})
        told = await asyncio.gather(*(client.chat.completions.create(**body) for _ in range(8)))

        assert {each.choices[0].message.content for each in told} == {REPLY}
        assert len(door.model.asked_for("reply")) == 1


@pytest.mark.parametrize(
    ("wrong", "kind", "code"),
    [
        (said(model="gpt-5"), openai.NotFoundError, "unknown_model"),
        (said(model="crew/travel-mima"), openai.NotFoundError, "unknown_crew"),
        (said(messages=[]), openai.UnprocessableEntityError, "message_missing"),
        (said("가" * 11_000), openai.APIStatusError, "message_too_long"),
    ],
    ids=["no crew", "unknown crew", "no message", "too long"],
)
async def test_a_refusal_is_the_error_that_the_client_knows_for_it(
    database: Database, wrong: dict[str, Any], kind: type[openai.APIStatusError], code: str
) -> None:
    async with open_door(database) as door, a_client(door) as client:
        with pytest.raises(kind) as refused:
            await client.chat.completions.create(**wrong)

        assert refused.value.code == code
        assert refused.value.body is not None


async def test_keys_limits_and_outages_are_told_as_the_client_expects(database: Database) -> None:
    model = a_model(reply=ModelFailure("provider_down", "away"))
    async with open_door(database, model, requests_per_second=3) as door:
        async with a_client(door, "nck_wrong") as stranger:
            with pytest.raises(openai.AuthenticationError):
                await stranger.models.list()
        memory = (await door.key("memory"))["Authorization"].removeprefix("Bearer ")
        async with a_client(door, memory) as narrow:
            with pytest.raises(openai.PermissionDeniedError):
                await narrow.models.list()
        async with a_client(door) as client:
            with pytest.raises(openai.InternalServerError) as away:
                await client.chat.completions.create(**said())
            with pytest.raises(openai.RateLimitError) as often:
                for _ in range(10):
                    await client.models.list()

        assert away.value.status_code == 503
        assert away.value.code == "model_unavailable"
        assert often.value.code == "rate_limited"
        assert often.value.response.headers["retry-after"] == "1"


async def test_a_model_that_goes_away_in_a_stream_is_an_error_of_the_client(
    database: Database,
) -> None:
    model = a_model(reply=ModelFailure("provider_down", "away"))
    async with open_door(database, model) as door, a_client(door) as client:
        with pytest.raises(openai.APIError, match="away"):
            async for _ in await client.chat.completions.create(**said(stream=True)):
                pass


async def test_a_second_message_while_a_reply_is_made_is_not_lost(database: Database) -> None:
    first_is_asked, go_on = asyncio.Event(), asyncio.Event()

    async def judged(question: Any) -> dict[str, object]:
        if not first_is_asked.is_set():
            first_is_asked.set()
            await go_on.wait()
        return {}

    async with open_door(database, a_model(judge_needs=judged)) as door, a_client(door) as client:
        first = asyncio.create_task(client.chat.completions.create(**said("먼저 한 말")))
        await first_is_asked.wait()
        second = await client.chat.completions.create(**said("그 사이에 한 말"))
        go_on.set()
        await first

        heard = (await door.client.get("/v1/users/u1/evidence")).json()["items"]
        assert {"먼저 한 말", "그 사이에 한 말"} <= {line["text"] for line in heard}
        assert second.choices[0].message.content == REPLY


async def test_a_broken_turn_is_kept_and_told_as_incomplete_until_it_is_asked_again(
    database: Database,
) -> None:
    model = a_model(reply=ModelFailure("provider_down", "away"))
    broken = said("땅콩을 못 먹어", metadata={"turn_id": "t1"})
    async with open_door(database, model) as door, a_client(door) as client:
        with pytest.raises(openai.InternalServerError):
            await client.chat.completions.create(**broken)
        turn = (await door.client.get("/v1/turns/t1")).json()
        heard = (await door.client.get("/v1/users/u1/evidence")).json()
        model.answers["reply"] = "돌아왔어요."
        back = await client.chat.completions.create(**broken)
        then = (await door.client.get("/v1/users/u1/evidence")).json()

        assert turn["state"] == "incomplete"
        assert [(each["text"], each["state"]) for each in heard["items"]] == [
            ("땅콩을 못 먹어", "incomplete")
        ]
        assert back.choices[0].message.content == "돌아왔어요."
        assert [each["state"] for each in then["items"]] == ["pending", "pending"]
