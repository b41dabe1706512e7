"""Conversations and the procedures opened in them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Spoken
from nightcrew.store import pairs
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import messages, skill_sessions
from nightcrew.store.whose import of_pair


async def note_change(connection: AsyncConnection, pair: Pair, at: datetime) -> None:
    """Note that the pair's memories changed, which the next nightly dream looks at."""
    await pairs.note(connection, pair, changed_at=at)


async def open_skill(
    connection: AsyncConnection,
    pair: Pair,
    *,
    skill: str,
    conversation: UUID | None,
    turn: UUID | None,
    bundle: str,
    at: datetime,
    new_id: UUID,
) -> None:
    """Record a procedure that was opened, ending the one before; no id is needed to record it."""
    await end_skills(connection, pair, at=at)
    await connection.execute(
        insert(skill_sessions).values(
            tenant_id=pair.tenant,
            id=new_id,
            user_id=pair.user,
            crew=pair.crew,
            conversation_id=conversation,
            turn=turn,
            skill=skill,
            bundle=bundle,
            started_at=at,
        )
    )


async def end_skills(connection: AsyncConnection, pair: Pair, *, at: datetime) -> None:
    """Record that no procedure of the pair is open any more."""
    await connection.execute(
        update(skill_sessions)
        .where(
            *of_pair(skill_sessions, pair),
            skill_sessions.c.ended_at.is_(None),
        )
        .values(ended_at=at)
    )


async def last_lines(connection: AsyncConnection, pair: Pair, limit: int) -> tuple[Spoken, ...]:
    """The pair's newest finished lines over all conversations, oldest first."""
    found = await connection.execute(
        select(*columns_of(messages, Spoken))
        .where(
            *of_pair(messages, pair),
            messages.c.complete == 1,
            messages.c.text != "",
        )
        .order_by(messages.c.position.desc())
        .limit(limit)
    )
    return tuple(reversed([value(Spoken, row) for row in found.mappings()]))
