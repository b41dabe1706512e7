"""Talk, memories and proposals for the rules of dreaming; a test names only what it is about."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from nightcrew.domain.dream import Ground, Proposal, ProposedChange, Screened
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.gate import Gate
from nightcrew.domain.kept_words import claim_hashes
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.screen import GATES, screen
from nightcrew.domain.words import wording_hash

NAMES = UUID("00000000-0000-0000-0000-00000000abcd")
USER = uuid5(NAMES, "user")
CREW = "travel-mina"
KEY = b"claim key of one user, 32 bytes!"
SAID_AT = datetime(2026, 9, 2, 3, 0, tzinfo=UTC)  # a Wednesday, noon in Seoul
SAID_ON = date(2026, 9, 2)


def said(number: int, text: str, **changed: Any) -> Evidence:
    values: dict[str, Any] = {
        "id": uuid5(NAMES, f"evidence {number}"),
        "turn_id": uuid5(NAMES, f"turn {number}"),
        "speaker": Speaker.USER,
        "text": text,
        "said_at": SAID_AT + timedelta(minutes=number),
        "timezone": "Asia/Seoul",
        "source": SourceClass.USER,
        "state": EvidenceState.PENDING,
    }
    return Evidence(**(values | changed))


def replied(number: int, text: str) -> Evidence:
    return said(number, text, speaker=Speaker.ASSISTANT, source=SourceClass.CREW)


def remembered(name: str, text: str, **changed: Any) -> Memory:
    values: dict[str, Any] = {
        "id": uuid5(NAMES, name),
        "user": USER,
        "crew": CREW,
        "kind": Kind.FACT,
        "scope": Scope.PRIVATE,
        "subject": "user",
        "text": text,
        "via": CREW,
        "learned_on": date(2026, 8, 1),
        "said_on": date(2026, 8, 1),
    }
    return Memory(**(values | changed))


def forgotten(text: str, **changed: Any) -> Tombstone:
    values: dict[str, Any] = {
        "id": uuid5(NAMES, f"tombstone {text}"),
        "memory_id": None,
        "crew": CREW,
        "kind": Kind.FACT,
        "subject": "user",
        "claim_hashes": claim_hashes(text, KEY),
        "wording_hash": wording_hash(text, KEY),
        "created_at": SAID_AT,
    }
    return Tombstone(**(values | changed))


def ground(
    *lines: Evidence | str,
    memories: tuple[Memory, ...] = (),
    tombstones: tuple[Tombstone, ...] = (),
    nightly: bool = False,
) -> Ground:
    evidence = [said(n, line) if isinstance(line, str) else line for n, line in enumerate(lines)]
    return Ground(
        memories={f"m{n}": memory for n, memory in enumerate(memories, start=1)},
        tombstones=tombstones,
        evidence={f"e{n}": line for n, line in enumerate(evidence, start=1)},
        claim_key=KEY,
        today=SAID_ON,
        timezone="Asia/Seoul",
        locale="ko-KR",
        crew=CREW,
        nightly=nightly,
    )


def create(text: str, *cites: str, **changed: Any) -> ProposedChange:
    values: dict[str, Any] = {"action": "create", "text": text, "cites": cites or ("e1",)}
    return ProposedChange(**(values | changed))


def update(memory: str, text: str, *cites: str, **changed: Any) -> ProposedChange:
    return create(text, *cites, **({"action": "update", "memory": memory} | changed))


def remove(memory: str, *cites: str, **changed: Any) -> ProposedChange:
    return create("", *cites, **({"action": "remove", "memory": memory} | changed))


def screened(
    on: Ground, *changes: ProposedChange, without: str | None = None
) -> tuple[Screened, ...]:
    return screen(Proposal(changes=changes), on, gates=gates_without(without))


def gates_without(name: str | None) -> tuple[Gate, ...]:
    return tuple(gate for gate in GATES if gate.name != name)
