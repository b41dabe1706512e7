"""What a measurement says: a number with its unit, and the limit it is held to."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

Tell = Callable[[str], None]
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One line of the table. limit: None for a figure that is only reported beside another.

    at_least: the limit is a floor and no ceiling. note: what the number was measured on.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """`met`, `MISSED`, or nothing without a limit."""
        if self.limit is None:
            return ""
        held = self.value >= self.limit if self.at_least else self.value <= self.limit
        return "met" if held else "MISSED"


@dataclass(frozen=True, kw_only=True)
class Took:
    """Milliseconds of many calls, calls a second, and milliseconds of CPU a call."""

    median: float
    p95: float
    p99: float
    per_second: float
    cpu: float


def summed_up(took: Sequence[float], *, seconds: float, cpu_seconds: float) -> Took:
    """What a run says. took: milliseconds of each call."""
    cut = statistics.quantiles(took, n=100)
    return Took(
        median=statistics.median(took),
        p95=cut[94],
        p99=cut[98],
        per_second=len(took) / seconds,
        cpu=cpu_seconds * 1000 / len(took),
    )


def best(runs: Sequence[Took]) -> Took:
    """The run that others on the machine disturbed least."""
    return min(runs, key=lambda run: run.p95)


def load_note() -> str:
    """How busy the machine is with others, which every latency here depends on."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def to_stderr(line: str) -> None:
    """Progress, kept apart from the figures."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def run_alone(measure: Callable[[Tell], Sequence[Figure]]) -> int:
    """Run one measurement as a program: a table, or with `--json` a list."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--json", action="store_true", help="figures as JSON on stdout")
    as_json = reader.parse_args().json
    found = measure(to_stderr)
    sys.stdout.write(json.dumps([asdict(each) for each in found]) if as_json else table(found))
    sys.stdout.write("\n")
    return 0


def table(found: Sequence[Figure]) -> str:
    """The figures, one a line."""
    rows = [("figure", "measured", "limit", ""), *(_row(figure) for figure in found)]
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    notes = dict.fromkeys(figure.note for figure in found if figure.note)
    return "\n".join([*(line.rstrip() for line in lines), *(f"  {note}" for note in notes)])


def _row(figure: Figure) -> tuple[str, str, str, str]:
    sign = "at least " if figure.at_least else ""
    limit = "" if figure.limit is None else f"{sign}{figure.limit:g} {figure.unit}"
    return figure.name, f"{figure.value:.4g} {figure.unit}", limit, figure.verdict
