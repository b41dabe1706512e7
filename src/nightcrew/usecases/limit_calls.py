"""Counts the calls of a key against its bucket, a handful at a time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from uuid import UUID

from nightcrew.domain.limits import Allowance, Handful, too_often
from nightcrew.store import limits
from nightcrew.store.database import Database

HELD_FOR = 1.0  # seconds; what is not spent by then goes back with the next handful
MOST_HELD = 1024  # keys


@dataclass(slots=True, kw_only=True)
class Held:
    """What this process has of one key. Moments are of its own clock, for lengths of time only."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    left: int = 0
    until: float = 0.0
    empty_until: float = 0.0
    handful: Handful | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitCalls:
    """per_second: requests of a key that has no figure of its own."""

    db: Database
    per_second: int
    held: dict[UUID, Held] = field(default_factory=dict)

    async def __call__(self, tenant: UUID, key: UUID) -> Allowance:
        """Let one call of the key through. Raises: TooOften `rate_limited`."""
        held = self._held(key)
        if not _has_some(held):
            async with held.lock:
                if not _has_some(held):
                    await self._take(held, tenant, key)
        held.left -= 1
        return _told(held)

    def _held(self, key: UUID) -> Held:
        found = self.held.get(key)
        if found is None:
            if len(self.held) >= MOST_HELD:
                self.held.clear()
            found = self.held[key] = Held()
        return found

    async def _take(self, held: Held, tenant: UUID, key: UUID) -> None:
        now = monotonic()
        if held.handful is not None and now < held.empty_until:
            raise too_often(held.handful.per_second, held.empty_until - now)
        handful = await self._handful(tenant, key, back=held.left)
        held.handful, held.left = handful, handful.granted
        held.until = now + HELD_FOR
        if not handful.granted:
            held.empty_until = now + handful.wait
            raise too_often(handful.per_second, handful.wait)

    async def _handful(self, tenant: UUID, key: UUID, *, back: int) -> Handful:
        usual = self.per_second
        async with self.db.begin(tenant) as connection:
            taken = await limits.take(connection, tenant, key, usual=usual, back=back)
            if taken is None:
                await limits.add(connection, tenant, key, per_second=None, usual=usual)
                taken = await limits.take(connection, tenant, key, usual=usual, back=0)
        if taken is None:
            raise RuntimeError("a bucket just made is not visible; is the key of this tenant?")
        return taken


def _has_some(held: Held) -> bool:
    return held.left > 0 and monotonic() < held.until


def _told(held: Held) -> Allowance:
    if held.handful is None:
        raise RuntimeError("a call was let through by no bucket")
    return Allowance(per_second=held.handful.per_second, left=held.left + int(held.handful.left))
