"""Collections and their reviewed items, by which the knowledge tool answers."""

from __future__ import annotations

revision = "0006_knowledge"
down_revision = "0005_crew_versions"


def upgrade() -> None:
    """Nothing yet."""
