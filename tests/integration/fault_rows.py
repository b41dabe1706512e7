"""The 26 faults of a model's side, and what each must end in on every path that asks a model.

A later path is one more column: a name in `PATHS`, its good answer, a cell in every row, and how it
is played in `fault_paths`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.stubs.openai_server import Says

Path = str  # named like the prompt that is asked
JUDGE, REPLY, PROPOSE = "judge_needs", "reply", "propose_changes"
VERIFY, PLAN, COMPOSE = "verify_changes", "plan_follow_ups", "compose_follow_up"
PATHS: tuple[Path, ...] = (JUDGE, REPLY, PROPOSE, VERIFY, PLAN, COMPOSE)
ROWS = range(1, 27)

CANARY = "까마중"  # in what the user says and in what a faulty model writes; never in a log
LINE = f"나 {CANARY} 따러 부산으로 이사할 예정이야"
MOVE: dict[str, Any] = {
    "action": "create",
    "kind": "plan",
    "text": "부산으로 이사할 예정이다",
    "cites": ["e1"],
    "why": "말했다",
}
CALL = {
    "kind": "one_shot",
    "local": "2026-10-06T13:00",
    "purpose": "check_in",
    "intent": "이사 준비가 어떤지",
    "cites": ["e1"],
}
STANDS = {"change": "c1", "stands": True, "why": "말했다"}
NO_NEEDS = {"search": {"use": False, "why": "필요 없다"}}
MESSAGE = {"send": True, "text": "이사 준비는 잘 되고 있어요?", "why": "약속"}


def changes(*each: object, **more: object) -> str:
    """A proposer's answer."""
    return json.dumps({"changes": list(each), **more}, ensure_ascii=False)


def verdicts(*each: object, **more: object) -> str:
    """A verifier's answer."""
    return json.dumps({"verdicts": list(each), **more}, ensure_ascii=False)


def calls(*each: object, **more: object) -> str:
    """A planner's answer."""
    return json.dumps({"follow_ups": list(each), "why": "", **more}, ensure_ascii=False)


def plain(answer: Mapping[str, object]) -> str:
    """Any other answer."""
    return json.dumps(answer, ensure_ascii=False)


GOOD: Mapping[Path, str] = {
    JUDGE: plain(NO_NEEDS),
    REPLY: "네, 잘 들었어요.",
    PROPOSE: changes(MOVE),
    VERIFY: verdicts(STANDS),
    PLAN: calls(CALL),
    COMPOSE: plain(MESSAGE),
}


@dataclass(frozen=True, kw_only=True)
class Cell:
    """What one fault must end in on one path.

    outcome: as the run tells it, the reasons of changes behind it. calls: how often the path's
    prompt is asked, the healthy questions before not counted. evidence: how the user's line ends.
    """

    says: tuple[Says, ...]
    outcome: str
    calls: int = 1
    evidence: str = "pending"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault of a row. cells: by path. not_here: why the others make no sense.

    known: a memory is there before. slow: the model is given little time. watched: somebody reads
    the reply while it is written. said: the user's words.
    """

    row: int
    name: str
    cells: Mapping[Path, Cell]
    not_here: Mapping[Path, str]
    known: bool = False
    slow: bool = False
    watched: bool = False
    said: str = LINE

    @property
    def number(self) -> str:
        """What a report calls it."""
        return f"{self.row}-{self.name}"


READ: Mapping[Path, str] = {
    JUDGE: "read",
    REPLY: "told",
    PROPOSE: "applied",
    VERIFY: "applied",
    PLAN: "planned",
    COMPOSE: "queued",
}
TRIES: Mapping[Path, int] = {JUDGE: 3, REPLY: 3, PROPOSE: 4, VERIFY: 4, PLAN: 3, COMPOSE: 3}
HALVED = frozenset({PROPOSE, VERIFY, PLAN})  # paths that ask again with half of the lines


def failed(path: Path, kind: str) -> str:
    """How a path tells that its model failed."""
    return {
        JUDGE: "judge_unavailable",
        REPLY: "model_unavailable",
        PROPOSE: kind,
        VERIFY: f"{kind} unverified",
        PLAN: kind,
        COMPOSE: "deferred",
    }[path]


def ends_well(path: Path, text: str) -> Cell:
    """The answer is read in spite of it."""
    evidence = "applied" if path in (PROPOSE, VERIFY) else "pending"
    return Cell(says=(Says(text=text),), outcome=READ[path], evidence=evidence)


def fails(path: Path, kind: str, says: Says, asked: int = 1) -> Cell:
    """Nothing comes of it and nothing is lost."""
    return Cell(says=(says,), outcome=failed(path, kind), calls=asked)


def fails_on(
    paths: tuple[Path, ...], kind: str, says: Says, asked: Mapping[Path, int] | int = 1
) -> dict[Path, Cell]:
    """The same failure on several paths."""
    return {
        path: fails(path, kind, says, asked if isinstance(asked, int) else asked[path])
        for path in paths
    }


def told(text: str, outcome: str, *, asked: int = 1, evidence: str = "pending") -> Cell:
    """One answer and what is made of it."""
    return Cell(says=(Says(text=text),), outcome=outcome, calls=asked, evidence=evidence)


JSON_PATHS: tuple[Path, ...] = (JUDGE, PROPOSE, VERIFY, PLAN, COMPOSE)
TEXT = "a reply is text: there is no shape to break"


def others(why: str, *paths: Path) -> dict[Path, str]:
    """The same reason for every path but these."""
    return {path: why for path in PATHS if path not in paths}


def halved(asked: int) -> dict[Path, int]:
    return {path: 2 * asked if path in HALVED else asked for path in PATHS}


def changed(outcome: str, *proposed: object, evidence: str = "pending") -> dict[Path, Cell]:
    return {PROPOSE: told(changes(*proposed), outcome, evidence=evidence)}
