"""How often a key called, by the database's clock."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0010_limits"
down_revision = "0009_console"

_KEY_LIMITS = """
create table key_limits (
    tenant_id uuid not null,
    id uuid not null,
    per_second integer,
    tokens double precision default '0' not null,
    filled_at timestamp with time zone default now() not null,
    constraint pk_key_limits primary key (tenant_id, id),
    constraint fk_key_limits_tenants_tenant_id foreign key (tenant_id) references tenants (id),
    constraint fk_key_limits_api_keys_tenant_id_id foreign key (tenant_id, id)
        references api_keys (tenant_id, id) on delete cascade,
    constraint ck_key_limits_per_second_is_a_rate check (per_second between 1 and 100000),
    constraint ck_key_limits_holds_something check (tokens >= 0)
) with (fillfactor = 50)
"""


def upgrade() -> None:
    """Add the table; half of each page stays free, because its few rows are always rewritten."""
    op.execute(_KEY_LIMITS)
    protect("key_limits")
