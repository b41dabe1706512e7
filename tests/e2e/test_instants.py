"""Every moment at every door is an instant of the contract: to the second, in UTC, with a Z."""

from __future__ import annotations

from nightcrew.store.database import Database
from tests.e2e.every_call import CALLS, USER
from tests.e2e.instants import AN_INSTANT, strange
from tests.e2e.peopled import open_peopled
from tests.world import NOW

WITHIN_A_SECOND = NOW.replace(microsecond=123_456)


async def test_every_answer_of_the_api_tells_instants_to_the_second(database: Database) -> None:
    async with open_peopled(database, now=WITHIN_A_SECOND) as peopled:
        for call in CALLS:
            told = await peopled.send(call)

            assert told.status_code == call.status, (call.operation, told.text)
            if told.headers["content-type"].startswith("application/json"):
                assert not list(strange(told.json())), call.operation


async def test_an_export_as_markdown_tells_its_instant_to_the_second(database: Database) -> None:
    async with open_peopled(database, now=WITHIN_A_SECOND) as peopled:
        told = await peopled.door.client.get(f"/v1/users/{USER}/export", params={"format": "md"})

        assert AN_INSTANT.search(told.text)
        assert not list(strange(told.text))
