"""Sessions of the console."""

from __future__ import annotations

revision = "0009_console"
down_revision = "0008_watches"


def upgrade() -> None:
    """Nothing yet."""
