"""Values that prompts are rendered from; a test names only what it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid5

from nightcrew.domain.crew import (
    guide_lines,
    memory_guide_lines,
)
from nightcrew.domain.dream import Action, Change
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.lines import (
    show_changes,
    show_evidence,
    show_follow_up,
    show_memories,
    show_tombstones,
    split_style,
)
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.questions import (
    ComposeInputs,
    DigestInputs,
    FoundBlock,
    Inputs,
    ItemiseInputs,
    JudgeInputs,
    Moment,
    OpenFollowUp,
    OpenTalkInputs,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    RubricInputs,
    ShownMemory,
    TalkLine,
    VerifyInputs,
)
from tests.unit.crew_builders import a_crew, a_skill

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


def judge_inputs(**given: object) -> JudgeInputs:
    style, others = style_and_facts()
    values: dict[str, object] = {
        "crew": a_crew(),
        "user_name": "user-name",
        "moment": MOMENT,
        "guide_lines": guide_lines(a_crew()),
        "skills": (a_skill(),),
        "examples": ('price: "example of price" → use',),
        "style": style,
        "style_shown": "style-count",
        "memories": others,
        "memories_shown": "memories-count",
        "follow_ups": (a_follow_up(),),
        "talk": some_talk(2),
        "said": "said-now",
    }
    return JudgeInputs(**(values | given))  # type: ignore[arg-type]


def a_follow_up(intent: str = "follow-up-intent") -> OpenFollowUp:
    return show_follow_up(
        an_id("follow-up"),
        intent=intent,
        due_local="2026-12-05 09:00",
        rule="FREQ=WEEKLY",
    )


def reply_inputs(**given: object) -> ReplyInputs:
    style, others = style_and_facts()
    values: dict[str, object] = {
        "crew": a_crew(),
        "user_name": "user-name",
        "moment": MOMENT,
        "style": style,
        "style_shown": "style-count",
        "memories": others,
        "memories_shown": "memories-count",
        "evidence": show_evidence([an_evidence("raw-evidence")]),
        "talk": some_talk(2),
        "found": (FoundBlock(tool="search", status="ok", lines=("found-line",)),),
        "done": ("done-line",),
        "skill": a_skill(),
        "said": "said-now",
    }
    return ReplyInputs(**(values | given))  # type: ignore[arg-type]


def plan_inputs(**given: object) -> PlanInputs:
    style, _ = style_and_facts()
    values: dict[str, object] = {
        "crew": a_crew(),
        "user_name": "user-name",
        "moment": MOMENT,
        "guide_lines": guide_lines(a_crew()),
        "style": style,
        "style_shown": "style-count",
        "evidence": show_evidence([an_evidence("raw-evidence")]),
        "follow_ups": (a_follow_up(),),
        "called_off": (a_follow_up("called-off-intent"),),
        "tombstones": show_tombstones([a_tombstone("tombstone-subject")]),
        "request": "request-words",
        "refused": ("refused-time",),
    }
    return PlanInputs(**(values | given))  # type: ignore[arg-type]


def compose_inputs(**given: object) -> ComposeInputs:
    watch: dict[str, object] = {
        "condition": "condition-words",
        "found": (FoundBlock(tool="search", status="ok", lines=("found-page",)),),
        "met": True,
        "over": True,
    }
    return ComposeInputs(**(first_words() | watch | given))  # type: ignore[arg-type]


def open_talk_inputs(**given: object) -> OpenTalkInputs:
    return OpenTalkInputs(**(first_words() | given))  # type: ignore[arg-type]


def first_words() -> dict[str, object]:
    style, others = style_and_facts()
    return {
        "crew": a_crew(),
        "user_name": "user-name",
        "moment": MOMENT,
        "intent": "intent-words",
        "purpose": "check_in",
        "when_nothing": "stay_silent",
        "asked_for": False,
        "style": style,
        "style_shown": "style-count",
        "memories": others,
        "talk": some_talk(2),
        "refused": "refused-code",
    }


def propose_inputs(**given: object) -> ProposeInputs:
    values: dict[str, object] = {
        "crew": a_crew(),
        "moment": MOMENT,
        "guide_lines": memory_guide_lines(a_crew()),
        "memories": some_memories(),
        "tombstones": show_tombstones([a_tombstone("tombstone-subject")]),
        "evidence": show_evidence([an_evidence("raw-evidence")]),
        "refused": ("refused-reason",),
        "nightly": False,
        "team_lines": ("e1",),
    }
    return ProposeInputs(**(values | given))  # type: ignore[arg-type]


def digest_inputs(**given: object) -> DigestInputs:
    values: dict[str, object] = {"moment": MOMENT, "lines": some_memories()}
    return DigestInputs(**(values | given))  # type: ignore[arg-type]


def verify_inputs(**given: object) -> VerifyInputs:
    turns = show_evidence([an_evidence("cited-turn"), an_evidence("uncited-turn")])
    change = a_change(
        "change-text",
        action=Action.UPDATE,
        memory=a_memory("current-row"),
        cites=(an_id("cited-turn"),),
    )
    values: dict[str, object] = {
        "moment": MOMENT,
        "changes": show_changes([change], turns),
        "tombstones": show_tombstones([a_tombstone("tombstone-subject")]),
    }
    return VerifyInputs(**(values | given))  # type: ignore[arg-type]


def rubric_inputs(**given: object) -> RubricInputs:
    values: dict[str, object] = {
        "moment": MOMENT,
        "said": "너무 지쳤어요",
        "reply": "오늘 많이 애쓰셨네요.",
        "rubric": "먼저 마음을 받아 준다",
    }
    return RubricInputs(**{**values, **given})  # type: ignore[arg-type]


def itemise_inputs(**given: object) -> ItemiseInputs:
    values: dict[str, object] = {
        "moment": MOMENT,
        "topic": "여권 유효기간",
        "language": "ko-KR",
        "sources": ("[s1] 여권 안내: 여권은 만료 전에 새로 신청할 수 있다.",),
    }
    return ItemiseInputs(**(values | given))  # type: ignore[arg-type]


ALL_INPUTS: Mapping[str, Callable[..., Inputs]] = {
    "judge_needs": judge_inputs,
    "reply": reply_inputs,
    "plan_follow_ups": plan_inputs,
    "compose_follow_up": compose_inputs,
    "open_talk": open_talk_inputs,
    "itemise_knowledge": itemise_inputs,
    "judge_rubric": rubric_inputs,
    "propose_changes": propose_inputs,
    "verify_changes": verify_inputs,
    "digest_team": digest_inputs,
}
