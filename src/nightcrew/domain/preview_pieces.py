"""Every text of a crew that may stand in a prompt, and why one stays out of a given prompt."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from nightcrew.domain.crew import Crew
from nightcrew.domain.lines import quoted
from nightcrew.domain.prompt_preview import LeftOut, Origin, Piece, WhyOut
from nightcrew.domain.tool_guide import TOOLS, Tool, ToolGuide

NEVER = frozenset({"notes", "owner", "x"})
_WHY: Mapping[WhyOut, tuple[str, str]] = {
    WhyOut.NEVER: ("is for people and enters no prompt", "사람이 보는 글이라 프롬프트에 넣지 않음"),
    WhyOut.NOT_THIS_PROMPT: (
        "does not matter to what this prompt decides",
        "이 프롬프트가 정하는 일과 상관없음",
    ),
    WhyOut.NOT_THIS_TOOL: (
        "is about another tool; dreams see the memory guide",
        "다른 도구의 지침. 꿈은 기억 지침만 봄",
    ),
    WhyOut.JUDGE_ONLY: (
        "was heeded when the judge decided",
        "판단할 때 이미 쓰임",
    ),
    WhyOut.NOT_LIKE_THIS_LINE: (
        "other examples are more like the line",
        "이 말과 더 비슷한 예가 있음",
    ),
    WhyOut.HOUSE_EXAMPLE: (
        "examples of the house are known to any model",
        "house의 예는 어떤 모델이나 아는 것",
    ),
    WhyOut.NEUTRAL_LEAN: ("neutral, so that it tips nothing", "중립이라 기울이지 않음"),
    WhyOut.UNTIL_CHOSEN: (
        "is shown once the judge chooses the procedure",
        "절차가 골라지면 보임",
    ),
    WhyOut.BUDGET: ("did not fit into the budget of the prompt", "프롬프트 예산을 넘음"),
    WhyOut.NOT_BEARING: ("others bear more on the line", "이 말과 더 가까운 기억이 있음"),
    WhyOut.DOES_NOT_FIT: ("other wishes fit the line better", "이 말에 더 맞는 응대법이 있음"),
    WhyOut.WITHHELD: ("is forgotten, so it is withheld", "잊은 것이라 가림"),
}


def crew_pieces(crew: Crew) -> tuple[Piece, ...]:
    """All prose of a crew with its origin, whatever prompt it is for."""
    return tuple(
        piece
        for found in (
            _persona(crew),
            _guides(crew),
            _examples(crew),
            _playbook(crew),
            _house(crew),
            _skills(crew),
            _for_people(crew),
        )
        for piece in found
    )


def left_out(piece: Piece, prompt: str) -> LeftOut:
    """Why a piece stands nowhere in a prompt."""
    reason = _reason(piece, prompt)
    why, why_ko = _WHY[reason]
    return LeftOut(
        text=piece.text,
        sort=piece.sort,
        origin=piece.origin,
        place=piece.place,
        reason=reason,
        why=why,
        why_ko=why_ko,
    )


_SAME_EVERYWHERE: Mapping[str, WhyOut] = {
    "house examples": WhyOut.HOUSE_EXAMPLE,
    "procedure": WhyOut.UNTIL_CHOSEN,
    "style": WhyOut.DOES_NOT_FIT,
    "withheld": WhyOut.WITHHELD,
}
_IN_THE_JUDGE: Mapping[str, WhyOut] = {
    "example": WhyOut.NOT_LIKE_THIS_LINE,
    "lean": WhyOut.NEUTRAL_LEAN,
    "memory": WhyOut.NOT_BEARING,
}
_READS_STYLE = frozenset({"judge_needs", "reply", "plan_follow_ups", "compose_follow_up"})
_HEEDED = frozenset({"guide", "not_when", "lean", "example", "skill", "knowledge"})


def _reason(piece: Piece, prompt: str) -> WhyOut:
    if piece.sort in NEVER:
        return WhyOut.NEVER
    if piece.sort in _SAME_EVERYWHERE and (piece.sort != "style" or prompt in _READS_STYLE):
        return _SAME_EVERYWHERE[piece.sort]
    if prompt == "judge_needs":
        return _IN_THE_JUDGE.get(piece.sort, WhyOut.NOT_THIS_PROMPT)
    if prompt == "propose_changes" and piece.sort in ("guide", "not_when"):
        return WhyOut.NOT_THIS_TOOL
    if piece.sort in _HEEDED:
        return WhyOut.JUDGE_ONLY
    return WhyOut.BUDGET if _over_budget(piece, prompt) else WhyOut.NOT_THIS_PROMPT


def _over_budget(piece: Piece, prompt: str) -> bool:
    return prompt == "reply" and piece.sort in ("memory", "talk", "evidence")


def _persona(crew: Crew) -> Iterator[Piece]:
    for name, text in (("summary", crew.persona.summary), ("voice", crew.persona.voice)):
        yield from _piece(text, f"persona.{name}", Origin.CREW, crew.places)
    for name in crew.knowledge.collections:
        place = crew.places.get("knowledge.collections", "")
        yield Piece(text=name, sort="knowledge", origin=Origin.CREW, place=place)
    yield from _piece(crew.knowledge.none, "knowledge.none", Origin.CREW, crew.places)


def _piece(text: str, name: str, origin: Origin, places: Mapping[str, str]) -> Iterator[Piece]:
    if text:
        sort = "knowledge" if name.startswith("knowledge.") else name
        yield Piece(text=text, sort=sort, origin=origin, place=places.get(name, ""))


def _guides(crew: Crew) -> Iterator[Piece]:
    for tool in TOOLS:
        guide = crew.tool_guide[tool]
        for name, text in (("guide", guide.guide), ("not_when", guide.not_when)):
            if text:
                yield _of_guide(guide, name, text, sort=name)
        yield _of_guide(guide, "lean", f"{tool}: {guide.lean}", sort="lean")
        if tool is Tool.FOLLOW_UP:
            yield _of_guide(guide, "repeats", f"Repeats: {guide.repeats}.", sort="repeats")


def _of_guide(guide: ToolGuide, name: str, text: str, *, sort: str) -> Piece:
    # A version that was stored before examples had lines of their own knows where they begin.
    whole = guide.origins.get(name.partition(".")[0], "")
    level, _, place = guide.origins.get(name, whole).partition(" ")
    origin = Origin(level) if level else Origin.PRODUCT
    return Piece(text=text, sort=sort, origin=origin, place=place)


def _examples(crew: Crew) -> Iterator[Piece]:
    for tool in TOOLS:
        guide, house = crew.tool_guide[tool], crew.house.tool_guide[tool]
        if guide.examples != house.examples:
            for number, each in enumerate(guide.examples):
                text = f"{tool}: {quoted(each.say)}"
                yield _of_guide(guide, f"examples.{number}", text, sort="example")
        if house.examples:
            many = f"{tool}: {len(house.examples)} examples of the house"
            yield _of_guide(house, "examples", many, sort="house examples")


def _playbook(crew: Crew) -> Iterator[Piece]:
    playbook = crew.playbook
    for each in playbook.instructions if playbook else ():
        place = f"{playbook.file if playbook else ''}:{each.line}"
        yield Piece(text=each.text, sort=each.section, origin=Origin.PLAYBOOK, place=place)


def _house(crew: Crew) -> Iterator[Piece]:
    for number, rule in enumerate(crew.house.rules):
        place = crew.house.places.get(f"rules.{number}", "")
        yield Piece(text=rule, sort="rule", origin=Origin.HOUSE, place=place)


def _skills(crew: Crew) -> Iterator[Piece]:
    for skill in crew.skills:
        for sort, text in (("skill", skill.description), ("procedure", skill.body)):
            yield Piece(text=text, sort=sort, origin=Origin.SKILL, place=skill.origin)


def _for_people(crew: Crew) -> Iterator[Piece]:
    free = json.dumps(crew.x, ensure_ascii=False) if crew.x else ""
    for name, text in (("notes", crew.notes), ("owner", crew.owner), ("x", free)):
        if text:
            place = crew.places.get(name, "")
            yield Piece(text=text, sort=name, origin=Origin.CREW, place=place)
