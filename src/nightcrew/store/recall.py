"""The index of raw talk: a cache that can be rebuilt, and the one statement that searches it.

No approximate index: an exact scan of one pair's rows takes 2 ms at 600 turns, 15 ms at 5,000 and
misses nothing (engineering facts, recall). Rows of another embedding model are as good as absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.pair import Pair
from nightcrew.domain.recall import LEXICAL_WEIGHT
from nightcrew.store.rows import value

# Which lines may be found at all: said since the person last started over, and neither erased
# nor kept out of memory (a crisis).
_RECALLABLE = """
  e.tenant_id = :tenant and e.user_id = :user and e.crew = :crew
  and e.erased_at is null and e.state <> 'excluded'
  and e.said_at > coalesce((select p.evidence_from from pair_states p
                            where p.tenant_id = :tenant and p.user_id = :user and p.crew = :crew),
                           '-infinity')
"""

# The two lines before one in its conversation, whose words count a little as its own.
_PREVIOUS = """
  left join lateral (
    select array_agg(b.text order by b.position) as texts from (
      select s.text, s.position from messages s
      left join evidence x on x.tenant_id = s.tenant_id and x.id = s.id
      where s.tenant_id = m.tenant_id and s.conversation_id = m.conversation_id
        and s.position < m.position and s.complete = 1 and s.text <> ''
        and x.state is distinct from 'excluded'
      order by s.position desc limit 2) b
  ) before on true
"""

_LINE = """
  e.id, m.turn as turn_id, e.speaker, m.text, e.said_at, m.timezone, m.source, e.state, e.dreams
"""

# Lines best first: score, its lexical part (coverage, 0 to about 0.8), its dense part (standard
# deviations among the pair's own rows) and the cosine itself. The planner guesses one row for each
# of these parts, so that a join of two of them would compare every line with every line: hence
# `is true`, which makes the filter one look-up table, and the union in the place of a join.
_NEAREST = text(f"""
with dense as materialized (
  select i.id, i.length::float8 as length,
         1 - coalesce(nullif(i.embedding <=> cast(:vector as vector), 'NaN'), 1) as nearness
  from evidence_index i
  where i.tenant_id = :tenant and i.user_id = :user and i.crew = :crew and i.model = :model
    and (i.id in (select e.id from evidence e where {_RECALLABLE})) is true
    and not (i.id = any(cast(:leave_out as uuid[])))),
every as materialized (
  select avg(nearness) as mean, nullif(stddev_pop(nearness), 0) as deviation,
         count(*)::float8 as lines, greatest(avg(length), 1) as length from dense),
asked as (
  select term, nth from unnest(cast(cast(:terms as text[]) as tsquery[]))
    with ordinality as asked(term, nth)),
hits as materialized (
  select i.id, asked.nth, i.length::float8 as length,
         ts_rank('{{0.33, 0.33, 0.33, 1}}', i.lexemes, asked.term, 0)::float8 as rank
  from asked
  join evidence_index i on i.tenant_id = :tenant and i.user_id = :user and i.crew = :crew
    and i.model = :model and i.lexemes @@ asked.term),
rarity as materialized (
  select asked.nth, ln(1 + (every.lines - coalesce(h.lines, 0) + 0.5)
                         / (coalesce(h.lines, 0) + 0.5)) as weight
  from every, asked
  left join (select nth, least(count(*), (select lines from every)) as lines
             from hits group by nth) h using (nth)),
lexical as (
  select hits.id,
         sum(rarity.weight * hits.rank
             / (hits.rank + 0.3 * (0.6 + 0.4 * hits.length / every.length)))
         / (select greatest(sum(weight), 1e-9) from rarity) as coverage
  from hits join rarity using (nth), every group by hits.id),
scored as (
  select id, max(nearness) as nearness, max(coverage) as lexical
  from (select id, nearness, 0 as coverage from dense
        union all select id, null, coverage from lexical) parts
  group by id having max(nearness) is not null),
best as (
  select scored.id, scored.nearness, scored.lexical,
         coalesce((scored.nearness - every.mean) / every.deviation, 0) as dense_z,
         coalesce((scored.nearness - every.mean) / every.deviation, 0)
           + {LEXICAL_WEIGHT} * scored.lexical as score
  from scored, every order by score desc fetch first :limit rows with ties)
select {_LINE}, best.score, best.lexical, best.dense_z, best.nearness
from best
join evidence e on e.tenant_id = :tenant and e.id = best.id
join messages m on m.tenant_id = :tenant and m.id = best.id
order by best.score desc, e.said_at desc, e.id desc limit :limit
""")

_COUNT = text(f"select count(*) from evidence e where {_RECALLABLE}")

# Lines in no row of this model, newest first, each with whose it is and what came before.
_NOT_INDEXED = f"""
select e.user_id, e.crew, u.erase_count, coalesce(before.texts, '{{}}') as previous, {_LINE}
from evidence e
join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
join messages m on m.tenant_id = e.tenant_id and m.id = e.id
{_PREVIOUS}
where {{whose}} and m.text <> ''
  and not exists (select from evidence_index i
                  where i.tenant_id = e.tenant_id and i.id = e.id and i.model = :model)
order by e.position desc limit :limit
"""
_NOT_INDEXED_OF_TENANT = text(
    _NOT_INDEXED.replace(
        "{whose}", "e.tenant_id = :tenant and e.erased_at is null and e.state <> 'excluded'"
    )
)
_NOT_INDEXED_OF_PAIR = text(_NOT_INDEXED.replace("{whose}", _RECALLABLE))

# The locks make an erasure of this user come wholly before or wholly after; when it came between
# the reading of these lines and now, the count is another and nothing is written.
_PUT = text("""
insert into evidence_index (tenant_id, id, user_id, crew, length, embedding, lexemes, model)
select e.tenant_id, e.id, e.user_id, e.crew, r.length, cast(r.embedding as vector),
       cast(r.lexemes as tsvector), :model
