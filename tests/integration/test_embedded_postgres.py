from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psutil
import psycopg
import pytest

from nightcrew.store import postgres_process
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreUnfit
from nightcrew.store.postgres_process import Account

CLIENT = """
import sys
from pathlib import Path
from uuid import uuid4
from nightcrew.store.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
server.start()
server.stop_on_signals()
print("up", server.process, flush=True)
sys.stdin.read()
"""

WRITER = """
import sys
from pathlib import Path
from uuid import uuid4
import psycopg
from nightcrew.store.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
server.start()
with psycopg.connect(server.url, autocommit=True) as connection:
    connection.execute(
        "create table if not exists said (number bigint generated always as identity)"
    )
    while True:
        said = connection.execute("insert into said default values returning number")
        print(said.fetchone()[0], flush=True)
"""

Client = subprocess.Popen[str]


@pytest.fixture(scope="module")
def made_before(quick_folder: Path) -> Path:
    base = quick_folder / "made-before"
    with EmbeddedPostgres(base):
        pass
    return base


@pytest.fixture
def base(made_before: Path, quick_folder: Path) -> Iterator[Path]:
    """A folder that was in use before, so that most tests need no first start."""
    folder = quick_folder / f"used-{uuid4().hex[:8]}"
    shutil.copytree(made_before, folder)
    yield folder
    _sweep(folder)


@pytest.fixture
def empty_base(quick_folder: Path) -> Iterator[Path]:
    folder = quick_folder / f"empty-{uuid4().hex[:8]}"
    yield folder
    _sweep(folder)


def test_a_second_client_attaches_and_the_last_one_stops_the_server(base: Path) -> None:
    first, second = EmbeddedPostgres(base), EmbeddedPostgres(base)
    first.start()
    process = first.process

    second.start()
    assert second.process == process

    first.stop()
    assert _selects_one(second.url)

    second.stop()
    assert process is not None
    assert not postgres_process.is_server_of(base / "data", process)


def test_a_client_killed_with_9_leaves_a_server_that_the_next_client_uses_and_stops(
    base: Path,
) -> None:
    client = _client(CLIENT, base)
    _, process = _line(client).split()

    client.kill()
    client.wait()

    with EmbeddedPostgres(base) as server:
        assert server.process == int(process)
        assert _selects_one(server.url)
    assert not postgres_process.is_server_of(base / "data", int(process))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_client_ended_by_a_signal_stops_the_server_when_it_is_the_last(
    base: Path, number: signal.Signals
) -> None:
    client = _client(CLIENT, base)
    _, process = _line(client).split()

    client.send_signal(number)
    ended = client.wait(timeout=20)

    assert ended == -number
    assert _ends(int(process))


def _ends(process: int) -> bool:
    """Whether it is gone, once whoever inherited it has noticed."""
    try:
        psutil.Process(process).wait(timeout=20)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return False
    return True


def test_a_client_ended_by_a_signal_leaves_the_server_to_the_others(base: Path) -> None:
    with EmbeddedPostgres(base) as server:
        client = _client(CLIENT, base)
        _line(client)

        client.terminate()
        client.wait(timeout=20)

        assert _selects_one(server.url)


def test_killing_client_and_server_with_9_loses_no_acknowledged_row(base: Path) -> None:
    acknowledged: list[int] = []
    for _ in range(2):
        writer = _client(WRITER, base)
        acknowledged.extend(int(_line(writer)) for _ in range(150))
        server = EmbeddedPostgres(base).process
        assert server is not None

        os.kill(server, signal.SIGKILL)
        writer.kill()
        acknowledged.extend(int(line) for line in writer.communicate()[0].split())

    with EmbeddedPostgres(base) as again, psycopg.connect(again.url) as connection:
        kept = {row[0] for row in connection.execute("select number from said")}
    assert len(acknowledged) >= 300
    assert set(acknowledged) <= kept


def test_a_reused_process_number_in_a_stale_file_harms_nobody(base: Path) -> None:
    stranger = subprocess.Popen(["sleep", "60"])
    stale = ["{}", str(base / "data"), "1700000000", "5432", str(base), "", "    1  1", "ready   "]
    (base / "data" / "postmaster.pid").write_text("\n".join(stale).format(stranger.pid) + "\n")

    with EmbeddedPostgres(base) as server:
        assert _selects_one(server.url)
        assert server.process != stranger.pid

    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


