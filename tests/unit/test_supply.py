"""What is installed is what the lock names, and nothing runs at every start of Python."""

from __future__ import annotations

import re
import sysconfig
from importlib.metadata import version
from pathlib import Path

from tests.fakes import ROOT

LOCK = (ROOT / "requirements.lock").read_text()
# litellm 1.82.7 and 1.82.8 were poisoned by such a file (engineering facts).
KNOWN_PTH = {"distutils-precedence.pth"}
FLOORS = {"jinja2": "3.1.6", "tzdata": "2026.6", "litellm": "1.110.2"}


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))


def test_no_unknown_file_runs_at_every_start_of_python() -> None:
    site = Path(sysconfig.get_paths()["purelib"])
    ours = {path.name for path in site.glob("__editable__*nightcrew*.pth")}

    assert {path.name for path in site.glob("*.pth")} - ours <= KNOWN_PTH


def test_the_lock_pins_every_package_with_hashes_and_names_no_index() -> None:
    pinned = re.findall(r"^([a-z0-9][\w.-]*)(?:\[[\w,]+\])?==(\S+) \\$", LOCK, re.MULTILINE)

    assert len(pinned) > 100
    assert LOCK.count("--hash=sha256:") >= len(pinned)
    assert "://" not in LOCK
    assert "--index-url" not in LOCK


def test_packages_with_a_known_hole_are_past_it() -> None:
    for name, floor in FLOORS.items():
        assert _numbers(version(name)) >= _numbers(floor), name


def test_litellm_is_the_one_exact_version() -> None:
    assert f"litellm=={FLOORS['litellm']} " in LOCK
    assert f'"litellm=={FLOORS["litellm"]}"' in (ROOT / "pyproject.toml").read_text()
