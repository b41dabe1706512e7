"""From the checked words of a file to a story."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from nightcrew.adapters.scalar_shape import Named
from nightcrew.adapters.story_schema import VERBS
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import Crew, GuideLine, guide_lines
from nightcrew.domain.crew_problem import Place
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.story import (
    CoveredLine,
    Given,
    GivenKnowledge,
    GivenMemory,
    GivenPrice,
    Part,
    PassRule,
    Step,
    Story,
    Verb,
)
from nightcrew.domain.story_expectations import (
    CostExpected,
    Expectation,
    FollowUpsExpected,
    MemoryExpected,
    OutboxExpected,
    ReplyExpected,
)
from nightcrew.domain.tool import SearchResult, Source
from nightcrew.domain.tool_guide import TOOLS, Tool
from nightcrew.domain.zones import to_utc, zone

_PLAIN_TOOLS = (Tool.SEARCH, Tool.PRICE, Tool.KNOWLEDGE)
_GROUPS = ("memory", "follow_up", "outbox", "reply", "safety", "cost")


def read_story(block: Block, crews: Mapping[str, Crew]) -> Story:
    """The story of a document that has no problems."""
    clock = block.block("clock")
    timezone = clock.text("timezone")
    return Story(
        id=block.text("id"),
        title=block.text("title"),
        tags=block.texts("tags"),
        at=moment(clock.value("now"), zone(timezone)),
        timezone=timezone,
        given=_given(block.block("given")),
        parts=_parts(block, zone(timezone)),
        covers=tuple(
            CoveredLine(name=str(name), crew=crew, text=line.text, origin=line.origin)
            for name in block.value("covers") or ()
            for crew in (crew_of(name),)
            for line in covered(name, crews[crew])
        ),
        place=written_place(block.places["id"]),
        rule=_rule(block.block("repeats")),
        contrast="contrast" in block,
    )


def moment(wall: datetime, place: ZoneInfo) -> datetime:
    """The UTC moment of a wall time."""
    return to_utc(wall, place).astimezone(UTC)


def written_place(place: Place) -> str:
    """A place as it is shown: file:line:column."""
    return f"{place.file}:{place.line}:{place.column}"


def crew_of(cover: Named) -> str:
    """The crew whose line a cover names."""
    return cover.name.partition("/")[0].partition("#")[0]


def covered(cover: Named, crew: Crew) -> tuple[GuideLine, ...]:
    """The lines a cover names: a tool's guide, or one instruction of the playbook."""
    _, slash, tool = cover.name.partition("/")
    lines = guide_lines(crew)
    if slash:
        return tuple(line for line in lines if line.tool is not None and line.tool == tool)
    anchor = cover.name.partition("#")[2]
    return tuple(line for line in lines if line.tool is None and line.anchor == anchor)


def _rule(block: Block) -> PassRule:
    if not block.places:
        return PassRule()
    return PassRule(times=block.value("times"), need=block.value("need"))


def _given(block: Block) -> Given:
    tools = block.block("tools")
    search = tools.block("search")
    found = tuple(_source(each) for each in search.blocks("results"))
    usual = ToolStatus.OK if found else ToolStatus.EMPTY
    user = block.block("user")
    return Given(
        user={name: user.value(name) for name in user.places},
        memories=tuple(_memory(each) for each in block.blocks("memories")),
        search=SearchResult(
            status=ToolStatus(search.text("status") or usual), sources=found, provider="story"
        ),
        price=_price(tools.block("price")) if "price" in tools else None,
        knowledge=_knowledge(tools.block("knowledge")) if "knowledge" in tools else None,
    )


def _price(block: Block) -> GivenPrice:
    """A range given is a range found; without one there are too few cars to compare."""
    usual = ToolStatus.OK if "mid" in block else ToolStatus.INSUFFICIENT
    return GivenPrice(
        status=ToolStatus(block.text("status") or usual),
        low=block.value("low"),
        mid=block.value("mid"),
        high=block.value("high"),
        currency=block.text("currency") or "KRW",
        n=block.value("n") or 0,
        as_of=block.value("as_of"),
    )


