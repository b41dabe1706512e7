"""The statements of the hot path: claim and read, then finish; one round trip each.

Measured reason: one text statement answers 512 turns/s where several Core statements answer 421
(engineering facts, drivers). Data-modifying parts see the state before the statement, so the talk
that is read never holds the line that is being written.
"""

from __future__ import annotations

from nightcrew.store.prepared import prepared

_MEMORY_COLUMNS = """
  m.id, m.user_id as "user", m.crew, m.kind, m.scope, m.subject, m.text, m.from_on, m.to_on,
  m.review_on, m.explicit, m.status, m.version, m.via, m.learned_on, m.said_on, m.passed_noted,
  null::timestamptz as expires_at
"""

# At most three former values, by when they were said; the value that stands is always the last.
# What was said before the standing value of its day, and arrived after it, goes before that one.
# The review's own wording is no former value, and neither is what an undone dream had written.
# What was never changed has none, and nothing is looked up for it.
REVERTED = "dream reverted"
EARLIER = "said earlier"  # how the cause of such a version ends
FORMER_VALUES = f"""
  case when m.version > 1 then (
    select jsonb_agg(jsonb_build_object('text', f.text, 'since', f.said_on, 'until', f.until_on)
                     order by f.nth desc)
    from (
      select v.text, v.nth, v.said_on, greatest(v.until_on, v.said_on) as until_on from (
        select u.text, u.said_on, row_number() over said as nth,
               lead(u.said_on) over said as until_on, lead(u.text) over said as next_text
        from (
          select w.text, w.said_on, w.version, w.actor, w.status,
                 right(w.cause, {len(EARLIER)}) = '{EARLIER}' as was_earlier,
                 min(w.restored_from) filter (where w.cause = '{REVERTED}') over (
                   order by w.version desc
                   rows between unbounded preceding and 1 preceding) as undone_after,
                 max(w.version) filter (where w.actor <> 'review' and w.status = 'active')
                   over () as standing
          from memory_versions w
          where w.tenant_id = m.tenant_id and w.memory_id = m.id
        ) u
        where u.actor <> 'review' and u.status = 'active'
          and (u.undone_after is null or u.version <= u.undone_after)
        window said as (
          order by u.version = u.standing, u.said_on, u.was_earlier desc, u.version)
      ) v
      where v.text is not null and v.next_text is distinct from v.text and v.next_text is not null
      order by v.nth desc limit 3
    ) f) end
"""

CITES = """
  (select jsonb_agg(c.evidence_id order by c.evidence_id)
   from memory_cites c where c.tenant_id = m.tenant_id and c.memory_id = m.id)
"""

MEMORY_ROWS = f"""
  select {_MEMORY_COLUMNS}, coalesce({FORMER_VALUES}, '[]'::jsonb) as previous,
    coalesce({CITES}, '[]'::jsonb) as cites
  from memories m
"""

SEEN_BY_CREW = """
  m.tenant_id = :tenant and m.user_id = :user and m.status = 'active'
  and (m.crew = :crew or m.scope = 'shared')
"""

TOMBSTONE_ROWS = """
  select b.id, b.memory_id, b.crew, b.kind, b.subject, b.claim_hashes, b.wording_hash, b.created_at
  from tombstones b
  where b.tenant_id = :tenant and b.user_id = :user and b.lifted_at is null
    and (b.crew = :crew or b.crew is null)
"""

# What the crew said first since the user last spoke belongs to the talk, whatever conversation the
# answer opens: else a bare "yes" to it would mean nothing. Each half goes by an index of its own,
# where one condition with `or` reads every line of the tenant; that of the running conversation
# names no pair, because its id was found by the pair and the planner would take the longer index.
_TALK_COLUMNS = "s.id, s.speaker, s.text, s.said_at, s.timezone, s.source, s.position"
_TALK = f"""
  (select {_TALK_COLUMNS} from messages s
   where s.tenant_id = :tenant and s.conversation_id = (select conversation_id from held)
     and s.complete = 1 and s.turn is distinct from (select turn from held)
   order by s.position desc limit :talk)
  union
  (select {_TALK_COLUMNS} from messages s
   where s.tenant_id = :tenant and s.user_id = :user and s.crew = :crew and s.complete = 1
     and s.source = 'follow_up' and s.position > (
       select coalesce(max(u.position), 0) from messages u
       where u.tenant_id = :tenant and u.user_id = :user and u.crew = :crew
         and u.speaker = 'user' and u.turn is distinct from (select turn from held))
   order by s.position desc limit :talk)
"""

