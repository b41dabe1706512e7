"""What waits for a team's admins, and what became of it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.domain.team_change import KeptChange, ReviewState, TeamChange
from nightcrew.store.rows import value
from nightcrew.store.tables import team_changes
from nightcrew.store.team_memories import NEWEST_WORDS

MOST_WAITING = 10_000  # changes of one team that a new one is compared with

# A promotion of what its owner has forgotten or switched off meanwhile waits no longer. What is to
# be forgotten is read from where it stands, so that it leaves with whoever said it.
_QUEUE = f"""
  select c.id, c.created_at, c.decided_at, u.external_id as proposer,
    case when c.state = 'waiting' and c.expires_at <= :now then 'expired' else c.state end as state,
    m.version as memory_version,
    jsonb_build_object(
      'id', c.id, 'team', c.team_id, 'user', c.user_id, 'crew', c.crew, 'action', c.action,
      'kind', c.kind, 'subject', coalesce(w.subject, c.subject),
      'text', coalesce(w.text, c.text), 'from_on', c.from_on, 'to_on', c.to_on,
      'review_on', c.review_on, 'said_on', c.said_on, 'cites', to_jsonb(c.cites),
      'memory', c.memory, 'source_memory', c.source_memory, 'origin', c.origin,
      'created_at', c.created_at, 'expires_at', c.expires_at) as change
  from team_changes c
  join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
  left join team_memories m on m.tenant_id = c.tenant_id and m.id = c.memory
    and m.status = 'active'
  left join lateral ({NEWEST_WORDS}) w on true
  where c.tenant_id = :tenant and c.team_id = :team
    and not (c.state = 'waiting' and c.source_memory is not null and not exists (
      select from memories s where s.tenant_id = c.tenant_id and s.id = c.source_memory
        and s.status = 'active'))
"""
_VALUE = (
    "jsonb_build_object('change', q.change, 'proposer', q.proposer, 'state', q.state,"
    " 'decided_at', q.decided_at, 'memory_version', q.memory_version)"
)
_LISTED = text(f"""
select {_VALUE} from ({_QUEUE}) q
where (:state = 'all' or q.state = :state)
  and (cast(:after_at as timestamptz) is null
       or (q.created_at, q.id) > (cast(:after_at as timestamptz), cast(:after_id as uuid)))
order by q.created_at, q.id limit :limit
""")
_SETTLED = text(f"""
select {_VALUE} from ({_QUEUE}) q where q.state <> 'waiting'
order by coalesce(q.decided_at, cast(q.change ->> 'expires_at' as timestamptz)) desc, q.id desc
limit :limit
""")
_COUNTED = text(f"select count(*) from ({_QUEUE}) q where :state = 'all' or q.state = :state")
_ONE = text(f"select {_VALUE} from ({_QUEUE}) q where q.id = :change")


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    team: UUID,
    *,
    state: str,
    now: datetime,
    after: tuple[datetime, UUID] | None = None,
    limit: int = 50,
) -> tuple[KeptChange, ...]:
    """A page of a team's changes, oldest first; `after` is the last row of the page before."""
    asked = {
        "tenant": tenant,
        "team": team,
        "state": state,
        "now": now,
        "after_at": after[0] if after else None,
        "after_id": after[1] if after else None,
        "limit": limit,
    }
    found = await connection.scalars(_LISTED, asked)
    return tuple(value(KeptChange, body) for body in found)


async def settled_last(
    connection: AsyncConnection, tenant: UUID, team: UUID, *, now: datetime, limit: int
) -> tuple[KeptChange, ...]:
    """The changes of a team that wait no longer, the last decided or expired first."""
    asked = {"tenant": tenant, "team": team, "now": now, "limit": limit}
    found = await connection.scalars(_SETTLED, asked)
    return tuple(value(KeptChange, body) for body in found)


