"""What ends by itself after the days of its class; every statement takes one batch.

What was over at the moment or before it goes: a thing kept for a day is there for 86,400 seconds.
Cited words of active memories stay, heads of histories stay, and no row goes that is not over.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

DISMISSED_FOR = timedelta(days=30)  # so long suggestions stay listed, contract section 5
BATCH = 2_000  # rows a statement, far below the statement timeout

_CITED = """
  exists (select from memory_cites c
          join memories m on m.tenant_id = c.tenant_id and m.id = c.memory_id
          where c.tenant_id = :tenant and c.evidence_id = s.id and m.status = 'active')
"""

# Words that memories rest on outlive their turn; they are cut loose from it first.
_LOOSEN = text(f"""
update messages set turn = null where tenant_id = :tenant and id in (
  select s.id from messages s where s.tenant_id = :tenant and s.turn is not null
    and s.said_at <= :moment and {_CITED} limit :batch)
""")
_DROP_TURNS = text(f"""
delete from turns where tenant_id = :tenant and id in (
  select t.id from turns t where t.tenant_id = :tenant and t.at <= :moment
    and not exists (select from messages s where s.tenant_id = :tenant and s.turn = t.id
                      and (s.said_at > :moment or {_CITED}))
  order by t.at limit :batch)
""")
_DROP_MESSAGES = text(f"""
delete from messages where tenant_id = :tenant and id in (
  select s.id from messages s where s.tenant_id = :tenant and s.said_at <= :moment
    and not {_CITED} order by s.said_at limit :batch)
""")
_DROP_CONVERSATIONS = text("""
delete from conversations where tenant_id = :tenant and id in (
  select v.id from conversations v where v.tenant_id = :tenant and v.last_turn_at <= :moment
    and not exists (select from messages s where s.tenant_id = :tenant
                      and s.conversation_id = v.id)
    and not exists (select from turns t where t.tenant_id = :tenant
                      and t.conversation_id = v.id)
  limit :batch)
""")

# A value ends when the next one replaced it; what stands now is never touched, nor are so many
# of the newest former values as the house keeps.
_BLANK_VERSIONS = text("""
update memory_versions set text = null, subject = null where tenant_id = :tenant and id in (
  select w.id from memory_versions w
  join memory_versions n on n.tenant_id = w.tenant_id and n.memory_id = w.memory_id
    and n.version = w.version + 1
  join memories m on m.tenant_id = w.tenant_id and m.id = w.memory_id
  where w.tenant_id = :tenant and n.at <= :moment and w.version < m.version - :newest_versions
    and (w.text is not null or w.subject is not null) limit :batch)
""")

_DROP_FORGOTTEN = text("""
delete from memories where tenant_id = :tenant and id in (
  select m.id from memories m
  where m.tenant_id = :tenant and m.status = 'off' and m.off_at <= :moment limit :batch)
""")
_DROP_SUGGESTIONS = text("""
delete from suggestions where tenant_id = :tenant and id in (
  select g.id from suggestions g where g.tenant_id = :tenant and g.state <> 'open'
    and g.decided_at <= :moment and (g.state <> 'dismissed' or g.decided_at <= :no_longer_listed)
  limit :batch)
""")

_BLANK_CHANGES = text("""
update dream_changes set text = '', subject = '', why = '', verdict = null, kind = '', scope = '',
                         action = ''
where tenant_id = :tenant and id in (
  select g.id from dream_changes g join dreams d on d.tenant_id = g.tenant_id and d.id = g.dream_id
  where g.tenant_id = :tenant and d.at <= :moment
    and (g.action <> '' or g.text <> '' or g.subject <> '' or g.why <> '' or g.kind <> ''
         or g.scope <> '' or g.verdict is not null)
  limit :batch)
""")
_BLANK_REFUSALS = text("""
update pair_states set refused = null where tenant_id = :tenant and id in (
  select p.id from pair_states p where p.tenant_id = :tenant and p.refused is not null
    and p.refused <> 'null'::jsonb and p.last_said_at <= :moment
    and not exists (select from dreams d where d.tenant_id = :tenant and d.user_id = p.user_id
                      and d.crew = p.crew and d.at > :moment)
  limit :batch)
""")

_BLANK_OUTBOX = text("""
update outbox set text = null where tenant_id = :tenant and id in (
  select o.id from outbox o where o.tenant_id = :tenant and o.text is not null
    and o.acked_at <= :moment limit :batch)
""")

_DROP_DELIVERIES = text("""
delete from deliveries where tenant_id = :tenant and id in (
  select d.id from deliveries d where d.tenant_id = :tenant and d.ended_at < :moment
    and d.state not in ('ready', 'leased', 'dead') limit :batch)
