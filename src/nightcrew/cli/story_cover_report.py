"""How coverage is told: what stories try of each crew, and what nobody tries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nightcrew.cli.verb import FINDINGS, FINE, Told
from nightcrew.domain.story_coverage import CrewCoverage, UsesTried

COVER_SAYS: Mapping[str, tuple[str, str]] = {
    "crew": (
        "{crew:<18} {covered} of {total} lines, {whole} of {tools} tools tried both ways",
        "{crew:<18} 줄 {covered}/{total}, 양쪽으로 시험한 도구 {whole}/{tools}",
    ),
    "line": ("  no story for {name} ({origin}): {text}", "  이야기 없음 {name} ({origin}): {text}"),
    "used": (
        "  {tool} is never expected to be used",
        "  {tool}을(를) 쓴다고 기대하는 이야기가 없음",
    ),
    "not_used": (
        "  {tool} is never expected to stay unused",
        "  {tool}을(를) 쓰지 않는다고 기대하는 이야기가 없음",
    ),
    "cited": (
        "judges cited {cited} of {total} lines while the stories were played",
        "이야기를 돌리는 동안 판정이 인용한 줄: {total}개 가운데 {cited}개",
    ),
    "total": (
        "{covered} of {total} lines and {whole} of {tools} tools of {crews} crews are covered",
        "크루 {crews}개의 줄 {total}개 가운데 {covered}개, 도구 {tools}개 가운데 {whole}개를 시험",
    ),
}


def coverage_told(found: Sequence[CrewCoverage], *, korean: bool, played: bool) -> Told:
    """The document, the lines, and 1 when anything is missing. played: judges were listened to."""
    total = _total(found)
    short = total["covered"] < total["total"] or total["whole"] < total["tools"]
    document = {**total, "played": played, "items": [_item(crew) for crew in found]}
    lines = list(_lines(found, total, korean=korean, played=played))
    return Told(document=document, lines=lines, code=FINDINGS if short else FINE)


def _total(found: Sequence[CrewCoverage]) -> dict[str, int]:
    return {
        "crews": len(found),
        "covered": sum(crew.covered for crew in found),
        "total": sum(len(crew.lines) for crew in found),
        "whole": sum(_whole(crew) for crew in found),
        "tools": sum(len(crew.uses) for crew in found),
        "cited": sum(line.cited for crew in found for line in crew.lines),
    }


def _whole(crew: CrewCoverage) -> int:
    return sum(uses.whole for uses in crew.uses)


def _lines(
    found: Sequence[CrewCoverage], total: Mapping[str, int], *, korean: bool, played: bool
) -> Iterator[str]:
    for crew in found:
        yield _say(
            "crew",
            korean=korean,
            crew=crew.crew,
            covered=crew.covered,
            total=len(crew.lines),
            whole=_whole(crew),
            tools=len(crew.uses),
        )
        for line in crew.missing:
            yield _say("line", korean=korean, name=line.name, origin=line.origin, text=line.text)
        for uses in crew.untried:
            yield from (_say(side, korean=korean, tool=uses.tool) for side in _sides(uses))
    if played:
        yield _say("cited", korean=korean, **total)
    yield _say("total", korean=korean, **total)


def _sides(uses: UsesTried) -> Iterator[str]:
    if uses.ever_used and not uses.used:
        yield "used"
    if not uses.not_used:
        yield "not_used"


def _item(crew: CrewCoverage) -> Mapping[str, object]:
    return {"crew": crew.crew, "uses": crew.uses, "lines": crew.lines, "covered": crew.covered}


def _say(key: str, *, korean: bool, **facts: object) -> str:
    return COVER_SAYS[key][korean].format(**facts)
