"""How often a key called, by the database's clock."""

from __future__ import annotations

revision = "0010_limits"
down_revision = "0009_console"


def upgrade() -> None:
    """Nothing yet."""
