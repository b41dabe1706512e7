"""A dream whose models failed, or whose ground moved: lines stay, the reason is kept, it waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nightcrew.domain.dream import DreamReport, EvidenceCounts, Screened
from nightcrew.domain.evidence import EvidenceState
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.store import evidence, pairs
from nightcrew.store.connection import Connection
from nightcrew.usecases.run_dream import reporting
from nightcrew.usecases.run_dream.ground import Reading
from nightcrew.usecases.run_dream.reporting import Dream, Landed


def is_failure(outcome: DreamOutcome | None) -> bool:
    """Whether the models, and not what was said, are why nothing came of a dream."""
    return outcome not in (None, DreamOutcome.NOTHING_TO_DO)


def first_half(reading: Reading) -> Reading | None:
    """The older half of the lines, for an answer that was cut off; None when there is one line."""
    shown = reading.shown_evidence[: len(reading.shown_evidence) // 2]
    if not shown:
        return None
    handles = {line.handle for line in shown}
    kept = {handle: each for handle, each in reading.ground.evidence.items() if handle in handles}
    until = reading.read_ids.index(shown[-1].evidence.id) + 1
    read_ids = reading.read_ids[:until]
    return replace(
        reading,
        ground=replace(reading.ground, evidence=kept),
        shown_evidence=shown,
        read_ids=read_ids,
        said_again=tuple(line for line in reading.said_again if line in read_ids),
    )


async def keep_failed(
    connection: Connection, reading: Reading, screened: Sequence[Screened], dream: Dream
) -> DreamReport:
    """Keep the run with its reason and let the pair wait; its lines stay as they are.

    Lines that were refused by the model three times are parked.
    """
    trouble = await pairs.note_failure(connection, reading.pair, "dream", str(dream.outcome))
    read = len(reading.read_ids)
    counts = EvidenceCounts(read=read, pending=0 if reading.ground.nightly else read)
    if trouble.is_hopeless() and not reading.ground.nightly:
        await evidence.mark(
            connection,
            reading.pair,
            reading.read_ids,
            state=EvidenceState.PARKED,
            reason=str(dream.outcome),
            dream_id=dream.id,
        )
        await pairs.note_recovery(connection, reading.pair, "dream")
        counts = EvidenceCounts(read=read, parked=read)
    await pairs.find_next_pending(connection, reading.pair)
    landed = [Landed(screened=each) for each in screened]
    return await reporting.keep(connection, reading, landed, dream, counts)


async def keep_late(connection: Connection, reading: Reading, dream: Dream) -> DreamReport:
    """Keep that a dream came too late for its lease; nothing of it counts, its words included."""
    read = len(reading.read_ids)
    counts = EvidenceCounts(read=read, pending=0 if reading.ground.nightly else read)
    late = replace(dream, outcome=DreamOutcome.STALE)
    return await reporting.keep(connection, reading, (), late, counts)


async def note_answered(
    connection: Connection, reading: Reading, report: DreamReport, *, stale_before: int
) -> None:
    """The models answered; lines whose ground moved wake one more dream, but not a third."""
    await pairs.note_recovery(connection, reading.pair, "dream")
    stale = any(change.reason is Reason.STALE for change in report.changes)
    if stale and not stale_before and not reading.ground.nightly:
        await evidence.wake_again(connection, reading.pair, report.id, reason=str(Reason.STALE))
        await pairs.find_next_pending(connection, reading.pair)
    if stale or stale_before:
        count = stale_before + 1 if stale else 0
        await pairs.note(connection, reading.pair, stale_dreams=count)
