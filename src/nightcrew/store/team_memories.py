"""What a team knows: approved lines, what it forgot, and the digest that retells the lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.team_change import TeamChange
from nightcrew.domain.team_digest import Digest
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import team_digests, team_memories, team_tombstones, team_words, teams

# A team's memory says what the first of its members said whose words are still there.
NEWEST_WORDS = """
  select w.user_id, w.crew, w.subject, w.text, w.from_on, w.to_on, w.review_on, w.said_on
  from team_words w where w.tenant_id = m.tenant_id and w.memory_id = m.id
  order by w.position limit 1
"""
_LINE = f"""
  select m.id, w.user_id as "user", w.crew, m.kind, 'team' as scope, w.subject, w.text,
    w.from_on, w.to_on, w.review_on, true as explicit, m.status, m.version, 'team' as via,
    m.learned_on, w.said_on, false as passed_noted, null::timestamptz as expires_at,
    '[]'::jsonb as previous, '[]'::jsonb as cites
  from team_memories m cross join lateral ({NEWEST_WORDS}) w
"""
_LINES = text(f"""
select to_jsonb(l) from ({_LINE}
  where m.tenant_id = :tenant and m.team_id = :team and m.status = 'active'
  order by w.said_on desc, m.id desc) l
""")
# By what the person belongs to now; crew: of the teams of that crew only.
_OF_MEMBER = f"""
  ({_LINE}
  where m.tenant_id = :tenant and m.status = 'active'
    and exists (select from team_members p where p.tenant_id = m.tenant_id
                and p.team_id = m.team_id and p.user_id = :user)
    and (cast(:crew as text) is null or exists (
         select from team_crews c where c.tenant_id = m.tenant_id and c.team_id = m.team_id
           and c.crew = :crew))
    and (cast(:kind as text) is null or m.kind = :kind)) l
"""
_LISTED = text(f"""
select to_jsonb(l) from {_OF_MEMBER}
where cast(:after_on as date) is null
   or (l.said_on, l.id) < (cast(:after_on as date), cast(:after_id as uuid))
order by l.said_on desc, l.id desc limit :limit
""")
_COUNTED = text(f"select count(*) from {_OF_MEMBER}")
_TOMBSTONES = text("""
select b.id, b.memory_id, null as crew, b.kind, '' as subject, b.claim_hashes, b.wording_hash,
       b.created_at
