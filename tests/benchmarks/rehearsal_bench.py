"""How well the rehearsal model judges and dreams, beside two plain baselines.

Run `python tests/benchmarks/rehearsal_bench.py` for the held-out sentences, `--judge FILE` and
`--dream FOLDER` for others, `--json` for one line. In the dream part a change counts only when it
passes the product's own screen and the verifier.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from operator import mul
from pathlib import Path
from typing import Any

from rehearsal_rows import ground_of, said_at, turns_of
from rehearsal_scores import DreamTally, Tally, count

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew import Crew, Tool, examples_of, memory_guide_lines
from nightcrew.domain.dream import Ground, Proposal, ProposedChange, Verdicts
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import (
    Moment,
    ProposeInputs,
    ShownChange,
    ShownEvidence,
    ShownMemory,
    VerifyInputs,
)
from nightcrew.domain.screen import screen
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Embedder, Question, Role
from tests.rehearsed import judged

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TOOLS = ("search", "price", "memory", "knowledge", "follow_up")
SKILL = "skill"
LANGUAGES = ("ko", "en")
JUDGED_AT = datetime(2026, 10, 14, 3, 0, tzinfo=UTC)
ZONE = "Asia/Seoul"

Row = Mapping[str, Any]


def main() -> int:
    """Measure and tell."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--judge", type=Path, default=HERE / "rehearsal_judge" / "sentences.jsonl")
    reader.add_argument("--dream", type=Path, default=HERE / "rehearsal_dream")
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--misses", action="store_true", help="name what was missed")
    chosen = reader.parse_args()
    judged = _rows(chosen.judge) if chosen.judge.exists() else []
    files = [chosen.dream / f"{language}.jsonl" for language in LANGUAGES]
    dreamt = {file.stem: _rows(file) for file in files if file.exists()}
    result = asyncio.run(_measure(judged, dreamt))
    if chosen.json:
        sys.stdout.write(json.dumps(result["figures"], ensure_ascii=False) + "\n")
        return 0
    _tell(result["figures"])
    if chosen.misses:
        sys.stdout.write("\n".join(result["misses"]) + "\n")
    return 0


