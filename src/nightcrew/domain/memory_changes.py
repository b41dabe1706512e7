"""What a change makes of a memory: the next value, computed and never written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

from nightcrew.domain.dream import Action, Change, Ground
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.memory import TEXT_LIMIT, FormerValue, Kind, Memory, Status
from nightcrew.domain.named_fields import recast
from nightcrew.domain.time_words import lasting_days, resolve
from nightcrew.domain.word_tables import PASSING
from nightcrew.domain.zones import to_local, zone

REVIEW_DAYS = 90  # issue 2, item 7
MOST_FORMER = 3  # contract section 7
PASSED_KO = "날짜가 지났고, 실제로 했는지는 알 수 없다"
PASSED_EN = "the date has passed; whether it happened is not known"
_JOINT = " — "


def after(
    change: Change,
    memory: Memory | None,
    *,
    new_id: UUID,
    user: UUID,
    crew: str,
    said_on: date,
    today: date,
    review_on: date | None = None,
    older: bool = False,
) -> Memory:
    """The memory once a change is applied; a create needs no memory and gets `new_id`.

    said_on: the newest cited turn. older: it was said on the memory's own day, but before it. An
    explicit memory comes back as it was, whatever the change.
    """
    if change.action is Action.CREATE or memory is None:
        return _created(
            change,
            new_id=new_id,
            user=user,
            crew=crew,
            said_on=said_on,
            today=today,
            review_on=review_on,
        )
    if memory.explicit:
        return memory
    if change.action is Action.REMOVE:
        return replace(memory, status=Status.OFF, version=memory.version + 1)
    if older or said_on < memory.said_on:
        return _with_older_value(change, memory, said_on)
    return _updated(change, memory, said_on, review_on)


def next_value(change: Change, ground: Ground, *, new_id: UUID, user: UUID) -> Memory:
    """What a change that stands makes of its memory, dated by the newest line it cites."""
    said = _said(change, ground)
    said_on = max((_day_of(line) for line in said), default=ground.today)
    review_on = review_date(
        change.kind,
        change.text,
        [line.text for line in said],
        said_on,
        dated=change.to_on is not None or change.from_on is not None,
    )
    return after(
        change,
        change.memory,
        new_id=new_id,
        user=user,
        crew=ground.crew,
        said_on=said_on,
        today=ground.today,
        review_on=review_on,
        older=change.memory is not None and says_older(change.memory, said, ground),
    )


def next_values(change: Change, ground: Ground, *, new_id: UUID, user: UUID) -> tuple[Memory, ...]:
    """The values to write for a change, each the next version; the last one is what stands.

    Words said before the current value are written as a value of their own day, and the current
    value is written again after them: history is ordered by when a thing was said.
    """
    value = next_value(change, ground, new_id=new_id, user=user)
    memory = change.memory
    if memory is None or memory.explicit or change.action is not Action.UPDATE:
        return (value,)
    said = _said(change, ground)
    if not says_older(memory, said, ground):
        return (value,)
    older = _updated(change, memory, max(_day_of(line) for line in said), None)
    return older, replace(value, version=older.version + 1)


def says_older(memory: Memory, lines: Sequence[Evidence], ground: Ground) -> bool:
    """Whether the newest of the lines was said before what the memory says now.

    Days decide; on the same day the moments, where they are known. What the user brought back
    stands against all that was said until then.
    """
    if not lines:
        return False
    newest = max(line.said_at for line in lines)
    if memory.id in ground.decided and newest <= ground.decided[memory.id]:
        return True
    said_on = max(_day_of(line) for line in lines)
    if said_on != memory.said_on:
        return said_on < memory.said_on
    known = [ground.moments[cite] for cite in memory.cites if cite in ground.moments]
    return bool(known) and newest < max(known)


def _said(change: Change, ground: Ground) -> list[Evidence]:
    lines = [line for line in ground.evidence.values() if line.id in change.cites]
    return [line for line in lines if line.speaker is Speaker.USER] or lines


def _day_of(line: Evidence) -> date:
    return to_local(line.said_at, zone(line.timezone)).date()


def review_date(
    kind: Kind, text: str, evidence: Iterable[str], said_on: date, *, dated: bool = False
) -> date | None:
    """The day after which a plan or a passing state without an end may be over.

    The last day that the words name, or that they last; else 90 days. None for what stays.
    dated: the memory has an end of its own, so no other day is needed.
    """
    said = [text, *evidence]
    passing = any(PASSING.search(words) for words in said)
    if dated or kind is Kind.STYLE or (kind is Kind.FACT and not passing):
        return None
    named = [span.to_on for words in said for span in resolve(words, said_on)]
    lasting = [
        said_on + timedelta(days=days) for words in said for days in lasting_days(words, said_on)
    ]
    coming = [day for day in (*named, *lasting) if day > said_on]
    return max(coming, default=said_on + timedelta(days=REVIEW_DAYS))


def passed_text(memory: Memory, locale: str) -> str:
    """The text of a memory whose date has passed: what it said, and that the outcome is unknown.

    A text with no room for the note stays as it is; its line in every prompt says passed anyway.
    """
    note = PASSED_KO if locale.lower().startswith("ko") else PASSED_EN
    noted = f"{memory.text}{_JOINT}{note}"
    there = memory.text != without_passed_note(memory.text)
    return memory.text if there or len(noted) > TEXT_LIMIT else noted


def without_passed_note(text: str) -> str:
    """The text as it stood before its date had passed."""
    for note in (PASSED_KO, PASSED_EN):
        text = text.removesuffix(f"{_JOINT}{note}")
    return text


def _created(
    change: Change,
    *,
    new_id: UUID,
    user: UUID,
    crew: str,
    said_on: date,
    today: date,
    review_on: date | None,
) -> Memory:
    return recast(
        Memory,
        change,
        id=new_id,
        user=user,
        crew=crew,
        review_on=review_on,
        via=crew,
        learned_on=today,
        said_on=said_on,
    )


def _updated(change: Change, memory: Memory, said_on: date, review_on: date | None) -> Memory:
    return replace(
        memory,
        kind=change.kind,
        subject=change.subject,
        text=change.text,
        from_on=change.from_on,
        to_on=change.to_on,
        review_on=review_on,
        version=memory.version + 1,
        said_on=said_on,
        passed_noted=False,
        previous=_former(memory, memory.text, memory.said_on, said_on),
        cites=change.cites,
    )


def _with_older_value(change: Change, memory: Memory, said_on: date) -> Memory:
    """Words said before the current value enter the history; the newest word stays."""
    return replace(
        memory,
        version=memory.version + 1,
        previous=_former(memory, change.text, said_on, memory.said_on),
    )


def _former(memory: Memory, text: str, since: date, until: date) -> tuple[FormerValue, ...]:
    value = FormerValue(text=without_passed_note(text), since=since, until=until)
    ordered = sorted((value, *memory.previous), key=lambda former: former.until, reverse=True)
    return tuple(ordered[:MOST_FORMER])
