"""Memories, their history, what was forgotten, and the dreams that changed them."""

from __future__ import annotations

from pgvector.sqlalchemy import Vector
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Index,
    Integer,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from nightcrew.store.schema import (
    BLANKED,
    ERASED_WITH_ROW,
    VECTOR_SIZE,
    belongs_to,
    identity,
    kept,
    moment,
    one_of,
    pair_table,
    person_table,
    unique,
    words,
    written_at,
)

KINDS = ("fact", "plan", "style")
SCOPES = ("private", "shared", "team")

memories = pair_table(
    "memories",
    words("kind", null=False),
    words("scope", null=False),
    words("subject", null=False),
    words("text", null=False),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("review_on", Date),
    Column("explicit", Boolean, nullable=False),
    words("status", null=False),
    Column("version", Integer, nullable=False),
    words("via", null=False),
    Column("learned_on", Date, nullable=False),
    Column("said_on", Date, nullable=False),
    Column("passed_noted", Boolean, nullable=False, server_default="false"),
    moment("off_at"),
    moment("changed_at", null=False),
    written_at(),
    one_of("kind", *KINDS),
    one_of("scope", *SCOPES),
    one_of("status", "active", "off"),
    CheckConstraint(
        "char_length(text) between 1 and case when explicit then 4000 else 500 end",
        name="text_is_whole",
    ),
    CheckConstraint("from_on is null or to_on is null or from_on <= to_on", name="dates_in_order"),
    CheckConstraint("(status = 'off') = (off_at is not null)", name="off_has_a_moment"),
    Index("ix_memories_active", "tenant_id", "user_id", "status", "crew"),
    Index(
        "ix_memories_due",
        "tenant_id",
        "to_on",
        postgresql_where=text("status = 'active' and not passed_noted"),
    ),
    user_text={
        "subject": kept(ERASED_WITH_ROW, "forgotten"),
        "text": kept(ERASED_WITH_ROW, "forgotten"),
    },
    plain_text={"kind", "scope", "status", "via"},
)

memory_versions = person_table(
    "memory_versions",
    identity("memory_id"),
    Column("version", Integer, nullable=False),
    words("text"),
    words("kind", null=False),
    words("scope", null=False),
    words("subject"),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("review_on", Date),
    Column("said_on", Date, nullable=False),
    Column("explicit", Boolean, nullable=False),
    words("status", null=False),
    words("actor", null=False),
    words("cause", null=False),
    identity("dream_id", null=True),
    Column("restored_from", Integer),
    moment("at", null=False),
    moment("redacted_at"),
    Column("cites", ARRAY(Uuid), nullable=False),
    belongs_to("memories", "memory_id", gone="CASCADE"),
    unique("memory_id", "version"),
    one_of("actor", "user", "crew", "dream", "review", "importer", "admin"),
    CheckConstraint("redacted_at is null or text is null", name="redacted_has_no_text"),
    user_text={
        "text": kept(BLANKED, "versions"),
        "subject": kept(BLANKED, "versions"),
    },
    plain_text={"kind", "scope", "status", "actor", "cause"},
    policy="pair",
)

memory_cites = person_table(
    "memory_cites",
    identity("memory_id"),
    identity("evidence_id"),
    belongs_to("memories", "memory_id", gone="CASCADE"),
    belongs_to("evidence", "evidence_id", gone="CASCADE"),
    unique("memory_id", "evidence_id"),
    policy="pair",
)

memory_index = pair_table(
    "memory_index",
    words("scope", null=False),
    Column("version", Integer, nullable=False),
    Column("embedding", Vector(VECTOR_SIZE), nullable=False),
    words("model", null=False),
    belongs_to("memories", "id", gone="CASCADE"),
    Index("ix_memory_index_owner", "tenant_id", "user_id"),
    user_text={"embedding": kept(ERASED_WITH_ROW, "forgotten")},
    plain_text={"scope", "model"},
)

tombstones = person_table(
    "tombstones",
    words("crew"),
    identity("memory_id", null=True),
    words("kind", null=False),
    words("subject", null=False),
    Column("claim_hashes", ARRAY(Text), nullable=False),
    words("wording_hash", null=False),
    moment("created_at", null=False),
    moment("lifted_at"),
    words("lifted_by"),
    one_of("kind", *KINDS),
    Index(
        "ix_tombstones_standing",
        "tenant_id",
        "user_id",
        postgresql_where=text("lifted_at is null"),
    ),
    user_text={
        "subject": kept(BLANKED, "while the user exists"),
        "claim_hashes": kept("the user's key is deleted", "while the user exists"),
        "wording_hash": kept("the user's key is deleted", "while the user exists"),
    },
    plain_text={"crew", "kind", "lifted_by"},
    policy="pair",
)

suggestions = pair_table(
    "suggestions",
    identity("memory_id"),
    words("text", null=False),
    words("kind", null=False),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("cites", ARRAY(Uuid), nullable=False),
    words("state", null=False),
    moment("created_at", null=False),
    moment("decided_at"),
    belongs_to("memories", "memory_id", gone="CASCADE"),
    one_of("state", "open", "accepted", "dismissed", "discarded"),
    user_text={"text": kept(ERASED_WITH_ROW, "forgotten")},
    plain_text={"kind", "state"},
)

dreams = pair_table(
    "dreams",
    words("flow", null=False),
    words("mode", null=False),
    moment("at", null=False),
    words("outcome", null=False),
    Column("usage", JSONB, nullable=False),
    Column("evidence", JSONB, nullable=False),
    Column("prompts", JSONB, nullable=False),
    Column("same_model_verifies", Boolean, nullable=False),
    moment("reverted_at"),
    written_at(),
    Index("ix_dreams_pair_at", "tenant_id", "user_id", "crew", "at"),
    plain_text={"flow", "mode", "outcome", "usage", "evidence", "prompts"},
)

dream_changes = person_table(
    "dream_changes",
    identity("dream_id"),
    Column("number", Integer, nullable=False),
    words("action", null=False),
    identity("memory_id", null=True),
    Column("memory_version", Integer),
    words("kind", null=False),
    words("scope", null=False),
    words("subject", null=False),
    words("text", null=False),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("cites", ARRAY(Uuid), nullable=False),
    Column("applied", Boolean, nullable=False),
    words("reason"),
    words("detail", null=False),
    words("why", null=False),
    words("verdict"),
    Column("merged_into", Integer),
    belongs_to("dreams", "dream_id", gone="CASCADE"),
    unique("dream_id", "number"),
    CheckConstraint("applied or reason is not null", name="refusal_has_a_reason"),
    user_text={
        "text": kept(BLANKED, "dream_reports"),
        "subject": kept(BLANKED, "dream_reports"),
        "why": kept(BLANKED, "dream_reports"),
        "verdict": kept(BLANKED, "dream_reports"),
        "kind": kept(BLANKED, "dream_reports"),
        "scope": kept(BLANKED, "dream_reports"),
        "action": kept(BLANKED, "dream_reports"),
    },
    plain_text={"reason", "detail"},
    policy="pair",
)
