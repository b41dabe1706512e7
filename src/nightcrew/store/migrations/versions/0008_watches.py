"""What a watch saw last, and a state for promises whose time ran out."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0008_watches"
down_revision = "0007_teams"

_WATCHES = """
CREATE TABLE watches (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    follow_up_id UUID NOT NULL,
    looks INTEGER DEFAULT '0' NOT NULL,
    failures INTEGER DEFAULT '0' NOT NULL,
    looked_at TIMESTAMP WITH TIME ZONE NOT NULL,
    status TEXT NOT NULL,
    seen TEXT DEFAULT '' NOT NULL,
    found JSONB,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_watches PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_watches_follow_ups_tenant_id_follow_up_id FOREIGN KEY(tenant_id,
        follow_up_id) REFERENCES follow_ups (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_watches_tenant_id_follow_up_id UNIQUE (tenant_id, follow_up_id),
    CONSTRAINT fk_watches_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_watches_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
)
"""
_STATES = "'open', 'paused', 'done', 'ended', 'cancelled', 'expired'"


def upgrade() -> None:
    """Add the table, and the state that a watch ends in when nothing was found in time."""
    op.execute(_WATCHES)
    protect("watches", ("found",), person=True, crew=True)
    op.execute("alter table follow_ups drop constraint ck_follow_ups_state_is_known")
    op.execute(
        "alter table follow_ups add constraint ck_follow_ups_state_is_known"
        f" check (state in ({_STATES}))"
    )
