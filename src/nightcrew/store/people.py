"""Tenants, their keys and their users."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.person import DEFAULT_CONSENTS, Person
from nightcrew.domain.preferences import check_external_id
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import api_keys, tenants, users
from nightcrew.store.traces import among

_PERSON = columns_of(users, Person)
# Until the end of the transaction, policies show rows of this user only.
_ONLY_THIS_USER = text("select set_config('app.user', :user, true)")


async def tenant_ids(connection: AsyncConnection) -> list[UUID]:
    """Every tenant, oldest first; a sweep opens one transaction for each."""
    return list(await connection.scalars(select(tenants.c.id).order_by(tenants.c.written_at)))


async def make_tenant(connection: AsyncConnection, name: str) -> UUID:
    """The tenant of that name, made when it is not there yet."""
    added = insert(tenants).values(id=uuid4(), name=name).on_conflict_do_nothing()
    await connection.execute(added)
    found = await connection.scalar(select(tenants.c.id).where(tenants.c.name == name))
    return UUID(str(found))


async def person(connection: AsyncConnection, tenant: UUID, user: UUID) -> Person | None:
    """One user by our own id."""
    found = await connection.execute(
        select(*_PERSON).where(users.c.tenant_id == tenant, users.c.id == user)
    )
    row = found.mappings().first()
    return value(Person, row) if row else None


async def person_by_name(
    connection: AsyncConnection, tenant: UUID, external_id: str
) -> Person | None:
    """One user by the backend's id; reading makes nothing."""
    found = await connection.execute(
        select(*_PERSON).where(users.c.tenant_id == tenant, users.c.external_id == external_id)
    )
    row = found.mappings().first()
    return value(Person, row) if row else None


async def enter(connection: AsyncConnection, tenant: UUID, external_id: str) -> Person | None:
    """The user of that id, if known; the transaction sees only their rows from here on.

    Raises: BadInput for what cannot be an id.
    """
    found = await person_by_name(connection, tenant, check_external_id(external_id))
    if found is not None:
        await connection.execute(_ONLY_THIS_USER, {"user": str(found.id)})
    return found


async def welcome(connection: AsyncConnection, tenant: UUID, external_id: str) -> Person:
    """The same, and a new id makes a new user."""
    found = await enter(connection, tenant, external_id)
    if found is None:
        found = await make_person(connection, tenant, external_id)
        await connection.execute(_ONLY_THIS_USER, {"user": str(found.id)})
    return found


async def zones_of(
    connection: AsyncConnection, tenant: UUID, user_ids: Collection[UUID]
) -> dict[UUID, str | None]:
    """The zones of users, None while not known."""
    if not user_ids:
        return {}
    found = await connection.execute(
        select(users.c.id, users.c.timezone).where(
            users.c.tenant_id == tenant, among(users.c.id, user_ids)
        )
    )
    return {row.id: row.timezone for row in found}


async def names_of(
    connection: AsyncConnection, tenant: UUID, user_ids: Sequence[UUID]
) -> dict[UUID, str]:
    """The backend's ids of users by our own."""
    found = await connection.execute(
        select(users.c.id, users.c.external_id).where(
            users.c.tenant_id == tenant, users.c.id.in_(user_ids)
        )
    )
    return {row.id: row.external_id for row in found}


async def make_person(connection: AsyncConnection, tenant: UUID, external_id: str) -> Person:
    """The user of that id, made with default consents and a key of their own when new."""
    added = insert(users).values(
        tenant_id=tenant,
        id=uuid4(),
        external_id=external_id,
        consents=dict(DEFAULT_CONSENTS),
        claim_key=secrets.token_bytes(32),
    )
    await connection.execute(
        added.on_conflict_do_nothing(index_elements=["tenant_id", "external_id"])
    )
    found = await person_by_name(connection, tenant, external_id)
    if found is None:
        raise RuntimeError("a user just made is not visible; is the transaction of this tenant?")
    return found