_FOLLOW_UP_COLUMNS = """
  f.id, f.kind, f.intent, f.next_at, f.next_local, f.local, f.timezone, f.rule, f.asked_for,
  f.slot, f.state, f.zone_mode, f.allow_night
"""

# One document, because 56 rows that are read one by one take a millisecond more.
_KNOWN = f"""
  'person', (select row_to_json(p) from (
    select id, external_id, name, timezone, locale, quiet_hours, daily_cap, age_band, consents,
           encode(claim_key, 'hex') as claim_key, last_spoke_at, hold_until
    from users where tenant_id = :tenant and id = :user) p),
  'memories', (select json_agg(m) from ({MEMORY_ROWS} where {SEEN_BY_CREW} and :shows) m),
  'tombstones', (select json_agg(b) from ({TOMBSTONE_ROWS}) b)
"""
_READ = f"""
  {_KNOWN},
  'talk', (select json_agg(json_build_object(
      'id', t.id, 'speaker', t.speaker, 'text', t.text, 'said_at', t.said_at,
      'timezone', t.timezone, 'source', t.source) order by t.position)
    from (select * from ({_TALK}) both_halves order by position desc limit :talk) t),
  'follow_ups', (select json_agg(f order by f.next_at, f.id) from (
    select {_FOLLOW_UP_COLUMNS} from follow_ups f
    where f.tenant_id = :tenant and f.user_id = :user and f.crew = :crew and f.state = 'open'
    order by f.next_at, f.id limit 20) f),
  'sent', (select json_build_object('line', s.line, 'follow_up', row_to_json(f)) from (
      select o.message_id as line, o.follow_up_id from outbox o
      where o.tenant_id = :tenant and o.user_id = :user and o.crew = :crew
      order by o.created_at desc, o.position desc limit 1) s
    join lateral (select {_FOLLOW_UP_COLUMNS} from follow_ups f
      where f.tenant_id = :tenant and f.id = s.follow_up_id) f on true),
  'heard', (select json_build_object('noticed_at', h.noticed_at, 'last_said_at', h.last_said_at)
    from pair_states h
    where h.tenant_id = :tenant and h.user_id = :user and h.crew = :crew)
"""

READ_KNOWN = prepared(f"select cast(json_build_object({_KNOWN}) as text)")

CLAIM_AND_READ = prepared(f"""
with zoned as (
  update users set timezone = coalesce(:timezone, timezone), locale = coalesce(:locale, locale)
  where tenant_id = :tenant and id = :user and (cast(:timezone as text) is not null
    or cast(:locale as text) is not null)),
running as (
  select c.id, c.external_id, c.bundle, c.skill, c.last_turn_at from conversations c
  where c.tenant_id = :tenant and c.id = case when cast(:conversation as text) is not null
    then (select n.id from conversations n
          where n.tenant_id = :tenant and n.user_id = :user and n.crew = :crew
            and n.external_id = :conversation)
    else (select t.conversation_id from turns t
          where t.tenant_id = :tenant and t.user_id = :user and t.crew = :crew
            and t.at >= :running_since and t.at <= :now
          order by t.at desc limit 1) end),
made as (
  insert into conversations (tenant_id, id, user_id, crew, external_id, bundle, started_at,
                             last_turn_at)
  select :tenant, :new_conversation, :user, :crew,
         coalesce(:conversation, cast(:new_conversation as text)), :bundle, :now, :now
  where not exists (select 1 from running)
  on conflict (tenant_id, user_id, crew, external_id) do update set last_turn_at = :now
  returning id, external_id, bundle, skill, last_turn_at),
spot as (select *, false as fresh from running union all select *, true from made),
held as (
  insert into turns (tenant_id, id, user_id, crew, conversation_id, turn_id, body_hash, state,
                     lease_token, lease_until, at)
  select :tenant, :turn, :user, :crew, spot.id, :turn_id, :body_hash, 'running', :token,
         clock_timestamp() + make_interval(secs => :lease), :now
  from spot
  on conflict (tenant_id, turn_id) do nothing
  returning id as turn, conversation_id),
line as (
  insert into messages (tenant_id, id, user_id, crew, conversation_id, turn, speaker, text,
                        said_at, timezone, source, complete)
  select :tenant, :message, :user, :crew, held.conversation_id, held.turn, 'user', :said, :now,
         coalesce(:timezone, (select timezone from users where tenant_id = :tenant and id = :user),
                  :house_zone), 'user', 0
  from held
  returning id, timezone)
select cast(json_build_object(
  'claim', (select json_build_object(
    'turn', held.turn, 'token', cast(:token as uuid), 'conversation_id', spot.id,
    'conversation', spot.external_id, 'bundle', spot.bundle, 'skill', spot.skill,
    'timezone', line.timezone, 'message_id', line.id, 'fresh', spot.fresh,
    'quiet', spot.last_turn_at < :running_since)
    from held, spot, line),
{_READ}) as text)
""")

