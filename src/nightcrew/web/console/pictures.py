"""Plots as plain geometry: the template draws them as SVG inside the page, without any style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from nightcrew.domain.daily import Daily
from nightcrew.domain.quiet_hours import DAY_MINUTES

WIDTH, HEIGHT = 280.0, 72.0  # of a plot, in units of its own
GAP = 4.0  # between two bars
LEAST = 2.0  # a number above none is never too low to be seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One day of a plot."""

    day: date
    number: float
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPlot:
    """Days side by side; peak: the highest number."""

    bars: tuple[Bar, ...]
    peak: float
    width: float = WIDTH
    height: float = HEIGHT


def bar_plot(days: Sequence[Daily]) -> BarPlot:
    """A bar for each day, the highest as high as the plot."""
    peak = max((each.number for each in days), default=0.0)
    step = WIDTH / max(1, len(days))
    return BarPlot(
        peak=peak,
        bars=tuple(_bar(each, place * step, step, peak) for place, each in enumerate(days)),
    )


def _bar(each: Daily, x: float, step: float, peak: float) -> Bar:
    height = max(LEAST, HEIGHT * each.number / peak) if each.number > 0 else 0.0
    return Bar(
        day=each.day,
        number=each.number,
        x=round(x + GAP / 2, 2),
        y=round(HEIGHT - height, 2),
        width=round(step - GAP, 2),
        height=round(height, 2),
    )


def share_of_day(minute: int) -> float:
    """Where a minute stands on a strip of a day that is 240 wide."""
    return round(240 * minute / DAY_MINUTES, 2)
