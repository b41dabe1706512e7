"""Our 60 turns through the whole product, then the questions through recall, beside policies A-E.

Run `python -m tests.benchmarks.memory_write_policy` for this part alone; `--misses` names what was
missed, `--sizes 0 300` says how many unrelated turns stand between the sessions, `--sharing` lets
them share everyday words with the questions. The model is the
rehearsal model; the second set was written before the first was ever played.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from nightcrew.domain.page import LONGEST_PAGE
from nightcrew.usecases.recall_past import Strategy
from tests.benchmarks.figures import Figure, Tell, table, to_stderr
from tests.benchmarks.memory_place import Bench, open_bench
from tests.benchmarks.memory_play import Played, play
from tests.benchmarks.memory_policies import policies
from tests.benchmarks.memory_scores import Heads, Score, first_break, heads_of
from tests.benchmarks.memory_sets import (
    CURRENT,
    ENGLISH,
    FIRST,
    FORMER,
    INCIDENTAL,
    LITERAL,
    PARAPHRASED,
    SECOND,
    Line,
    TalkSet,
    read,
)
from tests.benchmarks.memory_unrelated import between

SIZES = (0, 300, 3_000)  # issue: unrelated turns between the sessions
AIMS = {CURRENT: 9, FORMER: 7, INCIDENTAL: 9}  # issue, literal questions
CHARS = 208  # issue, characters on average
PARAPHRASED_AIM, ENGLISH_AIM = 23, 8  # issue, of 25 and of 9
OVERWRITE = "B overwrite"
OURS = "ours, hybrid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One talk played and asked: literal scores by policy, and how ours did with `auto`.

    unrelated: turns put between the sessions. first: whether the talk is the first set.
    """

    name: str
    first: bool
    unrelated: int
    literal: Mapping[str, Score]
    paraphrased: Score
    english: Score
    memories: tuple[str, ...]
    heads: Heads
    refused: tuple[str, ...]


def measure(
    tell: Tell,
    sizes: Sequence[int] = SIZES,
    *,
    second: bool = True,
    misses: bool = False,
    sharing: bool = False,
) -> list[Figure]:
    """Every size of the first set, then the second set once."""
    runs = asyncio.run(_measure(tell, sizes, second=second, sharing=sharing))
    if misses:
        for run in runs:
            _tell_misses(run, tell)
    found = [each for run in runs for each in _figures(run)]
    first = [run for run in runs if run.first]
    return found + _breaks(first) if len(first) > 1 else found


async def _measure(tell: Tell, sizes: Sequence[int], *, second: bool, sharing: bool) -> list[Run]:
    kind = "unrelated, sharing words" if sharing else "unrelated"
    wanted = [(FIRST, size, f"{size} {kind}") for size in sizes]
    wanted += [(SECOND, 0, "second set")] if second else []
    async with open_bench(tell) as bench:
        return [
            await _run(bench, path, size, name, tell, sharing=sharing)
            for path, size, name in wanted
        ]


async def _run(
    bench: Bench, path: Path, unrelated: int, name: str, tell: Tell, *, sharing: bool
) -> Run:
    talk = read(path)
    lines = with_unrelated(talk.lines, unrelated, sharing=sharing)
    played = await play(bench, name, lines, tell)
    asked = [question.text for question in talk.questions[LITERAL]]
    literal = {
        policy: _scored(talk, LITERAL, {text: shown(text) for text in asked})
        for policy, shown in policies(lines).items()
    }
    literal[OURS] = await _recalled(bench, played, talk, LITERAL, "hybrid")
    held = await played.stage.snapshot(played.at, calls=0, tokens=0)
    memories = tuple(held.on().values())
    return Run(
        name=name,
        first=path == FIRST,
        unrelated=unrelated,
        literal=literal,
        paraphrased=await _recalled(bench, played, talk, PARAPHRASED, "auto"),
        english=await _recalled(bench, played, talk, ENGLISH, "auto"),
        memories=memories,
        heads=heads_of(talk.questions[LITERAL], memories),
        refused=await _refused(bench, played),
    )


async def _refused(bench: Bench, played: Played) -> tuple[str, ...]:
    """What the newest dreams refused, with the reason."""
    dreams = await bench.app.read_dreams.list(played.stage.tenant, limit=LONGEST_PAGE)
    return tuple(
        f"{change.reason}: {change.text}"
        for dream in dreams.items
        for change in dream.changes
        if change.reason is not None
    )


def with_unrelated(lines: Sequence[Line], count: int, *, sharing: bool = False) -> tuple[Line, ...]:
    """The lines of a set with unrelated ones on the days between its sessions."""
    days = sorted({line.on for line in lines})
    words = _words_asked_for(lines) if sharing else ()
    return tuple(sorted([*lines, *between(days, count, sharing=words)], key=lambda line: line.on))


