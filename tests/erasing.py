"""What tests of erasing lay down, and the search for a word in every table."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert, text

from nightcrew.domain.evidence import Evidence
from nightcrew.store import dreams
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.tables import (
    evidence,
    evidence_index,
    messages,
    metadata,
)
from tests.builders import CREW
from tests.desk import Desk

VECTOR = [0.1] * 384


async def tables_with(desk: Desk, words: str) -> set[str]:
    """The tables of the tenant in which a text stands anywhere."""
    found = set()
    async with desk.db.begin(desk.tenant) as connection:
        for table in metadata.sorted_tables:
            query = text(f"select count(*) from {table.name} t where t::text like :like")  # noqa: S608
            if await connection.scalar(query, {"like": f"%{words}%"}):
                found.add(table.name)
    return found


async def dream_of(
    desk: Desk, of: UUID, words: str, *, version: int = 1, cites: tuple[UUID, ...] = ()
) -> None:
    """Keep the report of a dream that made a version of a memory."""
    pair = await desk.pair()
    run = DreamRun(
        id=uuid4(), user_id=pair.user, crew=CREW, flow="dream", mode="apply",
        at=desk.clock.now(), outcome="applied", usage={}, evidence={}, prompts={},
        same_model_verifies=False,
    )  # fmt: skip
    change = KeptChange(
        number=1, action="create", memory_id=of, memory_version=version, kind="fact",
        scope="private", subject=words, text=words, from_on=None, to_on=None, cites=cites,
        applied=True, reason=None, detail="", why=words, verdict=words,
    )  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, [change])


async def add_line(desk: Desk, line: Evidence, beside: Evidence) -> None:
    """Put the crew's line into the turn of another."""
    pair = await desk.pair()
    whose: dict[str, Any] = {"tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew}
    talk = await talk_of(desk, beside)
    row = {
        "id": line.id, "conversation_id": talk, "turn": beside.turn_id, "speaker": line.speaker,
        "text": line.text, "said_at": line.said_at, "timezone": line.timezone, "source": "crew",
    }  # fmt: skip
    kept = {"id": line.id, "speaker": line.speaker, "said_at": line.said_at, "state": "nothing"}
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(insert(messages).values({**whose, **row}))
        await connection.execute(insert(evidence).values({**whose, **kept}))


async def index(desk: Desk, line: Evidence, lexeme: str = "라면") -> None:
    """Put a line into the index."""
    pair = await desk.pair()
    row = {
        "tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew, "id": line.id,
        "length": 1, "embedding": VECTOR, "lexemes": lexeme, "model": "m",
    }  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(insert(evidence_index).values(row))


async def talk_of(desk: Desk, line: Evidence) -> UUID:
    return UUID(str((await desk.cells(messages, "conversation_id", where=f"id = '{line.id}'"))[0]))
