"""Teams: their crews and members, and which turns were said to them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import delete, insert, select, text
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.domain.team import Team
from nightcrew.store.rows import value
from nightcrew.store.tables import team_crews, team_members, team_turns, teams

_TEAM = text("""
select t.id, t.name,
  coalesce((select array_agg(c.crew order by c.crew) from team_crews c
            where c.tenant_id = t.tenant_id and c.team_id = t.id), '{}') as crews,
  coalesce((select jsonb_agg(jsonb_build_object('user', u.external_id, 'role', m.role)
                             order by u.external_id)
            from team_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
            where m.tenant_id = t.tenant_id and m.team_id = t.id), '[]') as members
from teams t where t.tenant_id = :tenant and t.name = :name
""")
_ENTRANCE = text("""
select t.id,
  exists (select from team_members m where m.tenant_id = t.tenant_id and m.team_id = t.id
          and m.user_id = :user) as member,
  exists (select from team_crews c where c.tenant_id = t.tenant_id and c.team_id = t.id
          and c.crew = :crew) as crew
from teams t where t.tenant_id = :tenant and t.name = :name
""")
# Policies leave of the teams only those of this person and this crew as they are now.
_SAID_TO = text("""
select s.id as line, w.team_id as team
from messages s
join team_turns w on w.tenant_id = s.tenant_id and w.turn = s.turn
join teams t on t.tenant_id = w.tenant_id and t.id = w.team_id
where s.tenant_id = :tenant and s.user_id = :user and s.crew = :crew
  and s.id = any(cast(:lines as uuid[]))
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Whether a person may talk with a crew as a member of a team, at this moment."""

    id: UUID
    member: bool
    crew: bool


async def find(connection: AsyncConnection, tenant: UUID, name: str) -> Team | None:
    """The team of that name with its crews and members."""
    found = await connection.execute(_TEAM, {"tenant": tenant, "name": name})
    row = found.mappings().first()
    return value(Team, row) if row else None


async def entrance(connection: AsyncConnection, pair: Pair, name: str) -> Entrance | None:
    """Who may come in, read anew for every request; None for a team that is not there."""
    asked = {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew, "name": name}
    row = (await connection.execute(_ENTRANCE, asked)).mappings().first()
    return value(Entrance, row) if row else None


async def put(
    connection: AsyncConnection,
    tenant: UUID,
    name: str,
    *,
    crews: Sequence[str],
    members: Mapping[UUID, str],
    at: datetime,
) -> None:
    """Make the team of that name exactly these crews and members; what it knows stays.

    members: our ids of users, and the role of each.
    """
    fresh = {"tenant_id": tenant, "id": uuid4(), "name": name, "changed_at": at}
    team = await connection.scalar(
        upsert(teams)
        .values(**fresh, claim_key=secrets.token_bytes(32))
        .on_conflict_do_update(index_elements=["tenant_id", "name"], set_={"changed_at": at})
        .returning(teams.c.id)
    )
    crew_rows = [{"crew": crew} for crew in crews]
    member_rows = [{"user_id": user, "role": role} for user, role in members.items()]
    for table, rows in ((team_crews, crew_rows), (team_members, member_rows)):
        mine = (table.c.tenant_id == tenant, table.c.team_id == team)
        await connection.execute(delete(table).where(*mine))
        whole = [{**row, "tenant_id": tenant, "id": uuid4(), "team_id": team} for row in rows]
        if whole:
            await connection.execute(insert(table).values(whole))


async def lock(connection: AsyncConnection, tenant: UUID, team: UUID) -> None:
    """Take turns: whoever decides on what a team knows holds the team's row."""
    mine = (teams.c.tenant_id == tenant, teams.c.id == team)
    await connection.execute(select(teams.c.id).where(*mine).with_for_update())


async def names(connection: AsyncConnection, tenant: UUID) -> list[str]:
    """The names of a tenant's teams, in order."""
    query = select(teams.c.name).where(teams.c.tenant_id == tenant).order_by(teams.c.name)
    return list(await connection.scalars(query))


async def names_by_id(connection: AsyncConnection, tenant: UUID) -> dict[UUID, str]:
    """The same by our own ids."""
    query = select(teams.c.id, teams.c.name).where(teams.c.tenant_id == tenant)
    found = await connection.execute(query.order_by(teams.c.name))
    return {row.id: row.name for row in found}


async def mark_turn(connection: AsyncConnection, pair: Pair, turn: UUID, team: UUID) -> None:
    """Keep that a turn was said to a team."""
    row = {"tenant_id": pair.tenant, "id": uuid4(), "user_id": pair.user}
    await connection.execute(
        upsert(team_turns).values(**row, team_id=team, turn=turn).on_conflict_do_nothing()
    )


async def said_to(
    connection: AsyncConnection, pair: Pair, lines: Sequence[UUID]
) -> dict[UUID, UUID]:
    """Which of these lines were said to which team that the person and the crew still belong to.

    The transaction is one of the pair, so that policies have their say.
    """
    asked = {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew, "lines": list(lines)}
    return {row.line: row.team for row in await connection.execute(_SAID_TO, asked)}
