"""Teams, what their members propose, and what an admin let stand."""

from __future__ import annotations

from alembic import op

from nightcrew.store.migrations.protection import protect

revision = "0007_teams"
down_revision = "0006_knowledge"

_TABLES = """
CREATE TABLE teams (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    name TEXT NOT NULL,
    claim_key BYTEA NOT NULL,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_teams PRIMARY KEY (tenant_id, id),
    CONSTRAINT uq_teams_tenant_id_name UNIQUE (tenant_id, name),
    CONSTRAINT ck_teams_name_is_printable CHECK (char_length(name) between 1 and 128 and name !~
        '[\\x01-\\x1f\\x7f]'),
    CONSTRAINT fk_teams_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE team_changes (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    crew TEXT NOT NULL,
    team_id UUID NOT NULL,
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    from_on DATE,
    to_on DATE,
    review_on DATE,
    said_on DATE NOT NULL,
    cites UUID[] NOT NULL,
    memory UUID,
    source_memory UUID,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE,
    decided_at TIMESTAMP WITH TIME ZONE,
    decided_by UUID,
    written_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_team_changes PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_changes_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id)
        REFERENCES teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_changes_users_tenant_id_decided_by FOREIGN KEY(tenant_id, decided_by)
        REFERENCES users (tenant_id, id) ON DELETE SET NULL (decided_by),
    CONSTRAINT ck_team_changes_action_is_known CHECK (action in ('WRITE', 'FORGET')),
    CONSTRAINT ck_team_changes_kind_is_known CHECK (kind in ('fact', 'plan')),
    CONSTRAINT ck_team_changes_origin_is_known CHECK (origin in ('asked', 'dream', 'promotion')),
    CONSTRAINT ck_team_changes_state_is_known CHECK (state in ('waiting', 'approved',
        'rejected', 'expired')),
    CONSTRAINT ck_team_changes_text_is_whole CHECK (char_length(text) <= 4000 and (action =
        'WRITE') = (text <> '')),
    CONSTRAINT ck_team_changes_decided_has_a_moment CHECK ((state = 'waiting') = (decided_at is
        null)),
    CONSTRAINT ck_team_changes_nobody_decides_alone CHECK (decided_by is null or decided_by <>
        user_id),
    CONSTRAINT ck_team_changes_forgets_something CHECK ((action = 'FORGET') = (memory is not
        null)),
    CONSTRAINT fk_team_changes_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_changes_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_team_changes_queue ON team_changes (tenant_id, team_id, state, created_at);

CREATE TABLE team_crews (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    team_id UUID NOT NULL,
    crew TEXT NOT NULL,
    CONSTRAINT pk_team_crews PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_crews_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id) REFERENCES
        teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_team_crews_tenant_id_team_id_crew UNIQUE (tenant_id, team_id, crew),
    CONSTRAINT fk_team_crews_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE team_digests (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    team_id UUID NOT NULL,
    fingerprint TEXT NOT NULL,
    sentences JSONB NOT NULL,
    model TEXT NOT NULL,
    outcome TEXT NOT NULL,
    made_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_team_digests PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_digests_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id)
        REFERENCES teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_team_digests_tenant_id_team_id UNIQUE (tenant_id, team_id),
    CONSTRAINT ck_team_digests_outcome_is_known CHECK (outcome in ('kept', 'refused')),
    CONSTRAINT fk_team_digests_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE TABLE team_members (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    team_id UUID NOT NULL,
    role TEXT NOT NULL,
    CONSTRAINT pk_team_members PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_members_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id)
        REFERENCES teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_team_members_tenant_id_team_id_user_id UNIQUE (tenant_id, team_id, user_id),
    CONSTRAINT ck_team_members_role_is_known CHECK (role in ('member', 'admin')),
    CONSTRAINT fk_team_members_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_members_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_team_members_user ON team_members (tenant_id, user_id, team_id);

CREATE TABLE team_memories (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    team_id UUID NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    learned_on DATE NOT NULL,
    off_at TIMESTAMP WITH TIME ZONE,
    changed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_team_memories PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_memories_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id)
        REFERENCES teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_team_memories_kind_is_known CHECK (kind in ('fact', 'plan')),
    CONSTRAINT ck_team_memories_status_is_known CHECK (status in ('active', 'off')),
    CONSTRAINT ck_team_memories_off_has_a_moment CHECK ((status = 'off') = (off_at is not null)),
    CONSTRAINT fk_team_memories_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_team_memories_team ON team_memories (tenant_id, team_id, status);

CREATE TABLE team_tombstones (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    team_id UUID NOT NULL,
    memory_id UUID,
    kind TEXT NOT NULL,
    claim_hashes TEXT[] NOT NULL,
    wording_hash TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    lifted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_team_tombstones PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_tombstones_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id)
        REFERENCES teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_team_tombstones_kind_is_known CHECK (kind in ('fact', 'plan')),
    CONSTRAINT fk_team_tombstones_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_tombstones_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_team_tombstones_standing ON team_tombstones (tenant_id, team_id) WHERE lifted_at
    is null;

CREATE TABLE team_words (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    team_id UUID NOT NULL,
    memory_id UUID NOT NULL,
    crew TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    from_on DATE,
    to_on DATE,
    review_on DATE,
    said_on DATE NOT NULL,
    cites UUID[] NOT NULL,
    source_memory UUID,
    position BIGINT GENERATED ALWAYS AS IDENTITY,
    CONSTRAINT pk_team_words PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_words_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id) REFERENCES
        teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_words_team_memories_tenant_id_memory_id FOREIGN KEY(tenant_id, memory_id)
        REFERENCES team_memories (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_team_words_tenant_id_memory_id_user_id UNIQUE (tenant_id, memory_id, user_id),
    CONSTRAINT ck_team_words_text_is_whole CHECK (char_length(text) between 1 and 4000),
    CONSTRAINT fk_team_words_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_words_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);

CREATE INDEX ix_team_words_team ON team_words (tenant_id, team_id);

CREATE TABLE team_turns (
    tenant_id UUID NOT NULL,
    id UUID NOT NULL,
    user_id UUID NOT NULL,
    team_id UUID NOT NULL,
    turn UUID NOT NULL,
    CONSTRAINT pk_team_turns PRIMARY KEY (tenant_id, id),
    CONSTRAINT fk_team_turns_teams_tenant_id_team_id FOREIGN KEY(tenant_id, team_id) REFERENCES
        teams (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_turns_turns_tenant_id_turn FOREIGN KEY(tenant_id, turn) REFERENCES turns
        (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_team_turns_tenant_id_turn UNIQUE (tenant_id, turn),
    CONSTRAINT fk_team_turns_users_tenant_id_user_id FOREIGN KEY(tenant_id, user_id) REFERENCES
        users (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_team_turns_tenants_tenant_id FOREIGN KEY(tenant_id) REFERENCES tenants (id)
);
"""

