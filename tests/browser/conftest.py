"""A real headless Chromium for a file of tests; without one they are skipped and counted."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Without these its own calls home are tried over a closed network, many at a time.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
INSTALL = (
    "apt-get update",
    "apt-get install -y --no-install-recommends chromium fonts-nanum",
)
INSTALL_WITHIN = 120  # seconds, for each of two commands
INSTALL_LOCK = Path(tempfile.gettempdir()) / "nightcrew-chromium.lock"


def found_chromium() -> str | None:
    """Where a Chromium is, if there is one."""
    return next((place for name in NAMES if (place := shutil.which(name))), None)


def chromium_or_why_not() -> tuple[str | None, str]:
    """The Chromium there is, or the reason for none; under CI as root Debian's is installed."""
    if found := found_chromium():
        return found, ""
    if not (os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get")):
        return None, "no Chromium was found; `apt-get install chromium` brings one"
    with INSTALL_LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes want it at the same time
        reason = "" if found_chromium() else _installing()
        return found_chromium(), reason or "Debian's Chromium was installed and is not found"


def _installing() -> str:
    """Install Debian's; gives the reason when that fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in INSTALL:
        try:
            done = subprocess.run(
                command.split(),
                env=environment,
                timeout=INSTALL_WITHIN,
                capture_output=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"`{command}` took more than {INSTALL_WITHIN} seconds"
        if done.returncode:
            return f"`{command}` ended with {done.returncode}"
    return ""


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium, or the tests that need one are skipped."""
    place, reason = chromium_or_why_not()
    if place is None:
        pytest.skip(reason)
    return place


@pytest.fixture(scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """One browser for all tests of this process."""
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        await opened.close()
