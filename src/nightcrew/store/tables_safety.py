"""What a tenant sets for crises and disclosure, and how often there was one, without whose."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Date, Integer, text
from sqlalchemy.dialects.postgresql import JSONB

from nightcrew.store.schema import one_of, tenant_table, unique, words, written_at

_NOTHING = text("'{}'::jsonb")

safety_settings = tenant_table(
    "safety_settings",
    Column("resources", JSONB, nullable=False, server_default=_NOTHING),
    Column("texts", JSONB, nullable=False, server_default=_NOTHING),
    Column("interval_minutes", JSONB, nullable=False, server_default=_NOTHING),
    written_at(),
    CheckConstraint("id = tenant_id", name="one_a_tenant"),
    plain_text={"resources", "texts", "interval_minutes"},
)

# No user stands in it: what an operator may have to report outlives whom it was about.
safety_counts = tenant_table(
    "safety_counts",
    Column("month_on", Date, nullable=False),
    words("level", null=False),
    Column("turns", Integer, nullable=False),
    unique("month_on", "level"),
    one_of("level", "concern", "crisis"),
    plain_text={"level"},
)
