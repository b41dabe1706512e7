"""Teams, who is in them, what waits for an admin, and what the team knows.

The words a team knows are the words of its members: each stands in a row of the person who said
them, and the team's memory says what the oldest of these rows says. When the last of these persons
is erased, nothing is left to say. See docs/teams.md.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Date,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from nightcrew.store.schema import (
    ERASED_WITH_ROW,
    belongs_to,
    identity,
    kept,
    moment,
    one_of,
    pair_table,
    person_table,
    tenant_table,
    unique,
    words,
    written_at,
)

TEAM_KINDS = ("fact", "plan")  # how to treat a person is that person's own and no team's

teams = tenant_table(
    "teams",
    words("name", null=False),
    Column("claim_key", LargeBinary, nullable=False),
    moment("changed_at", null=False),
    written_at(),
    unique("name"),
    CheckConstraint(
        "char_length(name) between 1 and 128 and name !~ '[\\x01-\\x1f\\x7f]'",
        name="name_is_printable",
    ),
    policy="team",
    plain_text={"name"},
)

team_members = person_table(
    "team_members",
    identity("team_id"),
    words("role", null=False),
    belongs_to("teams", "team_id", gone="CASCADE"),
    unique("team_id", "user_id"),
    one_of("role", "member", "admin"),
    Index("ix_team_members_user", "tenant_id", "user_id", "team_id"),
    plain_text={"role"},
)

team_crews = tenant_table(
    "team_crews",
    identity("team_id"),
    words("crew", null=False),
    belongs_to("teams", "team_id", gone="CASCADE"),
    unique("team_id", "crew"),
    policy="team",
    plain_text={"crew"},
)

# Which turns were said to a team: only from these may a dream propose something to it.
team_turns = person_table(
    "team_turns",
    identity("team_id"),
    identity("turn"),
    belongs_to("teams", "team_id", gone="CASCADE"),
    belongs_to("turns", "turn", gone="CASCADE"),
    unique("turn"),
)

team_changes = pair_table(
    "team_changes",
    identity("team_id"),
    words("action", null=False),
    words("kind", null=False),
    words("subject", null=False),
    words("text", null=False),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("review_on", Date),
    Column("said_on", Date, nullable=False),
    Column("cites", ARRAY(Uuid), nullable=False),
    identity("memory", null=True),
    identity("source_memory", null=True),
    words("origin", null=False),
    words("state", null=False),
    moment("created_at", null=False),
    moment("expires_at"),
    moment("decided_at"),
    identity("decided_by", null=True),
    written_at(),
    belongs_to("teams", "team_id", gone="CASCADE"),
    ForeignKeyConstraint(
        ["tenant_id", "decided_by"],
        ["users.tenant_id", "users.id"],
        ondelete="SET NULL (decided_by)",
    ),
    one_of("action", "WRITE", "FORGET"),
    one_of("kind", *TEAM_KINDS),
    one_of("origin", "asked", "dream", "promotion"),
    one_of("state", "waiting", "approved", "rejected", "expired"),
    # What is to be forgotten stands in its own row only, and goes with who said it.
    CheckConstraint(
        "char_length(text) <= 4000 and (action = 'WRITE') = (text <> '')", name="text_is_whole"
    ),
    CheckConstraint("(state = 'waiting') = (decided_at is null)", name="decided_has_a_moment"),
    CheckConstraint("decided_by is null or decided_by <> user_id", name="nobody_decides_alone"),
    CheckConstraint("(action = 'FORGET') = (memory is not null)", name="forgets_something"),
    Index("ix_team_changes_queue", "tenant_id", "team_id", "state", "created_at"),
    user_text={
        "subject": kept(ERASED_WITH_ROW, "team_reviews"),
        "text": kept(ERASED_WITH_ROW, "team_reviews"),
    },
    plain_text={"action", "kind", "origin", "state"},
)

team_memories = tenant_table(
    "team_memories",
    identity("team_id"),
    words("kind", null=False),
    words("status", null=False),
    Column("version", Integer, nullable=False),
    Column("learned_on", Date, nullable=False),
    moment("off_at"),
    moment("changed_at", null=False),
    belongs_to("teams", "team_id", gone="CASCADE"),
    one_of("kind", *TEAM_KINDS),
    one_of("status", "active", "off"),
    CheckConstraint("(status = 'off') = (off_at is not null)", name="off_has_a_moment"),
    Index("ix_team_memories_team", "tenant_id", "team_id", "status"),
    policy="team",
    plain_text={"kind", "status"},
)

team_words = person_table(
    "team_words",
    identity("team_id"),
    identity("memory_id"),
    words("crew", null=False),
    words("subject", null=False),
    words("text", null=False),
    Column("from_on", Date),
    Column("to_on", Date),
    Column("review_on", Date),
    Column("said_on", Date, nullable=False),
    Column("cites", ARRAY(Uuid), nullable=False),
    identity("source_memory", null=True),
    Column("position", BigInteger, Identity(always=True), nullable=False),
    belongs_to("teams", "team_id", gone="CASCADE"),
    belongs_to("team_memories", "memory_id", gone="CASCADE"),
    unique("memory_id", "user_id"),
    CheckConstraint("char_length(text) between 1 and 4000", name="text_is_whole"),
    Index("ix_team_words_team", "tenant_id", "team_id"),
    policy="team",
    user_text={
        "subject": kept(ERASED_WITH_ROW, "forgotten"),
        "text": kept(ERASED_WITH_ROW, "forgotten"),
    },
    plain_text={"crew"},
)

team_tombstones = person_table(
    "team_tombstones",
    identity("team_id"),
    identity("memory_id", null=True),
    words("kind", null=False),
    Column("claim_hashes", ARRAY(Text), nullable=False),
    words("wording_hash", null=False),
    moment("created_at", null=False),
    moment("lifted_at"),
    belongs_to("teams", "team_id", gone="CASCADE"),
    one_of("kind", *TEAM_KINDS),
    Index(
        "ix_team_tombstones_standing",
        "tenant_id",
        "team_id",
        postgresql_where=text("lifted_at is null"),
    ),
    policy="team",
    user_text={
        "claim_hashes": kept(ERASED_WITH_ROW, "while the user exists"),
        "wording_hash": kept(ERASED_WITH_ROW, "while the user exists"),
    },
    plain_text={"kind"},
)

team_digests = tenant_table(
    "team_digests",
    identity("team_id"),
    words("fingerprint", null=False),
    Column("sentences", JSONB, nullable=False),
    words("model", null=False),
    words("outcome", null=False),
    moment("made_at", null=False),
    belongs_to("teams", "team_id", gone="CASCADE"),
    unique("team_id"),
    one_of("outcome", "kept", "refused"),
    policy="team",
    user_text={"sentences": kept("the row is deleted with the first of its words", "forgotten")},
    plain_text={"fingerprint", "model", "outcome"},
)
