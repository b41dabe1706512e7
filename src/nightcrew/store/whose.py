"""Whose rows a statement touches: said in the statement too, not by the policies alone."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table

from nightcrew.domain.pair import Pair


def of_pair(table: Table, pair: Pair) -> tuple[ColumnElement[bool], ...]:
    """The rows of one user with one crew."""
    return (
        table.c.tenant_id == pair.tenant,
        table.c.user_id == pair.user,
        table.c.crew == pair.crew,
    )
