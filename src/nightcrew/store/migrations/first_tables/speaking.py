"""Follow-ups, occurrences, the gate and the outbox, as they were made first."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

_TABLES = """
CREATE TABLE follow_ups (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    kind TEXT NOT NULL,
    local TEXT,
    timezone TEXT NOT NULL,
    zone_mode TEXT NOT NULL,
    rule TEXT,
    until TEXT,
    purpose TEXT NOT NULL,
    intent TEXT NOT NULL,
    when_nothing TEXT NOT NULL,
    grace_minutes INTEGER NOT NULL,
    allow_night BOOLEAN NOT NULL,
    watch JSONB,
    asked_for BOOLEAN NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    slot TEXT NOT NULL,
    next_at TIMESTAMP WITH TIME ZONE,
    next_local TEXT,
    pause_until TIMESTAMP WITH TIME ZONE,
    ended_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    cites UUID[] NOT NULL,
    bundle TEXT NOT NULL,
    zone_data TEXT DEFAULT '' NOT NULL,
    still_asked_at TIMESTAMP WITH TIME ZONE,
    opens_talk BOOLEAN DEFAULT 'false' NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_follow_ups PRIMARY KEY (tenant_id, id),
    CONSTRAINT ck_follow_ups_kind_is_known CHECK (kind in ('one_shot', 'recurring', 'watch')),
    CONSTRAINT ck_follow_ups_zone_mode_is_known CHECK (zone_mode in ('follow_user', 'pinned')),
    CONSTRAINT ck_follow_ups_purpose_is_known CHECK (purpose in ('life', 'work', 'info',
        'check_in')),
    CONSTRAINT ck_follow_ups_when_nothing_is_known CHECK (when_nothing in ('stay_silent',
        'send')),
    CONSTRAINT ck_follow_ups_state_is_known CHECK (state in ('open', 'paused', 'done', 'ended',
        'cancelled')),
    CONSTRAINT ck_follow_ups_recurring_has_a_rule CHECK (kind <> 'recurring' or rule is not
        null),
    CONSTRAINT fk_follow_ups_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_follow_ups_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_follow_ups_due ON follow_ups (tenant_id, next_at) WHERE state = 'open';

CREATE INDEX ix_follow_ups_zone_data ON follow_ups (tenant_id, zone_data) WHERE next_at is not
    null;

CREATE UNIQUE INDEX uq_follow_ups_open_slot ON follow_ups (tenant_id, user_id, crew, slot) WHERE
    state in ('open', 'paused');

CREATE TABLE occurrences (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    follow_up_id UUID NOT NULL,
    local TEXT NOT NULL,
    timezone TEXT NOT NULL,
    due_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    deliver_after TIMESTAMP WITH TIME ZONE,
    first_allowed_at TIMESTAMP WITH TIME ZONE,
    attempts INTEGER DEFAULT '0' NOT NULL,
    lease_token UUID,
    lease_until TIMESTAMP WITH TIME ZONE,
    ended_at TIMESTAMP WITH TIME ZONE,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_occurrences PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_occurrences_follow_ups_tenant_id_follow_up_id FOREIGN KEY(tenant_id,
        follow_up_id) REFERENCES follow_ups (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_occurrences_tenant_id_follow_up_id_local_timezone UNIQUE (tenant_id,
        follow_up_id, local, timezone),
    CONSTRAINT ck_occurrences_state_is_known CHECK (state in ('due', 'claimed', 'queued',
        'delivered', 'unverified', 'failed', 'silent', 'deferred', 'missed', 'expired',
        'cancelled', 'blocked')),
    CONSTRAINT ck_occurrences_silence_has_a_reason CHECK (state not in
        ('silent','deferred','missed','expired','cancelled','blocked') or reason is not null),
    CONSTRAINT fk_occurrences_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_occurrences_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_occurrences_waiting ON occurrences (tenant_id, deliver_after) WHERE state in
    ('due', 'deferred', 'claimed');

CREATE TABLE gate_decisions (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    sender TEXT NOT NULL,
    occurrence_id UUID,
    verdict TEXT NOT NULL,
    reason TEXT,
    decided_at TIMESTAMP WITH TIME ZONE NOT NULL,
    until TIMESTAMP WITH TIME ZONE,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_gate_decisions PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_gate_decisions_occurrences_tenant_id_occurrence_id FOREIGN KEY(tenant_id,
        occurrence_id) REFERENCES occurrences (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_gate_decisions_tenant_id_id_verdict UNIQUE (tenant_id, id, verdict),
    CONSTRAINT ck_gate_decisions_verdict_is_known CHECK (verdict in ('allow', 'defer',
        'block')),
    CONSTRAINT ck_gate_decisions_no_has_a_reason CHECK (verdict = 'allow' or reason is not
        null),
    CONSTRAINT fk_gate_decisions_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_gate_decisions_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants
        (id)
);

CREATE TABLE outbox (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT,
    follow_up_id UUID,
    occurrence_id UUID,
    message_id UUID NOT NULL,
    gate_id UUID NOT NULL,
    gate_verdict TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    state TEXT NOT NULL,
    acked_at TIMESTAMP WITH TIME ZONE,
    unasked BOOLEAN NOT NULL,
    position BIGINT GENERATED ALWAYS AS IDENTITY,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_outbox PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_outbox_gate_decisions_tenant_id_gate_id_gate_verdict FOREIGN KEY(tenant_id,
        gate_id, gate_verdict) REFERENCES gate_decisions (tenant_id, id, verdict),
    CONSTRAINT fk_outbox_follow_ups_tenant_id_follow_up_id FOREIGN KEY(tenant_id, follow_up_id)
        REFERENCES follow_ups (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_outbox_occurrences_tenant_id_occurrence_id FOREIGN KEY(tenant_id,
        occurrence_id) REFERENCES occurrences (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_outbox_messages_tenant_id_message_id FOREIGN KEY(tenant_id, message_id)
        REFERENCES messages (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_outbox_tenant_id_occurrence_id UNIQUE (tenant_id, occurrence_id),
    CONSTRAINT ck_outbox_only_what_the_gate_allowed CHECK (gate_verdict = 'allow'),
    CONSTRAINT ck_outbox_kind_is_known CHECK (kind in ('follow_up', 'opener', 'still_wanted')),
    CONSTRAINT ck_outbox_state_is_known CHECK (state in ('ready', 'delivered', 'failed',
        'read')),
    CONSTRAINT fk_outbox_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_outbox_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_outbox_position ON outbox (tenant_id, position);

CREATE INDEX ix_outbox_user_created_at ON outbox (tenant_id, user_id, created_at);
"""


def create() -> None:
    """Make and close the tables."""
    op.execute(_TABLES)
    protect("follow_ups", ("intent", "watch"), person=True, crew=True)
    protect("occurrences", person=True, crew=True)
    protect("gate_decisions", person=True, crew=True)
    protect("outbox", ("text",), person=True, crew=True)
