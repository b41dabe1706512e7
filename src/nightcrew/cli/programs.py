"""The programs of `nightcrew up`: the API, the Prefect server and the flows."""

from __future__ import annotations

import importlib.util
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from nightcrew.cli.child import Program
from nightcrew.domain.errors import BadInput

LOOPBACK = "127.0.0.1"
RUNS_KEPT = timedelta(days=7)  # by Prefect, and events as long: ids and counts, no words


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where `up` listens and writes. The Prefect server is next door, for this machine only."""

    data: Path
    host: str
    port: int

    @property
    def api_url(self) -> str:
        """The address to open."""
        shown = LOOPBACK if self.host in ("0.0.0.0", "::") else self.host  # noqa: S104 - compared only
        return f"http://{shown}:{self.port}"

    @property
    def prefect_url(self) -> str:
        """The address of the Prefect server."""
        return f"http://{LOOPBACK}:{self.port + 1}"

    def log(self, name: str) -> Path:
        """Where a program's output goes."""
        return self.data / "logs" / f"{name}.log"


def api(place: Place) -> Program:
    """The HTTP API and the console."""
    return Program(
        name="api",
        command=serving(place.host, place.port),
        environment=_inherited(),
        log=place.log("api"),
        is_ready=lambda _: answers(f"{place.api_url}/healthz"),
        address=(place.host, place.port),
    )


def serving(host: str, port: int) -> tuple[str, ...]:
    """The command that serves at an address."""
    address = ("--host", host, "--port", str(port))
    return (sys.executable, "-m", "nightcrew.cli.main", "serve", *address)


def prefect_server(place: Place) -> Program:
    """The Prefect server, over a store of its own below the data folder."""
    start = ("-m", "prefect", "server", "start", "--host", LOOPBACK, "--port", str(place.port + 1))
    return Program(
        name="prefect",
        command=(sys.executable, *start),
        environment={**_inherited(), **_prefect(place), **_PREFECT_SERVER},
        log=place.log("prefect"),
        is_ready=lambda _: answers(f"{place.prefect_url}/api/health"),
        address=(LOOPBACK, place.port + 1),
        ready_within=240.0,
    )


def flows(place: Place) -> Program:
    """Every schedule, run in one process."""
    beat = place.data / "flows.beat"
    environment = _inherited() | _prefect(place)
    environment["PYTHONPATH"] = _with_flows(environment.get("PYTHONPATH", ""))
    return Program(
        name="flows",
        command=(sys.executable, "-m", "flows", "--beat", str(beat.resolve())),
        environment=environment,
        log=place.log("flows"),
        is_ready=_beats_since(beat),
    )


def answers(url: str) -> bool:
    """Whether a local address answers with 200."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own addresses
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _beats_since(beat: Path) -> Callable[[float], bool]:
    def is_ready(started: float) -> bool:
        return beat.exists() and beat.stat().st_mtime >= started

    return is_ready


def _inherited() -> dict[str, str]:
    # Settings of another Prefect on this machine must not reach ours.
    return {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}


def _prefect(place: Place) -> dict[str, str]:
    return {
        "PREFECT_HOME": str((place.data / "prefect").resolve()),
        "PREFECT_API_URL": f"{place.prefect_url}/api",
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_EPHEMERAL_ENABLED": "false",
        "PREFECT_LOGGING_TO_API_ENABLED": "false",
        "PREFECT_LOGGING_LEVEL": "WARNING",
    }


_PREFECT_SERVER: Mapping[str, str] = {
    "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
    "PREFECT_SERVER_SERVICES_DB_VACUUM_ENABLED": "events,flow_runs",
    "PREFECT_SERVER_SERVICES_DB_VACUUM_RETENTION_PERIOD": f"{RUNS_KEPT.total_seconds():.0f}",
    "PREFECT_SERVER_EVENTS_RETENTION_PERIOD": f"P{RUNS_KEPT.days}D",
    # How far ahead ticks are written down; after a night off each of them comes late.
    "PREFECT_SERVER_SERVICES_SCHEDULER_MIN_SCHEDULED_TIME": "PT5M",
    # The one in memory lets a restart of the server crash limited runs.
    "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": (
        "prefect.server.concurrency.lease_storage.filesystem"
    ),
}


def _with_flows(search_path: str) -> str:
    """The search path on which `flows` is found: here, or in the checkout of this package."""
    checkout = Path(__file__).resolve().parents[3]
    found = importlib.util.find_spec("flows")
    if (checkout / "flows" / "__main__.py").exists():
        return os.pathsep.join(part for part in (str(checkout), search_path) if part)
    if found is not None:
        return search_path
    raise BadInput(
        "no_flows",
        "the folder flows/ is neither here nor beside this package",
        hint="run nightcrew up in a checkout, or `nightcrew serve` without schedules",
    )
