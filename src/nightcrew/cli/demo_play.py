"""Plays a script: sets the clock, speaks for the users, runs the flows when something is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from uuid import UUID, uuid4

from nightcrew.app.flow_menu import FlowWish
from nightcrew.cli.demo_events import Event
from nightcrew.cli.demo_facts import Facts
from nightcrew.cli.demo_model import WatchedModel
from nightcrew.cli.demo_script import Scene, Script
from nightcrew.cli.demo_watch import Watch
from nightcrew.domain.turn import Said
from nightcrew.domain.zones import to_utc, zone

WHEN_QUIET = ("dream", "plan-follow-ups")
IN_THE_MORNING = ("nightly-dream", "temporal-review")
WHEN_DUE = ("send-follow-ups",)
MOVE_FOLLOW_UPS = ("plan-follow-ups", "send-follow-ups")
MORNING = time(4, 30)  # after the hour at which a night may be dreamed over
Tell = Callable[[Event], None]
Begin = Callable[[Scene], None]


@dataclass(slots=True, kw_only=True)
class StoryClock:
    """The product's time, set by the script."""

    at: datetime

    def now(self) -> datetime:
        """The moment the script has reached."""
        return self.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A moment at which flows have something to do."""

    at: datetime
    flows: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Play:
    """One run of a script. begin: told of each scene before it; tell: of each event after it."""

    facts: Facts
    script: Script
    model: WatchedModel
    clock: StoryClock
    quiet_for: timedelta
    begin: Begin
    tell: Tell
    watch: Watch = field(init=False)
    _quiet: dict[tuple[str, str], datetime] = field(default_factory=dict, init=False)
    _morning: datetime = field(init=False)
    _known_due: list[datetime] | None = field(default=None, init=False)
    _tried: set[datetime] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(facts=self.facts, model=self.model)
        day = datetime.combine(self.script.starts_on, MORNING)
        self._morning = to_utc(day, zone(self.script.timezone)).astimezone(UTC)

    async def run(self) -> None:
        """Play every scene and every moment between. Raises: whatever a turn may raise."""
        await self._meet_people()
        for scene in self.script.scenes:
            await self._wait_until(scene.at)
            self.clock.at = scene.at
            self.begin(scene)
            await self._act(scene)
        await self._wait_until(self.script.ends_at)

    async def _meet_people(self) -> None:
        for user, chosen in self.script.people.items():
            await self.facts.app.keep_people.set_preferences(
                self.facts.tenant, user, chosen, now=self.script.starts_at
            )

    async def _wait_until(self, end: datetime) -> None:
        """Run the flows at every moment before `end` at which something can be due."""
        while (tick := await self._next_tick(end)) is not None:
            self.clock.at = max(self.clock.at, tick.at)
            for name in tick.flows:
                await self._flow(name, FlowWish(now=self.clock.at, explicit=False))

    async def _next_tick(self, end: datetime) -> Tick | None:
        ticks = [Tick(at=at, flows=WHEN_QUIET) for at in self._quiet.values()]
        ticks.append(Tick(at=self._morning, flows=IN_THE_MORNING))
        ticks += [Tick(at=at, flows=WHEN_DUE) for at in await self._due()]
        first = min(ticks, key=lambda tick: tick.at)
        if first.at > end:
            return None
        self._tick_is_taken(first)
        return first

    def _tick_is_taken(self, tick: Tick) -> None:
        if tick.flows is WHEN_QUIET:
            self._quiet = {pair: at for pair, at in self._quiet.items() if at > tick.at}
        elif tick.flows is IN_THE_MORNING:
            self._morning += timedelta(days=1)
        else:
            self._tried.add(tick.at)

    async def _due(self) -> list[datetime]:
        """When follow-ups fall due or may go at last, each moment once."""
        if self._known_due is None:
            self._known_due = await self._read_due()
        return [at for at in self._known_due if at not in self._tried]

    async def _read_due(self) -> list[datetime]:
        found: list[datetime] = []
        for user in self.script.people:
            for follow_up in await self.facts.follow_ups(user, self.clock.at):
                if follow_up.ended_at is None:
                    found += [follow_up.due_at] if follow_up.due_at else []
                    found += await self._waiting(user, follow_up.id)
        return found

    async def _waiting(self, user: str, follow_up: UUID) -> list[datetime]:
        times = await self.facts.occurrences(user, follow_up)
        return [
            each.deliver_after
            for each in times
            if each.state == "deferred" and each.deliver_after is not None
        ]

    async def _flow(self, name: str, wish: FlowWish) -> None:
        self.model.begin()
        self._known_due = None if name in MOVE_FOLLOW_UPS else self._known_due
        result = await self.facts.app.flows.run(name, wish)
        for event in await self.watch.flow(name, result.reports, self.clock.at):
            self.tell(event)

    async def _act(self, scene: Scene) -> None:
        match scene.verb:
            case "say":
                await self._say(scene)
            case "prefer":
                await self._prefer(scene)
            case "run":
                wish = FlowWish(now=scene.at, crew=scene.crew or None)
                await self._flow(scene.words, wish)
            case "forget" | "restore":
                await self._decide(scene)
            case "tell":
                return  # its words were told when it began

    async def _say(self, scene: Scene) -> None:
        pair = await self.facts.pair(scene.user, scene.crew)
        before = await self.facts.rows(scene.user, pair, scene.at)
        if scene.planted:
            self.model.plant(scene.crew, scene.at, scene.planted)
        self.model.begin()
        self._known_due = None
        said = Said(
            message=scene.words, turn_id=str(uuid4()), timezone=scene.timezone, now=scene.at
        )
        turn = await self.facts.app.answer_turn(pair, said)
        self._quiet[scene.user, scene.crew] = scene.at + self.quiet_for
        for event in await self.watch.turn(scene, pair, turn, before):
            self.tell(event)

    async def _prefer(self, scene: Scene) -> None:
        self._known_due = None  # a new zone moves what follows the user
        await self.facts.app.keep_people.set_preferences(
            self.facts.tenant, scene.user, scene.changed, now=scene.at
        )
        self.tell(self.watch.preferred(scene))

    async def _decide(self, scene: Scene) -> None:
        """Forget or restore on the memory screen, by the words that name the memory."""
        wanted = "active" if scene.verb == "forget" else "off"
        meant = await self.facts.meant(
            scene.user, scene.crew or None, scene.words, scene.at, status=wanted
        )
        if meant:
            await self._carry_out(scene, meant[0])
        else:
            self.tell(self.watch.missed(scene))

    async def _carry_out(self, scene: Scene, memory: UUID) -> None:
        keep = self.facts.app.keep_memories
        act = keep.forget if scene.verb == "forget" else keep.restore
        shown = await act(self.facts.tenant, scene.user, memory, now=scene.at)
        self.tell(self.watch.decided(scene, shown))
