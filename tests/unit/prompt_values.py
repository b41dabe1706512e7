"""Memories, lines and moments for prompts, with harmless defaults."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid5

from nightcrew.domain.dream import Action, Change
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.lines import (
    show_follow_up,
    show_memories,
    split_style,
)
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.questions import (
    Moment,
    OpenFollowUp,
    ShownMemory,
    TalkLine,
)

ROOM = UUID("6f6f4a52-5a0e-4a8e-9d6f-0c5d5b1b9a10")
NOW = datetime(2026, 12, 1, 11, 30, tzinfo=UTC)
TODAY = date(2026, 12, 1)
NAMES = {"travel-mina": "미나", "mindcare-sora": "소라"}
MOMENT = Moment(now=NOW, timezone="Asia/Seoul", locale="ko-KR", local="2026-12-01 20:30 (Tuesday)")


def an_id(name: object) -> UUID:
    return uuid5(ROOM, str(name))


def a_memory(text: str = "매운 음식을 잘 먹는다.", **given: object) -> Memory:
    values: dict[str, object] = {
        "id": an_id(text),
        "user": an_id("user"),
        "crew": "travel-mina",
        "kind": Kind.FACT,
        "scope": Scope.PRIVATE,
        "subject": "user",
        "text": text,
        "via": "travel-mina",
        "learned_on": date(2026, 10, 28),
        "said_on": date(2026, 10, 27),
    }
    return Memory(**(values | given))  # type: ignore[arg-type]


def an_evidence(text: str = "라멘이 먹고 싶어요", **given: object) -> Evidence:
    values: dict[str, object] = {
        "id": an_id(text),
        "turn_id": an_id("turn"),
        "speaker": Speaker.USER,
        "text": text,
        "said_at": datetime(2026, 8, 31, 12, 40, tzinfo=UTC),
        "timezone": "Asia/Seoul",
        "source": SourceClass.USER,
        "state": EvidenceState.PENDING,
    }
    return Evidence(**(values | given))  # type: ignore[arg-type]


def a_tombstone(subject: str = "user", kind: Kind = Kind.FACT) -> Tombstone:
    return Tombstone(
        id=an_id(subject),
        memory_id=None,
        crew=None,
        kind=kind,
        subject=subject,
        claim_hashes=frozenset(),
        wording_hash="",
        created_at=NOW,
    )


def a_change(text: str = "12월 3일에 제주에 간다.", **given: object) -> Change:
    values: dict[str, object] = {
        "action": Action.CREATE,
        "memory": None,
        "kind": Kind.PLAN,
        "scope": Scope.PRIVATE,
        "subject": "user",
        "text": text,
        "from_on": date(2026, 12, 3),
        "to_on": None,
        "cites": (),
        "quotes": {},
        "why": "the proposer's own reason",
    }
    return Change(**(values | given))  # type: ignore[arg-type]


def some_talk(lines: int, *, text: str = "이번 주말에 뭐 하지") -> tuple[TalkLine, ...]:
    return tuple(
        TalkLine(
            speaker="user" if place % 2 == 0 else "assistant",
            text=f"{text} {place}",
            said_at=NOW - timedelta(minutes=lines - place),
        )
        for place in range(lines)
    )


def style_and_facts() -> tuple[tuple[ShownMemory, ...], tuple[ShownMemory, ...]]:
    return split_style(some_memories())


def some_memories() -> tuple[ShownMemory, ...]:
    style = a_memory("memory-style", kind=Kind.STYLE, id=an_id("style"))
    return show_memories((a_memory("memory-fact"), style), TODAY, "ko", NAMES)


def a_follow_up(intent: str = "follow-up-intent") -> OpenFollowUp:
    return show_follow_up(
        an_id("follow-up"),
        intent=intent,
        due_local="2026-12-05 09:00",
        rule="FREQ=WEEKLY",
    )
