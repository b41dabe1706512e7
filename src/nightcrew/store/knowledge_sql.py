"""The statement that searches items of knowledge, and those that fill their vectors."""

from __future__ import annotations

from sqlalchemy import text

from nightcrew.domain.knowledge import KnowledgeItem
from nightcrew.store.word_weights import WORDS, by_places, weighed

ITEM_COLUMNS = tuple(KnowledgeItem.__dataclass_fields__)

# What a tenant can be answered from: its own items, and those that come with the product.
_POOL = """
  select {columns} from knowledge_items
  where tenant_id = :tenant and state in ('live', 'stale')
  union all
  select {columns} from shipped_knowledge
"""

# Words are weighed against everything the tenant can be answered from, so that what is rare is
# known also to a collection of ten; only wanted items are answers. The vector is a question's from
# which ordinary questions were taken away, so that the inner product says what it asks beyond them.
# An item is as near as its text or the nearest way in which people ask for it. The vector is read
# from its text once, and not for each of them.
# An exact scan; docs/knowledge.md says what it takes.


def _search(places: int) -> str:
    return f"""
with question as materialized (select cast(:vector as vector) as vector),
pool as materialized (
{_POOL.format(columns="id, collection, length, lexemes, model, embedding, asked_embeddings")}),
indexed as materialized (
  select id, length::float8 as length, collection = any(cast(:collections as text[])) as wanted,
         case when collection = any(cast(:collections as text[])) and model = :model
              and (select vector from question) is not null then greatest(
           -(embedding <#> (select vector from question)),
           (select max(-(one <#> (select vector from question)))
            from unnest(asked_embeddings) as one))
         end as nearness,
         {WORDS.format(row="pool")}
  from pool),
{weighed(places, also="false")}
scored as (
  select indexed.id, indexed.nearness,
         coalesce(indexed.nearness / cast(:step as float8), 0)
           + cast(:words as float8) * coalesce(weighed.lexical, 0) as score
  from indexed left join weighed on weighed.id = indexed.id
  where indexed.wanted),
best as (
  select * from scored order by score desc, id limit cast(:limit as int)),
item as ({_POOL.format(columns=", ".join(ITEM_COLUMNS))})
select {", ".join(f"item.{name}" for name in ITEM_COLUMNS)}, best.nearness,
       (select count(*) from scored)::int as total
from best join item on item.id = best.id
order by best.score desc, best.id
"""


SEARCHES = by_places(_search)

_WAITS = "model is distinct from :model and state in ('waiting', 'live', 'stale')"
_WANTED = "(cast(:collections as text[]) is null or collection = any(cast(:collections as text[])))"
WAITING_FOR_VECTORS = text(f"""
select id, heading, text, asked, false as shipped from knowledge_items
where tenant_id = :tenant and {_WAITS} and {_WANTED}
union all
select id, heading, text, asked, true from shipped_knowledge where {_WAITS} and {_WANTED}
limit :limit
""")
COUNT_WAITING_FOR_VECTORS = text(f"""
select (select count(*) from knowledge_items where tenant_id = :tenant and {_WAITS})
     + (select count(*) from shipped_knowledge where {_WAITS})
""")
# An item that is loaded anew while its vectors are made has other words: then they are dropped.
_PUT = """
update {table} as i
set embedding = cast(r.embedding as vector),
    asked_embeddings = cast(r.asked_embeddings as vector[]), model = :model
from unnest(cast(:ids as uuid[]), cast(:embeddings as text[]), cast(:asked_embeddings as text[]),
            cast(:texts as text[])) as r(id, embedding, asked_embeddings, text)
where i.id = r.id and concat_ws(E'\n', i.text, array_to_string(i.asked, E'\n')) = r.text {whose}
"""
PUT_OWN_VECTORS = text(_PUT.format(table="knowledge_items", whose="and i.tenant_id = :tenant"))
PUT_SHIPPED_VECTORS = text(_PUT.format(table="shipped_knowledge", whose=""))
