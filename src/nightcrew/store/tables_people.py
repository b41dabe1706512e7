"""Tenants, keys, crews' published text, users, and what was said."""

from __future__ import annotations

from pgvector.sqlalchemy import Vector
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Identity,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TSVECTOR

from nightcrew.store.schema import (
    BLANKED,
    ERASED_WITH_ROW,
    VECTOR_SIZE,
    belongs_to,
    identity,
    installation_table,
    kept,
    moment,
    one_of,
    pair_table,
    tenant_table,
    unique,
    words,
    written_at,
)

tenants = installation_table(
    "tenants",
    identity("id"),
    words("name", null=False),
    written_at(),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("name"),
    plain_text={"name"},
    why="sweeps list tenant ids, then open one transaction a tenant; no user's data is here",
)

crew_bundles = installation_table(
    "crew_bundles",
    words("digest", null=False),
    words("crew", null=False),
    Column("number", Integer, nullable=False),
    Column("body", JSONB, nullable=False),
    words("author", null=False),
    words("reason", null=False),
    written_at(),
    Column("how", Text, nullable=False, server_default="loaded"),
    Column("parent", Integer),
    Column("restored_from", Integer),
    Column("sources", JSONB),
    PrimaryKeyConstraint("crew", "number"),
    Index("ix_crew_bundles_digest", "digest"),
    one_of("how", "loaded", "published", "restored"),
    plain_text={"digest", "crew", "body", "author", "reason", "how", "sources"},
    why="crews belong to the installation; files are the source, each resolved bundle is kept",
)

crew_texts = installation_table(
    "crew_texts",
    words("digest", null=False),
    words("text", null=False),
    PrimaryKeyConstraint("digest"),
    plain_text={"digest", "text"},
    why="the files of those bundles as they were written, comments and all; each text once",
)

flow_runs = installation_table(
    "flow_runs",
    identity("id"),
    words("flow", null=False),
    moment("started_at", null=False),
    moment("ended_at"),
    words("outcome", null=False),
    Column("counts", JSONB, nullable=False),
    PrimaryKeyConstraint("id"),
    Index("ix_flow_runs_flow_started_at", "flow", "started_at"),
    plain_text={"flow", "outcome", "counts"},
    why="what the status page tells of flows: names, codes and counts",
)

api_keys = tenant_table(
    "api_keys",
    Column("key_hash", LargeBinary, nullable=False),
    words("label", null=False),
    Column("scopes", ARRAY(Text), nullable=False),
    written_at("created_at"),
    moment("expires_at"),
    moment("revoked_at"),
    UniqueConstraint("key_hash"),
    policy="key",
    plain_text={"label", "scopes"},
)

users = tenant_table(
    "users",
    words("external_id", null=False),
    words("name"),
    words("timezone"),
    words("locale"),
    Column("quiet_hours", JSONB),
    Column("daily_cap", Integer),
    words("age_band"),
    Column("consents", JSONB, nullable=False),
    Column("claim_key", LargeBinary, nullable=False),
    moment("last_spoke_at"),
    moment("hold_until"),
    # Work that read before something was erased must not write after it: the count tells.
    Column("erase_count", Integer, nullable=False, server_default="0"),
    written_at("created_at"),
    unique("external_id"),
    CheckConstraint(
        "char_length(external_id) between 1 and 128 and external_id !~ '[\\x01-\\x1f\\x7f]'",
        name="external_id_is_printable",
    ),
    one_of("age_band", "adult", "minor", "unknown"),
    user_text={
        "external_id": kept(ERASED_WITH_ROW, "while the user exists"),
        "name": kept(ERASED_WITH_ROW, "while the user exists"),
    },
    plain_text={"timezone", "locale", "quiet_hours", "age_band", "consents"},
)

conversations = pair_table(
    "conversations",
    words("external_id", null=False),
    words("bundle", null=False),
    words("skill"),
    moment("started_at", null=False),
    moment("last_turn_at", null=False),
    unique("user_id", "crew", "external_id"),
    Index("ix_conversations_running", "tenant_id", "user_id", "crew", "last_turn_at"),
    user_text={"external_id": kept(ERASED_WITH_ROW, "raw_turns")},
    plain_text={"bundle", "skill"},
    through_user=True,
)

turns = pair_table(
    "turns",
    identity("conversation_id"),
    words("turn_id", null=False),
    words("body_hash", null=False),
    words("state", null=False),
    identity("lease_token", null=True),
    moment("lease_until"),
    moment("at", null=False),
    written_at(),
    Column("answer", JSONB),
    Column("explain", JSONB),
    Column("judged", JSONB),
    words("safety"),
    belongs_to("conversations", "conversation_id", gone="CASCADE"),
    unique("turn_id"),
    one_of("state", "running", "done", "incomplete"),
    CheckConstraint("(state = 'done') = (answer is not null)", name="done_has_an_answer"),
    Index("ix_turns_pair_at", "tenant_id", "user_id", "crew", "at"),
    user_text={
        "turn_id": kept(ERASED_WITH_ROW, "raw_turns"),
        "answer": kept(ERASED_WITH_ROW, "raw_turns"),
        "judged": kept(ERASED_WITH_ROW, "raw_turns"),
    },
    plain_text={"body_hash", "state", "explain", "safety"},
)