async def make_people(
    connection: AsyncConnection, tenant: UUID, names: Sequence[str]
) -> dict[str, UUID]:
    """Our ids of users by the backend's, each made as `make_person` makes one when it is new."""
    if not names:
        return {}
    rows = [
        {
            "tenant_id": tenant,
            "id": uuid4(),
            "external_id": name,
            "consents": dict(DEFAULT_CONSENTS),
            "claim_key": secrets.token_bytes(32),
        }
        for name in names
    ]
    await connection.execute(
        insert(users)
        .values(rows)
        .on_conflict_do_nothing(index_elements=["tenant_id", "external_id"])
    )
    found = await connection.execute(
        select(users.c.external_id, users.c.id).where(
            users.c.tenant_id == tenant, users.c.external_id.in_(names)
        )
    )
    return {row.external_id: row.id for row in found}


async def set_preferences(
    connection: AsyncConnection, tenant: UUID, user: UUID, changed: Mapping[str, Any]
) -> None:
    """Store changed preferences; only the columns named are touched."""
    if changed:
        await connection.execute(
            update(users)
            .where(users.c.tenant_id == tenant, users.c.id == user)
            .values(**dict(changed))
        )


async def lock_person(connection: AsyncConnection, tenant: UUID, user: UUID) -> None:
    """Take turns: whoever changes this user's memories holds the user's row."""
    await connection.execute(
        select(users.c.id).where(users.c.tenant_id == tenant, users.c.id == user).with_for_update()
    )


async def erase_count(connection: AsyncConnection, tenant: UUID, user: UUID) -> int:
    """How often something of this user was erased; work that read before must not write after."""
    found = await connection.scalar(
        select(users.c.erase_count).where(users.c.tenant_id == tenant, users.c.id == user)
    )
    return int(found or 0)


async def add_key(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    key_hash: bytes,
    label: str,
    scopes: Sequence[str],
    expires_in: timedelta | None = None,
) -> UUID:
    """Keep the hash of a new key; the key itself is never stored.

    expires_in: counted by the database's clock, which is the one that ends it.
    """
    made = uuid4()
    await connection.execute(
        insert(api_keys).values(
            tenant_id=tenant,
            id=made,
            key_hash=key_hash,
            label=label,
            scopes=list(scopes),
            expires_at=None if expires_in is None else func.now() + expires_in,
        )
    )
    return made


async def key_owner(connection: AsyncConnection, key_hash: bytes) -> Mapping[str, Any] | None:
    """The tenant and scopes of a key that is neither revoked nor expired (database time)."""
    found = await connection.execute(
        select(api_keys.c.tenant_id, api_keys.c.id, api_keys.c.scopes).where(
            api_keys.c.key_hash == key_hash,
            api_keys.c.revoked_at.is_(None),
            api_keys.c.expires_at.is_(None) | (api_keys.c.expires_at > func.now()),
        )
    )
    row = found.mappings().first()
    return dict(row) if row else None


async def has_living_key(connection: AsyncConnection, tenant: UUID) -> bool:
    """Whether a key of the tenant is neither revoked nor expired (database time)."""
    living = select(api_keys.c.id).where(
        api_keys.c.tenant_id == tenant,
        api_keys.c.revoked_at.is_(None),
        api_keys.c.expires_at.is_(None) | (api_keys.c.expires_at > func.now()),
    )
    return bool(await connection.scalar(select(living.exists())))


async def keys(connection: AsyncConnection, tenant: UUID) -> list[dict[str, Any]]:
    """The keys of a tenant without their hashes, newest first."""
    shown = [column for column in api_keys.c if column.name not in ("key_hash", "tenant_id")]
    found = await connection.execute(
        select(*shown)
        .where(api_keys.c.tenant_id == tenant)
        .order_by(api_keys.c.created_at.desc(), api_keys.c.id)
    )
    return [dict(row) for row in found.mappings()]


async def revoke_key(connection: AsyncConnection, tenant: UUID, key: UUID) -> bool:
    """End a key at once; False when there is none by that id."""
    done = await connection.execute(
        update(api_keys)
        .where(api_keys.c.tenant_id == tenant, api_keys.c.id == key)
        .values(revoked_at=func.coalesce(api_keys.c.revoked_at, func.now()))
    )
    return bool(done.rowcount)
