"""Why a turn came out as it did: read back from what was stored with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.store import turns
from nightcrew.store.database import Database
from nightcrew.store.turns import KnownTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainTurn:
    """Gives back stored turns and their explanations."""

    db: Database

    async def turn(self, tenant: UUID, turn_id: str) -> Mapping[str, Any]:
        """The stored Turn; an unfinished one tells its state. Raises: NotFound."""
        known = await self._find(tenant, turn_id)
        if known.answer is None:
            return {"turn_id": known.turn_id, "crew": known.crew, "state": known.state}
        return {**known.answer, "replayed": True}

    async def __call__(self, tenant: UUID, turn_id: str) -> Mapping[str, Any]:
        """Prompts, guide lines, memories and evidence shown, tool results, the judgement."""
        known = await self._find(tenant, turn_id)
        return {
            "turn_id": known.turn_id,
            "crew": known.crew,
            "state": known.state,
            "at": known.at,
            **(known.explain or {}),
            "judged": known.judged or {},
            "decisions": (known.answer or {}).get("decisions", {}),
        }

    async def _find(self, tenant: UUID, turn_id: str) -> KnownTurn:
        async with self.db.begin(tenant) as connection:
            known = await turns.find(connection, tenant, turn_id)
        if known is None:
            raise NotFound("unknown_turn", "there is no turn by this id", hint="check the id")
        return known
