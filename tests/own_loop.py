"""A loop of a test's own, beside the one of the session that may stand in the middle of a test."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class OwnLoop:
    """Runs one coroutine after the other, like `asyncio.Runner` without its look at Ctrl-C.

    Measured reason: while a session's fixture is open, that look writes out a whole task each time,
    which made a state machine of 3 s last 43 s.
    """

    def __init__(self) -> None:
        self._runner = asyncio.Runner()

    def run(self, act: Coroutine[Any, Any, T]) -> T:
        """What the coroutine gives."""
        return self._runner.get_loop().run_until_complete(act)

    def close(self) -> None:
        """End what is left."""
        self._runner.close()
