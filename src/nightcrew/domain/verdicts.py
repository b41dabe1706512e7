"""The verifier's word put on each change: a missing, doubled or unknown one lets nothing pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nightcrew.domain.dream import Screened, Verdict
from nightcrew.domain.gate import handle_of
from nightcrew.domain.merge_groups import whole_or_none
from nightcrew.domain.reason import Reason
from nightcrew.domain.screen import change_digest


def judge(
    screened: tuple[Screened, ...],
    standing: Sequence[Screened],
    verdicts: Iterable[Verdict],
    before: Sequence[str],
) -> tuple[Screened, ...]:
    """Put the verifier's word on each change that stands; a missing one means no.

    standing: those asked about, in the order of their handles. before: the digests of what was
    shown; what is applied must still be the same. A merge stands whole or not at all.
    """
    said = _by_handle(verdicts)
    told: dict[int, Screened] = {}
    for place, each in enumerate(standing):
        told[each.number] = _with_verdict(each, said.get(f"c{place + 1}"), before[place])
    return whole_or_none([told.get(each.number, each) for each in screened])


def _by_handle(verdicts: Iterable[Verdict]) -> dict[str, Verdict]:
    """One verdict a change; of two that differ the no is the one that counts."""
    said: dict[str, Verdict] = {}
    for verdict in verdicts:
        handle = handle_of(verdict.change)
        if handle not in said or not verdict.stands:
            said[handle] = verdict
    return said


def _with_verdict(each: Screened, verdict: Verdict | None, before: str) -> Screened:
    if verdict is None or not verdict.stands:
        why = verdict.why if verdict else ""
        return replace(each, reason=Reason.UNVERIFIED, verdict=why)
    if each.change is None or change_digest(each.change) != before:
        return replace(each, reason=Reason.CHANGED_AFTER_VERIFY, verdict=verdict.why)
    return replace(each, verdict=verdict.why)
