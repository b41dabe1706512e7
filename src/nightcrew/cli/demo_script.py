"""A demo script, `demo/v1`: who says what when, read strictly with every problem at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Literal

from nightcrew.adapters.crew_schema import FileSchema
from nightcrew.adapters.crew_sheet import read_sheet
from nightcrew.adapters.text_shape import Block
from nightcrew.cli.demo_schema import DEMO, VERBS, Verb
from nightcrew.domain.crew import Problem
from nightcrew.domain.errors import BadInput
from nightcrew.domain.zones import to_utc, zone

Lang = Literal["en", "ko"]
ONE_USER = "demo-user"
LONGEST = timedelta(days=366)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A change the script hands in place of the model's; it passes the same code.

    memory, cites: words of the memory meant and of the user's lines it rests on; without cites it
    rests on the line of its own scene.
    """

    action: str
    text: str
    memory: str = ""
    kind: str = "fact"
    subject: str = "user"
    from_on: date | None = None
    to_on: date | None = None
    cites: tuple[str, ...] = ()
    quote: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One thing that happens at one moment.

    verb: `tell` when nothing else is done. words: what is said, the words of the memory meant, or
    the name of the flow. changed: the preferences of a `prefer`. shows: stages the scene is there
    for. tell: narration by language.
    """

    at: datetime
    timezone: str
    user: str
    crew: str
    verb: Verb
    words: str = ""
    changed: Mapping[str, object]
    planted: tuple[Planted, ...] = ()
    shows: tuple[str, ...] = ()
    tell: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Scenes in the order of their moments; people: preferences by user, set before the first."""

    title: Mapping[str, str]
    timezone: str
    starts_on: date
    ends_on: date
    people: Mapping[str, Mapping[str, object]]
    scenes: tuple[Scene, ...]

    @property
    def days(self) -> int:
        """How many days it lasts."""
        return (self.ends_on - self.starts_on).days + 1

    @property
    def starts_at(self) -> datetime:
        """The first moment of its first day."""
        return to_utc(datetime.combine(self.starts_on, time.min), zone(self.timezone))

    @property
    def ends_at(self) -> datetime:
        """The first moment after its last day."""
        after = datetime.combine(self.ends_on + timedelta(days=1), time.min)
        return to_utc(after, zone(self.timezone))

    @property
    def marks(self) -> frozenset[str]:
        """The stages it says it shows."""
        return frozenset(stage for scene in self.scenes for stage in scene.shows)

    @property
    def crews(self) -> tuple[str, ...]:
        """The crews that speak in it, in order of appearance."""
        return tuple(dict.fromkeys(scene.crew for scene in self.scenes if scene.crew))


def read_script(path: Path, lang: Lang) -> Script:
    """Read a script. Raises: BadInput `bad_script` that tells every problem with its place."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(
            "no_script",
            f"the script {path} cannot be read: {error.strerror}",
            hint="give a file with --script; docs/demo.md shows the format",
        ) from error
    sheet = read_sheet(content, path.name, FileSchema(record=DEMO, elsewhere={}), name="")
    _refuse([_told(each, lang) for each in sheet.errors])
    if not sheet.block.blocks("scenes"):
        _refuse([f"{path.name}: there is no scene in it"])
    script = _script(sheet.block)
    _refuse(list(_nonsense(script, sheet.block, path.name)))
    return script


def _refuse(problems: list[str]) -> None:
    if problems:
        raise BadInput(
            "bad_script",
            "the script cannot be played:\n  " + "\n  ".join(problems),
            hint="docs/demo.md shows the format",
            details={"problems": problems},
        )


def _told(problem: Problem, lang: Lang) -> str:
    korean = lang == "ko"
    message, hint = (
        (problem.message_ko, problem.hint_ko) if korean else (problem.message, problem.hint)
    )
    return f"{problem.place}: {message}" + (f" ({hint})" if hint else "")


def _script(block: Block) -> Script:
    timezone = block.text("timezone")
    people = {each.text("user"): _chosen(each) for each in block.blocks("people")}
    usual = next(iter(people), ONE_USER)
    scenes = [_scene(each, timezone, usual) for each in block.blocks("scenes")]
    first, last = (_day(each, timezone) for each in (scenes[0], scenes[-1]))
    for scene in scenes:
        people.setdefault(scene.user, {})
    return Script(
        title=_both(block.block("title")),
        timezone=timezone,
        starts_on=block.value("starts") or first,
        ends_on=block.value("ends") or last + timedelta(days=1),
        people={user: {"timezone": timezone, **chosen} for user, chosen in people.items()},
        scenes=tuple(scenes),
    )


def _day(scene: Scene, timezone: str) -> date:
    return scene.at.astimezone(zone(timezone)).date()


def _scene(block: Block, timezone: str, usual: str) -> Scene:
    verb: Verb = next((name for name in VERBS if name in block), "tell")
    place = block.text("zone") or timezone
    return Scene(
        at=to_utc(block.value("at"), zone(place)).astimezone(UTC),
        timezone=place,
        user=block.text("user") or usual,
        crew=block.text("crew"),
        verb=verb,
        words="" if verb in ("prefer", "tell") else block.text(verb),
        changed=_chosen(block.block("prefer")),
        planted=tuple(_planted(each) for each in block.blocks("planted")),
        shows=block.texts("shows"),
        tell=_both(block.block("tell")),
    )


def _planted(block: Block) -> Planted:
    return Planted(
        action=block.text("action"),
        text=block.text("text"),
        memory=block.text("memory"),
        kind=block.text("kind") or "fact",
        subject=block.text("subject") or "user",
        from_on=block.value("from_on"),
        to_on=block.value("to_on"),
        cites=block.texts("cites"),
        quote=block.text("quote"),
    )


def _chosen(block: Block) -> dict[str, object]:
    names = ("name", "timezone", "locale", "quiet_hours")
    return {name: block.text(name) for name in names if name in block}


def _both(block: Block) -> dict[str, str]:
    return {lang: block.text(lang) for lang in ("en", "ko") if lang in block}


def _nonsense(script: Script, block: Block, file: str) -> Iterator[str]:
    """What each key alone cannot tell: one verb a scene, moments in order, days that fit."""
    before: datetime | None = None
    for scene, written in zip(script.scenes, block.blocks("scenes"), strict=True):
        place = f"{file}:{written.place.line}:{written.place.column}"
        verbs = [name for name in VERBS if name in written]
        if len(verbs) > 1 or not (verbs or scene.tell):
            yield f"{place}: a scene does one of {', '.join(VERBS)}, or only has a `tell`"
        if scene.verb == "say" and not scene.crew:
            yield f"{place}: `say` needs a `crew`"
        if scene.planted and scene.verb != "say":
            yield f"{place}: `planted` belongs to a scene with `say`"
        if before is not None and scene.at < before:
            yield f"{place}: the scene before it is later"
        before = scene.at
    yield from _days_that_do_not_fit(script, file)


def _days_that_do_not_fit(script: Script, file: str) -> Iterator[str]:
    first, last = script.scenes[0].at, script.scenes[-1].at
    if first < script.starts_at or last >= script.ends_at:
        yield f"{file}: a scene lies before `starts` or after `ends`"
    if script.ends_at - script.starts_at > LONGEST:
        yield f"{file}: a script lasts at most {LONGEST.days} days"
