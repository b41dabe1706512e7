"""What models cost where no turn and no dream tells it."""

from __future__ import annotations

from sqlalchemy import Column, Index
from sqlalchemy.dialects.postgresql import JSONB

from nightcrew.domain.usage import Work
from nightcrew.store.schema import one_of, tenant_table, words, written_at

# No user stands in it: what was paid stays paid when whom it was for is erased.
model_costs = tenant_table(
    "model_costs",
    words("crew", null=False),
    words("work", null=False),
    Column("usage", JSONB, nullable=False),
    written_at(),
    one_of("work", *Work),
    Index("ix_model_costs_tenant_id_written_at", "tenant_id", "written_at"),
    plain_text={"crew", "work", "usage"},
)
