"""Ids of new rows that are listed newest first."""

from __future__ import annotations

import secrets
import time
from uuid import UUID

_MILLISECOND = 10**6  # nanoseconds
_VERSION, _VARIANT = 7, 0b10


def next_id() -> UUID:
    """An id that sorts behind those made before it on this machine: UUID version 7, RFC 9562.

    Two rows of one day then stand in the order in which they were made, and not in any.
    """
    milliseconds, rest = divmod(time.time_ns(), _MILLISECOND)
    fraction = rest * 4096 // _MILLISECOND
    high = milliseconds << 16 | _VERSION << 12 | fraction
    return UUID(int=high << 64 | _VARIANT << 62 | secrets.randbits(62))
