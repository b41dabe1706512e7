"""Keys: made once, kept as a hash, scoped and revocable."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import Any
from uuid import UUID

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.store import limits, people
from nightcrew.store.database import Database

SCOPES = ("turn", "memory", "ops", "admin")
PREFIX = "nck_"
DEFAULT_TENANT = "default"
KNOWN_FOR = 1.0  # seconds a key is not looked up again; a revoked one is shut out within it
MOST_KNOWN = 1024  # keys of one process


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key as it is shown once; only its hash is kept."""

    key: str
    id: UUID
    tenant: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls: a tenant and what its key may do."""

    tenant: UUID
    key: UUID
    scopes: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepTenant:
    """Makes tenants and keys, and knows a caller by the key."""

    db: Database
    seen: dict[bytes, tuple[float, Caller]] = field(default_factory=dict)

    async def tenant(self, name: str = DEFAULT_TENANT) -> UUID:
        """The tenant of that name, made when it is missing."""
        async with self.db.begin_system() as connection:
            return await people.make_tenant(connection, name)

    async def make_key(
        self,
        tenant: str,
        scopes: Sequence[str],
        *,
        label: str = "",
        expires_in: timedelta | None = None,
        per_second: int | None = None,
    ) -> NewKey:
        """A new key with 256 bits of chance. Raises: BadInput for an unknown scope.

        expires_in: by the database's clock. per_second: how often it may call, where that is not
        as often as any other.
        """
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise BadInput(
                "unknown_scope",
                "a key needs scopes that exist",
                hint="choose from " + ", ".join(SCOPES),
                field="scopes",
            )
        owner = await self.tenant(tenant)
        key = PREFIX + secrets.token_urlsafe(32)
        wanted = tuple(scope for scope in SCOPES if scope in scopes)
        async with self.db.begin(owner) as connection:
            made = await people.add_key(
                connection,
                owner,
                key_hash=hash_of(key),
                label=label,
                scopes=wanted,
                expires_in=expires_in,
            )
            if per_second is not None:
                await limits.add(connection, owner, made, per_second=per_second, usual=per_second)
        return NewKey(key=key, id=made, tenant=tenant, scopes=wanted)

    async def caller(self, key: str) -> Caller | None:
        """Whose key this is; None for an unknown, revoked or expired one."""
        wanted = hash_of(key)
        looked_at, known = self.seen.get(wanted, (0.0, None))
        if known is not None and monotonic() - looked_at < KNOWN_FOR:
            return known
        async with self.db.begin_key(wanted) as connection:
            row = await people.key_owner(connection, wanted)
        self.seen.pop(wanted, None)
        if row is None:
            return None
        found = Caller(tenant=row["tenant_id"], key=row["id"], scopes=frozenset(row["scopes"]))
        if len(self.seen) >= MOST_KNOWN:
            self.seen.clear()
        self.seen[wanted] = (monotonic(), found)
        return found

    async def keys(self, tenant: str = DEFAULT_TENANT) -> list[dict[str, Any]]:
        """The keys of a tenant, without anything that opens a door."""
        owner = await self.tenant(tenant)
        async with self.db.begin(owner) as connection:
            return await people.keys(connection, owner)

    async def any_key_opens(self) -> bool:
        """Whether any tenant has a key that is neither revoked nor expired."""
        async with self.db.begin_system() as connection:
            tenants = await people.tenant_ids(connection)
        for tenant in tenants:
            async with self.db.begin(tenant) as connection:
                if await people.has_living_key(connection, tenant):
                    return True
        return False

    async def revoke(self, key: UUID, tenant: str = DEFAULT_TENANT) -> None:
        """End a key. Raises: NotFound."""
        owner = await self.tenant(tenant)
        async with self.db.begin(owner) as connection:
            if not await people.revoke_key(connection, owner, key):
                raise NotFound(
                    "unknown_key",
                    "there is no key by this id",
                    hint="`nightcrew keys list` shows them",
                )
        self.seen.clear()


def hash_of(key: str) -> bytes:
    """What is stored of a key; 256 bits of chance need no slow hash (reliability.md I5)."""
    return hashlib.sha256(key.encode()).digest()