def test_three_first_starts_at_once_make_one_server(empty_base: Path) -> None:
    clients = [_client(CLIENT, empty_base) for _ in range(3)]

    told = {_line(client) for client in clients}

    assert len(told) == 1
    for client in clients:
        client.communicate()
    assert EmbeddedPostgres(empty_base).process is None


def test_a_first_start_killed_in_the_middle_does_not_spoil_the_next(empty_base: Path) -> None:
    client = _client(CLIENT, empty_base)
    # A machine that is busy elsewhere may see the start only when it is over.
    while not list(empty_base.glob("*/PG_VERSION")) + list(empty_base.glob("*/data/PG_VERSION")):
        assert client.poll() is None
        time.sleep(0.005)

    client.kill()
    client.wait()

    with EmbeddedPostgres(empty_base) as server:
        assert _selects_one(server.url)


def test_a_long_path_gets_a_private_socket_folder(made_before: Path, quick_folder: Path) -> None:
    base = quick_folder / ("deep " * 12 + "folder") / ("x" * 60)
    shutil.copytree(made_before, base)

    with EmbeddedPostgres(base) as server:
        assert _selects_one(server.url)
        socket_folder = _socket_folder(server)
        assert socket_folder != base
        assert socket_folder.stat().st_mode & 0o777 == 0o700

    socket_folder.chmod(0o755)
    with pytest.raises(StoreUnfit, match="not a private folder"):
        EmbeddedPostgres(base).start()
    socket_folder.rmdir()


def test_data_of_another_postgres_is_refused_with_what_to_do(base: Path) -> None:
    (base / "data" / "PG_VERSION").write_text("16\n")

    with pytest.raises(StoreUnfit) as refused:
        EmbeddedPostgres(base).start()

    assert refused.value.code == "wrong_postgres_major"
    assert "nightcrew db backup" in refused.value.hint


def test_words_of_users_do_not_reach_the_log_of_the_server(base: Path) -> None:
    with EmbeddedPostgres(base) as server, psycopg.connect(server.url, autocommit=True) as open_:
        open_.execute("create table words (text text unique)")
        open_.execute("insert into words values ('canary-one')")
        for statement in (
            "select 'canary-two'::uuid",
            "insert into words values ('canary-one')",
            "select * from missing where text = 'canary-three'",
        ):
            with pytest.raises(psycopg.Error, match=r"canary|missing"):
                open_.execute(statement.encode())

    written = server.log.read_text()
    assert "ready to accept connections" in written
    assert "canary" not in written


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to give powers up")
@pytest.mark.parametrize("way", ["chosen", "setpriv"])
def test_root_starts_a_server_below_a_folder_that_is_closed_to_others(
    way: str, quick_folder: Path
) -> None:
    account = Account(prefix=postgres_process.lowered_to(65534), owner=65534)
    closed = Path(tempfile.mkdtemp(dir=quick_folder))
    assert closed.stat().st_mode & 0o777 == 0o700

    with EmbeddedPostgres(
        closed / "below", account=account if way == "setpriv" else None
    ) as server:
        assert _selects_one(server.url)


def _client(program: str, base: Path) -> Client:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(base)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _line(client: Client) -> str:
    assert client.stdout is not None
    return client.stdout.readline().strip()


def _selects_one(url: str) -> bool:
    with psycopg.connect(url) as connection:
        return connection.execute("select 1").fetchone() == (1,)


def _socket_folder(server: EmbeddedPostgres) -> Path:
    with psycopg.connect(server.url) as connection:
        row = connection.execute("show unix_socket_directories").fetchone()
    assert row is not None
    return Path(row[0])


def _sweep(base: Path) -> None:
    """Leave no server behind when a test failed half way."""
    left = EmbeddedPostgres(base)
    if left.process is not None:
        os.kill(left.process, signal.SIGKILL)
    shutil.rmtree(base, ignore_errors=True)
