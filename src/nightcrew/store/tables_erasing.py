"""What was erased: ids of ours and moments, so that a restored backup can be brought up to date."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, Integer

from nightcrew.store.schema import identity, moment, one_of, tenant_table, words, written_at

erase_log = tenant_table(
    "erase_log",
    words("kind", null=False),
    identity("person"),
    identity("subject"),
    Column("version", Integer),
    moment("at", null=False),
    written_at(),
    one_of("kind", "memory", "turn", "conversation", "person", "version"),
    CheckConstraint("(kind = 'version') = (version is not null)", name="version_is_named"),
    Index("ix_erase_log_subject", "tenant_id", "person", "subject"),
    plain_text={"kind"},
)