async def own_waiting(
    connection: AsyncConnection, pair: Pair, team: UUID, now: datetime
) -> tuple[TeamChange, ...]:
    """What a person with a crew has proposed and nobody has decided on."""
    found = await listed(
        connection, pair.tenant, team, state=ReviewState.WAITING, now=now, limit=MOST_WAITING
    )
    return tuple(each.change for each in found if each.change.user == pair.user)


async def count(
    connection: AsyncConnection, tenant: UUID, team: UUID, *, state: str, now: datetime
) -> int:
    """How many changes `listed` would page through, exactly."""
    asked = {"tenant": tenant, "team": team, "state": state, "now": now}
    return int(await connection.scalar(_COUNTED, asked) or 0)


async def one(
    connection: AsyncConnection, tenant: UUID, team: UUID, change: UUID, now: datetime
) -> KeptChange | None:
    """One change of a team, whatever became of it."""
    asked = {"tenant": tenant, "team": team, "change": change, "now": now}
    body = await connection.scalar(_ONE, asked)
    return value(KeptChange, body) if body else None


async def add(connection: AsyncConnection, pair: Pair, change: TeamChange) -> UUID:
    """Put a change into the queue; the id of the same one that waits already, if there is one.

    Of what is to be forgotten no word is copied.
    """
    forgets = change.memory is not None
    same = select(team_changes.c.id).where(
        team_changes.c.tenant_id == pair.tenant,
        team_changes.c.user_id == pair.user,
        team_changes.c.team_id == change.team,
        team_changes.c.action == change.action,
        team_changes.c.state == ReviewState.WAITING,
        team_changes.c.memory == change.memory if forgets else team_changes.c.text == change.text,
    )
    known: UUID | None = await connection.scalar(same.limit(1))
    if known is not None:
        return known
    row: dict[str, Any] = named_fields(change)
    row |= {"team_id": row.pop("team"), "user_id": row.pop("user"), "cites": list(change.cites)}
    row |= {"subject": "", "text": ""} if forgets else {}
    await connection.execute(
        insert(team_changes).values(**row, tenant_id=pair.tenant, state=ReviewState.WAITING)
    )
    return change.id


async def settle(
    connection: AsyncConnection,
    tenant: UUID,
    change: UUID,
    state: ReviewState,
    *,
    by: UUID,
    at: datetime,
) -> bool:
    """Note what was decided and by whom; False when somebody was quicker."""
    done = await connection.execute(
        update(team_changes)
        .where(
            team_changes.c.tenant_id == tenant,
            team_changes.c.id == change,
            team_changes.c.state == ReviewState.WAITING,
        )
        .values(state=state, decided_at=at, decided_by=by)
    )
    return bool(done.rowcount)


# Somebody who has left a team does not see it any more, and takes along what is their own.
_OF_PERSON = text("""
select jsonb_agg(jsonb_build_object(
    'team', p.team, 'action', p.action, 'kind', p.kind, 'text', p.text, 'state', p.state,
    'said_on', p.said_on, 'crew', p.crew) order by p.at, p.id)
from (
  select t.name as team, c.action, c.kind, c.text, c.state, c.said_on, c.crew, c.id,
         c.created_at as at
  from team_changes c left join teams t on t.tenant_id = c.tenant_id and t.id = c.team_id
  where c.tenant_id = :tenant and c.user_id = :user
  union all
  select t.name, 'WRITE', m.kind, w.text, 'known to the team', w.said_on, w.crew, w.id,
         m.changed_at
  from team_words w
  left join team_memories m on m.tenant_id = w.tenant_id and m.id = w.memory_id
  left join teams t on t.tenant_id = w.tenant_id and t.id = w.team_id
  where w.tenant_id = :tenant and w.user_id = :user) p
""")


async def of_person(
    connection: AsyncConnection, tenant: UUID, user: UUID
) -> tuple[dict[str, Any], ...]:
    """All a person proposed to teams, and of it what the teams know; for their export."""
    found = await connection.scalar(_OF_PERSON, {"tenant": tenant, "user": user})
    return tuple(found or ())
