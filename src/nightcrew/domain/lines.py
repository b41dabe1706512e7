"""One thing as one line of a prompt; other people's text can never pose as such a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.crew import GuideLine
from nightcrew.domain.dream import Change
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import FormerValue, Kind, Memory, Scope, State, Tombstone
from nightcrew.domain.questions import (
    OpenFollowUp,
    ShownChange,
    ShownEvidence,
    ShownMemory,
    ShownTombstone,
    TalkLine,
)
from nightcrew.domain.readable import readable
from nightcrew.domain.subjects import USER
from nightcrew.domain.turn import Spoken
from nightcrew.domain.zones import zone

BREAK = " ⏎ "
MARK = "› "
FORMER_VALUES = 3  # as many as Memory.previous carries

_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_FRAME = re.compile(r"[<＜](?=[\s\u200c\u200d]*[/／]?[\s\u200c\u200d]*data\b)", re.IGNORECASE)
_HANDLE_AHEAD = re.compile(
    r"^(?=[\s\u200c\u200d]*[\[［【〔][\s\u200c\u200d]*[A-Za-zＡ-Ｚａ-ｚ]"
    r"[\s\u200c\u200d]*\d+[\s\u200c\u200d]*[\]］】〕])",
    re.MULTILINE,
)
_SCOPE_ORDER = {Scope.PRIVATE: 0, Scope.SHARED: 1, Scope.TEAM: 2}
_STATE_MARKS = {
    State.CURRENT: "",
    State.PLANNED: " [planned]",
    State.UNDER_WAY: " [under way]",
    State.PASSED: " [passed, outcome unknown]",
    State.MAY_BE_OVER: " [may be over]",
}


def cleaned(text: str) -> str:
    """The text without signs nobody sees, every kind of line break as a newline."""
    if text.isprintable():  # breaks and unseen signs are not; nearly all text ends here
        return text
    return readable(_BREAKS.sub("\n", text)).replace("\t", " ")


def defused(text: str) -> str:
    """Text of several lines that can neither pose as a numbered line nor close a data frame."""
    return _HANDLE_AHEAD.sub(MARK, _unframed(cleaned(text)))


def one_line(text: str) -> str:
    """The same on one line, its breaks shown; stands behind a handle or a dash, never first."""
    if text.isprintable() and "<" not in text and "＜" not in text:
        return text.strip()  # nothing to clean: 400 of 420 texts of a turn
    return _unframed(cleaned(text)).strip().replace("\n", BREAK)


def one_lines(texts: Sequence[str]) -> tuple[str, ...]:
    """Each text on one line; nearly always there is nothing to clean in any of them."""
    whole = "".join(texts)
    if whole.isprintable() and "<" not in whole and "＜" not in whole:
        return tuple(text.strip() for text in texts)
    return tuple(one_line(text) for text in texts)


def _unframed(text: str) -> str:
    return _FRAME.sub("‹", text) if "<" in text or "＜" in text else text


def order_for_prompt(memories: Iterable[Memory]) -> tuple[Memory, ...]:
    """Private first, then shared, then the team's; newest first in each, the same every time."""
    newest_first = sorted(
        memories, key=lambda memory: (memory.said_on, memory.learned_on, memory.id), reverse=True
    )
    return tuple(sorted(newest_first, key=lambda memory: _SCOPE_ORDER[memory.scope]))


def show_memories(
    memories: Iterable[Memory],
    today: date,
    locale: str,
    crew_names: Mapping[str, str],
    *,
    start: int = 1,
) -> tuple[ShownMemory, ...]:
    """Memories as numbered lines in prompt order.

    today: the day in the user's zone. crew_names: crew id to name; an unknown id shows itself.
    start: the first number, for a second list in the same prompt.
    """
    shown = []
    for number, memory in enumerate(order_for_prompt(memories), start):
        line = memory_line(
            memory, handle=f"m{number}", today=today, locale=locale, crew_names=crew_names
        )
        shown.append(ShownMemory(handle=f"m{number}", memory=memory, line=line))
    return tuple(shown)


def split_style(
    shown: Iterable[ShownMemory],
) -> tuple[tuple[ShownMemory, ...], tuple[ShownMemory, ...]]:
    """Style lines and all others, each in the order given."""
    lines = tuple(shown)
    style = tuple(line for line in lines if line.memory.kind is Kind.STYLE)
    return style, tuple(line for line in lines if line.memory.kind is not Kind.STYLE)


def memory_line(
    memory: Memory, *, handle: str, today: date, locale: str, crew_names: Mapping[str, str]
) -> str:
    """`[m1] (2026-10-27, via 미나) text [planned 2026-12-03] / 이전: … (2026-09-29부터)`."""
    via = one_line(crew_names.get(memory.via, memory.via))
    head = f"[{handle}] ({memory.said_on}, via {via}) {one_line(memory.text)}"
    return head + state_mark(memory, today) + _former(memory.previous, locale)


def state_mark(memory: Memory, today: date) -> str:
    """What the dates of a memory say on `today`, with a leading space; empty when it just holds."""
    state = memory.state(today)
    if state is State.PLANNED and memory.from_on is not None:
        return f" [planned {memory.from_on}]"
    return _STATE_MARKS[state]