def _words_asked_for(lines: Sequence[Line]) -> tuple[str, ...]:
    """The words of what is asked about: of each topic those of two letters or more."""
    topics = " ".join(line.fact[0] for line in lines if line.fact)
    return tuple(sorted({word for word in topics.split() if len(word) > 1}))


async def _recalled(
    bench: Bench, played: Played, talk: TalkSet, asked_as: str, strategy: Strategy
) -> Score:
    shown = {}
    for question in talk.questions[asked_as]:
        found = await bench.app.recall_past(
            played.stage.pair, question.text, strategy=strategy, now=played.at
        )
        shown[question.text] = found.text
    return _scored(talk, asked_as, shown)


def _scored(talk: TalkSet, asked_as: str, shown: Mapping[str, str]) -> Score:
    score = Score()
    for question in talk.questions[asked_as]:
        score.add(question, shown[question.text])
    return score


def _figures(run: Run) -> list[Figure]:
    """Ours with the aims of the issue, and the others beside it."""
    name = f"60 turns, {run.name}"
    found = [
        each
        for policy, score in run.literal.items()
        for each in _literal(f"{name}: {policy}", policy, score)
    ]
    ours = run.literal[OURS]
    undated = ours.undated + run.paraphrased.undated + run.english.undated
    return [
        *found,
        Figure(name=f"{name}: old values without dates", value=len(undated), unit="", limit=0),
        _of(f"{name}: ours, auto, paraphrased of 25", run.paraphrased, PARAPHRASED_AIM),
        _length(f"{name}: ours, auto, paraphrased", run.paraphrased),
        _of(f"{name}: ours, auto, English of 9", run.english, ENGLISH_AIM),
        _length(f"{name}: ours, auto, English", run.english),
        Figure(name=f"{name}: memories", value=len(run.memories), unit=""),
        Figure(
            name=f"{name}: topics a memory holds at their newest, of 9",
            value=run.heads.newest,
            unit="",
            limit=AIMS[CURRENT],
            at_least=True,
        ),
        Figure(
            name=f"{name}: memories that stand at an older value",
            value=len(run.heads.older),
            unit="",
            limit=0,
        ),
    ]


def _literal(name: str, policy: str, score: Score) -> list[Figure]:
    """Overwriting must lose everything but the current values: that proves the harness."""
    ours = policy == OURS
    nothing = {kind: 0.0 for kind in AIMS if policy == OVERWRITE and kind != CURRENT}
    figures = [
        Figure(
            name=f"{name}, literal {kind} of {score.asked[kind]}",
            value=score.hits[kind],
            unit="",
            limit=float(aim) if ours else nothing.get(kind),
            at_least=ours,
        )
        for kind, aim in AIMS.items()
    ]
    return [*figures, _length(f"{name}, literal", score, limited=ours)]


def _of(name: str, score: Score, aim: int) -> Figure:
    return Figure(name=name, value=score.all_hits, unit="", limit=aim, at_least=True)


def _length(name: str, score: Score, *, limited: bool = False) -> Figure:
    limit = CHARS if limited else None
    return Figure(name=f"{name}: average length", value=score.chars, unit="chars", limit=limit)


def _breaks(runs: Sequence[Run]) -> list[Figure]:
    """Where each policy first breaks, as a note under the table."""
    sizes = [run.unrelated for run in runs]
    lines = [
        f"{policy}, {kind}: "
        + first_break(sizes, [run.literal[policy].hits[kind] for run in runs], aim)
        for policy in runs[0].literal
        for kind, aim in AIMS.items()
    ]
    held = sum("holds" in line and line.startswith(OURS) for line in lines)
    return [
        Figure(
            name="60 turns: kinds of literal question ours answers whole at every size",
            value=held,
            unit="",
            limit=len(AIMS),
            at_least=True,
            note="\n  ".join(lines),
        )
    ]


def _tell_misses(run: Run, tell: Tell) -> None:
    tell(f"== {run.name}: memories\n" + "\n".join(sorted(run.memories)))
    tell("at an older value:\n" + "\n".join(run.heads.older))
    tell("refused:\n" + "\n".join(run.refused))
    ours = {"literal": run.literal[OURS], PARAPHRASED: run.paraphrased, ENGLISH: run.english}
    for asked_as, score in ours.items():
        tell(f"{asked_as} missed:\n" + "\n".join(score.missed))
        tell("older values without dates:\n" + "\n".join(score.undated))


def main() -> int:
    """Measure and tell."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--json", action="store_true", help="figures as JSON on stdout")
    reader.add_argument("--misses", action="store_true", help="name what was missed")
    reader.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    reader.add_argument("--sharing", action="store_true", help="unrelated turns share words")
    reader.add_argument("--first-only", action="store_true", help="leave the second set alone")
    chosen = reader.parse_args()
    found = measure(
        to_stderr,
        chosen.sizes,
        second=not chosen.first_only,
        misses=chosen.misses,
        sharing=chosen.sharing,
    )
    told = json.dumps([asdict(each) for each in found]) if chosen.json else table(found)
    sys.stdout.write(told + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
