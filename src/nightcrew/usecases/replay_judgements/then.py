"""A turn as its judge saw it, put together again from what is stored."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from nightcrew.domain.asked_again import Heard
from nightcrew.domain.follow_up_lines import show_follow_ups
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.needs import JUDGE_UNAVAILABLE, Needs
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import OpenFollowUp, TalkLine
from nightcrew.domain.turn import Spoken
from nightcrew.domain.version import brought_back
from nightcrew.domain.withholding import visible_texts
from nightcrew.store import judged_turns, memories, memory_history, people
from nightcrew.store.connection import Connection
from nightcrew.store.judged_turns import JudgedTurn

TALK_LINES = 24  # as a turn reads them (contract section 7)
ERASED, WITHHELD = "erased", "withheld"
_NEEDS = TypeAdapter(Needs)


def needs_of(turn: JudgedTurn) -> Needs | None:
    """What its judge decided; None when none did."""
    written = (turn.judged or {}).get("needs")
    try:
        needs = _NEEDS.validate_python(written)
    except ValidationError:
        return None
    neutral = needs.search.why in (JUDGE_UNAVAILABLE, "crisis")
    return None if neutral else needs


async def heard(connection: Connection, pair: Pair, turn: JudgedTurn) -> Heard | str:
    """What its judge was shown, or the code of why that is shown to no model again."""
    person = await people.person(connection, pair.tenant, pair.user)
    said = await judged_turns.said_then(connection, pair, turn, TALK_LINES)
    if person is None or said is None or not said.line.text:
        return ERASED
    tombstones = await memories.standing_tombstones(connection, pair)
    texts = [said.line.text, *(line.text for line in said.talk)]
    seen = visible_texts(texts, tombstones, person.claim_key)
    if seen[0] != said.line.text:
        return WITHHELD
    known = await _known(connection, pair, turn)
    if isinstance(known, str):
        return known
    return Heard(
        said=said.line.text,
        at=turn.at,
        timezone=said.line.timezone,
        locale=person.locale,
        user_name=person.name or "",
        memories=known,
        follow_ups=await _open_then(connection, pair, turn.at),
        talk=tuple(
            _talk_line(line, text) for line, text in zip(said.talk, seen[1:], strict=True) if text
        ),
    )


async def _known(connection: Connection, pair: Pair, turn: JudgedTurn) -> tuple[Memory, ...] | str:
    """The memories the judge was shown, with the words they had then."""
    found = list[Memory]()
    for name in (turn.explain or {}).get("memories", ()):
        memory = await memories.one(connection, pair.tenant, pair.user, UUID(name))
        if memory is None:
            return ERASED
        if memory.status is not Status.ACTIVE:
            return WITHHELD
        then = await _then(connection, pair, memory, turn.at)
        if then is None:
            return ERASED
        found.append(then)
    return tuple(found)


async def _then(connection: Connection, pair: Pair, memory: Memory, at: datetime) -> Memory | None:
    """The memory as it stood at a moment; None when those words are gone."""
    versions = await memory_history.versions(connection, pair.tenant, pair.user, memory.id)
    value = next((each for each in versions if each.at <= at), None)
    if value is None or value.version == memory.version:
        return memory
    return brought_back(memory, value)


async def _open_then(connection: Connection, pair: Pair, at: datetime) -> tuple[OpenFollowUp, ...]:
    known = await judged_turns.open_then(connection, pair, at)
    return show_follow_ups(known)


def _talk_line(line: Spoken, text: str) -> TalkLine:
    return TalkLine(speaker=line.speaker, text=text, said_at=line.said_at)
