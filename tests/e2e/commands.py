"""How commands end, and what runs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FINE, FINDINGS, WRONG_USE, UNREACHABLE = 0, 1, 2, 3  # contract section 6
Verb = Callable[..., tuple[int, Any]]