from team_tombstones b
where b.tenant_id = :tenant and b.team_id = :team and b.lifted_at is null
""")


async def lines(connection: AsyncConnection, tenant: UUID, team: UUID) -> tuple[Memory, ...]:
    """Every approved line of a team, newest said first."""
    found = await connection.scalars(_LINES, {"tenant": tenant, "team": team})
    return tuple(value(Memory, body) for body in found)


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None = None,
    kind: str | None = None,
    after: tuple[date, UUID] | None = None,
    limit: int = 50,
) -> tuple[Memory, ...]:
    """A page of what the teams of a person know, newest said first."""
    asked = {
        "tenant": tenant,
        "user": user,
        "crew": crew,
        "kind": kind,
        "after_on": after[0] if after else None,
        "after_id": after[1] if after else None,
        "limit": limit,
    }
    found = await connection.scalars(_LISTED, asked)
    return tuple(value(Memory, body) for body in found)


async def count(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None = None,
    kind: str | None = None,
) -> int:
    """How many lines `listed` would page through, exactly."""
    asked = {"tenant": tenant, "user": user, "crew": crew, "kind": kind}
    return int(await connection.scalar(_COUNTED, asked) or 0)


async def known(connection: AsyncConnection, tenant: UUID, team: UUID) -> TeamKnown | None:
    """All that a team knows; None for one that is not there or not to be seen."""
    mine = (teams.c.tenant_id == tenant, teams.c.id == team)
    found = await connection.execute(select(teams.c.name, teams.c.claim_key).where(*mine))
    row = found.mappings().first()
    if row is None:
        return None
    return TeamKnown(
        id=team,
        **row,
        lines=await lines(connection, tenant, team),
        tombstones=await _tombstones(connection, tenant, team),
        digest=await digest(connection, tenant, team),
    )


async def _tombstones(
    connection: AsyncConnection, tenant: UUID, team: UUID
) -> tuple[Tombstone, ...]:
    found = await connection.execute(_TOMBSTONES, {"tenant": tenant, "team": team})
    return tuple(value(Tombstone, row) for row in found.mappings())


async def digest(connection: AsyncConnection, tenant: UUID, team: UUID) -> Digest | None:
    """What retells the lines, fresh or not."""
    names = columns_of(team_digests, Digest)
    mine = (team_digests.c.tenant_id == tenant, team_digests.c.team_id == team)
    row = (await connection.execute(select(*names).where(*mine))).mappings().first()
    return value(Digest, row) if row else None


async def keep_digest(connection: AsyncConnection, tenant: UUID, team: UUID, made: Digest) -> None:
    """Put a digest in the place of the one before."""
    row: dict[str, Any] = named_fields(made)
    row["sentences"] = [
        {"text": each.text, "memories": [str(one) for one in each.memories]}
        for each in made.sentences
    ]
    await connection.execute(
        upsert(team_digests)
        .values(tenant_id=tenant, id=uuid4(), team_id=team, **row)
        .on_conflict_do_update(index_elements=["tenant_id", "team_id"], set_=row)
    )


async def write(
    connection: AsyncConnection, tenant: UUID, change: TeamChange, line: Memory, at: datetime
) -> None:
    """Write an approved line in the words of who proposed it."""
    await connection.execute(
        insert(team_memories).values(
            tenant_id=tenant,
            id=line.id,
            team_id=change.team,
            kind=line.kind,
            status=line.status,
            version=line.version,
            learned_on=line.learned_on,
            changed_at=at,
        )
    )
    await add_words(connection, tenant, change, line.id)


async def add_words(
    connection: AsyncConnection, tenant: UUID, change: TeamChange, memory: UUID
) -> None:
    """Let a line rest on this member's words, too; a second time changes nothing."""
    names = ("crew", "subject", "text", "from_on", "to_on", "review_on", "said_on", "source_memory")
    await connection.execute(
        upsert(team_words)
        .values(
            tenant_id=tenant,
            id=uuid4(),
            user_id=change.user,
            team_id=change.team,
            memory_id=memory,
            cites=list(change.cites),
            **{name: getattr(change, name) for name in names},
        )
        .on_conflict_do_nothing(index_elements=["tenant_id", "memory_id", "user_id"])
    )


async def wordings(connection: AsyncConnection, tenant: UUID, memory: UUID) -> dict[UUID, str]:
    """What each member said of a line, by who said it."""
    mine = (team_words.c.tenant_id == tenant, team_words.c.memory_id == memory)
    query = select(team_words.c.user_id, team_words.c.text).where(*mine)
    return {row.user_id: row.text for row in await connection.execute(query)}


async def switch_off(connection: AsyncConnection, tenant: UUID, memory: UUID, at: datetime) -> bool:
    """Switch a line off; False when it was off already."""
    done = await connection.execute(
        update(team_memories)
        .where(
            team_memories.c.tenant_id == tenant,
            team_memories.c.id == memory,
            team_memories.c.status == "active",
        )
        .values(status="off", off_at=at, changed_at=at, version=team_memories.c.version + 1)
    )
    return bool(done.rowcount)


async def bury(
    connection: AsyncConnection, tenant: UUID, team: UUID, user: UUID, tombstone: Tombstone
) -> None:
    """Keep the keyed hashes of what must not come back, with the person whose words those were."""
    await connection.execute(
        insert(team_tombstones).values(
            tenant_id=tenant,
            id=tombstone.id,
            team_id=team,
            user_id=user,
            memory_id=tombstone.memory_id,
            kind=tombstone.kind,
            claim_hashes=sorted(tombstone.claim_hashes),
            wording_hash=tombstone.wording_hash,
            created_at=tombstone.created_at,
        )
    )


async def lift(
    connection: AsyncConnection, tenant: UUID, tombstone_ids: Sequence[UUID], at: datetime
) -> None:
    """Lift tombstones of what an admin wants known again."""
    await connection.execute(
        update(team_tombstones)
        .where(
            team_tombstones.c.tenant_id == tenant,
            team_tombstones.c.id.in_(tombstone_ids),
            team_tombstones.c.lifted_at.is_(None),
        )
        .values(lifted_at=at)
    )
