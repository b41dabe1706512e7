"""From a bare PostgreSQL to one we can use: roles, database, extension, migrations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import sql
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from nightcrew.domain.errors import BadInput
from nightcrew.store.failure import StoreAway, StoreUnfit

if TYPE_CHECKING:
    from alembic.config import Config

DATABASE = "nightcrew"
OWNER_ROLE = "nightcrew_owner"
RUNTIME_ROLE = "nightcrew_app"

_OLDEST_POSTGRES = 150000
_OLDEST_VECTOR = (0, 7)  # halfvec
_SET_UP = 5_837_201_994  # our own number for the advisory lock
_WAIT_FOR_OTHERS = "120s"
_MIGRATIONS = Path(__file__).parent / "migrations"

_Connection = psycopg.Connection[tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The addresses of a prepared database.

    app_url: for `Database.open`. owner_url: for migrations, run as `owner_role` when it is set,
    else as the login itself.
    """

    app_url: str = field(repr=False)
    owner_url: str = field(repr=False)
    owner_role: str | None


def prepare(url: str, *, embedded: bool) -> Access:
    """Make what is missing; safe to repeat and to run from several processes at once.

    url: of the superuser of an embedded server, else the configured login.
    Raises: StoreAway; StoreUnfit with the command an administrator has to run.
    """
    with _failures():
        return _prepare_embedded(url) if embedded else _prepare_external(url)


def upgrade(access: Access) -> None:
    """Bring the tables up to date, all or nothing; a second caller waits, then has nothing to do.

    Raises: StoreAway.
    """
    with _failures(), _as_owner(access) as connection:
        connection.execute(text(f"set local lock_timeout = '{_WAIT_FOR_OTHERS}'"))
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _SET_UP})
        if _current(connection) != newest_revision():
            _migrate(connection)


def newest_revision() -> str:
    """The last step there is; a step is named by its file."""
    return max(path.stem for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))


def _current(connection: Connection) -> str | None:
    if connection.scalar(text("select to_regclass('public.alembic_version')")) is None:
        return None
    found = connection.scalar(text("select version_num from alembic_version"))
    return str(found) if found else None


def _migrate(connection: Connection) -> None:
    # Most starts have nothing to migrate, and are 0.2 s of CPU sooner without the library.
    from alembic import command

    configuration = _configuration()
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, "head")


