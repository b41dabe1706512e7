"""Steps of tests about faults that ask for time: fall quiet, let a wait pass, let a flow run."""

from __future__ import annotations

from sqlalchemy import text

from tests.integration.fault_paths import Place
from tests.integration.fault_rows import LINE
from tests.stubs.openai_server import Says

NO = Says(text="I'm sorry, but I can't help with that.")
LIMITED = Says(status=429, headers={"Retry-After": "3600"})
DOWN = Says(status=500)
OVER = "update pair_states set dream_after = now(), plan_after = now()"


async def quiet(place: Place, line: str = LINE) -> None:
    """Say something and stay silent until it is dreamt of."""
    await place.talk.say(line)
    place.later(seconds=121)


async def wait_is_over(place: Place) -> None:
    """Let the time pass for which a failed pair is left alone."""
    async with place.database.begin_pair(place.talk.pair) as connection:
        await connection.execute(text(OVER))


async def tick(place: Place, flow: str = "dream") -> int:
    """What the schedule does; says how many pairs it took up."""
    return (await place.talk.app.flows.tick(flow)).counts["pairs"]
