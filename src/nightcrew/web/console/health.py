"""*Health*: how this installation does, what is late, what went wrong, and crews in numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request, Response

from nightcrew.domain.activity import NONE, Activity
from nightcrew.domain.reason import DreamOutcome, ToolStatus
from nightcrew.domain.tool_guide import TOOLS
from nightcrew.ports import Role
from nightcrew.web import metrics, readiness
from nightcrew.web.console.pages import console_router, page
from nightcrew.web.console.visits import OpsVisit, Visit
from nightcrew.web.figures import Figures

router = console_router()
MOST_ERRORS = 20
BROKEN_DREAMS = (
    DreamOutcome.BAD_JSON, DreamOutcome.TRUNCATED, DreamOutcome.REFUSED_BY_MODEL,
    DreamOutcome.PROVIDER_TIMEOUT, DreamOutcome.PROVIDER_DOWN,
)  # fmt: skip
LOST_TIMES = ("failed", "missed", "expired")
UNITS = (("days", 86_400), ("hours", 3_600), ("minutes", 60), ("seconds", 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How often something was so, out of all times it could have been."""

    name: str
    count: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewRates:
    """What a crew did in the last day. silences: times nothing was said, by reason."""

    crew: str
    turns: int
    tools: tuple[Rate, ...]
    skills: tuple[Rate, ...]
    silences: tuple[Rate, ...]
    cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Went:
    """Something that went wrong, and how often. where: a route's template or a crew."""

    where: str
    code: str
    times: int


@router.get("/health")
async def health_page(visit: OpsVisit, request: Request) -> Response:
    """Everything an operator looks at, in one page; no words of users."""
    app, figures = visit.app, visit.figures.of_all()
    ready = await readiness.look(app, figures.writing)
    lately = await figures.lately.of(app)
    return page(
        visit,
        "health.html",
        title=visit.words["health"]["title"],
        ready=ready,
        roles=[(str(role), ready.models[str(role)]) for role in Role],
        evidence=sorted((await metrics.evidence_by_state(app)).items()),
        lag=sorted((work, _age(round(seconds))) for work, seconds in lately.waiting.items()),
        ages={run.flow: _age(run.age_seconds) for run in ready.flows},
        errors=_errors(figures),
        lost=[
            Went(where=crew, code=code, times=times)
            for (crew, code), times in figures.failed_writes.most_common(MOST_ERRORS)
        ],
        failed=_failed(lately),
        cost=_cost(lately),
        rates=_rates(lately),
        example=_example(visit),
        origin=str(request.base_url).rstrip("/"),
    )


def _age(seconds: int) -> tuple[str, int]:
    """A length of time in the largest unit that fits: its name and the number."""
    for name, length in UNITS:
        if seconds >= length:
            return name, seconds // length
    return "seconds", 0


def _errors(figures: Figures) -> list[Went]:
    return [
        Went(where=route, code=code, times=times)
        for (route, code), times in figures.problems.most_common(MOST_ERRORS)
    ]


def _failed(lately: Activity) -> list[tuple[str, Went]]:
    """Dreams that broke and messages that did not leave; the first says which of the two."""
    dreams = [
        ("dream", Went(where=crew, code=outcome, times=round(number)))
        for crew, outcome, _, number in lately.of("dreams")
        if outcome in BROKEN_DREAMS
    ]
    times: Counter[tuple[str, str]] = Counter()
    for crew, state, _, number in lately.of("occurrences"):
        if state in LOST_TIMES:
            times[crew, state] += round(number)
    return dreams + [
        ("times", Went(where=crew, code=state, times=count))
        for (crew, state), count in sorted(times.items())
    ]


def _cost(lately: Activity) -> Mapping[str, float]:
    """What models cost in a day, by what they did."""
    total: defaultdict[str, float] = defaultdict(float)
    for _, work, _, number in lately.of("cost"):
        total[work] += number
    return dict(total)


def _rates(lately: Activity) -> list[CrewRates]:
    turns: Counter[str] = Counter()
    for crew, _, _, number in lately.of("turns"):
        turns[crew] += round(number)
    spoke = {crew for crew, _, _, _ in lately.of("occurrences")}
    return [_rates_of(lately, crew, turns[crew]) for crew in sorted({*turns, *spoke})]


def _rates_of(lately: Activity, crew: str, turns: int) -> CrewRates:
    costs = [number for of, _, _, number in lately.of("cost") if of == crew]
    return CrewRates(
        crew=crew,
        turns=turns,
        tools=_tools(lately, crew),
        skills=_shares(_of(lately, "skills", crew)),
        silences=_shares(_silences(lately, crew)),
        cost=sum(costs) if costs else None,
    )


def _tools(lately: Activity, crew: str) -> tuple[Rate, ...]:
    """How often each of the five was used, those never used as well."""
    used: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for of, tool, status, number in lately.of("tools"):
        if of == crew:
            total[tool] += round(number)
            used[tool] += round(number) if status not in (ToolStatus.NOT_USED, "") else 0
    return tuple(
        Rate(name=str(tool), count=used[str(tool)], total=total[str(tool)])
        for tool in TOOLS
        if total[str(tool)]
    )


def _of(lately: Activity, kind: str, crew: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for of, name, _, number in lately.of(kind):
        if of == crew:
            found[name] += round(number)
    return found


def _silences(lately: Activity, crew: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for of, _, reason, number in lately.of("occurrences"):
        if of == crew and reason not in (NONE, ""):
            found[reason] += round(number)
    return found


def _shares(found: Counter[str]) -> tuple[Rate, ...]:
    total = sum(found.values())
    return tuple(Rate(name=name, count=count, total=total) for name, count in found.most_common())


def _example(visit: Visit) -> str:
    """A crew that can be talked to."""
    crews: Sequence[str] = list(visit.app.crews.shelf().crews)
    return crews[0] if crews else "CREW"
