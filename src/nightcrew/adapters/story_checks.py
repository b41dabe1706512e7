"""What a story's keys cannot tell one by one: its order in time, its crews, its contrast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from nightcrew.adapters.story_reading import covered, crew_of, expectation, moment
from nightcrew.adapters.story_schema import VERBS
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import Crew, Problem, guide_lines
from nightcrew.domain.crew_problem import Place, nearest
from nightcrew.domain.story import BETWEEN_LINES
from nightcrew.domain.story_coverage import line_name
from nightcrew.domain.story_expectations import Expectation
from nightcrew.domain.story_wording import story_problem
from nightcrew.domain.zones import to_local, zone

_LACKS = frozenset({"one_way_to_tell", "no_verb", "nothing_expected", "no_contrast"})
BROKEN = "crew_broken"
_OF_A_CREW = frozenset({BROKEN, "dangling_crew"})
_OF_A_TURN = ("search", "price", "knowledge", "reply", "safety")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The crews a story may name. broken: those that do not serve and whose own files say why."""

    crews: Mapping[str, Crew]
    broken: frozenset[str] = frozenset()


def check_story(block: Block, named: Named, told: Sequence[Problem]) -> Iterator[Problem]:
    """Every problem of one document beyond its shapes.

    told: the problems of its shapes; what could not be read for one of them is not missing.
    """
    found = (
        *_one_way(block),
        *_told_once([*_crews(block, named), *_covers(block, named)]),
        *_steps(block),
        *_contrast(block),
        *_time(block),
        *_given(block),
        *_given_tools(block),
        *_repeats(block),
    )
    unread = [each.pointer for each in told]
    for each in found:
        lacks = each.id in _LACKS and any(
            pointer == each.pointer or pointer.startswith(f"{each.pointer}/") for pointer in unread
        )
        if not lacks:
            yield each


def _one_way(block: Block) -> Iterator[Problem]:
    alone, contrast = "crew" in block and "steps" in block, "contrast" in block
    if contrast and ("crew" in block or "steps" in block):
        yield story_problem("two_ways_to_tell", block.places["contrast"], pointer="/contrast")
    elif not (alone or contrast):
        yield story_problem("one_way_to_tell", block.place)


def _told_once(problems: Sequence[Problem]) -> Iterator[Problem]:
    """A crew that cannot be played is told where it is named first."""
    told: set[str] = set()
    for each in problems:
        if each.id not in _OF_A_CREW or each.message not in told:
            yield each
        told.add(each.message)


def _crews(block: Block, named: Named) -> Iterator[Problem]:
    alone = block.value("crew")
    if alone is not None:
        yield from _known(str(alone), alone.place, "/crew", named)
    for crew, place in block.block("contrast").block("crews").places.items():
        yield from _known(crew, place, f"/contrast/crews/{crew}", named)


def _known(name: str, place: Place, pointer: str, named: Named) -> Iterator[Problem]:
    if name in named.crews:
        return
    if name in named.broken:
        yield story_problem(BROKEN, place, pointer=pointer, value=name)
        return
    there = (*named.crews, *named.broken)
    facts = {"value": name, "known": ", ".join(sorted(there)) or "-"}
    yield story_problem(
        "dangling_crew", place, meant=nearest(name, there), pointer=pointer, **facts
    )


def _covers(block: Block, named: Named) -> Iterator[Problem]:
    for cover in block.value("covers") or ():
        crew = crew_of(cover)
        if crew not in named.crews:
            yield from _known(crew, cover.place, "/covers", named)
        elif not covered(cover, named.crews[crew]):
            yield _dangling(cover.name.removeprefix(crew), cover.place, named.crews[crew])


def _dangling(line: str, place: Place, crew: Crew) -> Problem:
    there = tuple(line_name("", each.anchor) for each in guide_lines(crew))
    meant = nearest(line, there)
    facts = {"crew": crew.id, "value": line}
    return story_problem(
        "dangling_cover",
        place,
        meant=f"{crew.id}{meant}" if meant else None,
        pointer="/covers",
        **facts,
    )


