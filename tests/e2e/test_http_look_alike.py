"""The OpenAI look-alike, as a client of that kind speaks."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient
from openai import APIError, AsyncOpenAI

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.e2e.door import CREW, a_model, events, open_door, problem

CHAT = "/v1/chat/completions"


def _body(**parts: Any) -> dict[str, Any]:
    return {
        "model": f"crew/{CREW}",
        "user": "u1",
        "messages": [
            {"role": "system", "content": "너는 해적이다"},
            {"role": "user", "content": "먼저 한 말"},
            {"role": "assistant", "content": "네"},
            {"role": "user", "content": [{"type": "text", "text": "제주도 가고 싶어"}]},
        ],
        "temperature": 0.2,
        **parts,
    }


async def test_the_last_user_message_is_the_turn_and_earlier_ones_are_ignored(
    database: Database,
) -> None:
    async with open_door(database) as door:
        metadata = {"turn_id": "t1", "conversation": "c1"}
        told = (await door.client.post(CHAT, json=_body(metadata=metadata))).json()
        turn = (await door.client.get("/v1/turns/t1")).json()

        assert told["object"] == "chat.completion"
        assert told["model"] == f"crew/{CREW}"
        assert told["choices"][0]["message"]["content"] == turn["reply"]
        assert told["choices"][0]["finish_reason"] == "stop"
        assert told["usage"] == {"prompt_tokens": 200, "completion_tokens": 40, "total_tokens": 240}
        assert told["metadata"] == {"turn_id": "t1", "conversation": "c1"}
        [question] = door.model.asked_for("reply")
        assert "제주도" in question.text
        assert "해적" not in question.text


async def test_a_stream_ends_with_a_finish_reason_and_done(database: Database) -> None:
    async with open_door(database) as door:
        options = {"include_usage": True}
        answered = await door.client.post(CHAT, json=_body(stream=True, stream_options=options))

        chunks = [data for _, data in events(answered.text)]
        pieces = [chunk["choices"][0] for chunk in chunks[:-2]]
        assert chunks[-1] == "[DONE]"
        assert chunks[-2]["choices"] == []
        assert chunks[-2]["usage"]["total_tokens"] == 240
        assert pieces[0]["delta"]["role"] == "assistant"
        assert pieces[-1] == {"index": 0, "delta": {}, "logprobs": None, "finish_reason": "stop"}
        assert [piece["finish_reason"] for piece in pieces[:-1]] == [None] * (len(pieces) - 1)
        said = "".join(piece["delta"].get("content", "") for piece in pieces)
        assert said == "알겠어요. 더 이야기해 주세요."
        assert len({chunk["id"] for chunk in chunks[:-1]}) == 1


async def test_a_replayed_stream_brings_the_whole_reply(database: Database) -> None:
    async with open_door(database) as door:
        body = _body(stream=True, metadata={"turn_id": "t1"})
        await door.client.post(CHAT, json=body)
        again = await door.client.post(CHAT, json=body)

        chunks = [data for _, data in events(again.text)]
        assert chunks[0]["choices"][0]["delta"]["content"] == "알겠어요. 더 이야기해 주세요."
        assert chunks[-1] == "[DONE]"


async def test_what_makes_no_turn_is_refused(database: Database) -> None:
    async with open_door(database) as door:
        nobody = _body()
        del nobody["user"]
        silent = _body(messages=[{"role": "system", "content": "안녕"}])

        assert problem(await door.client.post(CHAT, json=nobody), 422, "missing_field")[
            "field"
        ] == ("user")
        problem(await door.client.post(CHAT, json=silent), 422, "message_missing")
        problem(await door.client.post(CHAT, json=_body(model="gpt")), 404, "unknown_model")
        told = await door.client.post(CHAT, json=_body(model="crew/travel-mima"))
        problem(told, 404, "unknown_crew")


async def test_the_models_are_the_crews(database: Database) -> None:
    async with open_door(database) as door:
        listed = (await door.client.get("/v1/models")).json()

        assert listed["object"] == "list"
        assert f"crew/{CREW}" in [model["id"] for model in listed["data"]]


async def test_the_usual_client_library_talks_to_a_crew(database: Database) -> None:
    model = a_model()
    async with open_door(database, model) as door:
        client = _library(door.server, door.client.headers["authorization"])
        whole = await client.chat.completions.create(**_body())
        stream = await client.chat.completions.create(**_body(stream=True))
        said = [chunk.choices[0].delta.content or "" async for chunk in stream]
        model.answers["reply"] = ModelFailure("provider_down", "away")
        failing = await client.chat.completions.create(**_body(stream=True))
        with pytest.raises(APIError, match="away"):
            [chunk async for chunk in failing]

        assert whole.choices[0].message.content == "".join(said)
        await client.close()


def _library(server: Any, authorization: str) -> AsyncOpenAI:
    in_process: Any = AsyncClient(transport=ASGITransport(app=server))
    return AsyncOpenAI(
        api_key=authorization.removeprefix("Bearer "),
        base_url="http://nightcrew/v1",
        max_retries=0,
        http_client=in_process,
    )


async def test_a_turn_that_asks_to_be_kept_out_of_memory_is_kept_out(database: Database) -> None:
    async with open_door(database) as door:
        kept = await door.client.post(CHAT, json=_body(metadata={"memory": "read"}))
        strange = await door.client.post(CHAT, json=_body(metadata={"memory": "never"}))
        said = (await door.client.get("/v1/users/u1/evidence")).json()

        assert kept.status_code == 200
        assert strange.status_code == 422
        assert said["total"] == 0
