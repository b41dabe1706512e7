"""How played stories are told: one document for machines, lines for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from nightcrew.cli.verb import FINDINGS, FINE, Told
from nightcrew.domain.crew import Problem
from nightcrew.domain.story import CoveredLine, PlayedStep, StoryResult
from nightcrew.domain.story_baseline import Baseline, Shift, ShiftKind, shifts
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
    "plays": (
        "{passed} of {times} plays passed, {need} needed",
        "{times}번 가운데 {passed}번 통과, {need}번 필요",
    ),
    "too_many_skipped": (
        "more than {most} stories were skipped, so this run proves too little",
        "건너뛴 이야기가 {most}개를 넘어, 이 결과로는 알 수 있는 것이 너무 적습니다",
    ),
    "no_baseline": (
        "nothing was blessed for these models yet: `nightcrew stories bless --by TEAM`",
        "이 모델로 확정된 결과가 아직 없습니다: `nightcrew stories bless --by 팀`",
    ),
    "blessed": (
        "held against what {by} blessed on {at}: {regressed} regressed, {moved} decisions moved",
        "{by}이(가) {at}에 확정한 결과와 견줌: 나빠진 이야기 {regressed}, 달라진 판단 {moved}",
    ),
    "regressed": ("REGRESSED {story}: {before}, now {now}", "나빠짐 {story}: {before}, 지금 {now}"),
    "mended": ("mended    {story}: {before}, now {now}", "나아짐 {story}: {before}, 지금 {now}"),
    "moved": ("moved     {story}: {before}, now {now}", "달라짐 {story}: {before}, 지금 {now}"),
    "new": ("new       {story}: {now}", "새 이야기 {story}: {now}"),
    "gone": ("gone      {story}", "없어진 이야기 {story}"),
    "broken": (
        "{count} problems keep stories from being played",
        "문제 {count}개 때문에 못 돌린 이야기가 있습니다",
    ),
}


MOST_SKIPPED = 8  # stories of a run that may stay undecided, as the issue sets it


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryReport:
    """Everything one run has to say. there: the ids of all stories that exist."""

    results: Sequence[StoryResult]
    problems: Sequence[Problem]
    settings: Settings
    baseline: Baseline | None = None
    there: Collection[str] = ()

    def told(self) -> Told:
        """The document, the lines and the exit code."""
        stories = _counted([each.status for each in self.results])
        errors = [each for each in self.problems if each.severity == "error"]
        shifted = self._shifts()
        found = stories["failed"] or errors or stories["skipped"] > MOST_SKIPPED
        regressed = any(each.kind is ShiftKind.REGRESSED for each in shifted)
        return Told(
            document={
                **stories,
                "checks": self._checks(),
                "models": {role: name or "rehearsal" for role, name in self._models()},
                "baseline": self._baseline_told(shifted),
                "items": [_item(each) for each in self.results],
                "problems": self.problems,
            },
            lines=list(self._lines(stories, len(errors), shifted)),
            code=FINDINGS if found or regressed else FINE,
        )

    def details(self) -> dict[str, Sequence[str]]:
        """By story, what failed and what was skipped, in lines."""
        return {each.story.id: list(self._details(each)) for each in self.results}

    def closing(self) -> list[str]:
        """The counts, in lines."""
        stories = _counted([each.status for each in self.results])
        return [self._say("checks", **self._checks()), self._say("total", **stories)]

    def _shifts(self) -> tuple[Shift, ...]:
        if self.baseline is None:
            return ()
        return shifts(self.baseline, self.results, self.there)

    def _baseline_told(self, shifted: Sequence[Shift]) -> Mapping[str, object] | None:
        if self.baseline is None:
            return None
        return {
            "blessed_by": self.baseline.blessed_by,
            "blessed_at": self.baseline.blessed_at,
            "shifts": shifted,
        }

    def _models(self) -> Iterator[tuple[str, str]]:
        yield from ((role.value, name) for role, name in self.settings.models().items())

    def _checks(self) -> dict[str, int]:
        return _counted([found.status for each in self.results for found in each.findings])

    def _lines(
        self, stories: Mapping[str, int], errors: int, shifted: Sequence[Shift]
    ) -> Iterator[str]:
        for problem in self.problems:
            yield self._problem(problem)
        for result in self.results:
            yield f"{self._say(result.status.value):<8} {result.story.id:<34} {result.story.title}"
            yield from self._details(result)
        yield from self._against_baseline(shifted)
        if errors:
            yield self._say("broken", count=errors)
        if stories["skipped"] > MOST_SKIPPED:
            yield self._say("too_many_skipped", most=MOST_SKIPPED)
        yield from self.closing()

    def _against_baseline(self, shifted: Sequence[Shift]) -> Iterator[str]:
        if self.baseline is None:
            if self.there:
                yield self._say("no_baseline")
            return
        for shift in shifted:
            yield self._say(shift.kind.value, story=shift.story, before=shift.before, now=shift.now)
        kinds = Counter(shift.kind for shift in shifted)
        yield self._say(
            "blessed",
            by=self.baseline.blessed_by,
            at=self.baseline.blessed_at.date(),
            regressed=kinds[ShiftKind.REGRESSED],
            moved=kinds[ShiftKind.MOVED],
        )

    def _details(self, result: StoryResult) -> Iterator[str]:
        rule = result.story.rule
        if rule.times > 1:
            yield "  " + self._say(
                "plays", passed=result.passed_plays, times=len(result.plays), need=rule.need
            )
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
        "plays": [play.status for play in result.plays],
        "mixed": result.mixed,
        "steps": [
            {
                "crew": step.crew,
                "number": step.number,
                "verb": step.verb,
                "at": step.at,
                "decisions": {tool.value: used for tool, used in step.decisions.items()},
                "cited": step.cited,
            }
            for step in result.steps
        ],
        "seconds": round(result.seconds, 2),
    }
