"""The real server on a free port, as a program of its own.

`http_server.py ADDRESS [PROVIDER]`

ADDRESS: the database, as the runtime role. PROVIDER: the base URL of a stand-in for a provider,
asked through litellm; without it a scripted model answers in process. Prints the port, then serves
until its standard input ends.
"""

from __future__ import annotations

import asyncio
import sys

from uvicorn import Config, Server

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.cli.serve import look_for_waste_seldom
from nightcrew.ports import Model, Role
from nightcrew.web.server import create_server
from tests.benchmarks.place import QuickModel, open_scripted

AS_MANY_AS_COME = 10_000  # calls a second; the usual 200 are fewer than it answers


async def serve(app_url: str, provider: str = "") -> None:
    """Serve until the starter goes away."""
    opened = open_scripted(app_url, _model(provider), requests_per_second=AS_MANY_AS_COME)
    async with opened as app:
        config = Config(create_server(app), port=0, log_level="warning", access_log=False)
        server = Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        await app.world.model.warm()
        look_for_waste_seldom()  # as `serve` does
        port = server.servers[0].sockets[0].getsockname()[1]
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)
        server.should_exit = True
        await serving


def _model(provider: str) -> Model:
    if not provider:
        return QuickModel()
    return LitellmModel(dict.fromkeys(Role, "openai/scripted"), base_url=provider, api_key="none")


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
