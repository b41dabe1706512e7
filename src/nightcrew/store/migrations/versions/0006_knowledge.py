"""Collections and their reviewed items, by which the knowledge tool answers.

Items that come with the product belong to no tenant and all read them; a tenant's own are apart.
"""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import open_to_runtime, protect

revision = "0006_knowledge"
down_revision = "0005_crew_versions"

_COLUMNS = """
    id uuid not null,
    collection text not null,
    position integer not null,
    heading text not null,
    text text not null,
    asked text[] not null,
    digest text not null,
    title text not null,
    url text not null,
    origin text not null,
    as_of date not null,
    recheck_on date,
    state text not null,
    reviewed_by text,
    reviewed_at timestamp with time zone,
    fetched_at timestamp with time zone,
    replaces uuid,
    lexemes tsvector not null,
    length integer not null,
    embedding vector(384),
    asked_embeddings vector(384)[],
    model text,
    written_at timestamp with time zone default now() not null
"""

_ITEMS = f"""
create table knowledge_items (
    tenant_id uuid not null,
    {_COLUMNS.strip()},
    constraint pk_knowledge_items primary key (tenant_id, id),
    constraint uq_knowledge_items_tenant_id_collection_digest
        unique (tenant_id, collection, digest),
    constraint fk_knowledge_items_tenants_tenant_id foreign key (tenant_id) references tenants (id),
    constraint ck_knowledge_items_state_is_known
        check (state in ('waiting', 'live', 'stale', 'rejected', 'replaced')),
    constraint ck_knowledge_items_origin_is_known check (origin in ('text', 'web', 'research')),
    constraint ck_knowledge_items_review_has_a_moment
        check ((reviewed_by is null) = (reviewed_at is null)),
    constraint ck_knowledge_items_vector_names_its_model
        check ((embedding is null) = (model is null))
);
create index ix_knowledge_items_state on knowledge_items (tenant_id, state, collection);
create index ix_knowledge_items_recheck on knowledge_items (tenant_id, recheck_on)
"""

_SHIPPED = f"""
create table shipped_knowledge (
    {_COLUMNS.strip()},
    constraint pk_shipped_knowledge primary key (id),
    constraint uq_shipped_knowledge_collection_digest unique (collection, digest),
    constraint ck_shipped_knowledge_vector_names_its_model
        check ((embedding is null) = (model is null))
)
"""


def upgrade() -> None:
    """Add both tables."""
    op.execute(_ITEMS)
    protect("knowledge_items")
    op.execute(_SHIPPED)
    open_to_runtime("shipped_knowledge")
