"""How a table is closed: row-level security that holds for its owner too, and no statistics.

Who may see a row is written in the transaction's settings: `app.tenant` always, `app.user` and
`app.crew` when the transaction is one person's or one pair's, `app.key_hash` to look up a key.
"""

from __future__ import annotations

from collections.abc import Sequence

from alembic import op

_ROLE = "nightcrew_app"


def protect(
    table: str,
    user_text: Sequence[str] = (),
    *,
    person: bool = False,
    crew: bool = False,
    scope: bool = False,
    of_all_crews: bool = False,
    through: tuple[str, str] | None = None,
    team: str | None = None,
    own: bool = False,
) -> None:
    """Close a tenant's table to all but its tenant, and to others inside the tenant.

    user_text: columns that hold words of a user; PostgreSQL must keep no sample of them.
    person: seen by its user only, when the transaction names one. crew: seen by its crew only,
    when the transaction names one. scope: with `crew`, rows not private are seen by all crews.
    of_all_crews: with `crew`, rows that name no crew are seen by all crews.
    through: a table and the column that points at it; when the transaction names a crew, a row is
    seen with the row it points at, by the policy of that table.
    team: the column that names a team; seen by its members only, when the transaction names a
    person, and by its crews only, when it names a crew. own: besides, by the person it is of.
    """
    conditions = [_is("tenant_id", "app.tenant", "uuid")]
    if person:
        conditions.append(_is_or_unset("user_id", "app.user", "uuid"))
    if crew:
        conditions.append(_of_crew(scope=scope, of_all_crews=of_all_crews))
    if through is not None:
        conditions.append(f"({_unset('app.crew')} or {_points_at_seen(table, *through)})")
    if team is not None:
        among = f"({_in_team(table, team, crew=crew)})"
        conditions.append(f"(user_id = {_now('app.user', 'uuid')} or {among})" if own else among)
    allowed = " and ".join(conditions)
    op.execute(f"alter table {table} enable row level security")
    op.execute(f"alter table {table} force row level security")
    op.execute(f"create policy whose on {table} using ({allowed}) with check ({allowed})")
    for column in user_text:
        op.execute(f"alter table {table} alter column {column} set statistics 0")
    open_to_runtime(table)


def find_by_key(table: str) -> None:
    """Let a transaction that knows the hash of a key read that key's row, before any tenant."""
    asked = "decode(nullif(current_setting('app.key_hash', true), ''), 'hex')"
    op.execute(f"create policy by_key on {table} for select using (key_hash = {asked})")


def open_to_runtime(table: str, rights: str = "select, insert, update, delete") -> None:
    """Let the runtime role use a table."""
    op.execute(f"grant {rights} on {table} to {_ROLE}")


def _is(column: str, setting: str, kind: str) -> str:
    return f"{column} = nullif(current_setting('{setting}', true), '')::{kind}"


def _is_or_unset(column: str, setting: str, kind: str) -> str:
    return f"({_unset(setting)} or {column} = {_now(setting, kind)})"


def _of_crew(*, scope: bool, of_all_crews: bool) -> str:
    shared = "scope <> 'private' or " if scope else ""
    shared += "crew is null or " if of_all_crews else ""
    return f"({shared}{_is_or_unset('crew', 'app.crew', 'text')})"


def _in_team(table: str, team: str, *, crew: bool) -> str:
    members = (
        f"exists (select from team_members seen where seen.tenant_id = {table}.tenant_id"
        f" and seen.team_id = {table}.{team} and seen.user_id = {_now('app.user', 'uuid')})"
    )
    crews = (
        f"exists (select from team_crews seen where seen.tenant_id = {table}.tenant_id"
        f" and seen.team_id = {table}.{team} and seen.crew = {_now('app.crew', 'text')})"
    )
    of_members = f"({_unset('app.user')} or {members})"
    # The table of the teams' crews names its own crew and cannot ask itself.
    return of_members if crew else f"{of_members} and ({_unset('app.crew')} or {crews})"


def _now(setting: str, kind: str) -> str:
    # As sub-selects they are worked out once a statement: 10,000 rows in 10 ms, else in 23 ms.
    return f"(select nullif(current_setting('{setting}', true), '')::{kind})"


def _unset(setting: str) -> str:
    return f"(select coalesce(current_setting('{setting}', true), '')) = ''"


def _points_at_seen(table: str, target: str, column: str) -> str:
    return (
        f"exists (select from {target} seen"
        f" where seen.tenant_id = {table}.tenant_id and seen.id = {table}.{column})"
    )
