"""Sessions of the console, and how often keys were tried there in vain."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import find_by_key, open_to_runtime, protect

revision = "0009_console"
down_revision = "0008_watches"

_SESSIONS = """
create table console_sessions (
    tenant_id uuid not null,
    id uuid not null,
    key_hash bytea not null,
    api_key_id uuid not null,
    created_at timestamp with time zone default now() not null,
    seen_at timestamp with time zone default now() not null,
    constraint pk_console_sessions primary key (tenant_id, id),
    constraint uq_console_sessions_key_hash unique (key_hash),
    constraint fk_console_sessions_tenants_tenant_id
        foreign key (tenant_id) references tenants (id),
    constraint fk_console_sessions_api_keys_tenant_id_api_key_id
        foreign key (tenant_id, api_key_id) references api_keys (tenant_id, id)
        on delete cascade
)
"""

_ATTEMPTS = """
create table sign_in_attempts (
    address_hash bytea not null,
    failed integer not null,
    since timestamp with time zone default now() not null,
    constraint pk_sign_in_attempts primary key (address_hash)
)
"""


def upgrade() -> None:
    """Add both tables; a session is found by its key before its tenant is known."""
    op.execute(_SESSIONS)
    protect("console_sessions")
    find_by_key("console_sessions")
    op.execute(_ATTEMPTS)
    open_to_runtime("sign_in_attempts")
