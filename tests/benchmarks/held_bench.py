"""How well the judge decides on sentences held back from crew text, 20 a category.

Run `python -m tests.benchmarks held`. Each sentence is put to every crew of its category. With
`--misses` the wrong ones are named. Nothing is set on these figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import yaml
from figures import Figure
from rehearsal_bench import asked
from rehearsal_scores import Tally

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.needs import Needs
from nightcrew.domain.tool_guide import TOOLS

ROOT = Path(__file__).parents[2]
HELD = Path(__file__).parent / "held_sentences"
FLOOR = 0.75  # balanced accuracy of a tool, as for the sentences of the eight named crews
SKILL = "skill"
NAMES = (*(tool.value for tool in TOOLS), SKILL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A sentence, the crew that hears it and what its category wants of it."""

    category: str
    crew: str
    say: str
    wanted: frozenset[str]


def held(folder: Path = HELD) -> Iterator[Held]:
    """Every sentence with every crew of its category."""
    for path in sorted(folder.glob("*.yaml")):
        written = yaml.safe_load(path.read_text(encoding="utf-8"))
        for row in written["sentences"]:
            wanted = frozenset({*row["uses"], *([SKILL] if "skill" in row else [])})
            for crew in written["crews"]:
                yield Held(category=written["category"], crew=crew, say=row["say"], wanted=wanted)


async def measured(sentences: Sequence[Held]) -> tuple[dict[str, dict[str, Tally]], list[str]]:
    """Tallies by category (and `all`) and tool, and what was missed."""
    shelf = CrewFiles(ROOT / "crews", ROOT / "playbooks").load()
    embedder = LocalEmbedder()
    model = RehearsalModel(embedder)
    tallies: dict[str, dict[str, Tally]] = {}
    misses: list[str] = []
    for each in sentences:
        got = used(await asked(model, shelf.crews[each.crew], each.say))
        for name in NAMES:
            wanted = name in each.wanted
            for group in ("all", each.category):
                tally = tallies.setdefault(group, {}).setdefault(name, Tally())
                tally.count(wanted=wanted, got=name in got)
            if wanted is not (name in got):
                misses.append(
                    f"{each.crew} {name} {'missed' if wanted else 'too much'}: {each.say}"
                )
    embedder.close()
    return tallies, misses


def used(needs: Needs) -> frozenset[str]:
    """The tools a judgement uses, and whether it opens a skill."""
    tools = {tool.value for tool in TOOLS if getattr(needs, tool.value).use}
    return frozenset(tools | ({SKILL} if needs.skill.name else set()))


def figures(tallies: Mapping[str, Mapping[str, Tally]]) -> list[Figure]:
    """All categories together for each tool, then the right decisions of each category."""
    together = [
        Figure(
            name=f"judges on held sentences, {name}: balanced accuracy",
            value=round(tally.balanced(), 3),
            unit="",
            limit=FLOOR,
            at_least=True,
            note=f"rehearsal: {tally.hit + tally.miss} of {total(tally)} want it",
        )
        for name, tally in tallies["all"].items()
    ]
    apart = [
        Figure(
            name=f"judges on held sentences, {category}: right decisions",
            value=round(right(by_tool), 3),
            unit="",
            note="all five tools and the skill",
        )
        for category, by_tool in sorted(tallies.items())
        if category != "all"
    ]
    return [*together, *apart]


def total(tally: Tally) -> int:
    """How many answers were counted."""
    return tally.hit + tally.miss + tally.alarm + tally.quiet


def right(by_tool: Mapping[str, Tally]) -> float:
    """The share of right answers over all tools."""
    answers = sum(total(tally) for tally in by_tool.values())
    return sum(tally.hit + tally.quiet for tally in by_tool.values()) / answers


def main() -> int:
    """Measure and tell."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--json", action="store_true")
    reader.add_argument("--misses", action="store_true")
    chosen = reader.parse_args()
    tallies, misses = asyncio.run(measured(list(held())))
    told: list[dict[str, Any]] = [asdict(figure) for figure in figures(tallies)]
    if chosen.json:
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
        return 0
    for row in told:
        sys.stdout.write(f"{row['value']:>7.3f}  {row['name']}  {row['note']}\n")
    if chosen.misses:
        sys.stdout.write("\n".join(misses) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