""")
_DROP_DEAD_LETTERS = text("""
delete from deliveries where tenant_id = :tenant and id in (
  select d.id from deliveries d where d.tenant_id = :tenant and d.ended_at < :moment
    and d.state = 'dead' limit :batch)
""")

_DROP_OCCURRENCES = text("""
delete from occurrences where tenant_id = :tenant and id in (
  select o.id from occurrences o where o.tenant_id = :tenant and o.ended_at <= :moment
    and o.state not in ('due', 'deferred', 'claimed')
    and not exists (select from outbox b where b.tenant_id = :tenant and b.occurrence_id = o.id
                      and b.state = 'ready')
  limit :batch)
""")
_BLANK_FOLLOW_UPS = text("""
update follow_ups set intent = '', watch = null where tenant_id = :tenant and id in (
  select f.id from follow_ups f
  where f.tenant_id = :tenant and f.state in ('done', 'ended', 'cancelled', 'expired')
    and coalesce(f.ended_at, f.created_at) <= :moment
    and (f.intent <> '' or f.watch is not null) limit :batch)
""")

# Proposals to a team stop waiting by themselves; what was decided on leaves with its words.
_EXPIRE_CHANGES = text("""
update team_changes set state = 'expired', decided_at = expires_at
where tenant_id = :tenant and id in (
  select c.id from team_changes c where c.tenant_id = :tenant and c.state = 'waiting'
    and c.expires_at <= :now limit :batch)
""")
_DROP_DECIDED = text("""
delete from team_changes where tenant_id = :tenant and id in (
  select c.id from team_changes c where c.tenant_id = :tenant and c.decided_at <= :moment
  limit :batch)
""")
_DROP_TEAM_LINES = text("""
delete from team_memories where tenant_id = :tenant and id in (
  select m.id from team_memories m
  where m.tenant_id = :tenant and m.status = 'off' and m.off_at <= :moment limit :batch)
""")

_BLANK_WATCHES = text("""
update watches set found = null, seen = '' where tenant_id = :tenant and id in (
  select w.id from watches w
  join follow_ups f on f.tenant_id = w.tenant_id and f.id = w.follow_up_id
  where w.tenant_id = :tenant and f.state in ('done', 'ended', 'cancelled', 'expired')
    and coalesce(f.ended_at, f.created_at) <= :moment
    and (w.found is not null or w.seen <> '') limit :batch)
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """How long one class is kept. newest_versions: former values that stay beyond their days."""

    at: datetime
    days: int
    newest_versions: int = 0

    @property
    def moment(self) -> datetime:
        """What was over then, or before, has served its days."""
        return self.at - timedelta(days=self.days)


Step = Callable[[AsyncConnection, UUID, Days], Awaitable[int]]


def _step(statement: Any, *more: str) -> Step:
    async def one_batch(connection: AsyncConnection, tenant: UUID, kept: Days) -> int:
        given = {
            "newest_versions": kept.newest_versions,
            "no_longer_listed": kept.at - DISMISSED_FOR,
            "now": kept.at,
        }
        values = {"tenant": tenant, "moment": kept.moment, "batch": BATCH}
        done = await connection.execute(statement, values | {name: given[name] for name in more})
        return int(done.rowcount)

    return one_batch


# In this order: a class of house.yaml, and the steps that end what is older than its days.
STEPS: tuple[tuple[str, tuple[Step, ...]], ...] = (
    (
        "raw_turns",
        tuple(map(_step, (_LOOSEN, _DROP_TURNS, _DROP_MESSAGES, _DROP_CONVERSATIONS))),
    ),
    ("versions", (_step(_BLANK_VERSIONS, "newest_versions"),)),
    (
        "forgotten",
        (
            _step(_DROP_FORGOTTEN),
            _step(_DROP_SUGGESTIONS, "no_longer_listed"),
            _step(_DROP_TEAM_LINES),
        ),
    ),
    ("team_reviews", (_step(_EXPIRE_CHANGES, "now"), _step(_DROP_DECIDED))),
    ("dream_reports", (_step(_BLANK_CHANGES), _step(_BLANK_REFUSALS))),
    ("outbox_text_after_ack", (_step(_BLANK_OUTBOX), _step(_DROP_DELIVERIES))),
    (
        "occurrences",
        tuple(
            map(_step, (_DROP_OCCURRENCES, _BLANK_FOLLOW_UPS, _BLANK_WATCHES, _DROP_DEAD_LETTERS))
        ),
    ),
)
