"""Backends are told of events: where, and what waits to be told.

An event is written by a trigger, in the transaction of what happened, so that no writer can forget
it and nothing is told that was rolled back. Without an endpoint that asked for it nothing is
written.
"""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0003_webhooks"
down_revision = "0002_erase_log"

_TABLES = """
create table webhooks (
    tenant_id uuid not null,
    id uuid not null,
    url text not null,
    events text[] not null,
    secret text not null,
    former_secret text,
    former_until timestamp with time zone,
    created_at timestamp with time zone default now() not null,
    disabled_at timestamp with time zone,
    disabled_reason text,
    waits_until timestamp with time zone,
    last_success_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    last_failure text,
    last_status integer,
    consecutive_failures integer default 0 not null,
    constraint pk_webhooks primary key (tenant_id, id),
    constraint ck_webhooks_disabled_has_a_reason
        check ((disabled_at is null) = (disabled_reason is null)),
    constraint ck_webhooks_former_secret_has_an_end
        check ((former_secret is null) = (former_until is null)),
    constraint fk_webhooks_tenants_tenant_id foreign key (tenant_id) references tenants (id)
);

create table deliveries (
    tenant_id uuid not null,
    id uuid not null,
    webhook_id uuid not null,
    event_id uuid not null,
    event text not null,
    user_id uuid,
    crew text,
    subject_id uuid,
    facts jsonb not null,
    person text,
    created_at timestamp with time zone not null,
    state text not null,
    reason text,
    attempts integer default 0 not null,
    uncertain boolean default false not null,
    last_status integer,
    run_at timestamp with time zone,
    lease_token uuid,
    lease_until timestamp with time zone,
    ended_at timestamp with time zone,
    written_at timestamp with time zone default now() not null,
    constraint pk_deliveries primary key (tenant_id, id),
    constraint fk_deliveries_webhooks_tenant_id_webhook_id foreign key (tenant_id, webhook_id)
        references webhooks (tenant_id, id) on delete cascade,
    constraint fk_deliveries_users_tenant_id_user_id foreign key (tenant_id, user_id)
        references users (tenant_id, id) on delete cascade,
    constraint uq_deliveries_tenant_id_webhook_id_event_id unique (tenant_id, webhook_id, event_id),
    constraint ck_deliveries_state_is_known
        check (state in ('ready', 'leased', 'done', 'dead', 'expired', 'cancelled')),
    constraint ck_deliveries_only_the_leased_have_a_lease
        check ((state = 'leased') = (lease_token is not null)
               and (state = 'leased') = (lease_until is not null)),
    constraint ck_deliveries_over_has_a_moment
        check ((state in ('ready', 'leased')) = (ended_at is null)),
    constraint ck_deliveries_nobody_is_named_afterwards
        check (person is null or state in ('ready', 'leased')),
    constraint ck_deliveries_not_done_has_a_reason
        check (state not in ('dead', 'expired', 'cancelled') or reason is not null),
    constraint fk_deliveries_tenants_tenant_id foreign key (tenant_id) references tenants (id)
);

create index ix_deliveries_ready on deliveries (tenant_id, webhook_id, run_at)
    where state = 'ready';
create index ix_deliveries_leased on deliveries (tenant_id, lease_until)
    where state = 'leased';
create index ix_deliveries_event on deliveries (tenant_id, event_id);
create index ix_deliveries_user on deliveries (tenant_id, user_id)
"""

_NOTE = """
create function note_event(
    the_event text, the_tenant uuid, the_id uuid, the_user uuid, the_crew text, the_subject uuid,
    the_facts jsonb, the_person text, the_moment timestamp with time zone
) returns void language sql as $$
  insert into deliveries (tenant_id, id, webhook_id, event_id, event, user_id, crew, subject_id,
                          facts, person, created_at, state)
  select the_tenant, gen_random_uuid(), w.id, the_id, the_event, the_user, the_crew, the_subject,
         the_facts, the_person, the_moment, 'ready'
  from webhooks w
  where w.tenant_id = the_tenant and the_event = any (w.events) and w.disabled_at is null
  on conflict do nothing
$$
"""

