"""Follow-ups: every minute, or every tick when ticks are faster."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="follow-ups", persist_result=False, log_prints=False)
async def follow_ups() -> Outcome:
    """Send what is due, then plan from the talks that have fallen quiet."""
    if too_late("follow-ups"):
        return SKIPPED
    return await tick("follow-ups", "send-follow-ups", "plan-follow-ups")
