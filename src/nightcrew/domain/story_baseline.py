"""What somebody blessed as right, and how a run differs from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from nightcrew.domain.story import StoryResult
from nightcrew.domain.story_expectations import Status


class ShiftKind(StrEnum):
    """How a story differs; only `regressed` is a finding."""

    REGRESSED = "regressed"
    MENDED = "mended"
    MOVED = "moved"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blessed:
    """One story as it was blessed. decisions: `crew step tool` to whether the tool was used."""

    status: Status
    decisions: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """Every blessed story of one set of models, with who blessed the newest of them and when."""

    models: Mapping[str, str]
    blessed_by: str
    blessed_at: datetime
    stories: Mapping[str, Blessed]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A story that differs. before, now: its status, or the decisions that moved."""

    story: str
    kind: ShiftKind
    before: str = ""
    now: str = ""


def blessed(result: StoryResult) -> Blessed:
    """A result in the words of a baseline."""
    return Blessed(status=result.status, decisions=_decisions(result))


def shifts(
    baseline: Baseline, results: Sequence[StoryResult], there: Collection[str]
) -> tuple[Shift, ...]:
    """What differs, in the order of the run. there: the ids of all stories that exist."""
    found = [shift for result in results for shift in _of_story(baseline, result)]
    gone = [name for name in baseline.stories if name not in there]
    return (*found, *(Shift(story=name, kind=ShiftKind.GONE) for name in gone))


def _of_story(baseline: Baseline, result: StoryResult) -> Iterator[Shift]:
    name, now = result.story.id, result.status
    known = baseline.stories.get(name)
    if known is None:
        yield Shift(story=name, kind=ShiftKind.NEW, now=now.value)
        return
    if known.status is not now:
        passed = known.status is Status.PASSED
        kind = ShiftKind.REGRESSED if passed else ShiftKind.MENDED
        if passed or now is Status.PASSED:
            yield Shift(story=name, kind=kind, before=known.status.value, now=now.value)
    for decision, used in _decisions(result).items():
        before = known.decisions.get(decision)
        if before is not None and before is not used:
            yield Shift(
                story=name,
                kind=ShiftKind.MOVED,
                before=f"{decision}: {_use(used=before)}",
                now=_use(used=used),
            )


def _decisions(result: StoryResult) -> dict[str, bool]:
    return {
        f"{step.crew} {step.number} {tool.value}": used
        for step in result.steps
        for tool, used in step.decisions.items()
    }


def _use(*, used: bool) -> str:
    return "used" if used else "not_used"
