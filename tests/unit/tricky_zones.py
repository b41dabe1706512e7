"""Zones that changed their clocks oddly, for what must hold in all of them."""

from __future__ import annotations

TRICKY_ZONES = (
    "Asia/Seoul",
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Pacific/Apia",
    "Africa/Casablanca",
    "America/Vancouver",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "America/Santiago",
    "Pacific/Kiritimati",
    "America/Havana",
    "Asia/Beirut",
)
