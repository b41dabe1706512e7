"""Knowledge: every ten minutes what is missing is made, and sources whose day has come are read."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="refresh-knowledge", persist_result=False, log_prints=False)
async def refresh_knowledge() -> Outcome:
    """Read due sources again, and make new items findable by meaning."""
    if too_late("refresh-knowledge"):
        return SKIPPED
    return await tick("refresh-knowledge", "refresh-knowledge")