def _knowledge(block: Block) -> GivenKnowledge:
    items = tuple(_source(each) for each in block.blocks("items"))
    usual = ToolStatus.OK if items else ToolStatus.NOTHING_FOUND
    return GivenKnowledge(status=ToolStatus(block.text("status") or usual), items=items)


def _source(block: Block) -> Source:
    return Source(
        title=block.text("title"),
        url=block.text("url"),
        snippet=block.text("snippet"),
        published_on=block.value("date"),
    )


def _memory(block: Block) -> GivenMemory:
    return GivenMemory(
        text=block.text("text"),
        said_on=block.value("date"),
        kind=Kind(block.text("kind") or Kind.FACT),
        scope=Scope(block.text("scope") or Scope.PRIVATE),
        from_on=block.value("from_on"),
        to_on=block.value("to_on"),
        explicit=bool(block.value("explicit")),
    )


def _parts(block: Block, place: ZoneInfo) -> tuple[Part, ...]:
    if "contrast" in block:
        return _contrast(block.block("contrast"), place)
    steps = tuple(_step(each, place) for each in block.blocks("steps"))
    return (Part(crew=str(block.value("crew")), steps=steps),)


def _contrast(block: Block, place: ZoneInfo) -> tuple[Part, ...]:
    waits = block.value("advance")
    crews = block.block("crews")
    return tuple(
        Part(
            crew=crew,
            steps=(
                Step(
                    verb=Verb.SAY,
                    words=block.text("say"),
                    until=moment(waits, place) if waits else None,
                    expect=expectation(crews.block(crew)),
                    place=written_place(where),
                ),
            ),
        )
        for crew, where in crews.places.items()
    )


def _step(block: Block, place: ZoneInfo) -> Step:
    verb = next(name for name in VERBS if name in block)
    until = block.value("advance")
    return Step(
        verb=Verb(verb),
        words="" if verb == "advance" else block.text(verb),
        until=moment(until, place) if until else None,
        expect=expectation(block.block("expect")) if "expect" in block else None,
        place=written_place(block.place),
    )


def expectation(block: Block) -> Expectation:
    """What a step expects, each with its place."""
    follow_up, memory, outbox, reply, cost = (
        block.block(name) for name in ("follow_up", "memory", "outbox", "reply", "cost")
    )
    return Expectation(
        tools=_tools(block),
        follow_up=FollowUpsExpected(
            created=follow_up.value("created"),
            open=follow_up.value("open"),
            local_between=follow_up.value("local_between"),
            repeats=follow_up.value("repeats"),
        ),
        memory=MemoryExpected(
            evidence=memory.value("evidence"),
            changed=memory.value("changed"),
            count=memory.value("count"),
            must_contain_any=memory.texts("must_contain_any"),
            must_not_contain=memory.texts("must_not_contain"),
        ),
        outbox=OutboxExpected(
            count=outbox.value("count"),
            must_contain_any=outbox.texts("must_contain_any"),
            must_not_contain=outbox.texts("must_not_contain"),
        ),
        reply=_reply(reply),
        safety=block.block("safety").text("level") or None,
        cost=CostExpected(max_calls=cost.value("max_calls"), max_tokens=cost.value("max_tokens")),
        places=_places(block),
    )


def _reply(block: Block) -> ReplyExpected:
    return ReplyExpected(
        must_contain_any=block.texts("must_contain_any"),
        must_not_contain=block.texts("must_not_contain"),
        must_not_recite=bool(block.value("must_not_recite")),
        max_chars=block.value("max_chars"),
        language=block.text("language") or None,
        rubric=block.text("rubric"),
    )


def _tools(block: Block) -> dict[Tool, bool]:
    used: dict[Tool, bool] = {}
    for tool in TOOLS:
        holder, key = (block, tool.value) if tool in _PLAIN_TOOLS else (block.block(tool), "use")
        if key in holder:
            used[tool] = bool(holder.value(key))
    return used


def _places(block: Block) -> dict[str, str]:
    plain = {name: place for name, place in block.places.items() if name not in _GROUPS}
    nested = {
        f"{group}.{name}": place
        for group in _GROUPS
        for name, place in block.block(group).places.items()
    }
    return {name: written_place(place) for name, place in (plain | nested).items()}
