"""Rows of the index of raw talk that hold words alone, for lines that no vector is made of yet.

A vector takes some 35 ms of a core, words some 0.1 ms: so a question that comes before the vectors,
after a year of talk was brought in or where no flow runs, finds all of it by its words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.domain.lexemes import as_tsvector, weighted_length
from nightcrew.domain.pair import Pair
from nightcrew.store.database import Database
from nightcrew.store.recall_sql import PREVIOUS

LINES_AT_ONCE = 1_000  # some 0.2 s, before their words are written
MOST_FOR_A_QUESTION = 6_000  # the rest waits for the next question

# The newest are left for vectors: they are embedded for the question itself.
_WORDLESS = text(f"""
select m.id, m.text, coalesce(before.texts, '{{}}') as previous, u.erase_count
from (
  select m.tenant_id, m.id, m.conversation_id, m.position, m.text from messages m
  where m.tenant_id = :tenant and m.user_id = :user and m.crew = :crew
    and m.complete = 1 and m.text <> ''
  order by m.position desc offset :newest) m
join evidence e on e.tenant_id = m.tenant_id and e.id = m.id
join users u on u.tenant_id = m.tenant_id and u.id = :user
{PREVIOUS}
where e.erased_at is null and e.state <> 'excluded'
  and not exists (select from evidence_index i where i.tenant_id = m.tenant_id and i.id = m.id)
order by m.position desc limit :limit
""")

# The model of no vector. What the index flow wrote meanwhile stays, and what was erased is gone.
_PUT = text("""
insert into evidence_index (tenant_id, id, user_id, crew, length, embedding, lexemes, model)
select e.tenant_id, e.id, e.user_id, e.crew, r.length,
       cast(array_fill(0, array[384]) as vector), cast(r.lexemes as tsvector), 'words'
from unnest(cast(:ids as uuid[]), cast(:lengths as int[]), cast(:lexemes as text[]),
            cast(:erase_counts as int[])) as r(id, length, lexemes, erase_count)
join evidence e on e.tenant_id = :tenant and e.id = r.id
join users u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.erase_count = r.erase_count
where e.erased_at is null and e.state <> 'excluded'
for share of e, u
on conflict (tenant_id, id) do nothing
""")


async def put_words(db: Database, pair: Pair, *, newest: int) -> int:
    """Write the words of lines that have no row, all but the newest; how many were written."""
    names = {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew, "newest": newest}
    written = 0
    while written < MOST_FOR_A_QUESTION:
        async with db.begin_pair(pair) as connection:
            found = await connection.execute(_WORDLESS, {**names, "limit": LINES_AT_ONCE})
            lines = [dict(row) for row in found.mappings()]
        if not lines:
            break
        columns = await asyncio.to_thread(_columns, lines)
        async with db.begin_pair(pair) as connection:
            done = await connection.execute(_PUT, {"tenant": pair.tenant, **columns})
        written += int(done.rowcount)
        if len(lines) < LINES_AT_ONCE or not done.rowcount:
            break
    return written


def _columns(lines: Sequence[dict[str, Any]]) -> dict[str, list[UUID] | list[int] | list[str]]:
    return {
        "ids": [line["id"] for line in lines],
        "lengths": [weighted_length(line["text"], line["previous"]) for line in lines],
        "lexemes": [as_tsvector(line["text"], line["previous"]) for line in lines],
        "erase_counts": [line["erase_count"] for line in lines],
    }
