"""Every command of the README does what it says there."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes import ROOT
from tests.unattended import two_free_ports

README = (ROOT / "README.md").read_text()
NIGHTCREW = Path(sys.executable).parent / "nightcrew"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands() -> list[str]:
    lines = [line.partition("#")[0].strip() for block in blocks("sh") for line in block.split("\n")]
    joined = "\n".join(lines).replace("\\\n", "")
    return [line for line in joined.split("\n") if line]


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A newcomer's shell: a fresh data folder and nothing else set."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NIGHTCREW")}
    return {**kept, "NIGHTCREW_DATA": str(tmp_path_factory.mktemp("data"))}


@pytest.fixture(scope="module")
def port(surroundings: dict[str, str]) -> Iterator[int]:
    """`nightcrew serve` on a free port, as a newcomer would have it from `up`."""
    number = two_free_ports()
    serving = subprocess.Popen(
        [NIGHTCREW, "serve", "--port", str(number)], cwd=ROOT, env=surroundings
    )
    try:
        _wait_until_healthy(number, serving)
        yield number
    finally:
        serving.terminate()
        serving.wait(timeout=30)


def _wait_until_healthy(number: int, serving: subprocess.Popen[Any]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        assert serving.poll() is None, "serve ended early"
        try:
            if httpx.get(f"http://127.0.0.1:{number}/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError("serve was not healthy within two minutes")


def run(
    command: str, surroundings: dict[str, str], **more: Any
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **more,
    )


def test_the_readme_has_no_command_that_is_not_run_here() -> None:
    kinds = ("make ", ".venv/bin/nightcrew ", "curl ")

    assert commands()
    assert [command for command in commands() if not command.startswith(kinds)] == []


@pytest.mark.parametrize("command", [each for each in commands() if each.startswith("make ")])
def test_make_knows_its_targets(command: str, surroundings: dict[str, str]) -> None:
    planned = run(command.replace("make ", "make -n ", 1), surroundings)

    assert planned.returncode == 0, planned.stderr


@pytest.mark.parametrize("command", [each for each in commands() if "bin/nightcrew" in each])
def test_nightcrew_knows_its_verbs(command: str, surroundings: dict[str, str]) -> None:
    # `up` has a test of its own, of minutes; here its help must at least be there.
    asked = command.replace(".venv/bin/nightcrew", str(NIGHTCREW))
    asked = f"{asked} --help" if asked.endswith(" up") else asked

    done = run(asked, surroundings, input="안녕하세요\n")

    assert done.returncode in (0, 1), done.stderr
    assert done.stdout.strip()


def test_a_turn_is_posted_as_the_readme_says(port: int, surroundings: dict[str, str]) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl on this machine")
    key = run(f"{NIGHTCREW} keys create --tenant default --scopes turn,memory --json", surroundings)
    secret = httpx.Response(200, text=key.stdout).json()["key"]
    [command] = [each for each in commands() if each.startswith("curl ")]
    asked = command.replace("8700", str(port)).replace("$(cat .nightcrew/key)", secret)

    done = run(asked, surroundings)

    turn = httpx.Response(200, text=done.stdout).json()
    assert turn["crew"] == "travel-mina"
    assert turn["reply"]


def test_the_python_door_works_as_the_readme_says(surroundings: dict[str, str]) -> None:
    [example] = blocks("python")
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - our own README
    before = dict(os.environ)
    os.environ |= {"NIGHTCREW_DATA": surroundings["NIGHTCREW_DATA"]}
    try:
        reply = asyncio.run(names["talk"]())
    finally:
        os.environ.clear()
        os.environ |= before

    assert reply


def test_every_local_link_of_the_readme_leads_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
