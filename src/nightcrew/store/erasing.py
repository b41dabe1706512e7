"""How words leave each table: blanked, cut or gone with their row; each says how many rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Table, delete, func, null, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import (
    conversations,
    dream_changes,
    evidence,
    memories,
    memory_cites,
    memory_versions,
    messages,
    metadata,
    occurrences,
    pair_states,
    skill_sessions,
    suggestions,
    tombstones,
    turns,
    users,
)
from nightcrew.store.traces import among

# Rows about a person, each table before those it points at, the person last.
PERSON_TABLES: tuple[Table, ...] = tuple(
    table for table in reversed(metadata.sorted_tables) if "user_id" in table.c or table is users
)


async def delete_person(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    tables: Sequence[Table] = PERSON_TABLES,
) -> dict[str, int]:
    """Delete every row about a person, and the person; counts by table."""
    counts = {}
    for table in tables:
        whose = table.c.id if table is users else table.c.user_id
        done = await connection.execute(
            delete(table).where(table.c.tenant_id == tenant, whose == user)
        )
        counts[table.name] = int(done.rowcount)
    return counts


async def count_one_more(connection: AsyncConnection, tenant: UUID, user: UUID) -> None:
    """Let work that read before now notice that it must not write."""
    await connection.execute(
        update(users)
        .where(users.c.tenant_id == tenant, users.c.id == user)
        .values(erase_count=users.c.erase_count + 1)
    )


async def stop_what_runs(
    connection: AsyncConnection, tenant: UUID, user: UUID, *, before: datetime | None = None
) -> None:
    """Take turns, messages under way and dreams from whoever holds them, with what they read.

    Turns may be asked again and times fall due again; before: only turns begun until then.
    """
    mine = (turns.c.tenant_id == tenant, turns.c.user_id == user, turns.c.state == "running")
    early = () if before is None else (turns.c.written_at <= before,)
    free: dict[str, Any] = {"lease_token": None, "lease_until": None}
    await connection.execute(update(turns).where(*mine, *early).values(state="incomplete", **free))
    await connection.execute(
        update(occurrences)
        .where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.user_id == user,
            occurrences.c.ended_at.is_(None),
            occurrences.c.state == "claimed",
        )
        .values(state="due", **free)
    )
    await connection.execute(
        update(pair_states)
        .where(pair_states.c.tenant_id == tenant, pair_states.c.user_id == user)
        .values(**free)
    )


async def clock(connection: AsyncConnection) -> datetime:
    """The database's own clock."""
    now: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    return now


async def blank_lines(
    connection: AsyncConnection, tenant: UUID, lines: Sequence[UUID], at: datetime
) -> dict[str, int]:
    """Take every word of lines of talk; nothing rests on them any more."""
    words = update(messages).where(
        messages.c.tenant_id == tenant, among(messages.c.id, lines), messages.c.text != ""
    )
    marked = update(evidence).where(
        evidence.c.tenant_id == tenant, among(evidence.c.id, lines), evidence.c.erased_at.is_(None)
    )
    cited = delete(memory_cites).where(
        memory_cites.c.tenant_id == tenant, among(memory_cites.c.evidence_id, lines)
    )
    return {
        "messages": await _rows(connection, words.values(text="")),
        "evidence": await _rows(
            connection, marked.values(erased_at=at, state="excluded", reason="erased")
        ),
        "memory_cites": await _rows(connection, cited),
    }


async def cut_lines(connection: AsyncConnection, tenant: UUID, left: Mapping[UUID, str]) -> int:
    """Leave only these words of each line."""
    done = 0
    for line, words in left.items():
        cut = update(messages).where(messages.c.tenant_id == tenant, messages.c.id == line)
        done += await _rows(connection, cut.values(text=words))
    return done


async def delete_talks(
    connection: AsyncConnection, tenant: UUID, talks: Sequence[UUID]
) -> dict[str, int]:
    """Delete conversations; their lines, already without words, go with them."""
    counts = {}
    for table in (skill_sessions, turns, conversations):
        which = table.c.id if table is conversations else table.c.conversation_id
        gone = delete(table).where(table.c.tenant_id == tenant, among(which, talks))
        counts[table.name] = await _rows(connection, gone)
    return counts


