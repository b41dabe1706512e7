"""Who is signed in to the console, and from where keys were tried in vain."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    UniqueConstraint,
)

from nightcrew.store.schema import (
    belongs_to,
    identity,
    installation_table,
    tenant_table,
    written_at,
)

console_sessions = tenant_table(
    "console_sessions",
    # The hash of the session's own random key; the key it was opened with is `api_key_id`.
    Column("key_hash", LargeBinary, nullable=False),
    identity("api_key_id"),
    written_at("created_at"),
    written_at("seen_at"),
    UniqueConstraint("key_hash"),
    belongs_to("api_keys", "api_key_id", gone="CASCADE"),
    policy="key",
)

sign_in_attempts = installation_table(
    "sign_in_attempts",
    Column("address_hash", LargeBinary, nullable=False),
    Column("failed", Integer, nullable=False),
    written_at("since"),
    PrimaryKeyConstraint("address_hash"),
    plain_text=set(),
    why="who tries keys in vain has no tenant yet; a hash of the address, gone after an hour",
)
