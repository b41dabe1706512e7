"""Every table, in one place to import from; what must never be true is a constraint there."""

from __future__ import annotations

from nightcrew.store.schema import metadata
from nightcrew.store.tables_delivery import deliveries, webhooks
from nightcrew.store.tables_erasing import erase_log
from nightcrew.store.tables_material import listings
from nightcrew.store.tables_memory import (
    dream_changes,
    dreams,
    memories,
    memory_cites,
    memory_index,
    memory_versions,
    suggestions,
    tombstones,
)
from nightcrew.store.tables_people import (
    api_keys,
    conversations,
    crew_bundles,
    evidence,
    evidence_index,
    flow_runs,
    messages,
    pair_states,
    skill_sessions,
    tenants,
    turns,
    users,
)
from nightcrew.store.tables_speaking import follow_ups, gate_decisions, occurrences, outbox

__all__ = [
    "api_keys",
    "conversations",
    "crew_bundles",
    "deliveries",
    "dream_changes",
    "dreams",
    "erase_log",
    "evidence",
    "evidence_index",
    "flow_runs",
    "follow_ups",
    "gate_decisions",
    "listings",
    "memories",
    "memory_cites",
    "memory_index",
    "memory_versions",
    "messages",
    "metadata",
    "occurrences",
    "outbox",
    "pair_states",
    "skill_sessions",
    "suggestions",
    "tenants",
    "tombstones",
    "turns",
    "users",
    "webhooks",
]
