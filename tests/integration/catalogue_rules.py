"""What pg_catalog may say about our tables, each rule as the set of what breaks it."""

from __future__ import annotations

from typing import Any

import psycopg

from nightcrew.store.bootstrap import OWNER_ROLE, RUNTIME_ROLE
from nightcrew.store.tables import metadata

Connection = psycopg.Connection[tuple[Any, ...]]

HOLDS_WORDS = (
    "text", "text[]", "character varying", "character", "json", "jsonb", "tsvector", "vector",
    "halfvec",
)  # fmt: skip
KEPT_BY_ALEMBIC = "alembic_version"


def closed_tables(connection: Connection) -> set[str]:
    """Tables of ours whose rows belong to a tenant, a table unknown to tables.py included."""
    named = {table for (table,) in connection.execute(
        "select relname from pg_class where relnamespace = 'public'::regnamespace"
        " and relkind in ('r', 'p')"
    )}  # fmt: skip
    return {table for table in named if policy_of(table) != "installation"} - {KEPT_BY_ALEMBIC}


def tables_left_open(connection: Connection) -> set[str]:
    forced = {table for (table,) in connection.execute(
        "select relname from pg_class where relrowsecurity and relforcerowsecurity"
    )}  # fmt: skip
    policies = connection.execute(
        "select tablename, cmd, coalesce(qual, ''), coalesce(with_check, '') from pg_policies"
        " where permissive = 'PERMISSIVE'"
    ).fetchall()
    whole = {table for table, command, *_ in policies if command == "ALL"}
    loose = {
        table
        for table, command, using, check in policies
        if not _says_enough(policy_of(table), command, using, check)
    }
    closed = closed_tables(connection)
    return (closed - forced) | (closed - whole) | (closed & loose)


def _says_enough(policy: str, command: str, using: str, check: str) -> bool:
    if policy == "key" and command == "SELECT":
        return "app.key_hash" in using
    wanted = {
        "person": ("app.tenant", "app.user"),
        "pair": ("app.tenant", "app.user", "app.crew"),
        "team": ("app.tenant", "app.user", "app.crew"),
    }.get(policy, ("app.tenant",))
    return all(setting in using and setting in check for setting in wanted)


def columns_without_a_rule(
    connection: Connection, promised: dict[str, dict[str, Any]] | None = None
) -> set[str]:
    found = connection.execute(
        "select relname, attname, regexp_replace(format_type(atttypid, null), '^public\\.', '')"
        " from pg_attribute join pg_class on pg_class.oid = attrelid"
        " where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace"
        " and attnum > 0 and not attisdropped"
    )
    closed = closed_tables(connection)
    return {
        f"{table}.{column}"
        for table, column, kind in found
        if table in closed
        and kind in HOLDS_WORDS
        and not _has_a_rule((promised or {}).get(table) or promise_of(table), column)
    }


def _has_a_rule(info: dict[str, Any], column: str) -> bool:
    rule = info["user_text"].get(column)
    if rule is None:
        return column in info["plain_text"]
    return bool(rule.get("erase")) and bool(rule.get("retention"))


def columns_with_statistics(connection: Connection) -> set[str]:
    quiet = {tuple(row) for row in connection.execute(
        "select relname, attname from pg_attribute join pg_class on pg_class.oid = attrelid"
        " where attstattarget = 0"
    )}  # fmt: skip
    return {
        f"{table.name}.{column}"
        for table in metadata.tables.values()
        for column in table.info["user_text"]
        if (table.name, column) not in quiet
    }


def tables_without_a_tenant(connection: Connection) -> set[str]:
    named = {table for (table,) in connection.execute(
        "select relname from pg_attribute join pg_class on pg_class.oid = attrelid"
        " where attname = 'tenant_id' and attnotnull"
    )}  # fmt: skip
    return closed_tables(connection) - named


def unfounded_installation_tables(connection: Connection) -> set[str]:
    personal = {table for (table,) in connection.execute(
        "select relname from pg_attribute join pg_class on pg_class.oid = attrelid"
        " where attname in ('tenant_id', 'user_id')"
    )}  # fmt: skip
    ours = {name for name in metadata.tables if policy_of(name) == "installation"}
    return {name for name in ours if name in personal or not promise_of(name).get("why")}


def keys_across_tenants(connection: Connection) -> set[str]:
    found = connection.execute(
        "select conname, conrelid::regclass::text, confrelid::regclass::text,"
        " array(select (select attname::text from pg_attribute"
        "   where attrelid = conrelid and attnum = here) || '=' ||"
        "   (select attname::text from pg_attribute where attrelid = confrelid and attnum = there)"
        "   from unnest(conkey, confkey) as pairs (here, there))"
        " from pg_constraint where contype = 'f'"
    )
    return {
        name
        for name, _, target, pairs in found
        if ("tenant_id=id" if target == "tenants" else "tenant_id=tenant_id") not in pairs
    }


def unique_across_tenants(connection: Connection) -> set[str]:
    found = connection.execute(
        "select indexrelid::regclass::text, indrelid::regclass::text from pg_index"
        " join pg_class on pg_class.oid = indrelid"
        " where indisunique and relnamespace = 'public'::regnamespace and not exists ("
        "   select from pg_attribute where attrelid = indrelid and attname = 'tenant_id'"
        "   and attnum = any(indkey))"
    )
    # The hash of a random key tells nothing and is looked up before its tenant is known.
    closed = closed_tables(connection)
    return {index for index, table in found if table in closed and policy_of(table) != "key"}


def powers_of_the_runtime_role(connection: Connection) -> set[str]:
    role = {"role": RUNTIME_ROLE, "owner": OWNER_ROLE}
    powers = connection.execute(
        "select power from pg_roles, unnest(array["
        " case when rolsuper then 'rolsuper' end, case when rolbypassrls then 'rolbypassrls' end,"
        " case when rolcreaterole then 'rolcreaterole' end,"
        " case when rolcreatedb then 'rolcreatedb' end,"
        " case when pg_has_role(rolname, %(owner)s, 'member') then 'member of the owner' end]"
        ") as power where rolname = %(role)s and power is not null",
        role,
    ).fetchall()
    tables = connection.execute(
        "select case when pg_get_userbyid(relowner) = %(role)s then 'owner of ' else"
        " 'truncate on ' end || relname from pg_class"
        " where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')"
        " and (pg_get_userbyid(relowner) = %(role)s"
        "   or has_table_privilege(%(role)s, oid, 'truncate'))",
        role,
    ).fetchall()
    return {power for (power,) in powers + tables}


def doors_around_policies(connection: Connection) -> set[str]:
    found = connection.execute(
        "select proname::text from pg_proc where prosecdef"
        " and pronamespace = 'public'::regnamespace"
        " union all select relname::text from pg_class"
        " where relnamespace = 'public'::regnamespace and (relkind = 'm' or (relkind = 'v'"
        " and not coalesce(reloptions @> array['security_invoker=true'], false)))"
    )
    return {name for (name,) in found}


def promise_of(table: str) -> dict[str, Any]:
    found = metadata.tables.get(table)
    return dict(found.info) if found is not None else {"user_text": {}, "plain_text": set()}


def policy_of(table: str) -> str:
    return str(promise_of(table).get("policy", ""))