messages = pair_table(
    "messages",
    identity("conversation_id", null=True),
    identity("turn", null=True),
    words("speaker", null=False),
    words("text", null=False),
    moment("said_at", null=False),
    words("timezone", null=False),
    words("source", null=False),
    Column("complete", Integer, nullable=False, server_default="1"),
    Column("position", BigInteger, Identity(always=True), nullable=False),
    belongs_to("conversations", "conversation_id", gone="CASCADE"),
    belongs_to("turns", "turn", gone="CASCADE"),
    one_of("speaker", "user", "assistant"),
    one_of("source", "user", "crew", "follow_up", "imported"),
    Index("ix_messages_talk", "tenant_id", "conversation_id", "position"),
    Index("ix_messages_pair", "tenant_id", "user_id", "crew", "position"),
    Index(
        "uq_messages_turn_speaker",
        "tenant_id",
        "turn",
        "speaker",
        unique=True,
        postgresql_where=text("turn is not null"),
    ),
    user_text={"text": kept(BLANKED, "raw_turns")},
    plain_text={"speaker", "timezone", "source"},
    through_user=True,
)

evidence = pair_table(
    "evidence",
    words("external_id"),
    words("speaker", null=False),
    moment("said_at", null=False),
    words("state", null=False),
    words("reason"),
    Column("dreams", Integer, nullable=False, server_default="0"),
    identity("dream_id", null=True),
    moment("erased_at"),
    Column("position", BigInteger, Identity(always=True), nullable=False),
    belongs_to("messages", "id", gone="CASCADE"),
    unique("user_id", "crew", "external_id"),
    one_of("state", "pending", "applied", "nothing", "parked", "excluded"),
    one_of("speaker", "user", "assistant"),
    Index(
        "ix_evidence_pending",
        "tenant_id",
        "user_id",
        "crew",
        "said_at",
        postgresql_where=text("state = 'pending'"),
    ),
    Index(
        "ix_evidence_hidden",
        "tenant_id",
        "user_id",
        "crew",
        postgresql_where=text("erased_at is not null or state = 'excluded'"),
    ),
    user_text={"external_id": kept(ERASED_WITH_ROW, "raw_turns")},
    plain_text={"speaker", "state", "reason"},
)

evidence_index = pair_table(
    "evidence_index",
    Column("length", Integer, nullable=False),
    Column("embedding", Vector(VECTOR_SIZE), nullable=False),
    Column("lexemes", TSVECTOR, nullable=False),
    words("model", null=False),
    belongs_to("evidence", "id", gone="CASCADE"),
    Index("ix_evidence_index_owner", "tenant_id", "user_id", "crew"),
    user_text={
        "embedding": kept(ERASED_WITH_ROW, "raw_turns"),
        "lexemes": kept(ERASED_WITH_ROW, "raw_turns"),
    },
    plain_text={"model"},
)

skill_sessions = pair_table(
    "skill_sessions",
    identity("conversation_id", null=True),
    identity("turn", null=True),
    words("skill", null=False),
    words("bundle", null=False),
    moment("started_at", null=False),
    moment("ended_at"),
    belongs_to("conversations", "conversation_id", gone="CASCADE"),
    plain_text={"skill", "bundle"},
)

pair_states = pair_table(
    "pair_states",
    moment("last_said_at"),
    moment("oldest_pending_at"),
    moment("evidence_from"),
    moment("planned_until"),
    moment("changed_at"),
    moment("nightly_at"),
    Column("nightly_on", Text),
    Column("reviewed_on", Text),
    Column("generation", BigInteger, nullable=False, server_default="0"),
    Column("dream_failures", BigInteger, nullable=False, server_default="0"),
    Column("dream_refusals", BigInteger, nullable=False, server_default="0"),
    moment("dream_after"),
    Column("stale_dreams", BigInteger, nullable=False, server_default="0"),
    Column("plan_failures", BigInteger, nullable=False, server_default="0"),
    Column("plan_refusals", BigInteger, nullable=False, server_default="0"),
    moment("plan_after"),
    Column("refused", JSONB),
    identity("lease_token", null=True),
    moment("lease_until"),
    moment("noticed_at"),
    unique("user_id", "crew"),
    Index("ix_pair_states_pending", "tenant_id", "oldest_pending_at"),
    user_text={"refused": kept(BLANKED, "dream_reports")},
    plain_text={"nightly_on", "reviewed_on"},
)
