"""Figures for a monitor, as OpenMetrics text; labels are crews, tools and codes, never users."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from nightcrew.app import App
from nightcrew.store import evidence, people
from nightcrew.web.figures import Figures
from nightcrew.web.readiness import Readiness

MEDIA_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
Labels = Mapping[str, str]


async def evidence_by_state(app: App) -> Counter[str]:
    """How many lines of talk are in which state, over all tenants. Raises: StoreAway."""
    async with app.world.db.begin_system() as connection:
        tenants = await people.tenant_ids(connection)
    total: Counter[str] = Counter()
    for tenant in tenants:
        async with app.world.db.begin(tenant) as connection:
            total.update(await evidence.count_by_state(connection, tenant))
    return total


def written(figures: Figures, readiness: Readiness, lines: Mapping[str, int]) -> str:
    """The whole exposition."""
    return "".join(f"{line}\n" for line in _lines(figures, readiness, lines))


def _lines(figures: Figures, readiness: Readiness, lines: Mapping[str, int]) -> Iterator[str]:
    yield from _family("nightcrew_turns", "counter", "Turns answered since the start.")
    for (crew, safety), count in sorted(figures.turns.items()):
        yield _sample("nightcrew_turns_total", {"crew": crew, "safety": safety}, count)
    yield from _family("nightcrew_decisions", "counter", "Decisions about each tool in turns.")
    for (tool, used, status), count in sorted(figures.decisions.items()):
        labels = {"tool": tool, "use": used, "status": status}
        yield _sample("nightcrew_decisions_total", labels, count)
    yield from _family("nightcrew_evidence", "gauge", "Lines of talk by their state.")
    for state, rows in sorted(lines.items()):
        yield _sample("nightcrew_evidence", {"state": state}, rows)
    yield from _health(readiness)
    yield "# EOF"


def _health(readiness: Readiness) -> Iterator[str]:
    yield from _family("nightcrew_ready", "gauge", "1 ready, 0.5 degraded, 0 without a database.")
    worth = {"ready": "1", "degraded": "0.5", "unready": "0"}
    yield _sample("nightcrew_ready", {}, worth[readiness.status])
    yield from _family("nightcrew_crews", "gauge", "Crews by the state of their text.")
    for status, count in sorted(Counter(crew.status for crew in readiness.crews).items()):
        yield _sample("nightcrew_crews", {"status": str(status)}, count)
    yield from _family("nightcrew_flow_age_seconds", "gauge", "Since the newest run of a flow.")
    for flow in readiness.flows:
        yield _sample("nightcrew_flow_age_seconds", {"flow": flow.flow}, flow.age_seconds)


def _family(name: str, kind: str, told: str) -> tuple[str, str]:
    return f"# TYPE {name} {kind}", f"# HELP {name} {told}"


def _sample(name: str, labels: Labels, worth: int | str) -> str:
    shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"{name}{{{shown}}} {worth}" if shown else f"{name} {worth}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
