"""How played stories are told: one document for machines, lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nightcrew.cli.verb import FINDINGS, FINE, Told
from nightcrew.domain.crew import Problem
from nightcrew.domain.story import CoveredLine, PlayedStep, StoryResult
from nightcrew.domain.story_expectations import Finding, Status
from nightcrew.settings import Settings

SAYS: Mapping[str, tuple[str, str]] = {
    "passed": ("passed", "통과"),
    "failed": ("FAILED", "실패"),
    "skipped": ("skipped", "건너뜀"),
    "not_met": (
        "{crew}, step {number} ({verb}): {name}: wanted {wanted}; found {found}",
        "{crew}, {number}번째 걸음({verb}): {name}: 기대 {wanted}, 결과 {found}",
    ),
    "not_judged": (
        "{crew}, step {number}: {name} is skipped, nothing here can judge it",
        "{crew}, {number}번째 걸음: {name}은(는) 여기서 판단할 수 없어 건너뜀",
    ),
    "reason": ("the judge's reason: {why}", "판정 이유: {why}"),
    "covers": ("covers {name} ({origin}): {text}", "맡은 줄 {name} ({origin}): {text}"),
    "total": (
        "{passed} of {total} stories passed, {failed} failed, {skipped} skipped",
        "이야기 {total}개: 통과 {passed}, 실패 {failed}, 건너뜀 {skipped}",
    ),
    "checks": (
        "{passed} of {total} expectations passed, {failed} failed, {skipped} skipped",
        "기대 {total}개: 통과 {passed}, 실패 {failed}, 건너뜀 {skipped}",
    ),
    "broken": (
        "{count} problems keep stories from being played",
        "문제 {count}개 때문에 못 돌린 이야기가 있습니다",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryReport:
    """Everything one run has to say."""

    results: Sequence[StoryResult]
    problems: Sequence[Problem]
    settings: Settings

    def told(self) -> Told:
        """The document, the lines and the exit code."""
        stories = _counted([each.status for each in self.results])
        errors = [each for each in self.problems if each.severity == "error"]
        return Told(
            document={
                **stories,
                "checks": self._checks(),
                "models": {role: name or "rehearsal" for role, name in self._models()},
                "items": [_item(each) for each in self.results],
                "problems": self.problems,
            },
            lines=list(self._lines(stories, len(errors))),
            code=FINDINGS if stories["failed"] or errors else FINE,
        )

    def _models(self) -> Iterator[tuple[str, str]]:
        yield from ((role.value, name) for role, name in self.settings.models().items())

    def _checks(self) -> dict[str, int]:
        return _counted([found.status for each in self.results for found in each.findings])

    def _lines(self, stories: Mapping[str, int], errors: int) -> Iterator[str]:
        for problem in self.problems:
            yield self._problem(problem)
        for result in self.results:
            yield f"{self._say(result.status.value):<8} {result.story.id:<34} {result.story.title}"
            yield from self._details(result)
        if errors:
            yield self._say("broken", count=errors)
        yield self._say("checks", **self._checks())
        yield self._say("total", **stories)

    def _details(self, result: StoryResult) -> Iterator[str]:
        for step in result.steps:
            for finding in step.findings:
                if finding.status is Status.FAILED:
                    yield from self._failure(result, step, finding)
                elif finding.status is Status.SKIPPED:
                    told = self._say("not_judged", **_facts(step, finding))
                    yield f"  {finding.place}: {told}"

    def _failure(self, result: StoryResult, step: PlayedStep, finding: Finding) -> Iterator[str]:
        yield f"  {finding.place}: {self._say('not_met', **_facts(step, finding))}"
        if finding.why:
            yield f"    {self._say('reason', why=finding.why)}"
        for line in covered_by(result, step.crew, finding):
            yield "    " + self._say("covers", name=line.name, origin=line.origin, text=line.text)

    def _problem(self, problem: Problem) -> str:
        korean = self.settings.lang == "ko"
        message = problem.message_ko if korean else problem.message
        hint = problem.hint_ko if korean else problem.hint
        return f"{problem.place}: {problem.severity} {problem.id}: {message} ({hint})"

    def _say(self, key: str, **facts: object) -> str:
        return SAYS[key][1 if self.settings.lang == "ko" else 0].format(**facts)


def covered_by(result: StoryResult, crew: str, finding: Finding) -> tuple[CoveredLine, ...]:
    """The lines a failure points at: those of its tool and the playbook's, else all the crew's."""
    lines = result.covered(crew)
    tool = finding.name.partition(".")[0]
    near = tuple(each for each in lines if "#" in each.name or each.name.endswith(f"/{tool}"))
    return near or lines


def _counted(statuses: Sequence[Status]) -> dict[str, int]:
    counts = Counter(statuses)
    return {"total": len(statuses), **{each.value: counts[each] for each in Status}}


def _facts(step: PlayedStep, finding: Finding) -> dict[str, object]:
    return {
        "crew": step.crew,
        "number": step.number,
        "verb": step.verb.value,
        "name": finding.name,
        "wanted": finding.wanted,
        "found": finding.found,
    }


def _item(result: StoryResult) -> Mapping[str, object]:
    return {
        "id": result.story.id,
        "title": result.story.title,
        "tags": result.story.tags,
        "place": result.story.place,
        "status": result.status,
        "checks": _counted([each.status for each in result.findings]),
        "findings": [
            {
                **_facts(step, finding),
                "status": finding.status,
                "why": finding.why,
                "place": finding.place,
                "covers": covered_by(result, step.crew, finding)
                if finding.status is Status.FAILED
                else (),
            }
            for step in result.steps
            for finding in step.findings
        ],
        "covers": result.story.covers,
        "seconds": round(result.seconds, 2),
    }
