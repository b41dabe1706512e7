"""Teams, what their members propose, and what an admin let stand."""

from __future__ import annotations

revision = "0007_teams"
down_revision = "0006_knowledge"


def upgrade() -> None:
    """Nothing yet."""
