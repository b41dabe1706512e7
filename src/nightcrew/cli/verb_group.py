"""How a group of verbs begins: empty, and showing its help when no verb is named."""

from __future__ import annotations

import typer


def group(purpose: str) -> typer.Typer:
    """An empty group of verbs."""
    return typer.Typer(help=purpose, no_args_is_help=True, rich_markup_mode=None)
