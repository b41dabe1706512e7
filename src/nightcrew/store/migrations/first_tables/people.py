"""Tenants, keys, crews' published text, users, and what was said, as they were made first."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import find_by_key, open_to_runtime, protect

_TABLES = r"""
CREATE TABLE crew_bundles (
    digest TEXT NOT NULL,
    crew TEXT NOT NULL,
    number INTEGER NOT NULL,
    body JSONB NOT NULL,
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_crew_bundles PRIMARY KEY (crew, number)
);

CREATE INDEX ix_crew_bundles_digest ON crew_bundles (digest);

CREATE TABLE flow_runs (
    id UUID NOT NULL,
    flow TEXT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    outcome TEXT NOT NULL,
    counts JSONB NOT NULL,
    CONSTRAINT pk_flow_runs PRIMARY KEY (id)
);

CREATE INDEX ix_flow_runs_flow_started_at ON flow_runs (flow, started_at);

CREATE TABLE tenants (
    id UUID NOT NULL,
    name TEXT NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_tenants PRIMARY KEY (id),
    CONSTRAINT uq_tenants_name UNIQUE (name)
);

CREATE TABLE api_keys (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    key_hash BYTEA NOT NULL,
    label TEXT NOT NULL,
    scopes TEXT[] NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    revoked_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_api_keys PRIMARY KEY (tenant_id, id),
    CONSTRAINT uq_api_keys_key_hash UNIQUE (key_hash),
    CONSTRAINT fk_api_keys_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE users (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    external_id TEXT NOT NULL,
    name TEXT,
    timezone TEXT,
    locale TEXT,
    quiet_hours JSONB,
    daily_cap INTEGER,
    age_band TEXT,
    consents JSONB NOT NULL,
    claim_key BYTEA NOT NULL,
    last_spoke_at TIMESTAMP WITH TIME ZONE,
    hold_until TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_users PRIMARY KEY (tenant_id, id),
    CONSTRAINT uq_users_tenant_id_external_id UNIQUE (tenant_id, external_id),
    CONSTRAINT ck_users_external_id_is_printable CHECK (char_length(external_id) between 1 and
        128 and external_id !~ '[\x01-\x1f\x7f]'),
    CONSTRAINT ck_users_age_band_is_known CHECK (age_band in ('adult', 'minor', 'unknown')),
    CONSTRAINT fk_users_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE conversations (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    external_id TEXT NOT NULL,
    bundle TEXT NOT NULL,
    skill TEXT,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    last_turn_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_conversations PRIMARY KEY (tenant_id, id),
    CONSTRAINT uq_conversations_tenant_id_user_id_crew_external_id UNIQUE (tenant_id, user_id,
        crew, external_id),
    CONSTRAINT fk_conversations_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_conversations_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_conversations_running ON conversations (tenant_id, user_id, crew, last_turn_at);

CREATE TABLE pair_states (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    last_said_at TIMESTAMP WITH TIME ZONE,
    oldest_pending_at TIMESTAMP WITH TIME ZONE,
    evidence_from TIMESTAMP WITH TIME ZONE,
    planned_until TIMESTAMP WITH TIME ZONE,
    changed_at TIMESTAMP WITH TIME ZONE,
    nightly_at TIMESTAMP WITH TIME ZONE,
    nightly_on TEXT,
    reviewed_on TEXT,
    generation BIGINT DEFAULT '0' NOT NULL,
    dream_failures BIGINT DEFAULT '0' NOT NULL,
    dream_refusals BIGINT DEFAULT '0' NOT NULL,
    dream_after TIMESTAMP WITH TIME ZONE,
    stale_dreams BIGINT DEFAULT '0' NOT NULL,
    plan_failures BIGINT DEFAULT '0' NOT NULL,
    plan_refusals BIGINT DEFAULT '0' NOT NULL,
    plan_after TIMESTAMP WITH TIME ZONE,
    refused JSONB,
    lease_token UUID,
    lease_until TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_pair_states PRIMARY KEY (tenant_id, id),
    CONSTRAINT uq_pair_states_tenant_id_user_id_crew UNIQUE (tenant_id, user_id, crew),
    CONSTRAINT fk_pair_states_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_pair_states_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_pair_states_pending ON pair_states (tenant_id, oldest_pending_at);

CREATE TABLE skill_sessions (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    conversation_id UUID,
    turn UUID,
    skill TEXT NOT NULL,
    bundle TEXT NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_skill_sessions PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_skill_sessions_conversations_tenant_id_conversation_id FOREIGN KEY(tenant_id,
        conversation_id) REFERENCES conversations (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_skill_sessions_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_skill_sessions_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants
        (id)
);

CREATE TABLE turns (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    conversation_id UUID NOT NULL,
    turn_id TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    state TEXT NOT NULL,
    lease_token UUID,
    lease_until TIMESTAMP WITH TIME ZONE,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    answer JSONB,
    explain JSONB,
    judged JSONB,
    safety TEXT,
    CONSTRAINT pk_turns PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_turns_conversations_tenant_id_conversation_id FOREIGN KEY(tenant_id,
        conversation_id) REFERENCES conversations (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_turns_tenant_id_turn_id UNIQUE (tenant_id, turn_id),
    CONSTRAINT ck_turns_state_is_known CHECK (state in ('running', 'done', 'incomplete')),
    CONSTRAINT ck_turns_done_has_an_answer CHECK ((state = 'done') = (answer is not null)),
    CONSTRAINT fk_turns_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES users
        (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_turns_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_turns_pair_at ON turns (tenant_id, user_id, crew, at);

CREATE TABLE messages (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    conversation_id UUID,
    turn UUID,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    said_at TIMESTAMP WITH TIME ZONE NOT NULL,
    timezone TEXT NOT NULL,
    source TEXT NOT NULL,
    complete INTEGER DEFAULT '1' NOT NULL,
    position BIGINT GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT pk_messages PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_messages_conversations_tenant_id_conversation_id FOREIGN KEY(tenant_id,
        conversation_id) REFERENCES conversations (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_messages_turns_tenant_id_turn FOREIGN KEY(tenant_id, turn) REFERENCES turns
        (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_messages_speaker_is_known CHECK (speaker in ('user', 'assistant')),
    CONSTRAINT ck_messages_source_is_known CHECK (source in ('user', 'crew', 'follow_up',
        'imported')),
    CONSTRAINT fk_messages_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_messages_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_messages_talk ON messages (tenant_id, conversation_id, position);

CREATE INDEX ix_messages_pair ON messages (tenant_id, user_id, crew, position);

CREATE UNIQUE INDEX uq_messages_turn_speaker ON messages (tenant_id, turn, speaker) WHERE turn
    is not null;

CREATE TABLE evidence (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    external_id TEXT,
    speaker TEXT NOT NULL,
    said_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    dreams INTEGER DEFAULT '0' NOT NULL,
    dream_id UUID,
    erased_at TIMESTAMP WITH TIME ZONE,
    position BIGINT GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT pk_evidence PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_evidence_messages_tenant_id_id FOREIGN KEY(tenant_id, id) REFERENCES messages
        (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_evidence_tenant_id_user_id_crew_external_id UNIQUE (tenant_id, user_id, crew,
        external_id),
    CONSTRAINT ck_evidence_state_is_known CHECK (state in ('pending', 'applied', 'nothing',
        'parked', 'excluded')),
    CONSTRAINT ck_evidence_speaker_is_known CHECK (speaker in ('user', 'assistant')),
    CONSTRAINT fk_evidence_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_evidence_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_evidence_pending ON evidence (tenant_id, user_id, crew, said_at) WHERE state =
    'pending';

CREATE INDEX ix_evidence_hidden ON evidence (tenant_id, user_id, crew) WHERE erased_at is not null
    or state = 'excluded';

CREATE TABLE evidence_index (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    length INTEGER NOT NULL,
    embedding VECTOR(384) NOT NULL,
    lexemes TSVECTOR NOT NULL,
    model TEXT NOT NULL,
    CONSTRAINT pk_evidence_index PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_evidence_index_evidence_tenant_id_id FOREIGN KEY(tenant_id, id) REFERENCES
        evidence (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_evidence_index_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_evidence_index_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants
        (id)
);

CREATE INDEX ix_evidence_index_owner ON evidence_index (tenant_id, user_id, crew);

-- Vectors beside their rows and not in a side file: an exact scan is a quarter to a third faster.
ALTER TABLE evidence_index ALTER COLUMN embedding SET STORAGE PLAIN,
    ALTER COLUMN lexemes SET STORAGE MAIN;
"""


def create() -> None:
    """Make and close the tables."""
    op.execute(_TABLES)
    open_to_runtime("crew_bundles")
    open_to_runtime("flow_runs")
    open_to_runtime("tenants")
    protect("api_keys")
    find_by_key("api_keys")
    protect("users", ("external_id", "name"))
    protect("conversations", ("external_id",), person=True, crew=True)
    protect("pair_states", ("refused",), person=True, crew=True)
    protect("skill_sessions", person=True, crew=True)
    protect("turns", ("turn_id", "answer", "judged"), person=True, crew=True)
    protect("messages", ("text",), person=True, crew=True)
    protect("evidence", ("external_id",), person=True, crew=True)
    protect("evidence_index", ("embedding", "lexemes"), person=True, crew=True)
