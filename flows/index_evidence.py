"""The index of evidence: every NIGHTCREW_TICK_SECONDS."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="index-evidence", persist_result=False, log_prints=False)
async def index_evidence() -> Outcome:
    """Make the newest words findable by meaning."""
    if too_late("index-evidence"):
        return SKIPPED
    return await tick("index-evidence", "index-evidence")
