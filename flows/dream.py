"""The dream: every NIGHTCREW_TICK_SECONDS."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="dream", persist_result=False, log_prints=False)
async def dream() -> Outcome:
    """Let the pairs dream that have fallen quiet."""
    if too_late("dream"):
        return SKIPPED
    return await tick("dream", "dream")
