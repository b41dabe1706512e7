"""The team digest: every ten minutes."""

from __future__ import annotations

from prefect import flow

from flows.ticks import SKIPPED, Outcome, tick, too_late


@flow(name="team-digest", persist_result=False, log_prints=False)
async def team_digest() -> Outcome:
    """Retell what teams know where a line has changed."""
    if too_late("team-digest"):
        return SKIPPED
    return await tick("team-digest", "team-digest")
