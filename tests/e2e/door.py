"""The HTTP door as a backend finds it: a client with a key, over a scripted model."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from nightcrew.app import App, World
from nightcrew.store.database import Database
from nightcrew.web.server import create_server
from tests.fakes_model import ScriptedModel
from tests.world import a_world, app_over

ALL_SCOPES = ("turn", "memory", "ops", "admin")
CREW = "travel-mina"
TURNS = f"/v1/crews/{CREW}/turns"


@dataclass(frozen=True, kw_only=True)
class Door:
    """A server, its App and a client whose key may do everything."""

    app: App
    server: FastAPI
    client: AsyncClient
    model: ScriptedModel

    async def key(self, *scopes: str, tenant: str = "default") -> dict[str, str]:
        """The header of a new key."""
        made = await self.app.keep_tenant.make_key(tenant, scopes or ALL_SCOPES)
        return {"Authorization": f"Bearer {made.key}"}

    async def say(self, message: str, user: str = "u1", **parts: Any) -> Response:
        """Post a turn to the crew."""
        return await self.client.post(TURNS, json={"user": user, "message": message, **parts})


def a_model(**answers: Any) -> ScriptedModel:
    """A judge that wants nothing and a reply that is always the same."""
    return ScriptedModel(
        answers={"judge_needs": {}, "reply": "알겠어요. 더 이야기해 주세요.", **answers}
    )


@asynccontextmanager
async def open_door(
    database: Database,
    model: ScriptedModel | None = None,
    *,
    world: World | None = None,
    **settings: Any,
) -> AsyncIterator[Door]:
    """Serve the product in this process; no port is opened."""
    scripted = model or a_model()
    there = world or a_world(database, scripted)
    async with app_over(there, **settings) as app:
        server = create_server(app)
        transport = ASGITransport(app=server, raise_app_exceptions=False)
        async with (
            server.router.lifespan_context(server),
            AsyncClient(transport=transport, base_url="http://nightcrew") as client,
        ):
            door = Door(app=app, server=server, client=client, model=scripted)
            client.headers.update(await door.key())
            yield door


def events(text: str) -> list[tuple[str, Any]]:
    """Server-sent events as (name, data); data that is no JSON stays text."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    return [_event(block.split("\n")) for block in blocks]


def _event(lines: Sequence[str]) -> tuple[str, Any]:
    parts = dict(line.split(": ", 1) for line in lines)
    data = parts["data"]
    return parts.get("event", ""), data if data == "[DONE]" else json.loads(data)


def problem(response: Response, status: int, code: str) -> dict[str, Any]:
    """The problem body, after making sure that it is one."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code, body
    assert body["status"] == status
    assert isinstance(body["retryable"], bool)
    assert isinstance(body["hint"], str)
    return body
