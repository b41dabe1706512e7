"""Bringing memories in one by one: edited Markdown, and lists of another assistant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain import gates_form, gates_truth
from nightcrew.domain.dream import Ground, Proposal, ProposedChange
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.explicit import explicit_memory
from nightcrew.domain.held_claims import HeldClaims
from nightcrew.domain.memory import Memory, Scope, Status
from nightcrew.domain.memory_edits import check_dates, own_text, rewritten, switched_off
from nightcrew.domain.memory_markdown import MarkdownFile, MarkdownMemory, as_in_a_file
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.plain_list import ListItem, in_parts
from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.screen import screen
from nightcrew.domain.taking_in import Taken, TakenItem
from nightcrew.store import memories, memory_history, pairs, suggestions
from nightcrew.store.connection import Connection
from nightcrew.store.memories import Act
from nightcrew.store.memory_history import Moments
from nightcrew.store.new_ids import next_id

FORGOTTEN = "forgotten"
# Words of another assistant are untrusted: they may not instruct, loop or bring back the forgotten.
GATES = (gates_truth.BURIED, gates_form.DEGENERATE, gates_form.QUARANTINED)


@dataclass(slots=True, kw_only=True)
class Bringing:
    """Memories on their way to one crew; holds the transaction."""

    connection: Connection
    pair: Pair
    person: Person
    at: datetime
    today: date
    ground: Ground
    held: HeldClaims
    room: MemoryRoom
    held_before: int
    added: int = 0
    items: list[TakenItem] = field(default_factory=list)

    def tell(
        self, place: str, outcome: Taken, reason: str | None = None, memory: UUID | None = None
    ) -> None:
        """Note what became of an item."""
        self.items.append(TakenItem(place=place, outcome=outcome, reason=reason, memory=memory))

    def act(self, cause: str) -> Act:
        """The importer's doing."""
        return Act(actor="importer", cause=cause, at=self.at)


async def begin(
    connection: Connection, pair: Pair, person: Person, *, room: MemoryRoom, at: datetime,
    today: date, locale: str, timezone: str,
) -> Bringing:  # fmt: skip
    """Read what the crew holds and what it was asked to forget."""
    known = await memories.seen_by(connection, pair)
    count = await memories.count(connection, pair.tenant, pair.user)
    return Bringing(
        connection=connection,
        pair=pair,
        person=person,
        at=at,
        today=today,
        held=HeldClaims.of(known),
        room=room,
        held_before=count,
        ground=Ground(
            memories={},
            tombstones=await memories.standing_tombstones(connection, pair),
            evidence={},
            claim_key=person.claim_key,
            today=today,
            timezone=timezone,
            locale=locale,
            crew=pair.crew,
        ),
    )


async def bring_list(bringing: Bringing, items: Sequence[ListItem], scope: Scope) -> None:
    """Keep each item that is new, dated as it came; none of them is explicit."""
    new: list[Memory] = []
    for item in items:
        parts = in_parts(item.text)
        if parts is None:
            bringing.tell(str(item.place), Taken.REFUSED, "too_long")
            continue
        lines = (_line(bringing, replace(item, text=part), scope) for part in parts)
        new += [line for line in lines if _is_taken(bringing, str(item.place), line)]
    act = bringing.act("list imported")
    await memories.add_all(bringing.connection, bringing.pair, new, act)


def _line(bringing: Bringing, item: ListItem, scope: Scope) -> Memory:
    said_on = min(item.said_on or bringing.today, bringing.today)
    return replace(_own(bringing, item.text, said_on, scope=scope), explicit=False)


def _own(bringing: Bringing, text: str, said_on: date, **parts: object) -> Memory:
    made = explicit_memory(
        own_text(text, said_on),
        new_id=next_id(),
        user=bringing.pair.user,
        crew=bringing.pair.crew,
        said_on=said_on,
        **parts,  # type: ignore[arg-type]
    )
    return replace(made, learned_on=bringing.today)


async def _add(bringing: Bringing, place: str, memory: Memory, *, cause: str) -> None:
    if _is_taken(bringing, place, memory):
        await memories.add(bringing.connection, bringing.pair, memory, bringing.act(cause))


def _is_taken(bringing: Bringing, place: str, memory: Memory) -> bool:
    """Note what becomes of an item; True when it is a new memory, which is to be written."""
    there = bringing.held.find(memory)
    reason = None if there else _refusal(bringing, memory)
    if there is not None:
        bringing.tell(place, Taken.ALREADY_THERE, "duplicate", there.id)
    elif reason is not None:
        outcome = Taken.WITHHELD if reason == FORGOTTEN else Taken.REFUSED
        bringing.tell(place, outcome, reason)
    else:
        bringing.room.require(bringing.held_before + bringing.added)
        bringing.added += 1
        bringing.held.add(memory)
        bringing.tell(place, Taken.CREATED, memory=memory.id)
    return there is None and reason is None


def _refusal(bringing: Bringing, memory: Memory) -> str | None:
    line = Evidence(
        id=memory.id,
        turn_id=None,
        speaker=Speaker.USER,
        text=memory.text,
        said_at=bringing.at,
        timezone=bringing.ground.timezone,
        source=SourceClass.IMPORTED,
        state=EvidenceState.PENDING,
    )
    proposed = ProposedChange(action="create", kind=memory.kind, text=memory.text, cites=("e1",))
    ground = replace(bringing.ground, evidence={"e1": line})
    gates = GATES[:1] if memory.explicit else GATES
    [screened] = screen(Proposal(changes=(proposed,)), ground, gates)
    reason = str(screened.reason) if screened.reason else None
    return FORGOTTEN if reason == "buried" else reason


