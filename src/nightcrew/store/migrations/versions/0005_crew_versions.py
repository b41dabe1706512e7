"""Versions of crew text: who made each, of which files, and that none is ever changed."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import open_to_runtime

revision = "0005_crew_versions"
down_revision = "0004_listings"

_COLUMNS = """
alter table crew_bundles
    add column how text default 'loaded' not null,
    add column parent integer,
    add column restored_from integer,
    add column sources jsonb,
    add constraint ck_crew_bundles_how_is_known
        check (how in ('loaded', 'published', 'restored'))
"""

_TEXTS = """
create table crew_texts (
    digest text not null,
    text text not null,
    constraint pk_crew_texts primary key (digest)
)
"""


def upgrade() -> None:
    """Keep the files of each version, every text once, and let nobody change a version."""
    op.execute(_COLUMNS)
    op.execute(_TEXTS)
    open_to_runtime("crew_texts", "select, insert")
    op.execute("revoke update, delete on crew_bundles from nightcrew_app")
