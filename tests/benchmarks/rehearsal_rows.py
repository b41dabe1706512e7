"""The lines of the dream benchmark as the values a dream reads."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from nightcrew.domain.dream import Change, Ground
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.questions import ShownEvidence
from nightcrew.domain.zones import to_local, to_utc, zone

LEARNED_ON = date(2026, 1, 2)
CLAIM_KEY = b"benchmark"

Row = Mapping[str, Any]


def said_at(row: Row) -> datetime:
    """The moment of a row: a wall time in its zone, or an instant that ends with Z."""
    written = datetime.fromisoformat(row["said_at"].replace("Z", "+00:00"))
    return written if written.tzinfo else to_utc(written, zone(row["timezone"]))


def ground_of(row: Row, crew: str) -> Ground:
    at = said_at(row)
    korean = row["id"].find("ko") >= 0 or any(
        "가" <= each <= "힣" for each in row["turns"][-1]["text"]
    )
    return Ground(
        memories={each["handle"]: _memory(row["id"], each, crew) for each in row["memories"]},
        tombstones=(),
        evidence={
            f"e{place}": _evidence(row, place, turn, at)
            for place, turn in enumerate(row["turns"], start=1)
        },
        claim_key=CLAIM_KEY,
        today=to_local(at, zone(row["timezone"])).date(),
        timezone=row["timezone"],
        locale="ko-KR" if korean else "en-US",
        crew=crew,
    )


def _memory(line: str, row: Row, crew: str) -> Memory:
    return Memory(
        id=identity(line, row["handle"]),
        user=identity(line, "user"),
        crew=crew,
        kind=Kind(row["kind"]),
        scope=Scope.PRIVATE,
        subject=row["subject"],
        text=row["text"],
        from_on=_day(row.get("from_on")),
        to_on=_day(row.get("to_on")),
        via=crew,
        learned_on=LEARNED_ON,
        said_on=LEARNED_ON,
    )


def _evidence(row: Row, place: int, turn: Row, at: datetime) -> Evidence:
    speaker = Speaker(turn["speaker"])
    return Evidence(
        id=identity(row["id"], f"e{place}"),
        turn_id=None,
        speaker=speaker,
        text=turn["text"],
        said_at=at,
        timezone=row["timezone"],
        source=SourceClass.USER if speaker is Speaker.USER else SourceClass.CREW,
        state=EvidenceState.PENDING,
    )


def turns_of(change: Change, ground: Ground) -> tuple[ShownEvidence, ...]:
    return tuple(
        ShownEvidence(handle=handle, evidence=line, line="")
        for handle, line in ground.evidence.items()
        if line.id in change.cites
    )


def identity(line: str, name: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"{line}/{name}")


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