def _steps(block: Block) -> Iterator[Problem]:
    steps = block.blocks("steps")
    for number, step in enumerate(steps):
        pointer = f"/steps/{number}"
        verbs = [verb for verb in VERBS if verb in step]
        if len(verbs) != 1:
            kind = "several_verbs" if verbs else "no_verb"
            yield story_problem(kind, step.place, pointer=pointer, verbs=", ".join(VERBS))
        if "say" not in step:
            yield from _needs_say(step.block("expect"), f"{pointer}/expect")
    if "steps" in block and not any(step.block("expect").places for step in steps):
        yield story_problem("nothing_expected", block.place, pointer="/steps")


def _needs_say(expect: Block, pointer: str) -> Iterator[Problem]:
    of_a_turn = {key: expect.places[key] for key in _OF_A_TURN if key in expect}
    for group in ("memory", "follow_up"):
        if "use" in expect.block(group):
            of_a_turn[f"{group}.use"] = expect.block(group).places["use"]
    for key, place in of_a_turn.items():
        yield story_problem("needs_say", place, pointer=pointer, key=key)


def _contrast(block: Block) -> Iterator[Problem]:
    if "contrast" not in block:
        return
    crews = block.block("contrast").block("crews")
    wanted = [expectation(crews.block(crew)) for crew in crews.places]
    if not any(_opposite(one, other) for one, other in combinations(wanted, 2)):
        yield story_problem("no_contrast", crews.place, pointer="/contrast/crews")


def _opposite(one: Expectation, other: Expectation) -> bool:
    if any(other.tools.get(tool, used) is not used for tool, used in one.tools.items()):
        return True
    numbers = (
        (one.follow_up.created, other.follow_up.created),
        (one.memory.changed, other.memory.changed),
        (one.outbox.count, other.outbox.count),
    )
    return any(
        first is not None and second is not None and bool(first) is not bool(second)
        for first, second in numbers
    )


def _time(block: Block) -> Iterator[Problem]:
    clock = block.block("clock")
    if "now" not in clock or "timezone" not in clock:
        return
    place, at = zone(clock.text("timezone")), clock.value("now")
    story_at = moment(at, place)
    talking = False
    for owner, pointer in _advances(block):
        if "say" in owner and talking:
            story_at += BETWEEN_LINES
        talking = "say" in owner and "advance" not in owner
        until: datetime | None = owner.value("advance")
        if until is None:
            continue
        if moment(until, place) <= story_at:
            now = to_local(story_at, place).isoformat(timespec="minutes")
            where = owner.places["advance"]
            yield story_problem("not_later", where, pointer=pointer, now=now)
        story_at = max(story_at, moment(until, place))


def _advances(block: Block) -> Iterator[tuple[Block, str]]:
    for number, step in enumerate(block.blocks("steps")):
        yield step, f"/steps/{number}/advance"
    if "contrast" in block:
        yield block.block("contrast"), "/contrast/advance"


def _given(block: Block) -> Iterator[Problem]:
    now: datetime | None = block.block("clock").value("now")
    if now is None:
        return
    for number, memory in enumerate(block.block("given").blocks("memories")):
        said_on = memory.value("date")
        if said_on is not None and said_on > now.date():
            pointer, day = f"/given/memories/{number}/date", now.date().isoformat()
            yield story_problem("given_too_late", memory.places["date"], pointer=pointer, day=day)


def _given_tools(block: Block) -> Iterator[Problem]:
    """What a tool would never answer: half a range, a range the wrong way round, both at once."""
    tools = block.block("given").block("tools")
    price, pointer = tools.block("price"), "/given/tools/price"
    ends = [price.value(name) for name in ("low", "mid", "high")]
    given = [end for end in ends if end is not None]
    status = price.text("status")
    if given and (len(given) < len(ends) or given != sorted(given)):
        yield story_problem("bad_range", price.place, pointer=pointer)
    if (given and status not in ("", "ok")) or (not given and status == "ok"):
        yield story_problem("status_and_result", price.place, pointer=pointer, status=status)
    knowledge, pointer = tools.block("knowledge"), "/given/tools/knowledge"
    items, status = bool(knowledge.blocks("items")), knowledge.text("status")
    if (items and status not in ("", "ok")) or (not items and status == "ok"):
        yield story_problem("status_and_result", knowledge.place, pointer=pointer, status=status)


def _repeats(block: Block) -> Iterator[Problem]:
    repeats = block.block("repeats")
    times, need = repeats.value("times"), repeats.value("need")
    if times is not None and need is not None and need > times:
        where = repeats.places["need"]
        yield story_problem(
            "more_needed_than_played", where, pointer="/repeats/need", times=str(times)
        )
