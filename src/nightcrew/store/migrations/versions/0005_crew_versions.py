"""What the versions of a crew's text need beside their bundle."""

from __future__ import annotations

revision = "0005_crew_versions"
down_revision = "0004_listings"


def upgrade() -> None:
    """Nothing yet."""
