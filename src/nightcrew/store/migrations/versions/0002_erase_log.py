"""What was erased is logged, and work begun before an erasure can be told by its count."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0002_erase_log"
down_revision = "0001_first_tables"

_LOG = """
create table erase_log (
    tenant_id uuid not null,
    id uuid not null,
    kind text not null,
    person uuid not null,
    subject uuid not null,
    version integer,
    at timestamp with time zone not null,
    written_at timestamp with time zone default now() not null,
    constraint pk_erase_log primary key (tenant_id, id),
    constraint fk_erase_log_tenants_tenant_id foreign key (tenant_id) references tenants (id),
    constraint ck_erase_log_kind_is_known
        check (kind in ('memory', 'turn', 'conversation', 'person', 'version')),
    constraint ck_erase_log_version_is_named check ((kind = 'version') = (version is not null))
)
"""


def upgrade() -> None:
    """Add the log and the count."""
    op.execute(_LOG)
    op.execute("create index ix_erase_log_subject on erase_log (tenant_id, person, subject)")
    protect("erase_log")
    op.execute("alter table users add column erase_count integer default 0 not null")
