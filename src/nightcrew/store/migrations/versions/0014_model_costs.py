"""What models cost beside the answers and dreams that tell it themselves."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0014_model_costs"
down_revision = "0013_stems"

_COSTS = """
create table model_costs (
    tenant_id uuid not null,
    id uuid not null,
    crew text not null,
    work text not null,
    usage jsonb not null,
    written_at timestamp with time zone default now() not null,
    constraint ck_model_costs_work_is_known check (work in
        ('turn', 'dream', 'plan', 'message', 'research', 'digest', 'replay', 'stories')),
    constraint pk_model_costs primary key (tenant_id, id),
    constraint fk_model_costs_tenants_tenant_id foreign key (tenant_id) references tenants (id)
)
"""
_BY_TIME = "create index ix_model_costs_tenant_id_written_at on model_costs (tenant_id, written_at)"


def upgrade() -> None:
    """Add the table; a day of it is read again and again."""
    op.execute(_COSTS)
    op.execute(_BY_TIME)
    protect("model_costs")
