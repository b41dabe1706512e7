"""What a tenant's crews did in the last day, as numbers by crew and code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.activity import Counted
from nightcrew.store.rows import value

# By the database's clock: a day is a day also where requests choose the moment.
_LAST_DAY = "{0}.tenant_id = :tenant and {0}.written_at > clock_timestamp() - interval '1 day'"

_COUNTED = text(f"""
with lately as materialized (
  select t.crew, t.state, t.answer -> 'decisions' as decisions,
         t.answer #>> '{{usage,cost}}' as cost
  from turns t where {_LAST_DAY.format("t")})
select 'turns' as kind, crew, state as first, '' as second, cast(count(*) as float) as number
  from lately group by crew, state
union all
select 'tools', crew, d.key, coalesce(d.value ->> 'status', ''), count(*)
  from lately, jsonb_each(decisions) d
  where jsonb_typeof(decisions) = 'object' and d.key <> 'skill'
  group by crew, d.key, d.value ->> 'status'
union all
select 'skills', crew, coalesce(decisions #>> '{{skill,name}}', 'none'), '', count(*)
  from lately where state = 'done' group by crew, decisions #>> '{{skill,name}}'
union all
select 'cost', crew, 'turn', '', sum(cast(cost as float))
  from lately where cost is not null group by crew
union all
select 'cost', r.crew, 'dream', '', sum(cast(r.usage ->> 'cost' as float))
  from dreams r where {_LAST_DAY.format("r")} and r.usage ->> 'cost' is not null group by r.crew
union all
select 'cost', m.crew, m.work, '', sum(cast(m.usage ->> 'cost' as float))
  from model_costs m where {_LAST_DAY.format("m")} and m.usage ->> 'cost' is not null
  group by m.crew, m.work
union all
select 'dreams', r.crew, r.outcome, '', count(*)
  from dreams r where {_LAST_DAY.format("r")} group by r.crew, r.outcome
union all
select 'changes', r.crew, case when c.applied then 'applied' else 'refused' end,
       coalesce(c.reason, 'none'), count(*)
  from dreams r join dream_changes c on c.tenant_id = r.tenant_id and c.dream_id = r.id
  where {_LAST_DAY.format("r")} group by r.crew, c.applied, c.reason
union all
select 'occurrences', o.crew, o.state, coalesce(o.reason, 'none'), count(*)
  from occurrences o where {_LAST_DAY.format("o")} group by o.crew, o.state, o.reason
""")

_OLDEST = text("""
select 'dream' as work, min(oldest_pending_at) as since from pair_states
  where tenant_id = :tenant
union all
select 'follow_up', min(coalesce(deliver_after, due_at)) from occurrences
  where tenant_id = :tenant and ended_at is null and state in ('due', 'deferred', 'claimed')
union all
select 'webhook', min(written_at) from deliveries
  where tenant_id = :tenant and state in ('ready', 'leased')
""")

_CHOSEN = text("""
select count(*) as turns, count(*) filter (where chosen is not null) as chosen from (
  select answer #>> '{decisions,skill,name}' as chosen from turns
  where tenant_id = :tenant and crew = :crew and state = 'done'
  order by at desc, written_at desc limit :last) newest
""")


_MODELS = text("""
select model, count(*) as rows from (
  select model from memory_index where tenant_id = :tenant
  union all select model from evidence_index where tenant_id = :tenant) both_indexes
group by model
""")


async def vector_models(connection: AsyncConnection, tenant: UUID) -> dict[str, int]:
    """How many vectors of a tenant were made by which embedding model."""
    found = await connection.execute(_MODELS, {"tenant": tenant})
    return {row.model: int(row.rows) for row in found}


async def counted(connection: AsyncConnection, tenant: UUID) -> Sequence[Counted]:
    """Turns, tools, skills, costs, dreams and occurrences of the last day."""
    found = await connection.execute(_COUNTED, {"tenant": tenant})
    return [value(Counted, row) for row in found.mappings()]


async def oldest(connection: AsyncConnection, tenant: UUID) -> dict[str, datetime]:
    """Since when the oldest piece of each kind of work waits; kinds without any are left out."""
    found = await connection.execute(_OLDEST, {"tenant": tenant})
    return {row.work: row.since for row in found if row.since is not None}


async def skills_chosen(
    connection: AsyncConnection, tenant: UUID, crew: str, *, last: int
) -> tuple[int, int]:
    """How many of a crew's newest finished turns there are, and in how many a skill was chosen."""
    row = (await connection.execute(_CHOSEN, {"tenant": tenant, "crew": crew, "last": last})).one()
    return int(row.turns), int(row.chosen)
