"""`make bench`: every measurement, one table with figure, measured value, limit and verdict.

Each runs as a program of its own; `--json` prints a list instead, names of parts run only those:
`python -m tests.benchmarks memory`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict

from tests.benchmarks.figures import ROOT, Figure, table, to_stderr
from tests.benchmarks.memory_place import EVALUATION_DATA
from tests.benchmarks.memory_vectors import CACHE
from tests.benchmarks.program import own_environment

MODULE = "tests.benchmarks"
BALANCED_FLOOR, F1_FLOOR, DATES_FLOOR = 0.75, 0.8, 1.0  # figures of the issue
FALSE_SHARE_LIMIT = 0.1
TOOLS = ("search", "price", "memory", "knowledge", "follow_up")


def main() -> int:
    """Measure; a missed figure is told and is no failure, a measurement that broke is one."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--json", action="store_true", help="figures as JSON on stdout")
    reader.add_argument("--only", nargs="+", choices=sorted(BENCHES), default=[])
    reader.add_argument("parts", nargs="*", type=_part, help="as --only: " + ", ".join(BENCHES))
    chosen = reader.parse_args()
    names = [*chosen.parts, *chosen.only] or list(BENCHES)
    found, broken = list[Figure](), list[str]()
    for number, name in enumerate(names, 1):
        began = time.perf_counter()
        to_stderr(f"[{number}/{len(names)}] {name}: {command_of(name)}")
        try:
            found += BENCHES[name]()
        except subprocess.CalledProcessError as error:
            # What the others measured for minutes must not be lost with it.
            broken.append(f"{name} broke: {error}")
            to_stderr(broken[-1])
        to_stderr(f"[{number}/{len(names)}] {name}: {time.perf_counter() - began:.0f} s")
    if chosen.json:
        sys.stdout.write(json.dumps([asdict(each) | {"verdict": each.verdict} for each in found]))
    else:
        sys.stdout.write(f"{table(found)}\n\nmeasured by: make bench, part by part:\n")
        sys.stdout.write("\n".join([*(f"  {command_of(name)}" for name in names), *broken]))
    sys.stdout.write("\n")
    return 1 if broken else 0


def command_of(name: str) -> str:
    """What measures one part alone, from the root of the repository."""
    return f"python -m {MODULE} {name}"


def _part(name: str) -> str:
    if name not in BENCHES:
        raise argparse.ArgumentTypeError(f"{name} is none of {', '.join(BENCHES)}")
    return name


def _own(name: str, *handed_on: str) -> Sequence[Figure]:
    """handed_on: settings of the measurement, from the environment of the person who measures."""
    kept = {each: os.environ[each] for each in handed_on if each in os.environ}
    printed = _printed("-m", f"{MODULE}.{name}_bench", "--json", **kept)
    return [Figure(**figure) for figure in json.loads(printed)]


def _rehearsal() -> Sequence[Figure]:
    found = json.loads(
        _printed(str(ROOT / "tests" / "benchmarks" / "rehearsal_bench.py"), "--json")
    )
    judged = found["judge"]["balanced_accuracy"]
    figures = [
        Figure(
            name=f"rehearsal judges {tool}: balanced accuracy",
            value=judged[tool]["rehearsal"],
            unit="",
            limit=BALANCED_FLOOR,
            at_least=True,
            note=f"rehearsal: {found['judge']['sentences']} sentences to judge; "
            "always no scores 0.5",
        )
        for tool in TOOLS
    ]
    return [*figures, *(each for language in ("ko", "en") for each in _dreamt(found, language))]


def _held() -> Sequence[Figure]:
    printed = _printed(str(ROOT / "tests" / "benchmarks" / "held_bench.py"), "--json")
    return [Figure(**figure) for figure in json.loads(printed)]


def _dreamt(found: dict[str, dict[str, float]], language: str) -> Sequence[Figure]:
    name, score = f"rehearsal dreams in {language}", found[f"dream_{language}"]
    return [
        Figure(name=f"{name}: F1", value=score["f1"], unit="", limit=F1_FLOOR, at_least=True),
        Figure(
            name=f"{name}: false memories",
            value=score["false_share"],
            unit="",
            limit=FALSE_SHARE_LIMIT,
        ),
        Figure(
            name=f"{name}: exact dates",
            value=score["exact_dates"],
            unit="",
            limit=DATES_FLOOR,
            at_least=True,
        ),
    ]


def _printed(*arguments: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=own_environment(**environment),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


BENCHES: dict[str, Callable[[], Sequence[Figure]]] = {
    "start": lambda: _own("start"),
    "turn": lambda: _own("turn"),
    "http": lambda: _own("http"),
    "door": lambda: _own("door"),
    "recall": lambda: _own("recall"),
    "rehearsal": _rehearsal,
    "held": _held,
    "resurrection": lambda: _own("resurrection"),
    "memory": lambda: _own("memory", EVALUATION_DATA, CACHE),
    "ledger": lambda: _own("ledger"),
    "price": lambda: _own("price"),
    "knowledge": lambda: _own("knowledge"),
    "crews": lambda: _own("crews"),
    "reload": lambda: _own("reload"),
}


if __name__ == "__main__":
    sys.exit(main())
