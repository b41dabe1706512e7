"""The statements of the index of raw talk."""

from __future__ import annotations

from sqlalchemy import text

from nightcrew.domain.recall import LEXICAL_WEIGHT
from nightcrew.store.prepared import prepared
from nightcrew.store.word_weights import WORDS, by_places, weighed

LOOKED_THROUGH = 200  # newest lines in which one that is not indexed yet is looked for

_OF_PAIR = "{row}.tenant_id = :tenant and {row}.user_id = :user and {row}.crew = :crew"

# The two lines before one in its conversation, whose words count a little as its own.
PREVIOUS = """
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
# What a row of the search holds, in its order; after these, of how many lines in all.
LINE_COLUMNS = (
    *("id", "turn_id", "speaker", "text", "said_at"),
    *("timezone", "source", "state", "dreams"),
)
FIGURES = ("score", "lexical", "dense_z", "nearness")

# 20,000 lines are sorted and counted in memory; the usual 4 MB send them through files. A plan for
# the values at hand is no better than that for any, and making it takes 2 ms of CPU each time.
MORE_MEMORY = prepared("""
select set_config('work_mem', '16MB', true),
       set_config('plan_cache_mode', 'force_generic_plan', true)
""")

# What may be found, in one pass over the pair's rows: lines best first with their figures, then the
# newest of those in no index yet. Never found are lines that were said before the person last
# started over, that are erased, or that are kept out of memory (a crisis).
# Words count whatever model a row was embedded with, vectors only of the model that is asked; a
# line with neither is as near as any other, so that only the newest of such lines are looked at.
# A line that shares no word can be among the best only when it is among as many nearest ones.
# The planner guesses a handful of rows for each of these parts, so that a join of two of them would
# compare every line with every line: hence `is not true`, which makes a filter one look-up table,
# and words that stay with their row. 20,000 rows are passed on between the parts, so that what they
# carry is little and what is asked first stands first. Vectors have length 1, so that their inner
# product is the cosine. Ties at the end of the best are all kept, for the newest of them to win.
_NEAR_ENOUGH = """case
    when indexed.nearness is null then (indexed.id in (select newest.id from newest)) is true
    else indexed.nearness >= coalesce((select nearness from least), indexed.nearness) end"""


def _search(places: int) -> str:
    return f"""
with since as materialized (
  select max(p.evidence_from) as at from pair_states p
  where p.tenant_id = :tenant and p.user_id = :user and p.crew = :crew),
hidden as materialized (
  select e.id from evidence e
  where {_OF_PAIR.format(row="e")} and (e.erased_at is not null or e.state = 'excluded')
  union all
  select e.id from evidence e, since
  where since.at is not null and {_OF_PAIR.format(row="e")} and e.said_at <= since.at),
indexed as materialized (
  select case when i.model = :model then -(i.embedding <#> cast(:vector as vector)) end as nearness,
         i.length, {WORDS.format(row="i")}, i.id
  from evidence_index i
  where {_OF_PAIR.format(row="i")} and (not (select exists (select from hidden))
    or (i.id in (select hidden.id from hidden)) is not true)),
newest as materialized (
  select m.id, m.position from messages m
  where {_OF_PAIR.format(row="m")} and m.complete = 1 and m.text <> ''
  order by m.position desc limit {LOOKED_THROUGH}),
least as materialized (
  select nearness from indexed where nearness is not null
  order by nearness desc
  offset cast(:limit as int) + cardinality(cast(:leave_out as uuid[])) - 1 limit 1),
{weighed(places, also=_NEAR_ENOUGH)}
scored as (
  select weighed.*, coalesce((weighed.nearness - every.mean) / every.deviation, 0) as dense_z
  from weighed, every where not (weighed.id = any(cast(:leave_out as uuid[])))),
best as (
  select id, nearness, dense_z, lexical, dense_z + {LEXICAL_WEIGHT} * lexical as score
  from scored order by score desc fetch first cast(:limit as int) rows with ties),
unread as materialized (
  select newest.id, newest.position from newest
  where not exists (select from evidence_index i where i.tenant_id = :tenant and i.id = newest.id)),
waiting as materialized (
  select unread.id, unread.position from unread, since, evidence e
  where e.tenant_id = :tenant and e.id = unread.id
    and e.erased_at is null and e.state <> 'excluded'
    and (since.at is null or e.said_at > since.at)),
lines as (
  select id, score, lexical, dense_z, nearness from best
  union all (
    select id, null, null, null, null from waiting
    where not (id = any(cast(:leave_out as uuid[]))) order by position desc limit :newest))
select {_LINE}, {", ".join(f"lines.{figure}" for figure in FIGURES)},
       (select every.lines from every)::int + (select count(*) from waiting)::int as total
from lines
join evidence e on e.tenant_id = :tenant and e.id = lines.id
join messages m on m.tenant_id = :tenant and m.id = lines.id
order by lines.score desc nulls last, e.said_at desc, e.id desc
"""


SEARCHES = by_places(_search)

# Lines in no row of this model, newest first, each with whose it is and what came before.
_WAITS = """
from evidence e
join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
join messages m on m.tenant_id = e.tenant_id and m.id = e.id
{previous}
where e.tenant_id = :tenant and e.erased_at is null and e.state <> 'excluded' and m.text <> ''
  and not exists (select from evidence_index i
                  where i.tenant_id = e.tenant_id and i.id = e.id and i.model = :model)
"""
NOT_INDEXED_OF_TENANT = text(f"""
select e.user_id, e.crew, u.erase_count, coalesce(before.texts, '{{}}') as previous, {_LINE}
{_WAITS.format(previous=PREVIOUS)}
order by e.position desc limit :limit
""")
WAITING_OF_TENANT = text(f"select count(*) {_WAITS.format(previous='')}")

# The locks make an erasure of this user come wholly before or wholly after; when it came between
# the reading of these lines and now, the count is another and nothing is written.
PUT = text("""
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

DROP = text("""
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
REACH = 6  # two lines carry a line's words; lines kept out of the index may stand between
