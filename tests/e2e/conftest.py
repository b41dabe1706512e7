"""The command line as tests run it, in this process over a database that stays up; the console."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nightcrew.cli.main import main
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.console import Console, another, open_console
from tests.e2e.commands import Verb
from tests.fakes import ROOT


@pytest.fixture(scope="module")
def data(quick_folder: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A data folder of the test file's own whose database stays up between two commands."""
    folder = quick_folder / request.path.stem.removeprefix("test_")
    with EmbeddedPostgres(folder / "postgres", durable=False):
        yield folder


@pytest.fixture
def verb(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verb:
    """Run a command with --json; gives its exit code and its one document."""
    for name in [name for name in os.environ if name.startswith("NIGHTCREW_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NIGHTCREW_DATA", str(data))
    monkeypatch.chdir(ROOT)

    def run(*arguments: str) -> tuple[int, Any]:
        capsys.readouterr()
        code = main([*arguments, "--json"])
        [line] = capsys.readouterr().out.splitlines()
        return code, json.loads(line)

    return run


@pytest.fixture(scope="module")
async def served(shared_database: Database) -> AsyncIterator[Console]:
    """A console for all tests of a file."""
    async with open_console(shared_database) as console:
        yield console


@pytest.fixture
async def console(served: Console) -> AsyncIterator[Console]:
    """A browser of this test's own, signed in."""
    async with another(served) as fresh:
        await fresh.sign_in()
        yield fresh


@pytest.fixture
def lines(verb: Verb, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command as a person does; gives its exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(arguments)
        heard = capsys.readouterr()
        return code, heard.out, heard.err

    return run
