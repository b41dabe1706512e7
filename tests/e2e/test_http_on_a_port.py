"""The same door on a real port: sentences leave as they come, names survive the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from httpx import AsyncClient
from uvicorn import Config, Server

from nightcrew.ports import Piece, Question
from nightcrew.store.database import Database
from tests.e2e.door import TURNS, a_model, open_door
from tests.fakes_model import USAGE, ScriptedModel


class SlowModel(ScriptedModel):
    """Holds the second sentence back until it may go on."""

    def __init__(self) -> None:
        super().__init__(answers={"judge_needs": {}})
        self.go_on = asyncio.Event()

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Two sentences with a wait between them."""
        self.asked.append(question)
        yield Piece(text="첫 문장이에요. ")
        await self.go_on.wait()
        yield Piece(text="두 번째 문장이에요.")
        yield Piece(usage=USAGE)


@asynccontextmanager
async def _port(database: Database, model: ScriptedModel) -> AsyncIterator[AsyncClient]:
    async with open_door(database, model) as door:
        config = Config(door.server, port=0, log_config=None, access_log=False, lifespan="off")
        server = Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers=door.client.headers, trust_env=False
        ) as client:
            yield client
        server.should_exit = True
        await serving


async def test_the_first_sentence_leaves_before_the_second_is_thought(database: Database) -> None:
    model = SlowModel()
    async with _port(database, model) as client:
        sent = client.stream(
            "POST",
            TURNS,
            json={"user": "u1", "message": "안녕", "turn_id": "t1"},
            headers={"Accept": "text/event-stream"},
        )
        async with asyncio.timeout(10), sent as answered:
            lines = answered.aiter_lines()
            while "첫 문장" not in await anext(lines):
                continue
            model.go_on.set()
            rest = [line async for line in lines]

        assert "event: turn.completed" in rest


async def test_a_listener_that_hangs_up_does_not_stop_the_turn(database: Database) -> None:
    model = SlowModel()
    async with _port(database, model) as client:
        body = {"user": "u1", "message": "안녕", "turn_id": "t1"}
        header = {"Accept": "text/event-stream"}
        async with client.stream("POST", TURNS, json=body, headers=header) as answered:
            lines = answered.aiter_lines()
            while "첫 문장" not in await anext(lines):
                continue
        model.go_on.set()
        again = await client.post(TURNS, json=body)

        assert again.json()["reply"] == "첫 문장이에요. 두 번째 문장이에요."
        assert again.json()["replayed"] is True
        assert len(model.asked_for("reply")) == 1


async def test_an_encoded_slash_in_a_user_id_survives_the_wire(database: Database) -> None:
    async with _port(database, a_model()) as client:
        await client.post(TURNS, json={"user": "팀/가 나", "message": "안녕"})

        heard = await client.get("/v1/users/%ED%8C%80%2F%EA%B0%80%20%EB%82%98/evidence")

        assert heard.json()["total"] == 2


async def test_a_body_that_only_claims_to_be_huge_is_refused_unread(database: Database) -> None:
    async with _port(database, a_model()) as client:

        async def never_ending() -> AsyncIterator[bytes]:
            for _ in range(1000):
                yield b" " * 100_000

        answered = await client.post(
            TURNS, content=never_ending(), headers={"Content-Type": "application/json"}
        )

        assert answered.status_code == 413