RECLAIM_AND_READ = prepared(f"""
with spot as (
  select t.id, t.conversation_id, c.external_id, c.bundle, c.skill, c.last_turn_at
  from turns t join conversations c on c.tenant_id = t.tenant_id and c.id = t.conversation_id
  where t.tenant_id = :tenant and t.user_id = :user and t.crew = :crew and t.turn_id = :turn_id),
held as (
  update turns t set state = 'running', lease_token = :token,
         lease_until = clock_timestamp() + make_interval(secs => :lease)
  from spot
  where t.tenant_id = :tenant and t.id = spot.id and t.body_hash = :body_hash
    and (t.state = 'incomplete' or (t.state = 'running' and t.lease_until < clock_timestamp()))
  returning t.id as turn, t.conversation_id),
line as (
  select s.id, s.timezone from messages s join held on s.turn = held.turn
  where s.tenant_id = :tenant and s.speaker = 'user')
select cast(json_build_object(
  'claim', (select json_build_object(
    'turn', held.turn, 'token', cast(:token as uuid), 'conversation_id', spot.conversation_id,
    'conversation', spot.external_id, 'bundle', spot.bundle, 'skill', spot.skill,
    'timezone', line.timezone, 'message_id', line.id, 'fresh', false,
    'quiet', spot.last_turn_at < :running_since)
    from held, spot, line),
{_READ}) as text)
""")

FINISH = prepared("""
with done as (
  update turns set state = 'done', answer = cast(:answer as jsonb),
         explain = cast(:explain as jsonb), judged = cast(:judged as jsonb), safety = :safety,
         lease_token = null, lease_until = null
  where tenant_id = :tenant and id = :turn and lease_token = :token and state = 'running'
  returning id, conversation_id),
heard as (
  update messages set complete = 1 from done
  where messages.tenant_id = :tenant and messages.id = :user_message),
reply as (
  insert into messages (tenant_id, id, user_id, crew, conversation_id, turn, speaker, text,
                        said_at, timezone, source)
  select :tenant, :reply_message, :user, :crew, done.conversation_id, done.id, 'assistant',
         :reply, :now, :timezone, 'crew' from done),
kept as (
  insert into evidence (tenant_id, id, user_id, crew, speaker, said_at, state, reason)
  select :tenant, line.id, :user, :crew, line.speaker, :now, :evidence_state, :evidence_reason
  from done, (values (cast(:user_message as uuid), 'user', 1),
                     (cast(:reply_message as uuid), 'assistant', 2)) as line(id, speaker, nth)
  where :keeps order by line.nth),
touched as (
  update conversations set last_turn_at = greatest(last_turn_at, :now),
         skill = :skill, bundle = :bundle
  from done where conversations.tenant_id = :tenant and conversations.id = done.conversation_id),
spoke as (
  update users set last_spoke_at = greatest(last_spoke_at, :now),
         hold_until = coalesce(:hold_until, hold_until)
  from done where users.tenant_id = :tenant and users.id = :user),
counted as (
  insert into safety_counts (tenant_id, id, month_on, level, turns)
  select :tenant, :safety_count, :month_on, :safety, 1 from done
  where :safety in ('concern', 'crisis')
  on conflict (tenant_id, month_on, level) do update set turns = safety_counts.turns + 1),
state as (
  insert into pair_states (tenant_id, id, user_id, crew, last_said_at, noticed_at,
                           oldest_pending_at)
  select :tenant, :pair_state, :user, :crew, :now, :noticed_at,
         case when :keeps and :evidence_state = 'pending' then cast(:now as timestamptz) end
  from done
  on conflict (tenant_id, user_id, crew) do update set
    last_said_at = greatest(pair_states.last_said_at, excluded.last_said_at),
    noticed_at = coalesce(excluded.noticed_at, pair_states.noticed_at),
    oldest_pending_at = least(pair_states.oldest_pending_at, excluded.oldest_pending_at),
    generation = pair_states.generation + 1)
select count(*) from done
""")
