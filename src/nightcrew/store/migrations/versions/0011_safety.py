"""What tenants set for crises and disclosure, counts by month, and when a pair was told last."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0011_safety"
down_revision = "0010_limits"

_SETTINGS = """
create table safety_settings (
    tenant_id uuid not null,
    id uuid not null,
    resources jsonb default '{}'::jsonb not null,
    texts jsonb default '{}'::jsonb not null,
    interval_minutes jsonb default '{}'::jsonb not null,
    written_at timestamp with time zone default now() not null,
    constraint ck_safety_settings_one_a_tenant check (id = tenant_id),
    constraint pk_safety_settings primary key (tenant_id, id),
    constraint fk_safety_settings_tenants_tenant_id foreign key (tenant_id) references tenants (id)
)
"""
_COUNTS = """
create table safety_counts (
    tenant_id uuid not null,
    id uuid not null,
    month_on date not null,
    level text not null,
    turns integer not null,
    constraint uq_safety_counts_tenant_id_month_on_level unique (tenant_id, month_on, level),
    constraint ck_safety_counts_level_is_known check (level in ('concern', 'crisis')),
    constraint pk_safety_counts primary key (tenant_id, id),
    constraint fk_safety_counts_tenants_tenant_id foreign key (tenant_id) references tenants (id)
)
"""


def upgrade() -> None:
    """Add two tables, and to a pair when it was last told that this is an AI."""
    op.execute(_SETTINGS)
    op.execute(_COUNTS)
    protect("safety_settings")
    protect("safety_counts")
    op.execute("alter table pair_states add column noticed_at timestamp with time zone")
