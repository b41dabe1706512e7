"""The folder of an embedded server: its data, its socket, its log and its process number."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from nightcrew.store import postgres_process
from nightcrew.store.failure import StoreUnfit
from nightcrew.store.postgres_process import Account

_PORT = 5432
_LONGEST_SOCKET_FOLDER = 90  # bytes; the whole name of a socket may have 107
_PLAIN_PATH = re.compile(r"[\w/.@=-]+")  # what every reader of a database URL reads alike
_NO_PROCESS = 2**31 - 1  # above the largest process number of any kernel
_LONGEST_LOG = 5_000_000  # bytes, before a fresh one is begun


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFolder:
    """Everything of one server that lies on disk; the caller holds the start lock."""

    base: Path
    durable: bool

    @property
    def data(self) -> Path:
        """The cluster itself."""
        return self.base / "data"

    @property
    def log(self) -> Path:
        """What the server has to say; no text of a user is written to it."""
        return self.base / "postgres.log"

    @property
    def url(self) -> str:
        """The superuser's address."""
        return f"postgresql://postgres@/postgres?host={quote(str(self.socket))}&port={_PORT}"

    @property
    def socket(self) -> Path:
        """The folder of the socket: what the server wrote down, else what it would be given."""
        lines = self._process_lines()
        told = lines[4] if len(lines) > 4 and self.server() is not None else ""
        return Path(told) if told else self._socket_wanted()

    def server(self) -> int | None:
        """The process number of the living server, or None."""
        lines = self._process_lines()
        if not lines or not lines[0].isdigit():
            return None
        number = int(lines[0])
        return number if postgres_process.is_server_of(self.data, number) else None

    def answers(self) -> bool:
        """Whether our own server takes connections."""
        if self.server() is None or self._process_lines()[7:8] != ["ready   "]:
            return False
        try:
            with psycopg.connect(self.url, connect_timeout=2) as connection:
                row = connection.execute("show data_directory").fetchone()
        except psycopg.OperationalError:
            return False
        return row is not None and row[0] == str(self.data)

    def prepare(self, account: Account) -> None:
        """Make ready for a launch: cluster, settings, socket folder, no leftovers."""
        self._remove_unfinished()
        if not self.data.exists():
            self._make_cluster(account)
        self._check_major()
        self._check_owner(account)
        postgres_process.configure(self.data, durable=self.durable)
        postgres_process.give(self.data, account)
        self._prepare_socket(account)
        self._disown_stale_files()
        self._begin_fresh_log()

    def launch(self, account: Account) -> subprocess.Popen[bytes]:
        """Start the server process; it may end at once, which its log explains."""
        with self.log.open("ab") as log:
            return postgres_process.launch(self.data, self._socket_wanted(), account, log)

    def last_words(self) -> str:
        """The last line of the log, for an error message."""
        if not self.log.exists():
            return ""
        lines = self.log.read_text(errors="replace").splitlines()
        return lines[-1] if lines else ""

    def _process_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []

    def _socket_wanted(self) -> Path:
        path = str(self.base)
        if len(os.fsencode(path)) <= _LONGEST_SOCKET_FOLDER and _PLAIN_PATH.fullmatch(path):
            return self.base
        digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
        return Path(tempfile.gettempdir()).resolve() / f"nightcrew-{os.geteuid()}-{digest}"

    def _make_cluster(self, account: Account) -> None:
        # Made aside and renamed, so that a kill in the middle leaves no half cluster.
        with tempfile.TemporaryDirectory(prefix="unfinished-", dir=self.base) as aside:
            fresh = Path(aside) / "data"
            fresh.mkdir(mode=0o700)
            postgres_process.initialise(fresh, account, durable=self.durable)
            fresh.rename(self.data)

    def _remove_unfinished(self) -> None:
        for left in self.base.glob("unfinished-*"):
            # An initdb whose client was killed may still be writing; the next start sweeps again.
            shutil.rmtree(left, ignore_errors=True)

    def _check_major(self) -> None:
        file = self.data / "PG_VERSION"
        found = file.read_text().strip() if file.exists() else "nothing"
        if found != postgres_process.MAJOR:
            raise StoreUnfit(
                "wrong_postgres_major",
                f"{self.data} holds the data of PostgreSQL {found}, "
                f"this nightcrew brings PostgreSQL {postgres_process.MAJOR}",
                hint="make a backup with the nightcrew that wrote it (nightcrew db backup), "
                "move the folder away, start again and run nightcrew db restore",
            )

    def _check_owner(self, account: Account) -> None:
        if os.geteuid() != 0 and self.data.stat().st_uid != account.owner:
            raise StoreUnfit(
                "data_folder_not_ours",
                f"{self.data} belongs to another user of this machine",
                hint="run nightcrew as that user, or set NIGHTCREW_DATA to a folder of your own",
            )

    def _prepare_socket(self, account: Account) -> None:
        folder = self._socket_wanted()
        if folder == self.base:
            return
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        private = found.st_mode & 0o7777 == 0o700 and folder.is_dir() and not folder.is_symlink()
        too_long = len(os.fsencode(folder)) > _LONGEST_SOCKET_FOLDER
        if too_long or not private or found.st_uid not in (os.geteuid(), account.owner):
            raise StoreUnfit(
                "socket_folder_not_private",
                f"the socket folder {folder} is not a private folder of this user",
                hint="remove it, or set NIGHTCREW_DATA to a shorter path of plain characters",
            )
        postgres_process.give(folder, account)

    def _disown_stale_files(self) -> None:
        """Make what a crash left harmless, so that a reused process number stops nobody."""
        if self.server() is not None:
            return
        lines = self._process_lines()
        if lines:
            # Kept, not removed: PostgreSQL reads in it which shared memory must be free first.
            kept = "\n".join([str(_NO_PROCESS), *lines[1:]]) + "\n"
            (self.data / "postmaster.pid").write_text(kept)
        for name in (f".s.PGSQL.{_PORT}", f".s.PGSQL.{_PORT}.lock"):
            (self._socket_wanted() / name).unlink(missing_ok=True)

    def _begin_fresh_log(self) -> None:
        if self.log.exists() and self.log.stat().st_size > _LONGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.old"))