async def _measure(judged: Sequence[Row], dreamt: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    embedder = LocalEmbedder()
    model = RehearsalModel(embedder)
    figures: dict[str, Any] = {}
    misses: list[str] = []
    if judged:
        figures["judge"], missed = await _judge(judged, model, embedder)
        misses += missed
    for language, rows in dreamt.items():
        tally, kinds = await _dream(rows, model)
        figures[f"dream_{language}"] = tally.figures() | {"kinds": kinds}
        misses += tally.misses
    embedder.close()
    return {"figures": figures, "misses": misses}


def _rows(file: Path) -> list[Row]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


async def _judge(
    rows: Sequence[Row], model: RehearsalModel, embedder: Embedder
) -> tuple[dict[str, Any], list[str]]:
    shelf = CrewFiles(crews=ROOT / "crews", playbooks=ROOT / "playbooks").load()
    ours = {name: Tally() for name in (*TOOLS, SKILL)}
    never = {name: Tally() for name in (*TOOLS, SKILL)}
    nearest = {name: Tally() for name in TOOLS}
    likes = _Nearest(embedder)
    misses: list[str] = []
    for row in rows:
        crew = shelf.crews[row["crew"]]
        needs = await asked(model, crew, row["say"])
        for name in (*TOOLS, SKILL):
            wanted, got = _wanted(row, name), _got(needs, name, row)
            ours[name].count(wanted=wanted, got=got)
            never[name].count(wanted=wanted, got=False)
            if wanted != got:
                misses.append(f"judge {name} {'missed' if wanted else 'too much'}: {row['say']}")
        for name in TOOLS:
            used = await likes.uses(crew, Tool(name), row["say"])
            nearest[name].count(wanted=bool(row[name]), got=used)
    figures = {
        name: {
            "rehearsal": round(ours[name].balanced(), 3),
            "always_no": round(never[name].balanced(), 3),
            "nearest_example": round(nearest[name].balanced(), 3) if name in nearest else None,
            "yes": ours[name].hit + ours[name].miss,
        }
        for name in (*TOOLS, SKILL)
    }
    return {"sentences": len(rows), "balanced_accuracy": figures}, misses


def _wanted(row: Row, name: str) -> bool:
    return bool(row[name])


def _got(needs: Needs, name: str, row: Row) -> bool:
    if name == SKILL:
        wanted = row[SKILL]
        return needs.skill.name == wanted if wanted else needs.skill.name is not None
    return bool(getattr(needs, name).use)


async def asked(model: RehearsalModel, crew: Crew, said: str) -> Needs:
    return await judged(model, crew, said, _moment(JUDGED_AT, ZONE))


def _question(name: str, role: Role, inputs: object) -> Question:
    return Question(name=name, version=1, role=role, text="", inputs=inputs)


def _moment(at: datetime, timezone: str) -> Moment:
    local = to_local(at, zone(timezone))
    return Moment(now=at, timezone=timezone, locale="ko-KR", local=f"{local:%Y-%m-%d %H:%M}")


class _Nearest:
    """The baseline: whatever the one nearest example of the crew does."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, list[float]] = {}

    async def uses(self, crew: Crew, tool: Tool, said: str) -> bool:
        """Whether the example nearest to a sentence uses the tool."""
        examples = examples_of(crew, tool)
        vectors = await self._of([each.say for each in examples])
        asked = (await self._of([said]))[0]
        near = [sum(map(mul, asked, vector)) for vector in vectors]
        return examples[near.index(max(near))].use if near else False

    async def _of(self, texts: Sequence[str]) -> list[list[float]]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if missing:
            vectors = await self._embedder.passages(missing)
            self._vectors.update(zip(missing, vectors, strict=True))
        return [self._vectors[text] for text in texts]


async def _dream(
    rows: Sequence[Row], model: RehearsalModel
) -> tuple[DreamTally, dict[str, dict[str, int]]]:
    whole = DreamTally()
    kinds: dict[str, dict[str, int]] = {}
    shelf = CrewFiles(crews=ROOT / "crews", playbooks=ROOT / "playbooks").load()
    crew = shelf.crews["travel-mina"]
    for row in rows:
        kept = await _applied(row, crew, model)
        before = (whole.wanted, whole.found, whole.false)
        count(row, kept, whole)
        kind = kinds.setdefault(row["kind"], {"wanted": 0, "found": 0, "false": 0})
        for name, was in zip(kind, before, strict=True):
            kind[name] += getattr(whole, name) - was
    return whole, kinds


async def _applied(row: Row, crew: Crew, model: RehearsalModel) -> list[ProposedChange]:
    """The changes of one line that pass the screen and the verifier."""
    ground = ground_of(row, crew.id)
    proposed = await _proposed(row, crew, ground, model)
    passed = [each for each in screen(proposed, ground) if each.change is not None]
    shown = tuple(
        ShownChange(
            handle=f"c{each.number}",
            change=each.change,
            current=each.change.memory,
            turns=turns_of(each.change, ground),
            line="",
        )
        for each in passed
        if each.change is not None
    )
    at = said_at(row)
    inputs = VerifyInputs(moment=_moment(at, row["timezone"]), changes=shown, tombstones=())
    asked = _question("verify_changes", Role.VERIFY, inputs)
    verdicts = (await model.ask(asked, answer=Verdicts)).value.verdicts
    stands = {verdict.change for verdict in verdicts if verdict.stands}
    return [each.proposed for each in passed if f"c{each.number}" in stands]


async def _proposed(row: Row, crew: Crew, ground: Ground, model: RehearsalModel) -> Proposal:
    at = said_at(row)
    inputs = ProposeInputs(
        crew=crew,
        moment=_moment(at, row["timezone"]),
        guide_lines=memory_guide_lines(crew),
        memories=tuple(
            ShownMemory(handle=handle, memory=memory, line="")
            for handle, memory in ground.memories.items()
        ),
        tombstones=(),
        evidence=tuple(
            ShownEvidence(handle=handle, evidence=line, line="")
            for handle, line in ground.evidence.items()
        ),
        refused=(),
        nightly=False,
    )
    asked = _question("propose_changes", Role.DREAM, inputs)
    return (await model.ask(asked, answer=Proposal)).value


def _tell(figures: Mapping[str, Any]) -> None:
    write: Callable[[str], int] = sys.stdout.write
    judged = figures.get("judge")
    if judged:
        write(f"judge: balanced accuracy over {judged['sentences']} sentences\n")
        write(f"{'':12}{'rehearsal':>11}{'always no':>11}{'nearest':>9}{'yes':>5}\n")
        for name, row in judged["balanced_accuracy"].items():
            nearest = "" if row["nearest_example"] is None else f"{row['nearest_example']:.3f}"
            write(f"{name:12}{row['rehearsal']:>11.3f}{row['always_no']:>11.3f}")
            write(f"{nearest:>9}{row['yes']:>5}\n")
    for language in LANGUAGES:
        row = figures.get(f"dream_{language}")
        if row:
            told = ", ".join(f"{name} {value}" for name, value in row.items() if name != "kinds")
            write(f"dream {language}: {told}\n")
            for kind, counts in row["kinds"].items():
                write(f"  {kind:14}" + " ".join(f"{n} {v}" for n, v in counts.items()) + "\n")


if __name__ == "__main__":
    sys.exit(main())
