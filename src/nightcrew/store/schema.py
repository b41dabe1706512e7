"""How our tables are made: every one says who may see its rows and how its words end.

`Table.info` holds
- policy: `installation` (no tenant), `tenant`, `key`, `person` (tenant and user) or `pair`
  (tenant, user and crew; a memory whose `scope` is not private is seen by the user's other crews,
  with its history; a tombstone without a crew is, too), or `team` (a transaction of one person
  sees rows of that person's teams only, and of one pair only those of the crew's teams);
- user_text: column to how it is erased and for how long it is kept;
- plain_text: text columns that hold names, codes and ids of ours, never a user's words.
"""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    func,
)

Policy = Literal["installation", "tenant", "key", "person", "pair", "team"]

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

VECTOR_SIZE = 384  # multilingual-e5-small
ERASED_WITH_ROW = "the row is deleted"
BLANKED = "the column is set to null or to empty text"


def moment(name: str, *, null: bool = True) -> Column[Any]:
    """A UTC moment of the product's time."""
    return Column(name, DateTime(timezone=True), nullable=null)


def written_at(name: str = "written_at") -> Column[Any]:
    """When the row was written, by the database's own clock; for audit only."""
    return Column(name, DateTime(timezone=True), nullable=False, server_default=func.now())


def words(name: str, *, null: bool = True) -> Column[Any]:
    """A text column."""
    return Column(name, Text, nullable=null)


def identity(name: str, *, null: bool = False) -> Column[Any]:
    """An id of ours."""
    return Column(name, Uuid, nullable=null)


def one_of(column: str, *values: str) -> CheckConstraint:
    """A closed list of values, held by the database."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} in ({listed})", name=f"{column}_is_known")


def kept(erase: str, retention: str) -> dict[str, str]:
    """How a column of a user's words is erased, and which class of days keeps it."""
    return {"erase": erase, "retention": retention}


def installation_table(name: str, *parts: Any, plain_text: set[str], why: str) -> Table:
    """A table of the installation: no tenant's data stands in it."""
    info = {"policy": "installation", "user_text": {}, "plain_text": plain_text, "why": why}
    return Table(name, metadata, *parts, info=info)


def tenant_table(
    name: str,
    *parts: Any,
    policy: Policy = "tenant",
    user_text: dict[str, dict[str, str]] | None = None,
    plain_text: set[str] | None = None,
    through_user: bool = False,
) -> Table:
    """A table whose rows belong to one tenant, with `id` as the second half of its key.

    through_user: the key to the user, whose own row names the tenant, says it for both.
    """
    of_tenant = () if through_user else (ForeignKeyConstraint(["tenant_id"], ["tenants.id"]),)
    info = {"policy": policy, "user_text": user_text or {}, "plain_text": plain_text or set()}
    return Table(
        name,
        metadata,
        identity("tenant_id"),
        identity("id"),
        *parts,
        PrimaryKeyConstraint("tenant_id", "id"),
        *of_tenant,
        info=info,
    )


def person_table(
    name: str,
    *parts: Any,
    user_text: dict[str, dict[str, str]] | None = None,
    plain_text: set[str] | None = None,
    policy: Policy = "person",
    through_user: bool = False,
) -> Table:
    """A table about a person: rows go when the user goes. through_user: see `tenant_table`."""
    return tenant_table(
        name,
        identity("user_id"),
        *parts,
        belongs_to("users", "user_id", gone="CASCADE"),
        policy=policy,
        user_text=user_text,
        plain_text=plain_text,
        through_user=through_user,
    )


def pair_table(
    name: str,
    *parts: Any,
    user_text: dict[str, dict[str, str]] | None = None,
    plain_text: set[str] | None = None,
    through_user: bool = False,
) -> Table:
    """A table about one user with one crew. through_user: see `tenant_table`."""
    return person_table(
        name,
        words("crew", null=False),
        *parts,
        policy="pair",
        user_text=user_text,
        plain_text={"crew", *(plain_text or set())},
        through_user=through_user,
    )


def belongs_to(table: str, column: str, *, gone: str | None = None) -> ForeignKeyConstraint:
    """A foreign key that carries the tenant, so that no row can point at another tenant's."""
    return ForeignKeyConstraint(
        ["tenant_id", column], [f"{table}.tenant_id", f"{table}.id"], ondelete=gone
    )


def unique(*columns: str) -> UniqueConstraint:
    """Unique inside one tenant."""
    return UniqueConstraint("tenant_id", *columns)
