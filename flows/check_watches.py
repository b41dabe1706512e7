"""Watches: every NIGHTCREW_TICK_SECONDS; each looks as seldom as it was asked to."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="check-watches", persist_result=False, log_prints=False)
async def check_watches() -> Outcome:
    """Look for what users wait for, and tell them once it is there."""
    if too_late("check-watches"):
        return SKIPPED
    return await tick("check-watches", "check-watches")
