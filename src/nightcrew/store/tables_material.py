"""What an operator loads for crews to look at: listings of used cars.

A listing is no word of a user: it is public, belongs to a tenant and goes when a newer load of its
source leaves it out.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, Index, Integer

from nightcrew.store.schema import one_of, tenant_table, unique, words, written_at

# price: whole units of `currency`. listed_on: the day on which the offer was seen or the car sold.
listings = tenant_table(
    "listings",
    words("source", null=False),
    words("source_id", null=False),
    words("maker"),
    words("model", null=False),
    words("model_key", null=False),
    words("segment", null=False),
    words("trim"),
    words("fuel"),
    Column("year", Integer, nullable=False),
    Column("km", Integer, nullable=False),
    words("accident", null=False),
    Column("price", BigInteger, nullable=False),
    words("currency", null=False),
    words("basis", null=False),
    Column("listed_on", Date, nullable=False),
    written_at(),
    unique("source", "source_id"),
    one_of("accident", "none", "minor", "major", "unknown"),
    one_of("basis", "asking", "sold"),
    CheckConstraint("price > 0", name="costs_something"),
    CheckConstraint("km >= 0", name="has_run_forward"),
    CheckConstraint("currency ~ '^[A-Z]{3}$'", name="currency_is_a_code"),
    plain_text={
        "source", "source_id", "maker", "model", "model_key", "segment", "trim", "fuel",
        "accident", "currency", "basis",
    },
)  # fmt: skip

Index("ix_listings_model", listings.c.tenant_id, listings.c.model_key, listings.c.listed_on)
Index("ix_listings_segment", listings.c.tenant_id, listings.c.segment, listings.c.listed_on)