async def bring_markdown(
    bringing: Bringing, file: MarkdownFile, changed: Mapping[UUID, Moments]
) -> None:
    """Take over what a person changed in the file of one crew.

    changed: when each memory of the person was made and changed last.
    """
    pair = bringing.pair
    mine = [item for item in file.items if item.crew == pair.crew]
    active = await memories.active_of(bringing.connection, pair.tenant, pair.user)
    known = {memory.id: memory for memory in active}
    for item in mine:
        if item.id is None:
            await _bring_own(bringing, item)
        else:
            await _bring_edited(bringing, item, known.get(item.id) or await _off(bringing, item.id))
    if file.whole and file.exported_at is not None:
        told = (item.memory for item in bringing.items)
        named = frozenset(each for each in (*(item.id for item in mine), *told) if each)
        await _switch_off_missing(bringing, named, file.exported_at, changed)


async def _bring_own(bringing: Bringing, item: MarkdownMemory) -> None:
    place = _place(item)
    if item.scope is Scope.TEAM:
        bringing.tell(place, Taken.REFUSED, "team_memories_are_proposed")
        return
    try:
        check_dates(item.from_on, item.to_on)
        said_on = min(item.said_on or bringing.today, bringing.today)
        kind = None if item.kind == "fact" else item.kind
        memory = _own(bringing, item.text, said_on, scope=item.scope, kind=kind)
    except BadInput as unusable:
        bringing.tell(place, Taken.REFUSED, unusable.code)
        return
    await _add(bringing, place, memory, cause="added in a file")


async def _off(bringing: Bringing, memory_id: UUID) -> Memory | None:
    pair = bringing.pair
    return await memories.one(bringing.connection, pair.tenant, pair.user, memory_id)


async def _bring_edited(bringing: Bringing, item: MarkdownMemory, memory: Memory | None) -> None:
    place = _place(item)
    if memory is None:  # of a file made before an erasure, or of another account
        await _bring_own(bringing, item)
    elif memory.crew != bringing.pair.crew:
        bringing.tell(place, Taken.REFUSED, "unknown_memory")
    elif _is_untouched(item, memory):
        bringing.tell(place, Taken.ALREADY_THERE, memory=memory.id)
    elif memory.status is Status.OFF:
        bringing.tell(place, Taken.REFUSED, "memory_off", memory.id)
    elif memory.version != item.version or item.scope is not memory.scope:
        reason = "scope_stays" if memory.version == item.version else "changed_since"
        bringing.tell(place, Taken.REFUSED, reason, memory.id)
    else:
        await _rewrite(bringing, item, memory)


def _is_untouched(item: MarkdownMemory, memory: Memory) -> bool:
    marks = (item.kind, item.scope, item.from_on, item.to_on, _said_on(item, memory))
    same = marks == (memory.kind, memory.scope, memory.from_on, memory.to_on, memory.said_on)
    return same and item.text == as_in_a_file(memory.text) and memory.status is Status.ACTIVE


def _said_on(item: MarkdownMemory, memory: Memory) -> date:
    """The day in front of an item; one that was taken away was not changed."""
    return item.said_on or memory.said_on


async def _rewrite(bringing: Bringing, item: MarkdownMemory, memory: Memory) -> None:
    dates, said_on = (item.from_on, item.to_on), _said_on(item, memory)
    if said_on == memory.said_on:
        said_on = bringing.today
    elif said_on > bringing.today:
        bringing.tell(_place(item), Taken.REFUSED, "said_on_ahead", memory.id)
        return
    try:
        check_dates(*dates)
        text = own_text(item.text, said_on)
    except BadInput as unusable:
        bringing.tell(_place(item), Taken.REFUSED, unusable.code, memory.id)
        return
    own_dates = None if dates == (memory.from_on, memory.to_on) else dates
    after = replace(rewritten(memory, text, said_on, dates=own_dates), kind=item.kind)
    await memories.revise(
        bringing.connection, bringing.pair, after, bringing.act("edited in a file")
    )
    bringing.tell(_place(item), Taken.CHANGED, memory=memory.id)


async def _switch_off_missing(
    bringing: Bringing,
    named: frozenset[UUID],
    exported_at: datetime,
    changed: Mapping[UUID, Moments],
) -> None:
    """What stood in the file when it was made and does not any more; newer things stay."""
    gone: list[UUID] = []
    for memory in await memories.seen_by(bringing.connection, bringing.pair):
        moments = changed.get(memory.id)
        mine = memory.crew == bringing.pair.crew and memory.id not in named
        if not mine or moments is None or moments.made_at > exported_at:
            continue
        place = f"memory {memory.id}"
        if moments.changed_at > exported_at:
            bringing.tell(place, Taken.REFUSED, "changed_since", memory.id)
            continue
        await memories.revise(
            bringing.connection,
            bringing.pair,
            switched_off(memory),
            bringing.act("cut from a file"),
        )
        gone.append(memory.id)
        bringing.tell(place, Taken.OFF, memory=memory.id)
    pair = bringing.pair
    await suggestions.discard_about(bringing.connection, pair.tenant, pair.user, gone, bringing.at)


async def finish(bringing: Bringing) -> None:
    """Let the next nightly dream know when anything came of it."""
    done = {Taken.CREATED, Taken.CHANGED, Taken.OFF}
    if any(item.outcome in done for item in bringing.items):
        await pairs.note(bringing.connection, bringing.pair, changed_at=bringing.at)


async def moments(bringing: Bringing) -> Mapping[UUID, Moments]:
    """When each memory of the person was made and changed."""
    pair = bringing.pair
    return await memory_history.moments(bringing.connection, pair.tenant, pair.user)


def _place(item: MarkdownMemory) -> str:
    return f"line {item.line}"