# Where many rows are written at once, a trigger of the statement costs nothing while nobody asked
# for the event; one of the row was a sixth of what a message costs the database.
_STATEMENT = """
create function {name}() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks w where '{event}' = any (w.events) and w.disabled_at is null) then
    perform note_event('{event}', fresh.tenant_id, {arguments})
    from fresh {which};
  end if;
  return null;
end $$;
create trigger {name} {fires} for each statement execute function {name}()
"""
_MESSAGE = "fresh.id, fresh.user_id, fresh.crew, fresh.id, '{}'::jsonb, null, fresh.created_at"
_FOLLOW_UP = (
    "gen_random_uuid(), fresh.user_id, fresh.crew, fresh.id,"
    " jsonb_build_object('follow_up', fresh.id, 'state', fresh.state), null, now()"
)
_CHANGED = """
    join stale using (tenant_id, id)
    where (fresh.state, fresh.next_at, fresh.local, fresh.rule, fresh.timezone, fresh.pause_until,
           fresh.ended_at)
      is distinct from (stale.state, stale.next_at, stale.local, stale.rule, stale.timezone,
                        stale.pause_until, stale.ended_at)"""
_TOLD_TOGETHER = (
    {
        "name": "note_outbox",
        "event": "crew.message.due",
        "arguments": _MESSAGE,
        "which": "",
        "fires": "after insert on outbox referencing new table as fresh",
    },
    {
        "name": "note_new_follow_up",
        "event": "follow_up.changed",
        "arguments": _FOLLOW_UP,
        "which": "",
        "fires": "after insert on follow_ups referencing new table as fresh",
    },
    {
        "name": "note_follow_up",
        "event": "follow_up.changed",
        "arguments": _FOLLOW_UP,
        "which": _CHANGED,
        "fires": "after update on follow_ups referencing old table as stale new table as fresh",
    },
)

# By name: the table, when it fires, and the arguments of note_event after the tenant.
_TOLD = {
    "memory.changed": (
        "memory",
        "after insert on memory_versions for each row",
        "new.id, new.user_id, (select m.crew from memories m"
        " where m.tenant_id = new.tenant_id and m.id = new.memory_id), new.memory_id,"
        " jsonb_build_object('memory', new.memory_id, 'version', new.version,"
        " 'status', new.status, 'actor', new.actor), null, new.at",
    ),
    "safety.flagged": (
        "safety",
        "after update of state on turns for each row when (new.state = 'done'"
        " and old.state <> 'done' and new.safety in ('concern', 'crisis'))",
        "new.id, new.user_id, new.crew, new.id, jsonb_build_object('level', new.safety), null,"
        " new.at",
    ),
}

# A memory that was off was told of when it went off.
_ERASED_MEMORY = """
create function note_erased_memory() returns trigger language plpgsql as $$
begin
  if exists (select from users u where u.tenant_id = old.tenant_id and u.id = old.user_id) then
    perform note_event('memory.changed', old.tenant_id, gen_random_uuid(), old.user_id, old.crew,
      old.id, jsonb_build_object('memory', old.id, 'version', old.version, 'status', 'erased',
                                 'actor', 'user'), null, now());
  end if;
  return null;
end $$;
create trigger note_erased_memory after delete on memories for each row
  when (old.status = 'active') execute function note_erased_memory()
"""

_ERASED_USER = """
create function note_erased_user() returns trigger language plpgsql as $$
begin
  perform note_event('user.erased', old.tenant_id, old.id, null, null, null, '{}'::jsonb,
                     old.external_id, now());
  return null;
end $$;
create trigger note_erased_user after delete on users for each row
  execute function note_erased_user()
"""


def upgrade() -> None:
    """Add both tables and what writes into the second one."""
    op.execute(_TABLES)
    protect("webhooks")
    protect("deliveries", ["person"])
    op.execute(_NOTE)
    for told in _TOLD_TOGETHER:
        op.execute(_STATEMENT.format(**told))
    for event, (name, fires, arguments) in _TOLD.items():
        op.execute(f"""
create function note_{name}() returns trigger language plpgsql as $$
begin
  perform note_event('{event}', new.tenant_id, {arguments});
  return null;
end $$;
create trigger note_{name} after {fires.removeprefix("after ")} execute function note_{name}()
""")
    op.execute(_ERASED_MEMORY)
    op.execute(_ERASED_USER)
