"""A database of its own on a configured server, for work whose rows nobody keeps."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from nightcrew.store.failure import StoreAway, StoreUnfit


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAway:
    """A database beside the configured one, empty and with a name nobody else has."""

    name: str
    url: str = field(repr=False)
    beside: str = field(repr=False)

    def drop(self) -> None:
        """Remove it with all that is in it. Raises: StoreAway."""
        _run(self.beside, sql.SQL("drop database if exists {} with (force)"), self.name)


def make(url: str) -> ThrowAway:
    """Make it, as the login of `url`. Raises: StoreAway; StoreUnfit when the login may not."""
    name = f"nightcrew_throw_away_{uuid.uuid4().hex[:12]}"
    _run(url, sql.SQL("create database {}"), name)
    made = make_url(url).set(database=name).render_as_string(hide_password=False)
    return ThrowAway(name=name, url=made, beside=url)


def _run(url: str, statement: sql.SQL, name: str) -> None:
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        with psycopg.connect(plain, autocommit=True, connect_timeout=5) as connection:
            connection.execute(statement.format(sql.Identifier(name)))
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreUnfit(
            "cannot_create_database",
            "the login of NIGHTCREW_DATABASE_URL may not create a database",
            hint="grant it CREATEDB, or leave NIGHTCREW_DATABASE_URL empty for an embedded one",
        ) from error
    except psycopg.OperationalError as error:
        first_line = str(error).strip().partition("\n")[0]
        raise StoreAway(
            f"the database cannot be reached: {first_line}",
            hint="check NIGHTCREW_DATABASE_URL and that the server runs",
        ) from error
