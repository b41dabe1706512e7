"""Console sessions and vain tries to sign in, all by the database's clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import case, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import api_keys, console_sessions, sign_in_attempts, tenants

IDLE_FOR = timedelta(hours=12)
SEEN_AGAIN = timedelta(minutes=1)  # a session is not written more often than this
TRIES_WITHIN = timedelta(minutes=15)
TRIES_KEPT = timedelta(hours=1)


async def open_session(
    connection: AsyncConnection, tenant: UUID, *, key_hash: bytes, api_key: UUID
) -> None:
    """Keep a new session, and let go of those of this tenant that were idle too long."""
    await connection.execute(
        delete(console_sessions).where(
            console_sessions.c.tenant_id == tenant,
            console_sessions.c.seen_at <= func.now() - IDLE_FOR,
        )
    )
    await connection.execute(
        insert(console_sessions).values(
            tenant_id=tenant, id=uuid4(), key_hash=key_hash, api_key_id=api_key
        )
    )


async def session_owner(connection: AsyncConnection, key_hash: bytes) -> tuple[UUID, UUID] | None:
    """The tenant and the id of a session; whether it still holds is asked inside the tenant."""
    found = await connection.execute(
        select(console_sessions.c.tenant_id, console_sessions.c.id).where(
            console_sessions.c.key_hash == key_hash
        )
    )
    row = found.first()
    return (row.tenant_id, row.id) if row else None


async def living_session(
    connection: AsyncConnection, tenant: UUID, session: UUID
) -> Mapping[str, Any] | None:
    """The key behind a session that is neither idle too long nor of a key that ended.

    tenant_name: what its tenant is called.
    """
    found = await connection.execute(
        select(
            api_keys.c.id,
            api_keys.c.label,
            api_keys.c.scopes,
            tenants.c.name.label("tenant_name"),
        )
        .select_from(console_sessions)
        .join(tenants, tenants.c.id == console_sessions.c.tenant_id)
        .join(
            api_keys,
            (api_keys.c.tenant_id == console_sessions.c.tenant_id)
            & (api_keys.c.id == console_sessions.c.api_key_id),
        )
        .where(
            console_sessions.c.tenant_id == tenant,
            console_sessions.c.id == session,
            console_sessions.c.seen_at > func.now() - IDLE_FOR,
            api_keys.c.revoked_at.is_(None),
            api_keys.c.expires_at.is_(None) | (api_keys.c.expires_at > func.now()),
        )
    )
    row = found.mappings().first()
    return dict(row) if row else None


async def note_seen(connection: AsyncConnection, tenant: UUID, session: UUID) -> None:
    """Start the session's idle time anew, at most once a minute."""
    await connection.execute(
        update(console_sessions)
        .where(
            console_sessions.c.tenant_id == tenant,
            console_sessions.c.id == session,
            console_sessions.c.seen_at <= func.now() - SEEN_AGAIN,
        )
        .values(seen_at=func.now())
    )


async def close_session(connection: AsyncConnection, tenant: UUID, session: UUID) -> None:
    """End a session."""
    await connection.execute(
        delete(console_sessions).where(
            console_sessions.c.tenant_id == tenant, console_sessions.c.id == session
        )
    )


async def failed_tries(connection: AsyncConnection, address_hash: bytes) -> int:
    """How often keys were tried in vain from there lately."""
    found = await connection.scalar(
        select(sign_in_attempts.c.failed).where(
            sign_in_attempts.c.address_hash == address_hash,
            sign_in_attempts.c.since > func.now() - TRIES_WITHIN,
        )
    )
    return int(found or 0)


async def note_failed_try(connection: AsyncConnection, address_hash: bytes) -> None:
    """Count one more; a count that is old begins anew, and forgotten addresses go."""
    await connection.execute(
        delete(sign_in_attempts).where(sign_in_attempts.c.since <= func.now() - TRIES_KEPT)
    )
    fresh = sign_in_attempts.c.since > func.now() - TRIES_WITHIN
    await connection.execute(
        insert(sign_in_attempts)
        .values(address_hash=address_hash, failed=1)
        .on_conflict_do_update(
            index_elements=["address_hash"],
            set_={
                "failed": case((fresh, sign_in_attempts.c.failed + 1), else_=text("1")),
                "since": case((fresh, sign_in_attempts.c.since), else_=func.now()),
            },
        )
    )
