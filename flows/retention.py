"""Retention: once a day."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="retention", persist_result=False, log_prints=False)
async def retention() -> Outcome:
    """Let go of what is older than the house keeps it."""
    if too_late("retention"):
        return SKIPPED
    return await tick("retention", "retention")
