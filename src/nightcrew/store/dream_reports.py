"""Dreams told again from what was kept, and what is decided about them afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.dream import ChangeReport, DreamReport, EvidenceCounts
from nightcrew.domain.named_fields import recast
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.store import dreams, people
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.tables import dream_changes
from nightcrew.store.tables import dreams as dreams_table


async def reports(
    connection: AsyncConnection, tenant: UUID, runs: Sequence[DreamRun]
) -> tuple[DreamReport, ...]:
    """The reports of kept runs, in the same order."""
    names = await people.names_of(connection, tenant, [run.user_id for run in runs])
    changes = await dreams.changes_by_dream(connection, tenant, [run.id for run in runs])
    return tuple(report_of(run, names[run.user_id], changes.get(run.id, ())) for run in runs)


def report_of(run: DreamRun, user: str, changes: Sequence[KeptChange]) -> DreamReport:
    """The report of a kept run. user: the backend's id."""
    return recast(
        DreamReport,
        run,
        user=user,
        outcome=DreamOutcome(run.outcome),
        changes=tuple(_change(change) for change in changes),
        evidence=EvidenceCounts(**run.evidence),
    )


def _change(kept: KeptChange) -> ChangeReport:
    reason = Reason(kept.reason) if kept.reason else None
    return recast(ChangeReport, kept, memory=kept.memory_id, reason=reason)


async def settle_change(
    connection: AsyncConnection,
    tenant: UUID,
    dream: UUID,
    number: int,
    *,
    applied: bool,
    reason: Reason | None,
    **changed: Any,
) -> None:
    """Note what became of a change after its dream was over."""
    await connection.execute(
        update(dream_changes)
        .where(
            dream_changes.c.tenant_id == tenant,
            dream_changes.c.dream_id == dream,
            dream_changes.c.number == number,
        )
        .values(applied=applied, reason=reason, **changed)
    )


async def settle_run(
    connection: AsyncConnection,
    tenant: UUID,
    dream: UUID,
    *,
    outcome: DreamOutcome,
    evidence: Mapping[str, int],
) -> None:
    """Note how a reviewed dream stands."""
    await connection.execute(
        update(dreams_table)
        .where(dreams_table.c.tenant_id == tenant, dreams_table.c.id == dream)
        .values(outcome=outcome, evidence=dict(evidence))
    )


async def mark_reverted(
    connection: AsyncConnection, tenant: UUID, dream: UUID, at: datetime
) -> None:
    """Note that a dream was undone; the first moment stays."""
    await connection.execute(
        update(dreams_table)
        .where(
            dreams_table.c.tenant_id == tenant,
            dreams_table.c.id == dream,
            dreams_table.c.reverted_at.is_(None),
        )
        .values(reverted_at=at)
    )