_ANSWERS = text("""
select t.id, t.answer, coalesce((select s.text from messages s
  where s.tenant_id = t.tenant_id and s.turn = t.id and s.speaker = 'assistant'), '') as reply
from turns t where t.tenant_id = :tenant and t.id = any(:turns)
""")


async def answers(
    connection: AsyncConnection, tenant: UUID, wanted: Sequence[UUID]
) -> list[dict[str, Any]]:
    """Stored answers of turns, with the reply as its line says it now."""
    found = await connection.execute(_ANSWERS, {"tenant": tenant, "turns": list(wanted)})
    return [dict(row) for row in found.mappings()]


async def blank_turn(
    connection: AsyncConnection, tenant: UUID, turn: UUID, answer: Mapping[str, Any] | None
) -> int:
    """Keep a turn's codes, take what was derived from words and the hash of what was asked."""
    kept: dict[str, Any] = {} if answer is None else {"answer": answer}
    blanked = update(turns).where(turns.c.tenant_id == tenant, turns.c.id == turn)
    return await _rows(connection, blanked.values(judged={}, body_hash="", **kept))


async def delete_memories(
    connection: AsyncConnection, tenant: UUID, gone: Sequence[UUID]
) -> dict[str, int]:
    """Delete memories with their history and what was suggested about them."""
    counts = {}
    for table in (memory_versions, memory_cites, suggestions):
        rows = delete(table).where(table.c.tenant_id == tenant, among(table.c.memory_id, gone))
        counts[table.name] = await _rows(connection, rows)
    rows = delete(memories).where(memories.c.tenant_id == tenant, among(memories.c.id, gone))
    return {**counts, "memories": await _rows(connection, rows)}


async def redact_versions(
    connection: AsyncConnection, tenant: UUID, memory: UUID, versions: Sequence[int], at: datetime
) -> int:
    """Take the words of some values a memory had; who and when stay."""
    blanked = update(memory_versions).where(
        memory_versions.c.tenant_id == tenant,
        memory_versions.c.memory_id == memory,
        memory_versions.c.version.in_(versions),
        memory_versions.c.redacted_at.is_(None),
    )
    return await _rows(connection, blanked.values(text=None, subject=None, redacted_at=at))


async def blank_head(connection: AsyncConnection, tenant: UUID, memory: UUID, sign: str) -> int:
    """Put a sign where the words of a memory stood that is off."""
    blanked = update(memories).where(
        memories.c.tenant_id == tenant, memories.c.id == memory, memories.c.status == "off"
    )
    return await _rows(connection, blanked.values(text=sign, subject=""))


async def blank_subjects(connection: AsyncConnection, tenant: UUID, gone: Sequence[UUID]) -> int:
    """Leave tombstones nothing but their hashes."""
    blanked = update(tombstones).where(
        tombstones.c.tenant_id == tenant, among(tombstones.c.memory_id, gone)
    )
    return await _rows(connection, blanked.values(subject=""))


async def blank_changes(connection: AsyncConnection, tenant: UUID, changes: Sequence[UUID]) -> int:
    """Keep that a dream proposed something and what became of it, without any word of it."""
    blanked = update(dream_changes).where(
        dream_changes.c.tenant_id == tenant, among(dream_changes.c.id, changes)
    )
    nothing = dict.fromkeys(("text", "subject", "why", "kind", "scope", "action"), "")
    return await _rows(connection, blanked.values(verdict=None, **nothing))


async def delete_suggestions(
    connection: AsyncConnection, tenant: UUID, gone: Sequence[UUID]
) -> int:
    """Delete suggestions."""
    mine = (suggestions.c.tenant_id == tenant, among(suggestions.c.id, gone))
    return await _rows(connection, delete(suggestions).where(*mine))


async def drop_refused(
    connection: AsyncConnection, tenant: UUID, user: UUID, crews: Sequence[str]
) -> int:
    """Do not tell the next dream what an earlier one was refused."""
    blanked = update(pair_states).where(
        pair_states.c.tenant_id == tenant,
        pair_states.c.user_id == user,
        pair_states.c.crew.in_(crews),
        pair_states.c.refused.is_not(None),
    )
    return await _rows(connection, blanked.values(refused=null()))


async def _rows(connection: AsyncConnection, statement: Any) -> int:
    done = await connection.execute(statement)
    return int(done.rowcount)
