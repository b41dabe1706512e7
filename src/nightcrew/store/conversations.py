"""Conversations and the procedures opened in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import RUNNING_MINUTES, Spoken
from nightcrew.store import pairs
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import conversations, messages, skill_sessions
from nightcrew.store.whose import of_pair


async def note_change(connection: AsyncConnection, pair: Pair, at: datetime) -> None:
    """Note that the pair's memories changed, which the next nightly dream looks at."""
    await pairs.note(connection, pair, changed_at=at)


async def open_skill(
    connection: AsyncConnection,
    pair: Pair,
    *,
    skill: str,
    conversation: UUID,
    turn: UUID,
    bundle: str,
    at: datetime,
    new_id: UUID,
) -> None:
    """Record a procedure that was opened, ending the one before it in the conversation."""
    await _end_skills(connection, pair, conversation=conversation, at=at)
    await spoke_in(connection, pair, conversation, skill=skill, bundle=bundle, at=at)
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


async def end_skill(
    connection: AsyncConnection, pair: Pair, *, conversation: UUID, bundle: str, at: datetime
) -> None:
    """Record that no procedure is open any more in a conversation."""
    await _end_skills(connection, pair, conversation=conversation, at=at)
    await spoke_in(connection, pair, conversation, skill=None, bundle=bundle, at=at)


async def _end_skills(
    connection: AsyncConnection, pair: Pair, *, conversation: UUID, at: datetime
) -> None:
    """End what is open in a conversation, and what was left open in one that fell quiet."""
    quiet = select(conversations.c.id).where(
        *of_pair(conversations, pair),
        conversations.c.last_turn_at < at - timedelta(minutes=RUNNING_MINUTES),
    )
    await connection.execute(
        update(skill_sessions)
        .where(
            *of_pair(skill_sessions, pair),
            skill_sessions.c.ended_at.is_(None),
            or_(
                skill_sessions.c.conversation_id == conversation,
                skill_sessions.c.conversation_id.is_(None),
                skill_sessions.c.conversation_id.in_(quiet),
            ),
        )
        .values(ended_at=at)
    )


async def spoke_in(
    connection: AsyncConnection,
    pair: Pair,
    conversation: UUID,
    *,
    at: datetime,
    **parts: str | None,
) -> None:
    """Let a conversation count as spoken in. parts: its procedure and the text it speaks from."""
    await connection.execute(
        update(conversations)
        .where(*of_pair(conversations, pair), conversations.c.id == conversation)
        .values(last_turn_at=func.greatest(conversations.c.last_turn_at, at), **parts)
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
