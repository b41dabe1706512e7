"""How many forgotten claims come back when they are said again, and what is still learnt.

Ten claims of one user are forgotten by the product's own act; each is then said again in other
forms and other words, beside what has nothing to do with it, what is near it and its opposite. The
product dreams of it on the real database, with a proposer that proposes whatever it is shown.
`dev`, `held`, `practice` and since they were read `fifth` to `tenth` are what the rules were set
on, `third`, `fourth` and `eleventh` what they were proven on, once each; `--misses` names what went
wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.store import bootstrap, people
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.benchmarks.figures import Figure, table, to_stderr
from tests.benchmarks.resurrection_data import Group, Split, Statement, read_split
from tests.benchmarks.resurrection_play import Eyes, Outcome, Stage
from tests.talk import app_of

SETS: tuple[Split, ...] = (
    "dev",
    "held",
    "third",
    "fourth",
    "fifth",
    "practice",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
)
# Figures of the issue: shares that may come back, and shares that must still be learnt.
COME_BACK: Mapping[Group, float] = {"form": 0.0, "paraphrase": 0.05}
OTHERS_LIMIT = 0.05
LEARNT: Mapping[Group, float] = {"unrelated": 0.98, "near": 0.9, "opposite": 0.9}


@dataclass(frozen=True, kw_only=True)
class Share:
    """How many of a group were remembered, and of how many."""

    kept: int
    of: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.kept / self.of


def main() -> int:
    """Measure and tell."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--split", choices=SETS, nargs="+", default=SETS[:5])
    reader.add_argument("--json", action="store_true", help="figures as JSON on stdout")
    reader.add_argument("--misses", action="store_true", help="name what went wrong")
    chosen = reader.parse_args()
    found: list[Figure] = []
    for split in chosen.split:
        figures, missed = asyncio.run(measure(split))
        found += figures
        if chosen.misses:
            to_stderr("\n".join(missed))
    told = json.dumps([asdict(each) for each in found]) if chosen.json else table(found)
    sys.stdout.write(told + "\n")
    return 0


async def measure(split: Split) -> tuple[list[Figure], list[str]]:
    """The figures of one half, and a line for each statement that went wrong."""
    claims, said = read_split(split)
    others = [each for each in said if each.group == "other"]
    async with _stage(split) as stage:
        again = await stage.play(claims, said)
        control = await _control(stage, said)
        figures = [_figure(split, group, share) for group, share in shares(again).items()]
        figures += [
            Figure(name=f"{split}: {group}, nothing forgotten", value=share.share, unit="",
                   note="nothing forgotten: what the same proposer gets remembered at all")
            for group, share in shares(control).items()
        ]  # fmt: skip
        for eyes in ("subject", "rehearsal"):
            judged = await _judged(stage, eyes, split, others)
            figures.append(_others_figure(split, eyes, shares(judged)["other"]))
    return figures, [_told(split, each) for each in again if is_wrong(each)]


def shares(found: Sequence[Outcome]) -> dict[Group, Share]:
    """What was remembered, group by group."""
    of = Counter(each.statement.group for each in found)
    kept = Counter(each.statement.group for each in found if each.kept)
    return {group: Share(kept=kept[group], of=number) for group, number in of.items()}


def is_wrong(each: Outcome) -> bool:
    """A claim that came back, or something else that was not learnt."""
    return each.kept == (each.statement.group in ("form", "paraphrase", "other"))


@asynccontextmanager
async def _stage(split: Split) -> AsyncIterator[Stage]:
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedPostgres(Path(folder) / "pg", durable=False)
        with server:
            access = bootstrap.prepare(server.url, embedded=True)
            bootstrap.upgrade(access)
            database = await Database.open(access.app_url)
            try:
                yield await open_stage(database, split)
            finally:
                await database.close()


async def open_stage(database: Database, name: str, *, rehearses: bool = True) -> Stage:
    """A stage over a database. rehearses: the rehearsal model proposes beside the greedy one."""
    async with database.begin_system() as connection:
        tenant = await people.make_tenant(connection, "default")
    rehearsal = RehearsalModel(LocalEmbedder()) if rehearses else None
    return Stage(
        app_of=lambda model, clock: app_of(database, model, clock=clock),
        tenant=tenant,
        name=name,
        rehearsal=rehearsal,
    )


async def _control(stage: Stage, said: Sequence[Statement]) -> Sequence[Outcome]:
    control = _like(stage, name=f"{stage.name}-control", forgets=False)
    return await control.play((), [each for each in said if each.group in LEARNT])


async def _judged(
    stage: Stage, eyes: Eyes, split: Split, others: Sequence[Statement]
) -> Sequence[Outcome]:
    claims, _ = read_split(split)
    return await _like(stage, name=f"{split}-{eyes}", eyes=eyes, subjects=True).play(claims, others)


def _like(
    stage: Stage, *, name: str, eyes: Eyes = "approving", subjects: bool = False,
    forgets: bool = True,
) -> Stage:  # fmt: skip
    return Stage(
        app_of=stage.app_of, tenant=stage.tenant, name=name, rehearsal=stage.rehearsal,
        eyes=eyes, subjects=subjects, forgets=forgets,
    )  # fmt: skip


def _figure(split: Split, group: Group, share: Share) -> Figure:
    limit: float | None
    if group in LEARNT:
        name, limit = f"{split}: {group} statements still learnt", LEARNT[group]
    else:
        name, limit = f"{split}: {group}s that came back", COME_BACK.get(group)
    return Figure(
        name=f"{name}, of {share.of}", value=share.share, unit="", limit=limit,
        at_least=group in LEARNT, note="resurrection: a verifier that lets everything stand",
    )  # fmt: skip


def _others_figure(split: Split, eyes: Eyes, share: Share) -> Figure:
    verifier = {"subject": "a verifier that knows subjects", "rehearsal": "the rehearsal verifier"}
    return Figure(
        name=f"{split}: others that came back past {verifier[eyes]}, of {share.of}",
        value=share.share, unit="", limit=OTHERS_LIMIT if eyes == "subject" else None,
    )  # fmt: skip


def _told(split: Split, each: Outcome) -> str:
    claim = each.statement.claim
    on = claim.id if claim else "-"
    why = ", ".join(dict.fromkeys(each.why)) or ("" if each.kept else "withheld")
    return f"{split} {each.statement.group} [{on}] {each.statement.text}  {why}"


if __name__ == "__main__":
    sys.exit(main())
