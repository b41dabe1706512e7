"""What rebuilding reads: the changes that were verified and applied, and the lines they cite."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.dream import Action
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import Kind, Scope
from nightcrew.store.evidence import COLUMNS, JOINED
from nightcrew.store.rows import value
from nightcrew.store.tables import dream_changes, dreams, evidence, memory_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedChange:
    """A change that stands, and the dream it came from; memory_version: what it made."""

    dream_id: UUID
    at: datetime
    flow: str
    crew: str
    memory_id: UUID
    memory_version: int
    action: Action
    kind: Kind
    scope: Scope
    subject: str
    text: str
    from_on: date | None
    to_on: date | None
    cites: tuple[UUID, ...]


async def applied(
    connection: AsyncConnection, tenant: UUID, user: UUID, *, crew: str | None
) -> dict[UUID, list[AppliedChange]]:
    """Changes that stand and still have their words, by memory, in the order they were made.

    crew: only memories that this crew's dreams had a part in, with all that was made of them.
    """
    of_dream = {"at", "flow", "crew"}
    columns: list[Any] = [
        (dreams if name in of_dream else dream_changes).c[name]
        for name in AppliedChange.__dataclass_fields__
    ]
    query = (
        select(*columns)
        .join(
            dreams,
            (dreams.c.tenant_id == dream_changes.c.tenant_id)
            & (dreams.c.id == dream_changes.c.dream_id),
        )
        .where(
            dream_changes.c.tenant_id == tenant,
            dream_changes.c.user_id == user,
            dream_changes.c.applied,
            dream_changes.c.action != "",
            dream_changes.c.memory_id.is_not(None),
        )
        .order_by(dream_changes.c.memory_id, dream_changes.c.memory_version)
    )
    if crew is not None:
        query = query.where(dream_changes.c.memory_id.in_(_changed_by(tenant, user, crew)))
    grouped: dict[UUID, list[AppliedChange]] = {}
    for row in (await connection.execute(query)).mappings():
        grouped.setdefault(row["memory_id"], []).append(value(AppliedChange, row))
    return grouped


def _changed_by(tenant: UUID, user: UUID, crew: str) -> Select[UUID]:
    """The memories that dreams of one crew changed."""
    of_dream = (dreams.c.tenant_id == dream_changes.c.tenant_id) & (
        dreams.c.id == dream_changes.c.dream_id
    )
    return (
        select(dream_changes.c.memory_id)
        .join(dreams, of_dream)
        .where(
            dream_changes.c.tenant_id == tenant,
            dream_changes.c.user_id == user,
            dream_changes.c.applied,
            dream_changes.c.memory_id.is_not(None),
            dreams.c.crew == crew,
        )
    )


async def lines(
    connection: AsyncConnection, tenant: UUID, user: UUID, ids: Collection[UUID]
) -> dict[UUID, Evidence]:
    """Lines of a user by id, of all crews; erased ones are not there."""
    found = await connection.execute(
        select(*COLUMNS)
        .select_from(JOINED)
        .where(
            evidence.c.tenant_id == tenant,
            evidence.c.user_id == user,
            evidence.c.id.in_(list(ids)),
            evidence.c.erased_at.is_(None),
        )
    )
    return {row["id"]: value(Evidence, row) for row in found.mappings()}


async def causes(
    connection: AsyncConnection, tenant: UUID, user: UUID
) -> dict[UUID, set[tuple[str, str]]]:
    """Who has changed each memory of a user, and why."""
    found = await connection.execute(
        select(memory_versions.c.memory_id, memory_versions.c.actor, memory_versions.c.cause)
        .where(memory_versions.c.tenant_id == tenant, memory_versions.c.user_id == user)
        .distinct()
    )
    grouped: dict[UUID, set[tuple[str, str]]] = {}
    for row in found:
        grouped.setdefault(row.memory_id, set()).add((row.actor, row.cause))
    return grouped


async def let_wait_again(
    connection: AsyncConnection, tenant: UUID, user: UUID, *, crew: str | None
) -> int:
    """Make every line that dreams may read wait for a dream; says how many lines."""
    query = update(evidence).where(
        evidence.c.tenant_id == tenant,
        evidence.c.user_id == user,
        evidence.c.state != "excluded",
        evidence.c.erased_at.is_(None),
    )
    if crew is not None:
        query = query.where(evidence.c.crew == crew)
    done = await connection.execute(query.values(state="pending", reason=None, dreams=0))
    return int(done.rowcount)
