"""A whole database into a file and back, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from nightcrew.domain.errors import BadInput, Refused
from nightcrew.store.bootstrap import Access, plain_address
from nightcrew.store.failure import StoreAway, StoreUnfit
from nightcrew.store.postgres_process import MAJOR, program

Connection = psycopg.Connection[tuple[Any, ...]]
Say = Callable[[str], None]  # told the name of each table on its way

_DUMP = ("--format=custom", "--schema=public", "--no-comments", "--no-owner", "--verbose")
_RESTORE = ("--single-transaction", "--exit-on-error", "--no-owner", "--verbose")
_OURS = "public.alembic_version"
_THERE_ALREADY = (" SCHEMA - public ", " ACL - SCHEMA public ")
_OTHERS = (
    "select count(*) from pg_stat_activity where datname = current_database()"
    " and pid <> pg_backend_pid() and backend_type = 'client backend'"
)
# Who hung up is listed until the server has noticed, on a busy machine for some hundred ms.
_LEAVE_WITHIN = 3.0  # seconds
_LOOK_AGAIN = 0.05  # seconds
_ON_ITS_WAY = ("dumping contents of table", "processing data for table")


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedSoFar:
    """Where the erase log stood; what was erased after it has to be erased again in the backup."""

    entries: int
    newest: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup as it was made or brought back. revision: of its tables. size: bytes."""

    file: str
    size: int
    revision: str
    erase_log: ErasedSoFar


def write_backup(access: Access, file: Path, say: Say) -> Backup:
    """Write everything as of one moment into a file that only its owner may read.

    A file of that name is replaced once the new one is whole.
    Raises: StoreAway, StoreUnfit `cannot_back_up`, Refused `nothing_to_back_up`, BadInput
    `file_unwritable`.
    """
    with _connected(access) as connection, _aside(file) as aside:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        _check_sees_all(connection)
        _check_made(connection)
        moment = _one(connection, "select pg_export_snapshot()")
        revision, erased = _one(connection, f"select version_num from {_OURS}"), _erased(connection)
        command = [*_DUMP, f"--snapshot={moment}", f"--file={aside}"]
        _run("pg_dump", access, connection, command, say)
        size = aside.stat().st_size
        aside.replace(file)
    return Backup(file=str(file), size=size, revision=revision, erase_log=erased)


def check_backup(access: Access, file: Path) -> None:
    """Make sure that a file is a whole backup of ours. Raises: BadInput `backup_unreadable`."""
    with _connected(access) as connection:
        _contents(connection, file)


def check_alone(access: Access) -> None:
    """Refuse while anybody else works in the database. Raises: Refused `database_in_use`."""
    with _connected(access) as connection:
        connection.autocommit = True  # within a transaction the list of others stands still
        end = time.monotonic() + _LEAVE_WITHIN
        while (others := _one(connection, _OTHERS)) and time.monotonic() < end:
            time.sleep(_LOOK_AGAIN)
    if others:
        raise Refused(
            "database_in_use",
            f"{others} connections are open to the database",
            hint="stop `nightcrew up` and `serve`, on every machine, then restore",
        )


def holds_users(access: Access) -> bool:
    """Whether anybody's rows stand in the database."""
    with _connected(access) as connection:
        _check_sees_all(connection)
        return any(
            connection.execute(_any_row(table)).fetchone() is not None
            for table in _tables(connection, "exists (select from pg_attribute"
                                 " where attrelid = c.oid and attname = 'tenant_id')")
        )  # fmt: skip


def bring_back(access: Access, file: Path, say: Say) -> Backup:
    """Put a backup in the place of all our tables.

    The rows come with the revision they were saved with: upgrade, then erase again what was
    erased since, before anything is served. Raises: StoreAway, StoreUnfit.
    """
    with _connected(access) as connection:
        wanted = _contents(connection, file)
        _drop_ours(connection)
        connection.commit()
        as_owner = [] if access.owner_role is None else [f"--role={access.owner_role}"]
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".list") as chosen:
            chosen.write(wanted)
            chosen.flush()
            command = [*_RESTORE, *as_owner, f"--use-list={chosen.name}", str(file)]
            _run("pg_restore", access, connection, command, say)
        return Backup(
            file=str(file),
            size=file.stat().st_size,
            revision=_one(connection, f"select version_num from {_OURS}"),
            erase_log=_erased(connection),
        )


