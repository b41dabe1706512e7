"""Forgets claims and says things again on the real dream path, many claims of a user at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar
from uuid import UUID

from sqlalchemy import select

from nightcrew.app.menu import App
from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.dream import Proposal, ProposedChange, Verdict, Verdicts
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory import Kind
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import ProposeInputs, ShownEvidence, VerifyInputs
from nightcrew.domain.time_words import absolute, resolve
from nightcrew.domain.word_tables import RELATIONS
from nightcrew.domain.words import claim_words, same_form, topic_words
from nightcrew.ports import Answered, Model, Piece, Question, Role
from nightcrew.store import memories
from nightcrew.store.memories import Act
from nightcrew.store.tables import evidence
from tests.benchmarks.place import USAGE
from tests.benchmarks.resurrection_data import Claim, Statement
from tests.builders import memory
from tests.fakes import FixedClock
from tests.talk import talk_with

T = TypeVar("T")
Eyes = Literal["approving", "subject", "rehearsal"]
FORGOTTEN_AT = datetime(2026, 11, 20, 3, 0, tzinfo=UTC)  # a Friday, noon in Seoul
SAID_FROM = FORGOTTEN_AT + timedelta(hours=1)
QUIET = timedelta(minutes=30)
LINES_A_DREAM = 8  # a dream takes 20 changes, and a line may be proposed twice


@dataclass(slots=True, kw_only=True)
class GreedyModel:
    """Proposes what the rehearsal does, and every line that is shown in the user's own words.

    eyes: what verifies. `approving` lets all stand; `subject` is told what each sentence is about
    and refuses what the subject of a tombstone names; `rehearsal` is the product's own.
    """

    rehearsal: Model | None
    eyes: Eyes
    said: Mapping[datetime, Statement] = field(default_factory=dict)

    def name(self, role: Role) -> str:
        """One for each role, so that other eyes verify."""
        return f"greedy-{role}"

    async def warm(self) -> None:
        """Nothing is loaded."""

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Never asked for: nobody talks here."""
        yield Piece(text="", usage=USAGE)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Changes or verdicts."""
        value: Any
        if isinstance(question.inputs, ProposeInputs):
            value = await self._proposed(question, question.inputs)
        else:
            assert isinstance(question.inputs, VerifyInputs)
            value = await self._verdicts(question, question.inputs)
        return Answered(value=value, usage=USAGE)

    async def _proposed(self, question: Question, inputs: ProposeInputs) -> Proposal:
        told = [_told(line, self.said[line.evidence.said_at]) for line in inputs.evidence]
        if self.rehearsal is None:
            return Proposal(changes=tuple(told))
        proposed = (await self.rehearsal.ask(question, answer=Proposal)).value
        return Proposal(changes=(*proposed.changes, *told))

    async def _verdicts(self, question: Question, inputs: VerifyInputs) -> Verdicts:
        if self.eyes == "rehearsal":
            assert self.rehearsal is not None
            return (await self.rehearsal.ask(question, answer=Verdicts)).value
        buried = {(each.subject, each.kind) for each in inputs.tombstones}
        blind = self.eyes == "approving"
        return Verdicts(
            verdicts=tuple(
                Verdict(
                    change=shown.handle,
                    stands=blind or not any(
                        self._speaks_of(turn.evidence.said_at, buried) for turn in shown.turns
                    ),
                )
                for shown in inputs.changes
            )
        )  # fmt: skip

    def _speaks_of(self, at: datetime, buried: set[tuple[str, Kind]]) -> bool:
        statement = self.said[at]
        again = statement.group in ("form", "paraphrase", "other")
        claim = statement.claim
        return again and claim is not None and (claim.about, claim.kind) in buried


def _told(line: ShownEvidence, statement: Statement) -> ProposedChange:
    """What is left of a line to be seen, word for word but for its days."""
    text, said_on = line.evidence.text, line.evidence.said_at.date()
    days = [span for span in resolve(text, said_on) if span.from_on > said_on]
    style = statement.claim is not None and statement.claim.kind is Kind.STYLE
    kind = Kind.STYLE if style else Kind.PLAN if days else Kind.FACT
    planned = kind is Kind.PLAN
    return ProposedChange(
        action="create",
        kind=kind,
        scope="private",
        subject=statement.subject,
        text=absolute(text, said_on),
        from_on=days[0].from_on.isoformat() if planned else None,
        to_on=days[0].to_on.isoformat() if planned else None,
        cites=(line.handle,),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one statement. why: the reasons of what was refused; withheld has none."""

    statement: Statement
    kept: bool
    why: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Stage:
    """Where the play is given: users one after another, each with all claims forgotten.

    subjects: whether tombstones name what they are about, not only `user`. forgets: off for the
    control, in which the same is said and nothing was ever known.
    """

    app_of: Callable[[Model, FixedClock], App]
    tenant: UUID
    name: str
    rehearsal: Model | None = None
    eyes: Eyes = "approving"
    subjects: bool = False
    forgets: bool = True

    async def play(self, claims: Sequence[Claim], said: Sequence[Statement]) -> tuple[Outcome, ...]:
        """Say everything, a few lines a user, and tell what was remembered again."""
        found: list[Outcome] = []
        for number, batch in enumerate(_batches(said)):
            found += await self._one_user(f"{self.name}-{number}", claims, batch)
        return tuple(found)

    async def _one_user(
        self, user: str, claims: Sequence[Claim], batch: Sequence[Statement]
    ) -> list[Outcome]:
        clock = FixedClock(FORGOTTEN_AT)
        at = [SAID_FROM + timedelta(minutes=minute) for minute in range(len(batch))]
        model = GreedyModel(
            rehearsal=self.rehearsal, eyes=self.eyes, said=dict(zip(at, batch, strict=True))
        )
        app = self.app_of(model, clock)
        pair = (await talk_with(app, self.tenant, user=user)).pair
        if self.forgets:
            await self._forget(app, user, pair, claims)
        lines = [
            ImportedLine(id=f"{user}-{place}", at=when, speaker=Speaker.USER, text=each.text)
            for place, (when, each) in enumerate(zip(at, batch, strict=True))
        ]
        await app.backfill_evidence(self.tenant, user, pair.crew, lines)
        clock.at = at[-1] + QUIET
        report = await app.run_dream(pair)
        async with app.world.db.begin_pair(pair) as connection:
            known = await memories.seen_by(connection, pair)
        order = await _ids_in_order(app, pair)
        return [
            Outcome(
                statement=each,
                kept=any(line in one.cites and tells(one.text, each) for one in known),
                why=tuple(
                    str(change.reason)
                    for change in report.changes
                    if line in change.cites and change.reason
                ),
            )
            for line, each in zip(order, batch, strict=True)
        ]

    async def _forget(self, app: App, user: str, pair: Pair, claims: Sequence[Claim]) -> None:
        for claim in claims:
            known = memory(
                claim.text,
                user=pair.user,
                kind=claim.kind,
                subject=claim.about if self.subjects else claim.subject,
                from_on=claim.from_on,
                to_on=claim.from_on,
            )
            async with app.world.db.begin_pair(pair) as connection:
                learned = Act(actor="dream", cause="dream", at=FORGOTTEN_AT)
                await memories.add(connection, pair, known, learned)
            await app.keep_memories.forget(self.tenant, user, known.id)


