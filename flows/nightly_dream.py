"""The nightly dream: looked at every ten minutes, dreamt once a night of each pair."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="nightly-dream", persist_result=False, log_prints=False)
async def nightly_dream() -> Outcome:
    """Tidy what the pairs remember whose night it is."""
    if too_late("nightly-dream"):
        return SKIPPED
    return await tick("nightly-dream", "nightly-dream")
