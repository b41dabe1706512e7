"""Remember, forget and list: acts of the turn, carried out from the user's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from nightcrew.domain.day import today
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.explicit import explicit_memory, same_claim, tombstone_of
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.joined_claims import asked_of, kept_alone, part_to_forget
from nightcrew.domain.lines import show_memories
from nightcrew.domain.matching import stands_out
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.memory_requests import is_for_all_crews, what_to_forget, wording_to_keep
from nightcrew.domain.needs import MemoryNeed
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.room import STORE_FULL
from nightcrew.domain.style_memory import is_wish
from nightcrew.domain.team_wishes import keeps_to_oneself
from nightcrew.domain.tool import NOT_USED, ToolResult
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.turn_words import done
from nightcrew.store.new_ids import next_id
from nightcrew.usecases.answer_turn import team_talk
from nightcrew.usecases.answer_turn.parts import Acted, Stage, Writes
from nightcrew.usecases.answer_turn.team_talk import Together


def remember(stage: Stage, need: MemoryNeed) -> Acted:
    """Keep what the user asks to keep, as an explicit memory; lifts a tombstone that forbids it."""
    if not stage.keeps:
        return _refused(stage, "not_saved")
    text = wording_to_keep(need.text, stage.text, _last_words_of_the_crew(stage))
    if not text:
        return _refused(stage, "nothing_to_save", ToolStatus.NOTHING_FOUND)
    if stage.team is not None and not keeps_to_oneself(stage.text):
        return team_talk.propose(stage, stage.team, text)
    known = _known_before(stage, text)
    if known is not None:
        return _done(stage, "saved_before", known.text, saved=(known.id,))
    if not stage.crew.house.memory_room.left(len(stage.scene.memories)):
        return _refused(stage, STORE_FULL)
    memory = explicit_memory(
        text,
        new_id=next_id(),
        user=stage.pair.user,
        crew=stage.pair.crew,
        said_on=today(stage.now, stage.moment.timezone),
        kind=Kind.STYLE if is_wish(text) else None,
        scope=Scope.SHARED if is_for_all_crews(stage.text) else Scope.PRIVATE,
        cites=(stage.claim.message_id,),
    )
    writes = Writes(created=(memory,), lifted=_lifted(stage, text))
    return _done(stage, "saved", text, saved=(memory.id,), writes=writes)


def _last_words_of_the_crew(stage: Stage) -> str:
    return next((line.text for line in reversed(stage.talk) if line.speaker != Speaker.USER), "")


def _known_before(stage: Stage, text: str) -> Memory | None:
    return next((memory for memory in stage.scene.memories if same_claim(memory.text, text)), None)


def _lifted(stage: Stage, text: str) -> tuple[UUID, ...]:
    key = stage.scene.person.claim_key
    claims = forgotten_claims(stage.scene.tombstones, key)
    return tuple(claim.tombstone.id for claim in claims if restates(text, claim, key))


def forget(stage: Stage, need: MemoryNeed) -> Acted:
    """Forget what the user clearly means; when it is not clear, nothing, and the reply asks."""
    known = Together.of(stage)
    query = what_to_forget(need.query or stage.text)
    meant = stands_out(query, known.texts(), said=stage.text)
    if not meant:
        return _refused(stage, "forget_which", ToolStatus.NOTHING_FOUND)
    asked = [known.team[each] for each in meant if each in known.team]
    gone = [known.own[each] for each in meant if each in known.own]
    acted = _forgotten(stage, gone, query) if gone else None
    if stage.team is None or not asked:
        return acted or _refused(stage, "forget_which", ToolStatus.NOTHING_FOUND)
    waiting = team_talk.propose_to_forget(stage, stage.team, asked)
    return waiting if acted is None else team_talk.both(acted, waiting)


def _forgotten(stage: Stage, gone: Sequence[Memory], asked: str) -> Acted:
    """Switch memories off and bury what was asked for; a claim joined to it stays on its own."""
    key = stage.scene.person.claim_key
    parts = {memory.id: part_to_forget(memory, asked) for memory in gone}
    writes = Writes(
        created=tuple(
            kept_alone(memory, part.kept, new_id=next_id())
            for memory in gone
            if (part := parts[memory.id]) is not None
        ),
        revised=tuple(_off(memory) for memory in gone),
        buried=tuple(
            tombstone_of(said, new_id=uuid4(), key=key, at=stage.now)
            for memory in gone
            for said in _asked_of(_all_it_said(memory), asked, whole=parts[memory.id] is None)
        ),
    )
    sentence = done("forgotten", stage.locale, count=len(gone))
    return Acted(
        tool=Tool.MEMORY,
        result=ToolResult(status=ToolStatus.OK),
        done=(sentence,),
        writes=writes,
        forgotten=tuple(memory.id for memory in gone),
    )


def _asked_of(values: Sequence[Memory], asked: str, *, whole: bool) -> Sequence[Memory]:
    """What of the values of a memory is to be forgotten: all, or the one claim of several."""
    if whole:
        return values
    return [part for value in values if (part := asked_of(value, asked)) is not None]


def _all_it_said(memory: Memory) -> tuple[Memory, ...]:
    """What a memory says and what it said before: neither is to come back."""
    former = dict.fromkeys(each.text for each in memory.previous)
    return (memory, *(replace(memory, text=text) for text in former if text != memory.text))


def _off(memory: Memory) -> Memory:
    return replace(memory, status=Status.OFF, version=memory.version + 1)


def list_all(stage: Stage) -> Acted:
    """Everything remembered, with dates, as data for the reply; nothing is left out."""
    lines_of_team = stage.team.lines if stage.team else ()
    shown = show_memories(
        (*stage.scene.memories, *lines_of_team),
        today(stage.now, stage.moment.timezone),
        stage.locale,
        stage.crew_names,
    )
    lines = tuple(each.line.partition("] ")[2] for each in shown)
    status = ToolStatus.OK if lines else ToolStatus.NOTHING_FOUND
    return Acted(tool=Tool.MEMORY, result=ToolResult(status=status, lines=lines))


def not_used() -> Acted:
    """Memory was not asked for; current memories and style are shown all the same."""
    return Acted(tool=Tool.MEMORY, result=NOT_USED)


def _done(
    stage: Stage,
    code: str,
    text: str,
    *,
    saved: tuple[UUID, ...],
    writes: Writes | None = None,
) -> Acted:
    return Acted(
        tool=Tool.MEMORY,
        result=ToolResult(status=ToolStatus.OK),
        done=(done(code, stage.locale, text=text),),
        writes=writes or Writes(),
        saved=saved,
    )


def _refused(stage: Stage, code: str, status: ToolStatus = ToolStatus.REFUSED) -> Acted:
    return Acted(
        tool=Tool.MEMORY,
        result=ToolResult(status=status, note=code),
        done=(done(code, stage.locale),),
    )
