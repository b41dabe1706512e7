"""The command line as tests run it: in this process, over a database that stays up."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nightcrew.cli.main import main
from nightcrew.store.embedded import EmbeddedPostgres
from tests.fakes import ROOT

Verb = Callable[..., tuple[int, Any]]


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
