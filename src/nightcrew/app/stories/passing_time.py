"""Lets time pass on a stage: the flows run at the moments at which they have something to do."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

from nightcrew.app.flow_menu import FlowWish
from nightcrew.app.stories.neighbours import StoryClock
from nightcrew.app.stories.stage import Stage
from nightcrew.domain.follow_up_times import is_open
from nightcrew.domain.zones import to_local, to_utc, zone

WHEN_QUIET = ("index-evidence", "dream", "plan-follow-ups")
IN_THE_MORNING = ("nightly-dream", "temporal-review")
WHEN_DUE = ("send-follow-ups",)
MORNING = time(4, 30)  # after the hour at which a night may be dreamed over


@dataclass(slots=True, kw_only=True)
class PassingTime:
    """Jumps from one such moment to the next, where the product ticks every minute.

    quiet_for: how long after the last words a pair dreams. flows: held while a flow runs.
    """

    stage: Stage
    clock: StoryClock
    quiet_for: timedelta
    flows: asyncio.Lock = field(default_factory=asyncio.Lock)
    _quiet_at: datetime | None = field(default=None, init=False)
    _morning_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self._morning_at = self._next_morning()

    def spoken(self) -> None:
        """Somebody spoke just now, so quiet begins anew."""
        self._quiet_at = self.clock.at + self.quiet_for

    async def run(self, name: str, *, explicit: bool) -> None:
        """Run a flow for the stage at this moment."""
        wish = FlowWish(now=self.clock.at, tenant=self.stage.tenant, explicit=explicit)
        async with self.flows:
            await self.stage.app.flows.run(name, wish)

    async def until(self, end: datetime) -> None:
        """Run what falls due up to and at `end`, then let the clock stand there."""
        while (following := await self._next(end)) is not None:
            at, flows = following
            self.clock.at = max(self.clock.at, at)
            for name in flows:
                await self.run(name, explicit=False)
            self._pass(flows)
        self.clock.at = end

    async def _next(self, end: datetime) -> tuple[datetime, tuple[str, ...]] | None:
        moments: list[tuple[datetime, tuple[str, ...]]] = [(self._morning_at, IN_THE_MORNING)]
        if self._quiet_at is not None:
            moments.append((self._quiet_at, WHEN_QUIET))
        moments += [(at, WHEN_DUE) for at in await self._due()]
        first = min(moments, key=lambda each: each[0])
        return first if first[0] <= end else None

    def _pass(self, flows: tuple[str, ...]) -> None:
        if flows is WHEN_QUIET:
            self._quiet_at = None
        elif flows is IN_THE_MORNING:
            self._morning_at = self._next_morning()

    def _next_morning(self) -> datetime:
        place = zone(self.stage.timezone)
        day = to_local(self.clock.at, place).date()
        mornings = (
            to_utc(datetime.combine(day + timedelta(days=ahead), MORNING), place)
            for ahead in (0, 1)
        )
        return next(at for at in mornings if at > self.clock.at).astimezone(UTC)

    async def _due(self) -> list[datetime]:
        """When follow-ups fall due from now on, or may go at last."""
        look = await self.stage.look()
        open_ones = {each.id for each in look.follow_ups if is_open(each)}
        shown = self.stage.follow_ups(look, self.clock.at)
        due = [each.due_at for each in shown if each.id in open_ones]
        due += [each.deliver_after for each in look.occurrences if each.follow_up_id in open_ones]
        return [at for at in due if at is not None and at > self.clock.at]
