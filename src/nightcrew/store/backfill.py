"""Lines of talk that a backend brings in, each under its own id and with its own moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.backfill import ImportedLine, KnownLine
from nightcrew.domain.evidence import EvidenceState, SourceClass
from nightcrew.domain.pair import Pair
from nightcrew.store.tables import evidence, messages
from nightcrew.store.whose import of_pair


async def known(
    connection: AsyncConnection, pair: Pair, ids: Sequence[str]
) -> dict[str, KnownLine]:
    """What the pair has under these ids of the backend."""
    found = await connection.execute(
        select(
            evidence.c.external_id,
            evidence.c.speaker,
            evidence.c.said_at,
            messages.c.text,
            evidence.c.erased_at,
        )
        .join(
            messages,
            (messages.c.tenant_id == evidence.c.tenant_id) & (messages.c.id == evidence.c.id),
        )
        .where(
            *of_pair(evidence, pair),
            evidence.c.external_id.in_(ids),
        )
    )
    return {
        row.external_id: KnownLine(
            speaker=row.speaker,
            at=row.said_at,
            text=row.text,
            erased=row.erased_at is not None,
        )
        for row in found
    }


async def add(
    connection: AsyncConnection,
    pair: Pair,
    lines: Sequence[ImportedLine],
    *,
    timezone: str,
    kept_out: Mapping[str, str],
) -> None:
    """Store lines as evidence that waits for a dream.

    timezone: where the user is. kept_out: ids of lines that no dream may read, with the reason.
    """
    rows = [(uuid4(), line) for line in lines]
    if not rows:
        return
    whose = {"tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew}
    await connection.execute(
        insert(messages),
        [{**whose, **_message(row_id, line, timezone)} for row_id, line in rows],
    )
    await connection.execute(
        insert(evidence),
        [{**whose, **_evidence(row_id, line, kept_out.get(line.id))} for row_id, line in rows],
    )


def _message(row_id: UUID, line: ImportedLine, timezone: str) -> dict[str, Any]:
    return {
        "id": row_id,
        "speaker": line.speaker,
        "text": line.text,
        "said_at": line.at,
        "timezone": timezone,
        "source": SourceClass.IMPORTED,
    }


def _evidence(row_id: UUID, line: ImportedLine, reason: str | None) -> dict[str, Any]:
    return {
        "id": row_id,
        "external_id": line.id,
        "speaker": line.speaker,
        "said_at": line.at,
        "state": EvidenceState.EXCLUDED if reason else EvidenceState.PENDING,
        "reason": reason,
    }
