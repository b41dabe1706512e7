"""Who is signed in to the console: a key opens a session, a session knows what its key may do."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.errors import Refused
from nightcrew.store import console_sessions, people
from nightcrew.store.database import Database

MOST_TRIES = 10  # in 15 minutes from one address; a key has 256 bits, so this only saves work
LONGEST_SECRET = 200  # characters; ours have 47


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who looks at the console: the tenant, the session, and what its key may do."""

    tenant: UUID
    tenant_name: str
    session: UUID
    label: str
    scopes: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepConsole:
    """Opens, knows and ends console sessions."""

    db: Database

    async def sign_in(self, key: str, address: str) -> str:
        """Open a session for a key; gives its secret, of which only the hash is kept.

        Raises: Refused `too_many_tries` or `unknown_key`.
        """
        place = _hash(f"address {address}")
        async with self.db.begin_system() as connection:
            if await console_sessions.failed_tries(connection, place) >= MOST_TRIES:
                raise Refused(
                    "too_many_tries",
                    "keys were tried in vain too often from this address",
                    hint="wait 15 minutes",
                )
        opened = await self._opened(key.strip())
        if opened is None:
            async with self.db.begin_system() as connection:
                await console_sessions.note_failed_try(connection, place)
            raise Refused(
                "unknown_key",
                "this key opens nothing",
                hint="`nightcrew keys create` makes one",
                field="key",
            )
        return opened

    async def _opened(self, key: str) -> str | None:
        if not 0 < len(key) <= LONGEST_SECRET:
            return None
        key_hash = _hash(key)
        async with self.db.begin_key(key_hash) as connection:
            owner = await people.key_owner(connection, key_hash)
        if owner is None:
            return None
        secret = secrets.token_urlsafe(32)
        async with self.db.begin(owner["tenant_id"]) as connection:
            await console_sessions.open_session(
                connection, owner["tenant_id"], key_hash=_hash(secret), api_key=owner["id"]
            )
        return secret

    async def visitor(self, secret: str) -> Visitor | None:
        """Whose session this is; None when it ended, was idle for 12 hours, or its key ended."""
        if not 0 < len(secret) <= LONGEST_SECRET:
            return None
        key_hash = _hash(secret)
        async with self.db.begin_key(key_hash) as connection:
            owner = await console_sessions.session_owner(connection, key_hash)
        if owner is None:
            return None
        tenant, session = owner
        async with self.db.begin(tenant) as connection:
            found = await console_sessions.living_session(connection, tenant, session)
            if found is None:
                return None
            await console_sessions.note_seen(connection, tenant, session)
        return Visitor(
            tenant=tenant,
            tenant_name=found["tenant_name"],
            session=session,
            label=found["label"],
            scopes=frozenset(found["scopes"]),
        )

    async def sign_out(self, visitor: Visitor) -> None:
        """End a session at once."""
        async with self.db.begin(visitor.tenant) as connection:
            await console_sessions.close_session(connection, visitor.tenant, visitor.session)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
