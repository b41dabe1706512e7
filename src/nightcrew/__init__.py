"""Companion crews that remember rightly, dream at night and speak at the right moment."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightcrew.app import App, open_app
    from nightcrew.domain.pair import Pair
    from nightcrew.domain.turn import Said
    from nightcrew.settings import Settings

__all__ = ["App", "Pair", "Said", "Settings", "open_app"]

_HOMES = {
    "App": "nightcrew.app",
    "Pair": "nightcrew.domain.pair",
    "Said": "nightcrew.domain.turn",
    "Settings": "nightcrew.settings",
    "open_app": "nightcrew.app",
}


def __getattr__(name: str) -> Any:
    """The door of Python callers, opened when it is used: `nightcrew --help` loads none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
