"""What an `up` that was killed left running; the next one ends it by number and time of birth."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import psutil

from nightcrew.cli.child import Child, end_group


def write_down(path: Path, children: Iterable[Child]) -> None:
    """Keep the numbers of the living children."""
    numbers = [child.process.pid for child in children if child.process is not None]
    born = [{"process": number, "born": _born(number)} for number in numbers]
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(born))
    aside.replace(path)


def end_all(path: Path) -> int:
    """End those that still live; says how many there were."""
    if not path.exists():
        return 0
    left = [each["process"] for each in json.loads(path.read_text()) if _still_there(each)]
    for number in left:
        end_group(number)
    path.unlink()
    return len(left)


def _still_there(each: dict[str, float]) -> bool:
    born = _born(int(each["process"]))
    return born is not None and born == each["born"]


def _born(number: int) -> float | None:
    try:
        return psutil.Process(number).create_time()
    except psutil.NoSuchProcess:
        return None
