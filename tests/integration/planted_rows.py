"""Rows in every table, for tests about who sees what; their contents mean nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

import psycopg
from psycopg import sql
from sqlalchemy import Column, Table
from sqlalchemy.engine import make_url

from nightcrew.store.bootstrap import Access
from nightcrew.store.tables import metadata

CLOSED = [table for table in metadata.sorted_tables if table.info["policy"] != "installation"]
ABOUT_A_PERSON = [table for table in CLOSED if table.info["policy"] in ("person", "pair")]

_POSTGRES = make_url("postgresql+psycopg://").get_dialect()()

# Rows that are seen with the row they point at: the column, and the table of that row.
_SEEN_WITH = {
    ("memory_versions", "memory_id"): "memories",
    ("memory_cites", "memory_id"): "memories",
    ("dream_changes", "dream_id"): "dreams",
}

# A value for a column that must have one, by its type in PostgreSQL.
FILLING = {
    "BIGINT": "1",
    "BOOLEAN": "false",
    "BYTEA": "uuid_send(gen_random_uuid())",
    "DATE": "date '2026-09-01'",
    "INTEGER": "1",
    "JSONB": "'{}'::jsonb",
    "TEXT": "gen_random_uuid()::text",
    "TEXT[]": "'{}'::text[]",
    "TIMESTAMP WITH TIME ZONE": "now()",
    "TSVECTOR": "''::tsvector",
    "UUID": "gen_random_uuid()",
    "UUID[]": "'{}'::uuid[]",
    "VECTOR(384)": "array_fill(0.1, array[384])::vector",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """Whose a row is; the parts a table has no column for are left out."""

    tenant: UUID
    user: UUID
    crew: str = "travel-mina"
    scope: str = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """The ids of the planted rows: table, then whose."""

    rows: dict[str, dict[Whose, UUID]]

    def of(self, table: Table, *whose: Whose) -> set[UUID]:
        """The ids of these owners' rows in that table."""
        return {self.rows[table.name][one] for one in whose if one in self.rows[table.name]}


def plant(access: Access, owners: list[Whose]) -> Planted:
    """Put one row of each owner into every closed table, of tables stripped of other rules."""
    with psycopg.connect(access.owner_url) as connection:
        drop_what_is_not_about_policies(connection)
        rows: dict[str, dict[Whose, UUID]] = {}
        for table in CLOSED:
            fitting = [one for one in owners if one.scope == "private" or "scope" in table.c]
            rows[table.name] = {one: row_of(table.name, one) for one in fitting}
            for one, row in rows[table.name].items():
                connection.execute(insertion(table, one, row))
    return Planted(rows=rows)


def row_of(table: str, whose: Whose) -> UUID:
    """The id of the row that `plant` puts there; only memories are private or shared themselves."""
    owner = whose if "scope" in metadata.tables[table].c else replace(whose, scope="private")
    return uuid5(whose.user, f"{table} {whose.tenant} {owner.crew} {owner.scope}")


def insertion(table: Table, whose: Whose, row: UUID) -> sql.Composed:
    """The statement that puts one row there."""
    pointing = {
        column: row_of(target, whose)
        for (name, column), target in _SEEN_WITH.items()
        if name == table.name
    }
    given = {
        **pointing,
        "tenant_id": whose.tenant,
        "id": row,
        "user_id": whose.user,
        "crew": whose.crew,
        "scope": whose.scope,
    }
    columns = [column for column in table.c if column.name in given or _must_be_filled(column)]
    values = [
        sql.Literal(given[column.name])
        if column.name in given
        else sql.SQL(FILLING[str(column.type.compile(dialect=_POSTGRES))])
        for column in columns
    ]
    return sql.SQL("insert into {} ({}) values ({})").format(
        sql.Identifier(table.name),
        sql.SQL(", ").join(sql.Identifier(column.name) for column in columns),
        sql.SQL(", ").join(values),
    )


def _must_be_filled(column: Column[Any]) -> bool:
    return not (column.nullable or column.server_default is not None or column.identity)


def drop_what_is_not_about_policies(connection: psycopg.Connection[Any]) -> None:
    found = connection.execute(
        "select conrelid::regclass::text, conname from pg_constraint"
        " where contype in ('c', 'f', 'u') and connamespace = 'public'::regnamespace"
        " order by contype"
    )
    for table, name in found.fetchall():
        connection.execute(
            sql.SQL("alter table {} drop constraint {}").format(
                sql.Identifier(table), sql.Identifier(name)
            )
        )
