"""Webhooks: every half minute, or every tick when ticks are faster."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="deliver-webhooks", persist_result=False, log_prints=False)
async def deliver_webhooks() -> Outcome:
    """Tell backends what happened."""
    if too_late("deliver-webhooks"):
        return SKIPPED
    return await tick("deliver-webhooks", "deliver-webhooks")
