"""How long crew text takes to check and to preview, and how large a judge's question is.

Check: 200 crews made of the shipped ones, with their playbooks and stories, every lint rule, from
cold files. Preview: all prompts of every shipped crew in one process, and the whole command. Judge:
a whole guide and playbook with a line of a user nobody knows, by a real tokenizer and by the upper
bound that budgets count with.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import tiktoken

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.lint_files import CrewLint
from nightcrew.domain.budget import estimate_tokens
from nightcrew.domain.crew import Crew
from nightcrew.domain.prompt_preview import PreviewWish
from nightcrew.domain.zones import use_packaged_zones
from nightcrew.prompts.preview import preview_of
from tests.benchmarks.figures import ROOT, Figure, Tell, load_note, run_alone
from tests.benchmarks.program import own_environment

CREWS = 200
CHECK_LIMIT, PREVIEW_LIMIT, JUDGE_LIMIT = 2.0, 0.2, 1500  # figures of the issue
COMMANDS = 5
NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)
SAY = "다음 주 목요일 오후 세 시에 검사가 있는데 무엇을 준비해야 하고 비용은 얼마나 들까요?"
COMMAND = str(Path(sys.executable).with_name("nightcrew"))


def measure(tell: Tell) -> Sequence[Figure]:
    """Check, preview, judge."""
    use_packaged_zones()
    shelf = CrewFiles(ROOT / "crews", ROOT / "playbooks").load()
    crews = tuple(shelf.crews.values())
    return [*_checked(tell), *_previewed(crews, tell), *_judged(crews, tell)]


def _checked(tell: Tell) -> list[Figure]:
    with tempfile.TemporaryDirectory() as place:
        folder = many_crews(Path(place), CREWS)
        check = CrewLint(crews=folder / "crews", playbooks=folder / "playbooks")
        began, cpu = time.perf_counter(), time.process_time()
        linted = check(date(2026, 12, 1))
        took, used = time.perf_counter() - began, time.process_time() - cpu
    tell(f"{len(linted.shelf.crews)} crews checked in {took:.2f} s")
    note = f"{len(linted.shelf.crews)} crews, {load_note()}"
    return [
        Figure(name="200 crews checked", value=took, unit="s", limit=CHECK_LIMIT, note=note),
        Figure(name="200 crews checked: CPU", value=used, unit="s"),
    ]


def many_crews(place: Path, count: int) -> Path:
    """A folder of so many crews: the shipped ones and copies of them under other ids."""
    for name in ("crews", "playbooks"):
        shutil.copytree(ROOT / name, place / name)
    shipped = sorted(path.stem for path in (ROOT / "crews").glob("*-*.yaml"))
    for number in range(count - len(shipped)):
        name = shipped[number % len(shipped)]
        copy = f"{name}-{number}"
        _copy(place / "crews" / f"{name}.yaml", name, copy)
        _copy(place / "playbooks" / f"{name}.md", name, copy)
    return place


def _copy(path: Path, name: str, copy: str) -> None:
    text = path.read_text(encoding="utf-8")
    for key in ("id", "playbook", "crew"):
        text = text.replace(f"\n{key}: {name}\n", f"\n{key}: {copy}\n")
    path.with_name(path.name.replace(name, copy)).write_text(text, encoding="utf-8")


def _previewed(crews: Sequence[Crew], tell: Tell) -> list[Figure]:
    took = []
    for crew in crews:
        began = time.perf_counter()
        preview_of(crew, PreviewWish(crew=crew.id, say=SAY), NOW)
        took.append(time.perf_counter() - began)
    whole = [_command(crews[number].id) for number in range(COMMANDS)]
    tell(f"preview {statistics.median(took):.3f} s, command {statistics.median(whole):.2f} s")
    return [
        Figure(name="preview, median of the shipped crews", value=statistics.median(took), unit="s",
               limit=PREVIEW_LIMIT, note=load_note()),
        Figure(name="preview, the first of a process", value=took[0], unit="s"),
        Figure(name="preview, slowest after the first", value=max(took[1:]), unit="s",
               limit=PREVIEW_LIMIT),
        Figure(name="the whole command `crews preview`: CPU", value=statistics.median(whole),
               unit="s"),
    ]  # fmt: skip


def _command(crew: str) -> float:
    before = os.times()
    arguments = [COMMAND, "crews", "preview", crew, "--say", SAY, "--json"]
    subprocess.run(
        arguments, cwd=ROOT, env=own_environment(), stdout=subprocess.DEVNULL, check=True
    )
    after = os.times()
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


def _judged(crews: Sequence[Crew], tell: Tell) -> list[Figure]:
    asked = [
        "\n".join(line.text for line in shown.prompts[0].lines)
        for shown in (preview_of(crew, PreviewWish(crew=crew.id, say=SAY), NOW) for crew in crews)
    ]
    tokenizer = _tokenizer()
    real = [len(tokenizer.encode(text)) for text in asked]
    bound = [estimate_tokens(text) for text in asked]
    tell(f"judge: {max(real)} tokens at most, {statistics.median(real):.0f} in the middle")
    return [
        Figure(name="judge prompt, largest of the shipped crews", value=max(real), unit="tokens",
               limit=JUDGE_LIMIT, note="o200k_base"),
        Figure(name="judge prompt, median", value=statistics.median(real), unit="tokens"),
        Figure(name="judge prompt, largest by the upper bound", value=max(bound), unit="tokens",
               note="domain/budget.py"),
    ]  # fmt: skip


def _tokenizer() -> tiktoken.Encoding:
    """o200k_base out of the installed model library; nothing is fetched."""
    spec = importlib.util.find_spec("litellm")
    if spec is None or spec.origin is None:
        raise RuntimeError("litellm is not installed")
    folder = Path(spec.origin).parent / "litellm_core_utils" / "tokenizers"
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    return tiktoken.get_encoding("o200k_base")


if __name__ == "__main__":
    sys.exit(run_alone(measure))
