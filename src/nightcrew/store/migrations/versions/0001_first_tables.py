"""The first tables, closed from the first day."""

from __future__ import annotations

from nightcrew.store.migrations.first_tables import memory, people, speaking
from nightcrew.store.migrations.protection import open_to_runtime

revision = "0001_first_tables"
down_revision = None


def upgrade() -> None:
    """Make every table, in the order they point at each other."""
    people.create()
    memory.create()
    speaking.create()
    open_to_runtime("alembic_version", "select")
