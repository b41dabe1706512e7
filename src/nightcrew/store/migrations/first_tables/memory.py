"""Memories, their history, tombstones and dreams, as they were made first."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

_TABLES = """
CREATE TABLE dreams (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    flow TEXT NOT NULL,
    mode TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    outcome TEXT NOT NULL,
    usage JSONB NOT NULL,
    evidence JSONB NOT NULL,
    prompts JSONB NOT NULL,
    same_model_verifies BOOLEAN NOT NULL,
    reverted_at TIMESTAMP WITH TIME ZONE,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_dreams PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_dreams_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_dreams_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_dreams_pair_at ON dreams (tenant_id, user_id, crew, at);

CREATE TABLE memories (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    from_on DATE,
    to_on DATE,
    review_on DATE,
    explicit BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    via TEXT NOT NULL,
    learned_on DATE NOT NULL,
    said_on DATE NOT NULL,
    passed_noted BOOLEAN DEFAULT 'false' NOT NULL,
    off_at TIMESTAMP WITH TIME ZONE,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_memories PRIMARY KEY (tenant_id, id),
    CONSTRAINT ck_memories_kind_is_known CHECK (kind in ('fact', 'plan', 'style')),
    CONSTRAINT ck_memories_scope_is_known CHECK (scope in ('private', 'shared', 'team')),
    CONSTRAINT ck_memories_status_is_known CHECK (status in ('active', 'off')),
    CONSTRAINT ck_memories_text_is_whole CHECK (char_length(text) between 1 and case when
        explicit then 4000 else 500 end),
    CONSTRAINT ck_memories_dates_in_order CHECK (from_on is null or to_on is null or from_on <=
        to_on),
    CONSTRAINT ck_memories_off_has_a_moment CHECK ((status = 'off') = (off_at is not null)),
    CONSTRAINT fk_memories_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memories_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_memories_active ON memories (tenant_id, user_id, status, crew);

CREATE INDEX ix_memories_due ON memories (tenant_id, to_on) WHERE status = 'active' and not
    passed_noted;

CREATE TABLE memory_index (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    scope TEXT NOT NULL,
    version INTEGER NOT NULL,
    embedding VECTOR(384) NOT NULL,
    model TEXT NOT NULL,
    CONSTRAINT pk_memory_index PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_memory_index_memories_tenant_id_id FOREIGN KEY(tenant_id, id) REFERENCES
        memories (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memory_index_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memory_index_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_memory_index_owner ON memory_index (tenant_id, user_id);

ALTER TABLE memory_index ALTER COLUMN embedding SET STORAGE PLAIN;

CREATE TABLE tombstones (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT,
    memory_id UUID,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    claim_hashes TEXT[] NOT NULL,
    wording_hash TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    lifted_at TIMESTAMP WITH TIME ZONE,
    lifted_by TEXT,
    CONSTRAINT pk_tombstones PRIMARY KEY (tenant_id, id),
    CONSTRAINT ck_tombstones_kind_is_known CHECK (kind in ('fact', 'plan', 'style')),
    CONSTRAINT fk_tombstones_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_tombstones_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_tombstones_standing ON tombstones (tenant_id, user_id) WHERE lifted_at is null;

CREATE TABLE dream_changes (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    dream_id UUID NOT NULL,
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    memory_id UUID,
    memory_version INTEGER,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    from_on DATE,
    to_on DATE,
    cites UUID[] NOT NULL,
    applied BOOLEAN NOT NULL,
    reason TEXT,
    detail TEXT NOT NULL,
    why TEXT NOT NULL,
    verdict TEXT,
    merged_into INTEGER,
    CONSTRAINT pk_dream_changes PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_dream_changes_dreams_tenant_id_dream_id FOREIGN KEY(tenant_id, dream_id)
        REFERENCES dreams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_dream_changes_tenant_id_dream_id_number UNIQUE (tenant_id, dream_id, number),
    CONSTRAINT ck_dream_changes_refusal_has_a_reason CHECK (applied or reason is not null),
    CONSTRAINT fk_dream_changes_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_dream_changes_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE memory_versions (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    memory_id UUID NOT NULL,
    version INTEGER NOT NULL,
    text TEXT,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT,
    from_on DATE,
    to_on DATE,
    review_on DATE,
    said_on DATE NOT NULL,
    explicit BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    actor TEXT NOT NULL,
    cause TEXT NOT NULL,
    dream_id UUID,
    restored_from INTEGER,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    redacted_at TIMESTAMP WITH TIME ZONE,
    cites UUID[] NOT NULL,
    CONSTRAINT pk_memory_versions PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_memory_versions_memories_tenant_id_memory_id FOREIGN KEY(tenant_id, memory_id)
        REFERENCES memories (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_memory_versions_tenant_id_memory_id_version UNIQUE (tenant_id, memory_id,
        version),
    CONSTRAINT ck_memory_versions_actor_is_known CHECK (actor in ('user', 'crew', 'dream',
        'review', 'importer', 'admin')),
    CONSTRAINT ck_memory_versions_redacted_has_no_text CHECK (redacted_at is null or text is
        null),
    CONSTRAINT fk_memory_versions_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memory_versions_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants
        (id)
);

CREATE TABLE suggestions (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    memory_id UUID NOT NULL,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    from_on DATE,
    to_on DATE,
    cites UUID[] NOT NULL,
    state TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    decided_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_suggestions PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_suggestions_memories_tenant_id_memory_id FOREIGN KEY(tenant_id, memory_id)
        REFERENCES memories (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_suggestions_state_is_known CHECK (state in ('open', 'accepted', 'dismissed',
        'discarded')),
    CONSTRAINT fk_suggestions_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_suggestions_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE memory_cites (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    memory_id UUID NOT NULL,
    evidence_id UUID NOT NULL,
    CONSTRAINT pk_memory_cites PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_memory_cites_memories_tenant_id_memory_id FOREIGN KEY(tenant_id, memory_id)
        REFERENCES memories (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memory_cites_evidence_tenant_id_evidence_id FOREIGN KEY(tenant_id,
        evidence_id) REFERENCES evidence (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_memory_cites_tenant_id_memory_id_evidence_id UNIQUE (tenant_id, memory_id,
        evidence_id),
    CONSTRAINT fk_memory_cites_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_memory_cites_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);
"""


def create() -> None:
    """Make and close the tables."""
    op.execute(_TABLES)
    protect("dreams", person=True, crew=True)
    protect("memories", ("subject", "text"), person=True, crew=True, scope=True)
    protect("memory_index", ("embedding",), person=True, crew=True, scope=True)
    protect(
        "tombstones",
        ("subject", "claim_hashes", "wording_hash"),
        person=True,
        crew=True,
        of_all_crews=True,
    )
    protect(
        "dream_changes",
        ("text", "subject", "why", "verdict", "kind", "scope", "action"),
        person=True,
        through=("dreams", "dream_id"),
    )
    protect("memory_versions", ("text", "subject"), person=True, through=("memories", "memory_id"))
    protect("suggestions", ("text",), person=True, crew=True)
    protect("memory_cites", person=True, through=("memories", "memory_id"))