from unnest(cast(:ids as uuid[]), cast(:lengths as int[]), cast(:embeddings as text[]),
            cast(:lexemes as text[]), cast(:erase_counts as int[]))
  as r(id, length, embedding, lexemes, erase_count)
join evidence e on e.tenant_id = :tenant and e.id = r.id
join users u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.erase_count = r.erase_count
where e.erased_at is null and e.state <> 'excluded'
for share of e, u
on conflict (tenant_id, id) do update set length = excluded.length,
  embedding = excluded.embedding, lexemes = excluded.lexemes, model = excluded.model
""")

_DROP = text("""
delete from evidence_index i
where i.tenant_id = :tenant and (i.id = any(cast(:ids as uuid[])) or i.id in (
  select after.id from messages m
  join lateral (
    select s.id from messages s
    where s.tenant_id = m.tenant_id and s.conversation_id = m.conversation_id
      and s.position > m.position and s.complete = 1 and s.text <> ''
    order by s.position limit :reach) after on true
  where m.tenant_id = :tenant and m.id = any(cast(:ids as uuid[]))))
""")
_REACH = 6  # two lines carry a line's words; lines kept out of the index may stand between


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A line of talk and how near it is to the question.

    lexical: share of the question's rare words, 0 to about 0.8. dense_z: standard deviations
    above the pair's own lines. nearness: the cosine, which means nothing by itself.
    """

    evidence: Evidence
    score: float
    lexical: float
    dense_z: float
    nearness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NotIndexed:
    """A line that is in no index yet; previous: the two lines before it, oldest first.

    erase_count: how often something of this user had been erased when it was read.
    """

    pair: Pair
    evidence: Evidence
    previous: tuple[str, ...]
    erase_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """What the index keeps of one line; lexemes is a tsvector literal."""

    id: UUID
    length: int
    embedding: Sequence[float]
    lexemes: str
    erase_count: int = 0


async def nearest(
    connection: AsyncConnection,
    pair: Pair,
    *,
    vector: Sequence[float],
    model: str,
    terms: Sequence[str],
    limit: int,
    leave_out: Sequence[UUID] = (),
) -> tuple[Found, ...]:
    """The pair's lines nearest to a question, best first, whoever said them.

    The crew's lines stand beside the user's without a handicap: on our 60 turns leaving them out
    found neither more nor fewer answers, and some questions are about what the crew said.
    """
    found = await connection.execute(
        _NEAREST,
        {
            **_names(pair),
            "vector": _literal(vector),
            "model": model,
            "terms": list(terms),
            "limit": limit,
            "leave_out": list(leave_out),
        },
    )
    return tuple(_found(dict(row)) for row in found.mappings())


async def recallable(connection: AsyncConnection, pair: Pair) -> int:
    """How many lines of the pair could be found at all."""
    return int(await connection.scalar(_COUNT, _names(pair)) or 0)


async def not_indexed(
    connection: AsyncConnection, tenant: UUID, model: str, limit: int
) -> tuple[NotIndexed, ...]:
    """Lines of a tenant that wait for the index, newest first."""
    found = await connection.execute(
        _NOT_INDEXED_OF_TENANT, {"tenant": tenant, "model": model, "limit": limit}
    )
    return tuple(_not_indexed(tenant, dict(row)) for row in found.mappings())


async def not_indexed_of_pair(
    connection: AsyncConnection, pair: Pair, model: str, limit: int
) -> tuple[NotIndexed, ...]:
    """Lines of one pair that wait for the index and could be recalled, newest first."""
    found = await connection.execute(
        _NOT_INDEXED_OF_PAIR, {**_names(pair), "model": model, "limit": limit}
    )
    return tuple(_not_indexed(pair.tenant, dict(row)) for row in found.mappings())


async def put_index(
    connection: AsyncConnection, tenant: UUID, model: str, rows: Sequence[IndexRow]
) -> int:
    """Write rows of the index over older ones; lines erased meanwhile are passed over."""
    done = await connection.execute(
        _PUT,
        {
            "tenant": tenant,
            "model": model,
            "ids": [row.id for row in rows],
            "lengths": [row.length for row in rows],
            "embeddings": [_literal(row.embedding) for row in rows],
            "lexemes": [row.lexemes for row in rows],
            "erase_counts": [row.erase_count for row in rows],
        },
    )
    return int(done.rowcount)


async def drop_index(connection: AsyncConnection, tenant: UUID, lines: Sequence[UUID]) -> int:
    """Take lines out of the index, and the lines after them, which carry some of their words.

    Call it after the lines are marked as erased; the lines after them come back by themselves.
    """
    done = await connection.execute(_DROP, {"tenant": tenant, "ids": list(lines), "reach": _REACH})
    return int(done.rowcount)


def _found(row: dict[str, Any]) -> Found:
    figures = {name: float(row.pop(name)) for name in ("score", "lexical", "dense_z", "nearness")}
    return Found(evidence=value(Evidence, row), **figures)


def _not_indexed(tenant: UUID, row: dict[str, Any]) -> NotIndexed:
    pair = Pair(tenant=tenant, user=row.pop("user_id"), crew=row.pop("crew"))
    previous, erased = tuple(row.pop("previous")), row.pop("erase_count")
    said = value(Evidence, row)
    return NotIndexed(pair=pair, previous=previous, evidence=said, erase_count=erased)


def _literal(vector: Sequence[float]) -> str:
    return f"[{','.join(f'{part:.7g}' for part in vector)}]"


def _names(pair: Pair) -> dict[str, Any]:
    return {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew}