def pending(access: Access) -> list[str]:
    """The revisions the database lacks, oldest first. Raises: StoreAway."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with _failures(), _as_owner(access) as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    steps = ScriptDirectory.from_config(_configuration()).iterate_revisions("head", current)
    return [step.revision for step in steps][::-1]


def _prepare_embedded(url: str) -> Access:
    with _alone(url) as connection:
        _make_role(connection, OWNER_ROLE, "nologin")
        _make_role(connection, RUNTIME_ROLE, "login")
        _make_database(connection)
    ours = make_url(url).set(database=DATABASE)
    owner_url = ours.render_as_string(hide_password=False)
    with _alone(owner_url) as connection:
        _check_floors(connection)
    app_url = ours.set(username=RUNTIME_ROLE).render_as_string(hide_password=False)
    return Access(app_url=app_url, owner_url=owner_url, owner_role=OWNER_ROLE)


def _prepare_external(url: str) -> Access:
    with _alone(url) as connection:
        _check_floors(connection)
        _check_may_create_tables(connection)
        _take_runtime_role(connection)
    return Access(app_url=url, owner_url=url, owner_role=None)


def _make_role(connection: _Connection, name: str, login: str) -> None:
    known = connection.execute("select from pg_roles where rolname = %s", [name]).fetchone()
    if known is None:
        connection.execute(f"create role {name} {login}".encode())


def _make_database(connection: _Connection) -> None:
    found = connection.execute("select from pg_database where datname = %s", [DATABASE]).fetchone()
    if found is None:
        connection.execute(f"create database {DATABASE} owner {OWNER_ROLE}".encode())
    connection.execute(f"revoke all on database {DATABASE} from public".encode())
    connection.execute(f"grant connect on database {DATABASE} to {RUNTIME_ROLE}".encode())


def _check_floors(connection: _Connection) -> None:
    if connection.info.server_version < _OLDEST_POSTGRES:
        raise StoreUnfit(
            "postgres_too_old",
            f"PostgreSQL {connection.info.server_version // 10000} is too old",
            hint="nightcrew needs PostgreSQL 15 or later",
        )
    version = _vector_version(connection) or _make_extension(connection)
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_VECTOR:
        raise StoreUnfit(
            "extension_too_old",
            f"the extension vector is {version}, 0.7 or later is needed",
            hint="install pgvector 0.7 or later, then run: ALTER EXTENSION vector UPDATE;",
        )


def _vector_version(connection: _Connection) -> str:
    found = connection.execute(
        "select extversion from pg_extension where extname = 'vector'"
    ).fetchone()
    return str(found[0]) if found else ""


def _make_extension(connection: _Connection) -> str:
    try:
        connection.execute("create extension if not exists vector")
    except psycopg.Error as error:
        raise StoreUnfit(
            "missing_extension",
            f"the extension vector is missing in the database {connection.info.dbname}",
            hint="install pgvector and run there as an administrator: CREATE EXTENSION vector;",
        ) from error
    return _vector_version(connection)


def _check_may_create_tables(connection: _Connection) -> None:
    found = connection.execute("select has_schema_privilege(current_user, 'public', 'create')")
    row = found.fetchone()
    if row is None or not row[0]:
        raise StoreUnfit(
            "cannot_create_tables",
            f"{connection.info.user} may not create tables in {connection.info.dbname}",
            hint=f"run as an administrator: ALTER DATABASE {connection.info.dbname} "
            f"OWNER TO {connection.info.user};",
        )


def _take_runtime_role(connection: _Connection) -> None:
    login = sql.Identifier(connection.info.user)
    try:
        _make_role(connection, RUNTIME_ROLE, "nologin")
        if not _may_become_runtime_role(connection):
            connection.execute(
                sql.SQL("grant {} to {}").format(sql.Identifier(RUNTIME_ROLE), login)
            )
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreUnfit(
            "missing_role",
            f"{connection.info.user} may not make or take the role {RUNTIME_ROLE}",
            hint=f"run as an administrator: CREATE ROLE {RUNTIME_ROLE} NOLOGIN; "
            f"GRANT {RUNTIME_ROLE} TO {connection.info.user};",
        ) from error


def _may_become_runtime_role(connection: _Connection) -> bool:
    try:
        connection.execute(f"set role {RUNTIME_ROLE}".encode())
    except psycopg.errors.InsufficientPrivilege:
        return False
    connection.execute("reset role")
    return True


@contextmanager
def _alone(url: str) -> Iterator[_Connection]:
    with psycopg.connect(plain_address(url), autocommit=True, connect_timeout=5) as connection:
        connection.execute(f"set lock_timeout = '{_WAIT_FOR_OTHERS}'".encode())
        connection.execute("select pg_advisory_lock(%s)", [_SET_UP])
        yield connection


@contextmanager
def _as_owner(access: Access) -> Iterator[Connection]:
    address = make_url(access.owner_url).set(drivername="postgresql+psycopg")
    engine = create_engine(address, poolclass=NullPool, connect_args={"connect_timeout": 5})
    with engine.begin() as connection:
        if access.owner_role is not None:
            connection.execute(text(f"set local role {access.owner_role}"))
        yield connection


@contextmanager
def _failures() -> Iterator[None]:
    try:
        yield
    except psycopg.OperationalError as error:
        raise _away(error) from error
    except psycopg.ProgrammingError as error:
        # Before any statement it can only be the address; its text would show a password.
        if error.sqlstate is not None:
            raise
        raise BadInput(
            "bad_setting",
            "NIGHTCREW_DATABASE_URL is no address of a PostgreSQL",
            hint="write postgresql://user:password@host:5432/name",
            field="NIGHTCREW_DATABASE_URL",
        ) from None
    except DBAPIError as error:
        if isinstance(error.orig, psycopg.OperationalError):
            raise _away(error.orig) from error
        raise


def _away(error: psycopg.OperationalError) -> StoreAway:
    first_line = str(error).strip().partition("\n")[0]
    return StoreAway(
        f"the database cannot be reached: {first_line}",
        hint="check NIGHTCREW_DATABASE_URL and that the server runs",
    )


def _configuration() -> Config:
    from alembic.config import Config

    configuration = Config()
    # The file behind Config reads % as the start of a reference.
    configuration.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    return configuration


def plain_address(url: str) -> str:
    """The address as libpq reads it, without SQLAlchemy's name of a driver."""
    return re.sub(r"^postgres(ql)?(\+\w+)?://", "postgresql://", url)
