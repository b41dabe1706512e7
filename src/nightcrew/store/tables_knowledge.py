"""What crews know of their field: a tenant's own items, and those that come with the product.

An item is no word of a user: it is public text with its source. Words and vector stand on the row;
a vector of another embedding model is never compared, the words of its row still count.
"""

from __future__ import annotations

from typing import Any

from pgvector.sqlalchemy import Vector
from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR

from nightcrew.store.schema import (
    VECTOR_SIZE,
    identity,
    installation_table,
    moment,
    one_of,
    tenant_table,
    unique,
    words,
    written_at,
)

ITEM_WORDS = {
    "collection", "heading", "text", "digest", "title", "url", "origin", "state", "reviewed_by",
    "asked", "lexemes", "embedding", "asked_embeddings", "model",
}  # fmt: skip


def _item_columns() -> list[Any]:
    return [
        words("collection", null=False),
        Column("position", Integer, nullable=False),
        words("heading", null=False),
        words("text", null=False),
        Column("asked", ARRAY(Text), nullable=False),
        words("digest", null=False),
        words("title", null=False),
        words("url", null=False),
        words("origin", null=False),
        Column("as_of", Date, nullable=False),
        Column("recheck_on", Date),
        words("state", null=False),
        words("reviewed_by"),
        moment("reviewed_at"),
        moment("fetched_at"),
        identity("replaces", null=True),
        Column("lexemes", TSVECTOR, nullable=False),
        Column("length", Integer, nullable=False),
        Column("embedding", Vector(VECTOR_SIZE)),
        Column("asked_embeddings", ARRAY(Vector(VECTOR_SIZE))),
        words("model"),
        written_at(),
        CheckConstraint("(embedding is null) = (model is null)", name="vector_names_its_model"),
    ]


knowledge_items = tenant_table(
    "knowledge_items",
    *_item_columns(),
    unique("collection", "digest"),
    one_of("state", "waiting", "live", "stale", "rejected", "replaced"),
    one_of("origin", "text", "web", "research"),
    CheckConstraint("(reviewed_by is null) = (reviewed_at is null)", name="review_has_a_moment"),
    plain_text=ITEM_WORDS,
)

Index(
    "ix_knowledge_items_state",
    knowledge_items.c.tenant_id,
    knowledge_items.c.state,
    knowledge_items.c.collection,
)
Index("ix_knowledge_items_recheck", knowledge_items.c.tenant_id, knowledge_items.c.recheck_on)

shipped_knowledge = installation_table(
    "shipped_knowledge",
    identity("id"),
    *_item_columns(),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("collection", "digest"),
    plain_text=ITEM_WORDS,
    why="collections of the product's own files, the same for every tenant",
)
