"""The temporal review: every ten minutes, since somewhere a day has just ended."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="temporal-review", persist_result=False, log_prints=False)
async def temporal_review() -> Outcome:
    """Mark the plans whose date has passed."""
    if too_late("temporal-review"):
        return SKIPPED
    return await tick("temporal-review", "temporal-review")
