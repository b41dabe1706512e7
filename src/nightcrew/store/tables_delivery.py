"""Where a backend wants to be told of events, and what waits to be told there.

A delivery holds ids and codes; the words of a message stand in the outbox only and are read when
they go, so that whatever is erased there cannot leave any more.
"""

from __future__ import annotations

from sqlalchemy import Boolean, CheckConstraint, Column, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from nightcrew.store.schema import (
    BLANKED,
    belongs_to,
    identity,
    kept,
    moment,
    one_of,
    tenant_table,
    unique,
    words,
    written_at,
)

webhooks = tenant_table(
    "webhooks",
    words("url", null=False),
    Column("events", ARRAY(Text), nullable=False),
    words("secret", null=False),
    words("former_secret"),
    moment("former_until"),
    written_at("created_at"),
    moment("disabled_at"),
    words("disabled_reason"),
    moment("waits_until"),
    moment("last_success_at"),
    moment("last_failure_at"),
    words("last_failure"),
    Column("last_status", Integer),
    Column("consecutive_failures", Integer, nullable=False, server_default="0"),
    CheckConstraint(
        "(disabled_at is null) = (disabled_reason is null)", name="disabled_has_a_reason"
    ),
    CheckConstraint(
        "(former_secret is null) = (former_until is null)", name="former_secret_has_an_end"
    ),
    plain_text={"url", "events", "secret", "former_secret", "disabled_reason", "last_failure"},
)

# user_id is null for `user.erased`, whose user is not there any more; person names them then.
deliveries = tenant_table(
    "deliveries",
    identity("webhook_id"),
    identity("event_id"),
    words("event", null=False),
    identity("user_id", null=True),
    words("crew"),
    identity("subject_id", null=True),
    Column("facts", JSONB, nullable=False),
    words("person"),
    moment("created_at", null=False),
    words("state", null=False),
    words("reason"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("uncertain", Boolean, nullable=False, server_default="false"),
    Column("last_status", Integer),
    moment("run_at"),
    identity("lease_token", null=True),
    moment("lease_until"),
    moment("ended_at"),
    written_at(),
    belongs_to("webhooks", "webhook_id", gone="CASCADE"),
    belongs_to("users", "user_id", gone="CASCADE"),
    unique("webhook_id", "event_id"),
    one_of("state", "ready", "leased", "done", "dead", "expired", "cancelled"),
    CheckConstraint(
        "(state = 'leased') = (lease_token is not null)"
        " and (state = 'leased') = (lease_until is not null)",
        name="only_the_leased_have_a_lease",
    ),
    CheckConstraint(
        "(state in ('ready', 'leased')) = (ended_at is null)", name="over_has_a_moment"
    ),
    CheckConstraint(
        "person is null or state in ('ready', 'leased')", name="nobody_is_named_afterwards"
    ),
    CheckConstraint(
        "state not in ('dead', 'expired', 'cancelled') or reason is not null",
        name="not_done_has_a_reason",
    ),
    Index(
        "ix_deliveries_ready",
        "tenant_id",
        "webhook_id",
        text("run_at nulls first"),
        "id",
        postgresql_where=text("state = 'ready'"),
    ),
    Index(
        "ix_deliveries_leased",
        "tenant_id",
        "lease_until",
        postgresql_where=text("state = 'leased'"),
    ),
    Index("ix_deliveries_event", "tenant_id", "event_id"),
    Index("ix_deliveries_user", "tenant_id", "user_id"),
    user_text={"person": kept(BLANKED, "while the delivery is open")},
    plain_text={"event", "crew", "facts", "state", "reason"},
)