def _contents(connection: Connection, file: Path) -> str:
    """What a backup holds, without what every database has. Raises: BadInput."""
    found = subprocess.run(  # noqa: S603 - our own program, and a file that the operator names
        [_program("pg_restore", connection), "--list", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode or " public alembic_version " not in found.stdout:
        raise BadInput(
            "backup_unreadable",
            "this is no backup of nightcrew, or not a whole one",
            hint="nightcrew db backup FILE makes one",
            field="file",
        )
    lines = found.stdout.splitlines(keepends=True)
    return "".join(line for line in lines if not any(sign in line for sign in _THERE_ALREADY))


def _drop_ours(connection: Connection) -> None:
    for table in _tables(connection, "true"):
        connection.execute(sql.SQL("drop table {} cascade").format(sql.Identifier(table)))
    functions = connection.execute(
        "select p.oid::regprocedure::text from pg_proc p where pronamespace ="
        " 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid"
        " and deptype = 'e')"
    ).fetchall()
    for (function,) in functions:
        connection.execute(f"drop function {function} cascade".encode())


def _any_row(table: str) -> sql.Composed:
    return sql.SQL("select from {} limit 1").format(sql.Identifier(table))


def _tables(connection: Connection, which: str) -> list[str]:
    found = connection.execute(
        "select relname from pg_class c where relkind in ('r', 'p') and relnamespace ="
        " 'public'::regnamespace and not exists (select from pg_depend where objid = c.oid"
        f" and deptype = 'e') and {which} order by relname".encode()
    )
    return [str(name) for (name,) in found.fetchall()]


def _erased(connection: Connection) -> ErasedSoFar:
    if not _is_there(connection, "public.erase_log"):
        return ErasedSoFar(entries=0, newest=None)
    return ErasedSoFar(
        entries=_one(connection, "select count(*) from erase_log"),
        newest=_one(connection, "select max(written_at) from erase_log"),
    )


def _check_sees_all(connection: Connection) -> None:
    sees_all = _one(
        connection,
        "select rolsuper or rolbypassrls from pg_roles where rolname = current_user",
    )
    if not sees_all:
        raise StoreUnfit(
            "cannot_back_up",
            f"row-level security hides rows from the login {connection.info.user}",
            hint="set NIGHTCREW_DATABASE_URL to a login with BYPASSRLS for this command",
        )


def _check_made(connection: Connection) -> None:
    if not _is_there(connection, _OURS):
        raise Refused(
            "nothing_to_back_up",
            f"the database {connection.info.dbname} holds no tables of nightcrew",
            hint="check NIGHTCREW_DATABASE_URL and NIGHTCREW_DATA; a new database takes"
            " `nightcrew db upgrade` first",
        )


def _is_there(connection: Connection, table: str) -> bool:
    return bool(_one(connection, f"select to_regclass('{table}') is not null"))


def _run(
    name: str, access: Access, connection: Connection, command: Sequence[str], say: Say
) -> None:
    """Run a program to its end, and say which table it is at. Raises: StoreAway."""
    whole = conninfo_to_dict(plain_address(access.owner_url))
    secret = str(whole.pop("password", None) or "")
    address = make_conninfo(**{name: str(value) for name, value in whole.items()})
    environment = {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": secret} if secret else {})}
    arguments = [_program(name, connection), *command, f"--dbname={address}"]
    told: list[str] = []
    with subprocess.Popen(  # noqa: S603 - our own program, and a file that the operator names
        arguments, stderr=subprocess.PIPE, encoding="utf-8", errors="replace", env=environment
    ) as running:
        for line in running.stderr or ():
            told.append(line.strip())
            if any(sign in line for sign in _ON_ITS_WAY):
                say(line.rstrip().rpartition(".")[2].strip('"'))
    if running.returncode:
        problem = next((line for line in told if "error:" in line), name)
        raise StoreAway(f"{name} failed: {problem}", hint="nothing of it was kept; try again")


def _program(name: str, connection: Connection) -> str:
    """The bundled program; for a server of another age, that server's own when it is installed."""
    theirs = connection.info.server_version // 10000
    installed = shutil.which(name) if str(theirs) != MAJOR else None
    return installed or str(program(name))


@contextmanager
def _connected(access: Access) -> Iterator[Connection]:
    try:
        with psycopg.connect(plain_address(access.owner_url), connect_timeout=5) as connection:
            yield connection
    except psycopg.OperationalError as error:
        raise StoreAway("the database is away", hint="check NIGHTCREW_DATABASE_URL") from error


@contextmanager
def _aside(file: Path) -> Iterator[Path]:
    """A new file beside the wanted one, for its owner only, gone when the work fails."""
    try:
        number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise BadInput(
            "file_unwritable",
            "the backup cannot be written there",
            hint="give a file in a folder that is there and may be written to",
            field="file",
        ) from error
    os.close(number)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _one(connection: Connection, query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return None if row is None else row[0]
