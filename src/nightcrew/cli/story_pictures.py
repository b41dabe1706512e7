"""The pictures of a story report as inline SVG: a bar, a grid of tools, strips in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

from nightcrew.domain.story import PlayedStep, StoryResult, Verb
from nightcrew.domain.story_coverage import CrewCoverage
from nightcrew.domain.story_expectations import Status
from nightcrew.domain.tool_guide import TOOLS, Tool
from nightcrew.domain.zones import to_local, zone

COLOURS = {Status.PASSED: "#2f855a", Status.FAILED: "#c53030", Status.SKIPPED: "#a0aec0"}
_UNTRIED, _INK, _OWED = "#edf2f7", "#2d3748", "#f6ad55"
_CELL, _ROW, _NAMES = 64, 22, 150
_STRIP, _LANE, _LEFT = 760, 58, 130
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" role="img"'


def bar(counts: Mapping[Status, int], label: str) -> str:
    """All stories as one bar, a part for each status."""
    total, at, parts = sum(counts.values()) or 1, 0.0, list[str]()
    for status, colour in COLOURS.items():
        width = 760 * counts.get(status, 0) / total
        parts.append(f'<rect x="{at:.1f}" width="{width:.1f}" height="18" fill="{colour}"/>')
        at += width
    return f'{_HEAD} width="760" height="18" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def grid(
    coverage: Sequence[CrewCoverage], results: Sequence[StoryResult], labels: tuple[str, str]
) -> str:
    """A row for each crew, for each tool a left half (used) and a right half (not used)."""
    seen = _seen(results)
    height = _ROW * (len(coverage) + 1)
    parts = [
        _text(_NAMES + _CELL * place + _CELL / 2, 14, tool.value, anchor="middle", size=11)
        for place, tool in enumerate(TOOLS)
    ]
    for row, crew in enumerate(coverage, start=1):
        parts.append(_text(0, _ROW * row + 15, crew.crew))
        for place, uses in enumerate(crew.uses):
            for half, used in enumerate((True, False)):
                owed = uses.ever_used or not used
                status = seen.get((crew.crew, uses.tool, used))
                parts.append(_cell(row, place, half, status, labels[half], owed=owed))
    width = _NAMES + _CELL * len(TOOLS)
    return f'{_HEAD} width="{width}" height="{height}">{"".join(parts)}</svg>'


def strip(result: StoryResult) -> str:
    """A story from left to right: what was said, when time passed, what the crew sent by itself."""
    lanes = dict.fromkeys(part.crew for part in result.story.parts)
    place = zone(result.story.timezone)
    parts = [
        part
        for row, crew in enumerate(lanes)
        for part in _lane(crew, [s for s in result.steps if s.crew == crew], row, place)
    ]
    height = _LANE * len(lanes)
    label = escape(result.story.title)
    body = "".join(parts)
    return f'{_HEAD} width="{_STRIP}" height="{height}" aria-label="{label}">{body}</svg>'


def _seen(results: Sequence[StoryResult]) -> dict[tuple[str, Tool, bool], Status]:
    """What was expected of a crew's tool and how it ended; one failure is what is seen."""
    names = {
        **{tool.value: tool for tool in TOOLS},
        **{f"{tool.value}.use": tool for tool in TOOLS},
    }
    seen: dict[tuple[str, Tool, bool], Status] = {}
    for result in results:
        for step in result.steps:
            for finding in step.findings:
                if finding.name in names:
                    key = (step.crew, names[finding.name], finding.wanted == "used")
                    if seen.get(key) is not Status.FAILED:
                        seen[key] = finding.status
    return seen


def _cell(row: int, place: int, half: int, status: Status | None, label: str, *, owed: bool) -> str:
    x = _NAMES + _CELL * place + half * (_CELL / 2 - 2) + 2
    colour = COLOURS[status] if status else _OWED if owed else _UNTRIED
    told = f"{label}: {status.value if status else '-'}"
    return (
        f'<rect x="{x:.0f}" y="{_ROW * row + 3}" width="{_CELL / 2 - 4:.0f}" height="{_ROW - 6}" '
        f'rx="2" fill="{colour}"><title>{escape(told)}</title></rect>'
    )


def _lane(crew: str, steps: Sequence[PlayedStep], row: int, place: ZoneInfo) -> list[str]:
    top = _LANE * row
    parts = [
        _text(0, top + 32, crew),
        f'<line x1="{_LEFT}" y1="{top + 28}" x2="{_STRIP - 12}" y2="{top + 28}" stroke="#cbd5e0"/>',
    ]
    gap = (_STRIP - _LEFT - 40) / max(len(steps) - 1, 1)
    before: datetime | None = None
    for number, step in enumerate(steps):
        local = to_local(step.at, place) if step.at else None
        parts.append(_mark(step, _LEFT + 10 + gap * number, top + 28))
        if local is not None:
            shape = "%H:%M" if before and before.date() == local.date() else "%m-%d %H:%M"
            parts.append(
                _text(
                    _LEFT + 10 + gap * number, top + 54, f"{local:{shape}}", size=9, anchor="middle"
                )
            )
            before = local
    return parts


def _mark(step: PlayedStep, x: float, y: float) -> str:
    statuses = {finding.status for finding in step.findings}
    worst = next((each for each in (Status.FAILED, Status.SKIPPED) if each in statuses), None)
    colour = COLOURS[worst or Status.PASSED] if step.findings else _INK
    told = step.words or step.verb.value
    if step.verb is Verb.SAY:
        mark = f'<circle cx="{x:.0f}" cy="{y}" r="7" fill="{colour}">'
        closed = "circle"
    else:
        mark = f'<rect x="{x - 3:.0f}" y="{y - 7}" width="6" height="14" fill="{colour}">'
        closed = "rect"
    sent = f'<path d="M{x - 8:.0f} {y - 22}h16v10h-16z l8 6 8-6" fill="none" stroke="{_INK}"/>'
    envelopes = sent if step.messages else ""
    return f"{mark}<title>{escape(told)}</title></{closed}>{envelopes}"


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{_INK}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
