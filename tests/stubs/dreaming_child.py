"""A worker of its own that dreams once, so that a test can kill it: URL, tenant, user, crew, stop.

It prints a line when the verifier is asked; with `stop` the verifier never answers.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from uuid import UUID

from nightcrew.domain.dream import Verdicts
from nightcrew.domain.pair import Pair
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.integration.fault_rows import MOVE
from tests.scripting import all_stand, proposing, scripted
from tests.talk import app_of


async def dream(url: str, tenant: str, user: str, crew: str, stop: str) -> None:
    """Dream once, two minutes after noon."""

    async def verify(question: Question) -> Verdicts:
        sys.stdout.write("verifying\n")
        sys.stdout.flush()
        if stop == "stop":
            await asyncio.Event().wait()
        return all_stand(question)

    database = await Database.open(url)
    model = scripted(propose_changes=proposing(MOVE), verify_changes=verify)
    app = app_of(database, model, clock=FixedClock(NOON + timedelta(seconds=121)))
    await app.run_dream(Pair(tenant=UUID(tenant), user=UUID(user), crew=crew))
    await database.close()


if __name__ == "__main__":
    asyncio.run(dream(*sys.argv[1:]))
