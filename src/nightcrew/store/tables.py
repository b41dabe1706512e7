"""Every table, in one place to import from; what must never be true is a constraint there."""

from __future__ import annotations

from nightcrew.store.schema import metadata
from nightcrew.store.tables_console import console_sessions, sign_in_attempts
from nightcrew.store.tables_costs import model_costs
from nightcrew.store.tables_delivery import deliveries, webhooks
from nightcrew.store.tables_erasing import erase_log
from nightcrew.store.tables_knowledge import knowledge_items, shipped_knowledge
from nightcrew.store.tables_limits import key_limits
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
    crew_texts,
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
from nightcrew.store.tables_safety import safety_counts, safety_settings
from nightcrew.store.tables_speaking import (
    follow_ups,
    gate_decisions,
    occurrences,
    outbox,
    watches,
)
from nightcrew.store.tables_teams import (
    team_changes,
    team_crews,
    team_digests,
    team_members,
    team_memories,
    team_tombstones,
    team_turns,
    team_words,
    teams,
)

__all__ = [
    "api_keys",
    "console_sessions",
    "conversations",
    "crew_bundles",
    "crew_texts",
    "deliveries",
    "dream_changes",
    "dreams",
    "erase_log",
    "evidence",
    "evidence_index",
    "flow_runs",
    "follow_ups",
    "gate_decisions",
    "key_limits",
    "knowledge_items",
    "listings",
    "memories",
    "memory_cites",
    "memory_index",
    "memory_versions",
    "messages",
    "metadata",
    "model_costs",
    "occurrences",
    "outbox",
    "pair_states",
    "safety_counts",
    "safety_settings",
    "shipped_knowledge",
    "sign_in_attempts",
    "skill_sessions",
    "suggestions",
    "team_changes",
    "team_crews",
    "team_digests",
    "team_members",
    "team_memories",
    "team_tombstones",
    "team_turns",
    "team_words",
    "teams",
    "tenants",
    "tombstones",
    "turns",
    "users",
    "watches",
    "webhooks",
]
