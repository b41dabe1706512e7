"""Openers: every ten minutes, where it is a usual hour for the user."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="open-talks", persist_result=False, log_prints=False)
async def open_talks() -> Outcome:
    """Let crews speak first about a dated matter that is near or has just passed."""
    if too_late("open-talks"):
        return SKIPPED
    return await tick("open-talks", "open-talks")
