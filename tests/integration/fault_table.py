"""The fault matrix itself, row by row; see reliability.md section 3."""

from __future__ import annotations

from dataclasses import replace

from tests.integration.fault_claims import (
    BAD_VERDICT,
    ECHO,
    FOREIGN_EVIDENCE,
    FOREIGN_MEMORY,
    IMITATED,
    OTHER_LANGUAGE,
    PULLED_APART,
    RELATIVE,
    TWICE,
    UNKNOWN_ACTION,
    UNKNOWN_VERDICT,
)
from tests.integration.fault_forms import (
    CUT_OFF,
    LOOPING,
    NOTHING_SAID,
    SLIPS,
    TOO_MUCH,
    UNREADABLE,
    WRAPPED,
    WRONG_SHAPE,
)
from tests.integration.fault_providers import (
    BROKEN,
    DENIED,
    FILTERED,
    LIMITED,
    OUTAGE,
    REFUSALS,
)
from tests.integration.fault_rows import (
    COMPOSE,
    JUDGE,
    PLAN,
    PROPOSE,
    REPLY,
    VERIFY,
    Fault,
    Path,
)

SURE = (PROPOSE, VERIFY)  # what memories hang on; a second form of a fault is played on these


def _only(paths: tuple[Path, ...], fault: Fault, first: str) -> Fault:
    """A second form of a fault, on some paths: what reads it is the same on all."""
    kept = {path: cell for path, cell in fault.cells.items() if path in paths}
    left = dict.fromkeys(set(fault.cells) - set(kept), f"read by the same code as {first}")
    return replace(fault, cells=kept, not_here={**fault.not_here, **left})


FAULTS: tuple[Fault, ...] = (
    UNREADABLE, *WRAPPED[:1], _only((*SURE, REPLY), WRAPPED[2], "2-fence"),
    _only(SURE, WRAPPED[1], "2-fence"), *SLIPS[:1], _only(SURE, SLIPS[1], "3-trailing-comma"),
    *CUT_OFF[:1], _only(SURE, CUT_OFF[1], "4-cut-off"), *NOTHING_SAID[:1],
    *(_only(SURE, each, "5-empty") for each in NOTHING_SAID[1:]), WRONG_SHAPE, UNKNOWN_ACTION,
    FOREIGN_MEMORY, FOREIGN_EVIDENCE, TWICE, *PULLED_APART, *TOO_MUCH, LOOPING, OTHER_LANGUAGE,
    RELATIVE, *REFUSALS[:1], _only(SURE, REFUSALS[1], "16-refused-in-words"), FILTERED,
    UNKNOWN_VERDICT, *BAD_VERDICT, ECHO, *BROKEN, *LIMITED, *DENIED[:1],
    _only((PROPOSE, REPLY), DENIED[1], "23-key-refused-401"), *OUTAGE[:1],
    _only((PROPOSE, REPLY), OUTAGE[1], "24-outage-500"), IMITATED,
)  # fmt: skip

# Row 25 needs the ground to move while a model thinks; test_fault_matrix_late.py plays it.
PLAYED_APART = {25: (REPLY, PROPOSE, VERIFY, PLAN, COMPOSE)}
NOT_APART = {25: {JUDGE: "a judge changes nothing, so there is nothing it could come too late for"}}
