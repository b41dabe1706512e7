"""What `nightcrew up` promises of the programs it keeps alive."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from nightcrew.cli import leftovers
from nightcrew.cli.child import Child, Program
from nightcrew.cli.programs import answers
from nightcrew.cli.supervisor import start_failure
from tests.unattended import two_free_ports

PARENT = 'sleep 100 & echo $! > "$0"; wait'


def running(tmp_path: Path, script: str = PARENT) -> Child:
    child = Child(
        program=Program(
            name="test",
            command=("sh", "-c", script, str(tmp_path / "grandchild")),
            environment=dict(os.environ),
            log=tmp_path / "logs" / "test.log",
            is_ready=lambda _: True,
            stop_within=5.0,
        )
    )
    child.start()
    return child


SERVES = """
import http.server, sys
http.server.ThreadingHTTPServer(
    ("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler
).serve_forever()
"""


def answering(tmp_path: Path, port: int, *command: str) -> Child:
    """A program that is to answer at a port; command: what runs in its place."""
    child = Child(
        program=Program(
            name="test",
            command=command or (sys.executable, "-c", SERVES, str(port)),
            environment=dict(os.environ),
            log=tmp_path / "logs" / "test.log",
            is_ready=lambda _: answers(f"http://127.0.0.1:{port}/"),
            address=("127.0.0.1", port),
            stop_within=5.0,
        )
    )
    child.start()
    return child


@pytest.fixture
def port() -> int:
    return two_free_ports()


def grandchild(tmp_path: Path) -> psutil.Process:
    written = tmp_path / "grandchild"
    wait_until(lambda: written.exists() and written.read_text().strip() != "")
    return psutil.Process(int(written.read_text()))


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def gone(process: psutil.Process) -> bool:
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def test_what_a_killed_program_had_started_ends_with_it(tmp_path: Path) -> None:
    child = running(tmp_path)
    started = grandchild(tmp_path)
    assert child.process is not None

    os.kill(child.process.pid, signal.SIGKILL)
    wait_until(lambda: not child.lives())
    ended = child.bury()

    assert ended == -signal.SIGKILL
    wait_until(lambda: gone(started))


def test_a_program_that_does_not_listen_is_ended_by_force(tmp_path: Path) -> None:
    child = running(tmp_path, 'trap "" TERM; ' + PARENT)
    started = grandchild(tmp_path)

    child.stop(lambda: True)

    assert child.process is None
    wait_until(lambda: gone(started))


def test_deaths_in_a_row_are_answered_more_and_more_slowly(tmp_path: Path) -> None:
    child = running(tmp_path, "exit 1")

    waits = [child.note_death() for _ in range(7)]

    assert waits == [1, 2, 4, 8, 16, 30, 30]


def test_the_next_start_ends_what_a_killed_one_had_left_running(tmp_path: Path) -> None:
    child = running(tmp_path)
    started = grandchild(tmp_path)
    leftovers.write_down(tmp_path / "up.json", [child])

    assert leftovers.end_all(tmp_path / "up.json") == 1

    child.bury()
    wait_until(lambda: gone(started))
    assert leftovers.end_all(tmp_path / "up.json") == 0


def test_a_number_that_was_given_to_another_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "up.json").write_text(f'[{{"process": {os.getpid()}, "born": 1.0}}]')

    assert leftovers.end_all(tmp_path / "up.json") == 0


@pytest.mark.parametrize("script", ["exit 0", "exit 3"])
def test_a_program_that_ended_is_not_ready(tmp_path: Path, script: str) -> None:
    child = running(tmp_path, script)

    wait_until(lambda: not child.lives())

    assert not child.is_ready()


def test_what_another_server_answers_at_its_port_makes_no_program_ready(
    tmp_path: Path, port: int
) -> None:
    stranger = answering(tmp_path, port)
    wait_until(stranger.is_ready)

    ours = answering(tmp_path, port, "sleep", "100")

    assert answers(f"http://127.0.0.1:{port}/")
    assert not ours.is_ready()
    for each in (ours, stranger):
        each.stop(lambda: True)


def test_a_program_is_ready_by_a_process_of_its_own_that_answers(tmp_path: Path, port: int) -> None:
    script = f"{sys.executable} -c '{SERVES}' {port} & wait"

    child = answering(tmp_path, port, "sh", "-c", script)

    wait_until(child.is_ready)
    child.stop(lambda: True)


def test_a_port_that_was_taken_meanwhile_is_told_with_what_to_do(tmp_path: Path, port: int) -> None:
    stranger = answering(tmp_path, port)
    wait_until(stranger.is_ready)

    ours = answering(tmp_path, port)
    wait_until(lambda: not ours.lives())
    failure = start_failure(ours)

    assert (failure.code, "--port" in failure.hint) == ("port_taken", True)
    ours.bury()
    stranger.stop(lambda: True)


def test_a_program_that_ended_by_itself_is_told_with_its_last_words(
    tmp_path: Path, port: int
) -> None:
    ours = answering(tmp_path, port, "sh", "-c", "echo no disk; exit 1")
    wait_until(lambda: not ours.lives())

    failure = start_failure(ours)

    assert failure.code == "start_failed"
    assert "no disk" in failure.message
    ours.bury()
