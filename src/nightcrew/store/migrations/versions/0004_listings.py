"""Listings of used cars, by which the price tool compares.

COPY refuses tables with row-level security, and the runtime role may make no temporary ones: rows
come in as arrays, 5,000 a statement.
"""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0004_listings"
down_revision = "0003_webhooks"

_LISTINGS = """
create table listings (
    tenant_id uuid not null,
    id uuid not null,
    source text not null,
    source_id text not null,
    maker text,
    model text not null,
    model_key text not null,
    segment text not null,
    trim text,
    fuel text,
    year integer not null,
    km integer not null,
    accident text not null,
    price bigint not null,
    currency text not null,
    basis text not null,
    listed_on date not null,
    written_at timestamp with time zone default now() not null,
    constraint pk_listings primary key (tenant_id, id),
    constraint uq_listings_tenant_id_source_source_id unique (tenant_id, source, source_id),
    constraint fk_listings_tenants_tenant_id foreign key (tenant_id) references tenants (id),
    constraint ck_listings_accident_is_known
        check (accident in ('none', 'minor', 'major', 'unknown')),
    constraint ck_listings_basis_is_known check (basis in ('asking', 'sold')),
    constraint ck_listings_costs_something check (price > 0),
    constraint ck_listings_has_run_forward check (km >= 0),
    constraint ck_listings_currency_is_a_code check (currency ~ '^[A-Z]{3}$')
)
"""


def upgrade() -> None:
    """Add the table and the way to find a model's and a segment's newest rows."""
    op.execute(_LISTINGS)
    op.execute("create index ix_listings_model on listings (tenant_id, model_key, listed_on)")
    op.execute("create index ix_listings_segment on listings (tenant_id, segment, listed_on)")
    protect("listings")
