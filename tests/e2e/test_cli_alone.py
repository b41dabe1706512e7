"""Doctor, chat, failures and serving, as a terminal sees them."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.e2e.commands import FINDINGS, FINE, UNREACHABLE, WRONG_USE, Verb
from tests.unattended import two_free_ports

CHECKOUT = Path(__file__).parents[2]


def test_doctor_notes_what_works_and_what_to_know(verb: Verb) -> None:
    code, seen = verb("doctor")

    codes = {finding["code"] for finding in seen["findings"]}
    assert code == FINE
    assert {"rehearsal", "search_misconfigured"} <= codes


def test_doctor_finds_a_crew_that_does_not_serve(
    verb: Verb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "crews").symlink_to(CHECKOUT / "crews")
    copied = tmp_path / "own"
    copied.mkdir()
    for file in (CHECKOUT / "crews").rglob("*.yaml"):
        there = copied / file.relative_to(CHECKOUT / "crews")
        there.parent.mkdir(exist_ok=True)
        there.write_bytes(file.read_bytes())
    (copied / "lost.yaml").write_text("schema: crew/v1\nid: lost\n")
    monkeypatch.setenv("NIGHTCREW_CREWS", str(copied))

    code, seen = verb("doctor")

    assert code == FINDINGS
    assert "crew_broken" in {finding["code"] for finding in seen["findings"]}


def test_a_talk_in_the_terminal_ends_with_its_input(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("안녕하세요\n내일 부산에 가요\n"))

    code, talk = verb("chat", "travel-mina", "--user", "talker")

    assert code == FINE
    assert [bool(turn["reply"]) for turn in talk["turns"]] == [True, True]


def test_people_are_answered_in_their_language(
    lines: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_LANG", "ko")

    code, told, _ = lines("db", "check")

    assert (code, told) == (FINE, "최신입니다\n")


def test_a_failure_is_told_on_stderr_with_what_to_do(
    lines: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")

    code, out, err = lines("keys", "list")

    assert (code, out) == (UNREACHABLE, "")
    assert err.startswith("database_unavailable: ")
    assert "NIGHTCREW_DATABASE_URL" in err


def test_a_setting_that_cannot_be_read_is_named_without_its_value(
    verb: Verb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTCREW_TICK_SECONDS", "often")

    code, problem = verb("doctor")

    assert (code, problem["code"]) == (WRONG_USE, "bad_setting")
    assert problem["field"] == "NIGHTCREW_TICK_SECONDS"
    assert "often" not in json.dumps(problem)


def test_serve_says_when_it_is_open_and_ends_well_when_told(verb: Verb, data: Path) -> None:
    port = two_free_ports()
    process = subprocess.Popen(
        [sys.executable, "-m", "nightcrew.cli.main", "serve", "--port", str(port), "--json"],
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert process.stdout is not None

    opened = json.loads(process.stdout.readline())
    healthy = httpx.get(f"{opened['url']}/healthz")
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)

    assert healthy.status_code == 200
    assert process.wait(20) == FINE
    assert time.monotonic() - begun < 10
