"""The timeline: day by day as it happens, and at the end what was shown and how to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from uuid import UUID

from nightcrew.cli.demo_events import STAGES, Dreamed, Event, FellDue, Stage, Talked
from nightcrew.cli.demo_lines import Line, lines_of, short, wall
from nightcrew.cli.demo_page import Page, columns
from nightcrew.cli.demo_script import Scene, Script
from nightcrew.cli.demo_stages import Shown
from nightcrew.cli.demo_words import Words
from nightcrew.domain.day import wall_clock
from nightcrew.domain.zones import to_local, zone

MARGIN = 7  # columns for the clock in front
# What proves these lies in several events, so that it is told when the last of them comes.
_TOLD_BY_COMPARING = (Stage.TWO_CREWS, Stage.STYLE_DECIDES, Stage.FORGOTTEN_STAYS)


@dataclass(slots=True, kw_only=True)
class Telling:
    """Writes a page while a script is played."""

    page: Page
    words: Words
    script: Script
    _told_on: date | None = field(default=None, init=False)

    def head(self, models: Sequence[str], *, live: bool) -> None:
        """What is about to be played, and with which model."""
        title = self.script.title.get(self.words.lang)
        self.page.line(f"{self.words('title')}: {title}" if title else self.words("title"),
                       style="heading")  # fmt: skip
        named = self.words("live", models=", ".join(models))
        self.page.line(named if live else self.words("rehearsal"))
        self.page.line(
            self.words(
                "span",
                starts=self.script.starts_on,
                ends=self.script.ends_on,
                days=self.script.days,
                zone=self.script.timezone,
                scenes=len(self.script.scenes),
            )
        )

    def begin(self, scene: Scene) -> None:
        """The scene that comes: which stages it is there for, and the script's own words."""
        if not (scene.shows or scene.tell):
            return
        self._day_of(scene.at)
        self.page.line()
        for stage in scene.shows:
            number = STAGES.index(stage) + 1
            told = self.words("to_show", stage=self.words.stage(stage))
            self.page.line(told, first=f"[{number}] ", rest="    ", style="heading")
        if scene.tell:
            self.page.line(scene.tell[self.words.lang], first="    ", rest="    ")

    def tell(self, event: Event) -> None:
        """One event with its proof."""
        self._day_of(event.where.at)
        local = to_local(event.where.at.astimezone(UTC), zone(self.script.timezone))
        for line in lines_of(event, self.words):
            self._write(line, f"{local:%H:%M}")

    def _write(self, line: Line, clock: str) -> None:
        rest = " " * (MARGIN + 2 * line.deeper)
        first = f"{clock}  " if line.clock else rest
        self.page.line(line.text, first=first, rest=f"{rest}  ", style=line.style)

    def shown(self, shown: Shown) -> None:
        """A stage that was just completed."""
        number = STAGES.index(shown.stage) + 1
        told = self.words("now_shown", stage=self.words.stage(shown.stage))
        self.page.line(told, first=f"   ✓ [{number}] ", rest=" " * 9, style="good")
        if shown.stage in _TOLD_BY_COMPARING:
            proof = self.words.proof(shown.stage, self._readable(shown))
            self.page.line(proof, first=" " * 9, rest=" " * 9)

    def _day_of(self, at: datetime) -> None:
        """The heading of a day, and one line for the days on which nothing happened."""
        day = to_local(at.astimezone(UTC), zone(self.script.timezone)).date()
        if day == self._told_on or (self._told_on and day < self._told_on):
            return
        self._quiet_until(day)
        self._told_on = day
        if day > self.script.ends_on:
            return
        local = wall_clock(at, self.script.timezone, self.words.lang)
        self.page.line()
        self.page.rule(
            self.words(
                "day", day=self._number(day), days=self.script.days, date=local.rpartition(" ")[0]
            )
        )

    def _number(self, day: date) -> int:
        return (day - self.script.starts_on).days + 1

    def _quiet_until(self, day: date) -> None:
        first = self._number(self._told_on) + 1 if self._told_on else 1
        last = self._number(day) - 1
        if last < first:
            return
        key = "quiet_day" if last == first else "quiet_days"
        self.page.line()
        told = self.words(key, first=first, day=last, days=self.script.days)
        self.page.line(told, style="quiet")

    def summary(self, found: Mapping[Stage, Shown], marks: frozenset[str]) -> None:
        """Every stage with what proved it, or that it was not shown."""
        self._quiet_until(date.fromordinal(self.script.ends_on.toordinal() + 1))
        self.page.line()
        self.page.rule(self.words("summary"))
        for number, stage in enumerate(Stage, start=1):
            self._outcome(number, stage, found.get(stage), marked=stage in marks)

    def _outcome(self, number: int, stage: Stage, shown: Shown | None, *, marked: bool) -> None:
        mark = "✓" if shown else "✗" if marked else "-"
        style = "good" if shown else "bad" if marked else "quiet"
        self.page.line(
            self.words.stage(stage), first=f" {mark} {number} ", rest=" " * 5, style=style
        )
        missing = self.words("not_shown" if marked else "not_marked")
        proof = self.words.proof(stage, self._readable(shown)) if shown else missing
        self.page.line(proof, first=" " * 5, rest=" " * 5)

    def _readable(self, shown: Shown) -> dict[str, object]:
        timezone = str(shown.facts.get("timezone") or self.script.timezone)
        return {name: self._word(fact, timezone) for name, fact in shown.facts.items()}

    def _word(self, fact: object, timezone: str) -> object:
        match fact:
            case bool():
                return self.words("yes" if fact else "no")
            case UUID():
                return short(fact)
            case datetime():
                return wall(fact, timezone)
            case tuple():
                return " / ".join(str(each) for each in fact)
            case _:
                return fact

    def totals(self, events: Sequence[Event], *, calls: int, seconds: float) -> None:
        """How much happened."""
        dreams = [each for each in events if isinstance(each, Dreamed)]
        changes = [change for dream in dreams for change in dream.changes]
        self.page.line()
        self.page.line(
            self.words(
                "totals",
                turns=sum(isinstance(each, Talked) for each in events),
                dreams=len(dreams),
                applied=sum(change.report.applied for change in changes),
                refused=sum(not change.report.applied for change in changes),
                messages=sum(isinstance(e, FellDue) and e.message is not None for e in events),
                calls=calls,
                seconds=seconds,
            )
        )

    def missing(self, count: int) -> None:
        """That the script promised more than was shown."""
        if count:
            self.page.line(self.words("incomplete", count=count), style="bad")

    def go_on(self, crew: str) -> None:
        """What to try next."""
        self.page.line()
        self.page.rule(self.words("go_on"))
        wide = max(columns(command) for command, _ in self.words.go_on(crew)) + 4
        for command, purpose in self.words.go_on(crew):
            first = f"  {command}".ljust(wide)
            self.page.line(purpose, first=first, rest=" " * wide)
