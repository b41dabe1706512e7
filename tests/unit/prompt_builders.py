"""Values that prompts are rendered from; a test names only what it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nightcrew.domain.crew import (
    guide_lines,
    memory_guide_lines,
)
from nightcrew.domain.dream import Action
from nightcrew.domain.lines import (
    show_changes,
    show_evidence,
    show_tombstones,
)
from nightcrew.domain.questions import (
    ComposeInputs,
    DigestInputs,
    FoundBlock,
    Inputs,
    ItemiseInputs,
    JudgeInputs,
    OpenTalkInputs,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    RubricInputs,
    VerifyInputs,
)
from tests.unit.crew_builders import a_crew, a_skill
from tests.unit.prompt_values import (
    MOMENT,
    a_change,
    a_follow_up,
    a_memory,
    a_tombstone,
    an_evidence,
    an_id,
    some_memories,
    some_talk,
    style_and_facts,
)


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