# Words that leave take with them what was made of them: the digest that retells them, and a memory
# that rests on nobody's words any more. Whoever erases is perhaps no member any more and would not
# see either, so the look goes wide for these two statements.
_WORDS_LEAVE = """
create function note_team_words_left() returns trigger language plpgsql as $$
declare
  person text := current_setting('app.user', true);
  crew text := current_setting('app.crew', true);
begin
  perform set_config('app.user', '', true), set_config('app.crew', '', true);
  delete from team_digests d where d.tenant_id = old.tenant_id and d.team_id = old.team_id;
  delete from team_memories m where m.tenant_id = old.tenant_id and m.id = old.memory_id
    and not exists (select from team_words w
                    where w.tenant_id = m.tenant_id and w.memory_id = m.id);
  perform set_config('app.user', coalesce(person, ''), true),
          set_config('app.crew', coalesce(crew, ''), true);
  return null;
end $$;
create trigger note_team_words_left after delete or update of text, memory_id on team_words
  for each row execute function note_team_words_left()
"""

# Backends hear of a team's memory by the member whose words it says; who supports it is no change.
_TELL = """
create function note_team_memory() returns trigger language plpgsql as $$
begin
  perform note_event('memory.changed', m.tenant_id, gen_random_uuid(), w.user_id, w.crew, m.id,
    jsonb_build_object('memory', m.id, 'version', m.version, 'status', m.status,
                       'actor', 'admin', 'team', t.name), null, m.changed_at)
  from team_memories m
  join teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
  cross join lateral (
    select f.user_id, f.crew, f.position from team_words f
    where f.tenant_id = m.tenant_id and f.memory_id = m.id order by f.position limit 1) w
  where m.tenant_id = new.tenant_id and {which};
  return null;
end $$;
"""
_TOLD = (
    ("note_team_memory_known", "after insert on team_words",
     "m.id = new.memory_id and w.position = new.position"),
    ("note_team_memory_off", "after update of status on team_memories", "m.id = new.id"),
)  # fmt: skip


def upgrade() -> None:
    """Add the tables, close them, let what was made of words leave with them, and tell of it."""
    op.execute(_TABLES)
    protect("team_members", person=True)
    protect("teams", team="id")
    protect("team_crews", team="team_id", crew=True)
    protect("team_turns", person=True)
    protect("team_changes", ("subject", "text"), person=True, crew=True)
    protect("team_memories", team="team_id")
    protect("team_words", ("subject", "text"), team="team_id", own=True)
    protect("team_tombstones", ("claim_hashes", "wording_hash"), team="team_id", own=True)
    protect("team_digests", ("sentences",), team="team_id")
    op.execute(_WORDS_LEAVE)
    for name, fires, which in _TOLD:
        op.execute(_TELL.replace("note_team_memory()", f"{name}()").replace("{which}", which))
        op.execute(f"create trigger {name} {fires} for each row execute function {name}()")