def tells(kept: str, statement: Statement) -> bool:
    """Whether what was kept of a statement still tells of the claim, and not only of what stood
    beside it; of a statement that shares no word with its claim, all does."""
    claim = statement.claim
    if claim is None or statement.group not in ("form", "paraphrase"):
        return True
    form = same_form(kept)
    return any(
        word in form
        for word in topic_words(claim_words(claim.text)) - RELATIONS
        if len(word) > 1 and not word[0].isdigit()
    )


async def _ids_in_order(app: App, pair: Pair) -> list[UUID]:
    async with app.world.db.begin_pair(pair) as connection:
        chosen = select(evidence.c.id).where(evidence.c.user_id == pair.user)
        return list(await connection.scalars(chosen.order_by(evidence.c.said_at)))


def _batches(said: Sequence[Statement]) -> Iterator[Sequence[Statement]]:
    """Statements on one claim never share a user, or one would hide behind another."""
    rows: dict[str, list[Statement]] = {}
    for place, each in enumerate(said):
        rows.setdefault(each.claim.id if each.claim else f"none {place % 10}", []).append(each)
    waiting = list(rows.values())
    while waiting:
        taken = [row.pop() for row in waiting]
        waiting = [row for row in waiting if row]
        for start in range(0, len(taken), LINES_A_DREAM):
            yield taken[start : start + LINES_A_DREAM]
