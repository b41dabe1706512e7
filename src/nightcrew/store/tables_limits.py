"""How often a key may call: one bucket a key."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Double, Integer

from nightcrew.store.schema import belongs_to, tenant_table, written_at

key_limits = tenant_table(
    "key_limits",
    Column("per_second", Integer),
    Column("tokens", Double, nullable=False, server_default="0"),
    written_at("filled_at"),
    belongs_to("api_keys", "id", gone="CASCADE"),
    CheckConstraint("per_second between 1 and 100000", name="per_second_is_a_rate"),
    CheckConstraint("tokens >= 0", name="holds_something"),
)
