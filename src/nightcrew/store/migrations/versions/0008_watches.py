"""What a watch saw last, and judgements kept to be asked again."""

from __future__ import annotations

revision = "0008_watches"
down_revision = "0007_teams"


def upgrade() -> None:
    """Nothing yet."""
