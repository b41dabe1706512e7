"""Figures for a monitor, as OpenMetrics text; labels are names of ours and codes, never users.

Counters are of this process since it started; gauges are of the whole installation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from nightcrew.app import App
from nightcrew.domain.activity import Activity
from nightcrew.store import evidence, people
from nightcrew.web.figures import Figures
from nightcrew.web.readiness import Readiness

MEDIA_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
Labels = Mapping[str, str]
Sample = tuple[Labels, float | str]

# Family, what it says, the kind of activity, and the labels of its two names.
_LAST_DAY = (
    ("nightcrew_turns_last_day", "Turns by how they stand.", "turns", ("state",)),
    ("nightcrew_tools_last_day", "Decisions about tools.", "tools", ("tool", "status")),
    ("nightcrew_skills_last_day", "Turns by the skill that was chosen.", "skills", ("skill",)),
    ("nightcrew_dreams_last_day", "Dreams by how they ended.", "dreams", ("outcome",)),
    (
        "nightcrew_dream_changes_last_day",
        "Changes that dreams proposed.",
        "changes",
        ("became", "reason"),
    ),
    (
        "nightcrew_follow_ups_last_day",
        "Times follow-ups were due; a silence has a reason.",
        "occurrences",
        ("state", "reason"),
    ),
    ("nightcrew_cost_last_day", "What models cost, as priced by litellm.", "cost", ("work",)),
)


async def evidence_by_state(app: App) -> Counter[str]:
    """How many lines of talk are in which state, over all tenants. Raises: StoreAway."""
    async with app.world.db.begin_system() as connection:
        tenants = await people.tenant_ids(connection)
    total: Counter[str] = Counter()
    for tenant in tenants:
        async with app.world.db.begin(tenant) as connection:
            total.update(await evidence.count_by_state(connection, tenant))
    return total


def written(
    figures: Figures, readiness: Readiness, lines: Mapping[str, int], lately: Activity
) -> str:
    """The whole exposition."""
    parts = (_of_process(figures), _of_lines(lines), _of_last_day(lately), _health(readiness))
    return "".join(f"{line}\n" for part in parts for line in part) + "# EOF\n"


def _of_process(figures: Figures) -> Iterator[str]:
    yield from _family(
        "nightcrew_turns", "counter", "Turns answered since the start.",
        (({"crew": crew, "safety": safety}, count)
         for (crew, safety), count in sorted(figures.turns.items())),
    )  # fmt: skip
    yield from _family(
        "nightcrew_decisions", "counter", "Decisions about each tool in turns.",
        (({"crew": crew, "tool": tool, "use": used, "status": status}, count)
         for (crew, tool, used, status), count in sorted(figures.decisions.items())),
    )  # fmt: skip
    yield from _family(
        "nightcrew_problems", "counter", "Requests that were refused.",
        (({"route": route, "code": code}, count)
         for (route, code), count in sorted(figures.problems.items())),
    )  # fmt: skip
    yield from _family(
        "nightcrew_failed_writes", "counter", "Requests whose writing was lost.",
        (({"crew": crew, "code": code}, count)
         for (crew, code), count in sorted(figures.failed_writes.items())),
    )  # fmt: skip


def _of_lines(lines: Mapping[str, int]) -> Iterator[str]:
    samples = (({"state": state}, rows) for state, rows in sorted(lines.items()))
    yield from _family("nightcrew_evidence", "gauge", "Lines of talk by their state.", samples)


def _of_last_day(lately: Activity) -> Iterator[str]:
    for name, told, kind, places in _LAST_DAY:
        samples = (
            ({"crew": crew, **dict(zip(places, (first, second), strict=False))}, number)
            for crew, first, second, number in lately.of(kind)
        )
        yield from _family(name, "gauge", told, samples)
    waits = (({"work": work}, seconds) for work, seconds in sorted(lately.waiting.items()))
    yield from _family(
        "nightcrew_oldest_waiting_seconds", "gauge", "How long the oldest work has waited.", waits
    )


def _health(readiness: Readiness) -> Iterator[str]:
    worth = {"ready": "1", "degraded": "0.5", "unready": "0"}
    told = "1 ready, 0.5 degraded, 0 without a database that takes writes."
    yield from _family("nightcrew_ready", "gauge", told, [({}, worth[readiness.status])])
    by_state = Counter(str(crew.status) for crew in readiness.crews)
    crews = (({"status": status}, count) for status, count in sorted(by_state.items()))
    yield from _family("nightcrew_crews", "gauge", "Crews by the state of their text.", crews)
    ages = (({"flow": flow.flow}, flow.age_seconds) for flow in readiness.flows)
    told = "Since the newest run of a flow."
    yield from _family("nightcrew_flow_age_seconds", "gauge", told, ages)


def _family(name: str, kind: str, told: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield f"# TYPE {name} {kind}"
    yield f"# HELP {name} {told}"
    counted = f"{name}_total" if kind == "counter" else name
    for labels, worth in samples:
        shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{counted}{{{shown}}} {worth}" if shown else f"{counted} {worth}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
