"""A crew for tests; a test names only what it is about."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.domain.crew import Crew, Example, Instruction, Knowledge, Persona, Playbook, Skill
from nightcrew.domain.house import Budgets, House, QuietWindows
from nightcrew.domain.tool_guide import TOOLS, Lean, Repeats, Tool, ToolGuide


def a_house(rules: tuple[str, ...] = ("house-rule",)) -> House:
    return House(
        locale="ko-KR",
        timezone="Asia/Seoul",
        quiet_hours=QuietWindows(follow_up=("22:01", "08:01"), opener=("22:02", "07:02")),
        budgets=Budgets(per_user_per_day=2, per_crew_per_day=1, unanswered_then_silent=2),
        retention_days={},
        safety={},
        tool_guide={tool: ToolGuide(tool=tool) for tool in TOOLS},
        rules=rules,
    )


def tool_guides() -> Mapping[Tool, ToolGuide]:
    return {
        tool: ToolGuide(
            tool=tool,
            lean=Lean.FAVOUR,
            guide=f"guide of {tool}",
            not_when=f"not when of {tool}",
            examples=(Example(say=f"example of {tool}", use=True),),
            repeats=Repeats.ALLOWED,
        )
        for tool in TOOLS
    }


def a_playbook(*extra: Instruction) -> Playbook:
    sections = ("aim", "when", "how", "never", "hand_over")
    lines = tuple(
        Instruction(section=name, text=f"instruction {name}", anchor=f"{name}-anchor", line=1)
        for name in sections
    )
    return Playbook(name="mina", instructions=(*lines, *extra))


def a_crew(**given: object) -> Crew:
    values: dict[str, object] = {
        "id": "travel-mina",
        "name": "미나",
        "category": "travel",
        "locale": "ko-KR",
        "persona": Persona(summary="persona-summary", voice="persona-voice"),
        "tool_guide": tool_guides(),
        "house": a_house(),
        "knowledge": Knowledge(collections=("collection-name",)),
        "owner": "owner-team",
        "reviewed_by": "review-team",
        "playbook": a_playbook(),
        "skills": (a_skill(),),
        "notes": "notes-for-people",
        "x": {"free": "free-key"},
    }
    return Crew(**(values | given))  # type: ignore[arg-type]


def a_skill() -> Skill:
    return Skill(
        name="skill-name", description="skill-description", body="1. skill-body", origin="f:1"
    )
