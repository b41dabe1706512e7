"""Gates on form and handles: what a change is, which row and which lines it names."""

from __future__ import annotations

from nightcrew.domain.dream import Action
from nightcrew.domain.gate import Case, Gate, Refusal, handle_of, read_date
from nightcrew.domain.memory import Kind, Scope, Status
from nightcrew.domain.reason import Reason

SUBJECT_LIMIT = 200  # letters; a tie to the user takes a few words
_SCOPES = frozenset({Scope.PRIVATE, Scope.SHARED})


def _shape(case: Case) -> Refusal | None:
    fault = _fault(case)
    return Refusal(reason=Reason.BAD_ACTION, detail=fault) if fault else None


def _fault(case: Case) -> str:
    proposed = case.proposed
    action = proposed.action.strip().lower()
    if action not in set(Action):
        return "action is none of create, update, remove"
    if action == Action.REMOVE:
        return ""
    if proposed.kind.strip().lower() not in set(Kind):
        return "kind is none of fact, plan, style"
    if len(case.change.subject) > SUBJECT_LIMIT:
        return f"subject has more than {SUBJECT_LIMIT} letters"
    return _scope_fault(case) or _date_fault(case)


def _scope_fault(case: Case) -> str:
    scope = case.proposed.scope.strip().lower()
    if scope in _SCOPES:
        return ""
    if scope != Scope.TEAM or not case.ground.team_lines:
        return "scope is none of private, shared"
    new = case.change.action is Action.CREATE and case.change.kind is not Kind.STYLE
    said_to_team = all(line.id in case.ground.team_lines for line in case.user_lines)
    return "" if new and said_to_team else "scope is team for what was not said to the team"


def _date_fault(case: Case) -> str:
    for name, written in (("from_on", case.proposed.from_on), ("to_on", case.proposed.to_on)):
        if written is not None and read_date(written) is None:
            return f"{name} is no date"
    begin, end = case.change.from_on, case.change.to_on
    return "from_on is after to_on" if begin and end and begin > end else ""


def _known_memory(case: Case) -> Refusal | None:
    if case.change.action is Action.CREATE:
        return None
    memory = case.change.memory
    known = memory is not None and memory.status is Status.ACTIVE
    if known and memory is not None and memory.scope is not Scope.TEAM:
        return None
    return Refusal(reason=Reason.UNKNOWN_MEMORY, detail="no such memory was shown")


def _known_evidence(case: Case) -> Refusal | None:
    named = [*case.proposed.cites, *case.proposed.quotes]
    unknown = [name for name in named if handle_of(name) not in case.ground.evidence]
    if not unknown:
        return None
    return Refusal(
        reason=Reason.UNKNOWN_EVIDENCE, detail=f"{len(unknown)} cited lines were not shown"
    )


def _explicit(case: Case) -> Refusal | None:
    memory = case.change.memory
    if memory is None or not memory.explicit:
        return None
    return Refusal(
        reason=Reason.EXPLICIT_MEMORY, detail=f"{handle_of(case.proposed.memory or '')} is explicit"
    )


SHAPE = Gate(name="shape", refuses=_shape)
KNOWN_MEMORY = Gate(name="known_memory", refuses=_known_memory)
KNOWN_EVIDENCE = Gate(name="known_evidence", refuses=_known_evidence)
EXPLICIT = Gate(name="explicit", refuses=_explicit)