def _former(previous: Sequence[FormerValue], locale: str) -> str:
    if not previous:
        return ""
    korean = is_korean(locale)
    values = ", ".join(
        f"{one_line(former.text)} ({former.since}부터)"
        if korean
        else f"{one_line(former.text)} (since {former.since})"
        for former in previous[:FORMER_VALUES]
    )
    return f" / {'이전' if korean else 'before'}: {values}"


def how_many_shown(shown: int, total: int, locale: str) -> str:
    """`8 of 62 shown`: the last line of a list that leaves some out, so that none is silent."""
    if is_korean(locale):
        return f"{total}개 중 {shown}개 표시"
    return f"{shown} of {total} shown"


def is_korean(locale: str) -> bool:
    """Whether a locale such as `ko` or `ko-KR` asks for Korean."""
    return locale.replace("_", "-").split("-")[0].lower() == "ko"


def show_evidence(evidence: Iterable[Evidence]) -> tuple[ShownEvidence, ...]:
    """Lines of talk as numbered lines, in the order given."""
    return tuple(
        ShownEvidence(
            handle=f"e{number}",
            evidence=line,
            line=f"[e{number}] {line.heading()} {one_line(line.text)}".rstrip(),
        )
        for number, line in enumerate(evidence, 1)
    )


def show_tombstones(tombstones: Iterable[Tombstone]) -> tuple[ShownTombstone, ...]:
    """Forgotten things by subject and kind; of their wording nothing is kept to show."""
    return tuple(
        ShownTombstone(
            handle=f"t{number}",
            subject=tombstone.subject or USER,
            kind=tombstone.kind,
            line=f"[t{number}] {one_line(tombstone.subject or USER)} ({tombstone.kind})",
        )
        for number, tombstone in enumerate(tombstones, 1)
    )


def show_changes(
    changes: Iterable[Change], evidence: Iterable[ShownEvidence]
) -> tuple[ShownChange, ...]:
    """Changes for the verifier, each with its row and its cited turns, without the reasons.

    evidence: holds every cited turn. Raises: KeyError for a cite that is not among them.
    """
    turns = {shown.evidence.id: shown for shown in evidence}
    return tuple(
        _shown_change(f"c{number}", change, turns) for number, change in enumerate(changes, 1)
    )


def _shown_change(handle: str, change: Change, turns: Mapping[UUID, ShownEvidence]) -> ShownChange:
    cited = tuple(turns[cite] for cite in dict.fromkeys(change.cites))
    line = change_line(change, handle=handle, cites=[turn.handle for turn in cited])
    return ShownChange(handle=handle, change=change, current=change.memory, turns=cited, line=line)


def change_line(change: Change, *, handle: str, cites: Sequence[str]) -> str:
    """`[c1] update plan private, about "user", from … to …, cites e1 e4: "text"`.

    Text of the user stands in JSON quotes, so that it cannot pose as another part of the line.
    """
    dates = f"from {change.from_on or '-'} to {change.to_on or '-'}"
    head = f"[{handle}] {change.action} {change.kind} {change.scope}"
    line = f"{head}, about {quoted(change.subject)}, {dates}, cites {' '.join(cites)}"
    return f"{line}: {quoted(change.text)}" if change.text else line


def current_row_line(memory: Memory) -> str:
    """The row a change would alter, under the change's own line: without a handle, set in."""
    dates = f"from {memory.from_on or '-'} to {memory.to_on or '-'}"
    about = f"about {quoted(memory.subject)}, {dates}"
    return f"  row now: ({memory.said_on}) {memory.kind} {memory.scope}, {about}: " + quoted(
        memory.text
    )


def quoted(text: str) -> str:
    """Text of a person between quotes it cannot close."""
    return json.dumps(one_line(text), ensure_ascii=False)


def guide_line(line: GuideLine, filled: str | None = None) -> str:
    """`[g1] search.guide: text` or `[g9] when #sleep-first: text`.

    filled: its text with the names in it filled.
    """
    place = line.anchor if line.tool is not None else f"{line.section} #{line.anchor}"
    return f"[{line.handle}] {place}: {one_line(line.text if filled is None else filled)}"


def show_follow_up(
    follow_up: UUID, *, intent: str, due_local: str, rule: str | None
) -> OpenFollowUp:
    """A follow-up that is still open, as one line without a handle: answers name it in words.

    due_local: wall time in its zone, `YYYY-MM-DD HH:MM`.
    """
    again = f", again by {one_line(rule)}" if rule else ""
    line = f"- {due_local}{again}: {quoted(intent)}"
    return OpenFollowUp(id=follow_up, intent=intent, due_local=due_local, rule=rule, line=line)


def show_talk(talk: Iterable[TalkLine], timezone: str) -> tuple[str, ...]:
    """Recent talk, one line a thing said, oldest first as given.

    timezone: whose wall clock is shown; a line that was shown before keeps the form it has.
    """
    place = zone(timezone)
    return tuple(line.line or talk_line(line, place) for line in talk)


def talk_line(line: TalkLine | Spoken, place: ZoneInfo) -> str:
    """`2026-08-31 21:40 user: text`, on the wall clock of a place."""
    return f"{_clock(line.said_at, place)} {one_line(line.speaker)}: {one_line(line.text)}"


# The lines of a talk are shown again in each of its next twelve turns.
@lru_cache(maxsize=4096)
def _clock(at: datetime, place: ZoneInfo) -> str:
    return at.astimezone(place).isoformat(" ", "minutes")[:16]  # without its offset
