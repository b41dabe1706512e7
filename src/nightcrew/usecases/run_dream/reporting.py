"""What is kept and told of one dream, whatever came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.dream import DreamReport, EvidenceCounts, Screened
from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.domain.readable import readable
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.domain.usage import Paid, Work
from nightcrew.ports import Usage
from nightcrew.store import dreams, model_costs
from nightcrew.store.connection import Connection
from nightcrew.store.dream_reports import report_of
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.usecases.run_dream.ground import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Dream:
    """The run that is being written."""

    id: UUID
    at: datetime
    mode: str
    flow: str
    outcome: DreamOutcome | None
    usage: Usage
    prompts: Mapping[str, int]
    same_model: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """One change after the write: applied as a memory, or refused with its reason.

    store_full: it was refused because the user has as many memories as anybody may have.
    """

    screened: Screened
    memory: Memory | None = None
    store_full: bool = False


async def pay(connection: Connection, pair: Pair, usage: Usage) -> None:
    """Write down what no kept report tells."""
    paid = Paid(work=Work.DREAM, crew=pair.crew, usage=usage)
    await model_costs.note(connection, pair.tenant, paid)


async def keep(
    connection: Connection,
    reading: Reading,
    landed: Sequence[Landed],
    dream: Dream,
    counts: EvidenceCounts,
) -> DreamReport:
    """Keep the run and its changes, or what it cost where nothing was proposed, and tell it."""
    run, changes = _run(reading, landed, dream, counts), [_kept(each) for each in landed]
    if changes or run.outcome != DreamOutcome.NOTHING_TO_DO:
        await dreams.keep(connection, reading.pair, run, changes)
    else:
        await pay(connection, reading.pair, dream.usage)
    return report_of(run, reading.person.external_id, changes)


def told(
    reading: Reading, landed: Sequence[Landed], dream: Dream, counts: EvidenceCounts
) -> DreamReport:
    """The report of a dream that is not kept."""
    run = _run(reading, landed, dream, counts)
    return report_of(run, reading.person.external_id, [_kept(each) for each in landed])


def _run(
    reading: Reading, landed: Sequence[Landed], dream: Dream, counts: EvidenceCounts
) -> DreamRun:
    return DreamRun(
        id=dream.id,
        user_id=reading.pair.user,
        crew=reading.pair.crew,
        flow=dream.flow,
        mode=dream.mode,
        at=dream.at,
        outcome=dream.outcome or _outcome(landed),
        usage=dream.usage.told(),
        evidence=asdict(counts),
        prompts=dream.prompts,
        same_model_verifies=dream.same_model,
    )


def _outcome(landed: Sequence[Landed]) -> DreamOutcome:
    if any(each.memory is not None for each in landed):
        return DreamOutcome.APPLIED
    reasons = {each.screened.reason for each in landed}
    if Reason.NOT_ACCEPTED in reasons:
        return DreamOutcome.REVIEW
    if any(each.store_full for each in landed):
        return DreamOutcome.STORE_FULL
    return DreamOutcome.STALE if reasons == {Reason.STALE} else DreamOutcome.NOTHING_TO_DO


def _kept(each: Landed) -> KeptChange:
    """A change as code read it, or as it was proposed when code could not.

    memory_version: the version it made, else the one it was proposed for. A model may write signs
    that no table takes; they are left out.
    """
    screened, change = each.screened, each.screened.change
    words = change or screened.proposed
    before = change.memory if change else None
    memory = each.memory or before
    return KeptChange(
        number=screened.number,
        action=readable(words.action),
        memory_id=memory.id if memory else None,
        memory_version=memory.version if memory else None,
        kind=readable(words.kind),
        scope=readable(words.scope),
        subject=readable(words.subject),
        text=readable(words.text),
        from_on=change.from_on if change else None,
        to_on=change.to_on if change else None,
        cites=change.cites if change else (),
        applied=each.memory is not None,
        reason=screened.reason,
        detail=screened.detail,
        why=readable(words.why),
        verdict=None if screened.verdict is None else readable(screened.verdict),
        merged_into=screened.merged_into,
    )


def dry_report(reading: Reading, screened: Sequence[Screened], dream: Dream) -> DreamReport:
    """What the dream would have done; nothing is written."""
    landed = [Landed(screened=each) for each in screened]
    counts = EvidenceCounts(read=len(reading.read_ids), pending=len(reading.read_ids))
    report = told(reading, landed, dream, counts)
    return replace(report, outcome=dream.outcome or DreamOutcome.DRY_RUN)


def empty_report(pair: Pair, at: datetime, outcome: DreamOutcome, *, nightly: bool) -> DreamReport:
    """The report of a dream that did not come to think."""
    return DreamReport(
        id=uuid4(),
        user=str(pair.user),
        crew=pair.crew,
        at=at,
        flow="nightly-dream" if nightly else "dream",
        outcome=outcome,
    )
