"""What a user's own act makes of a memory: the next value, computed and never written here."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.explicit import same_claim
from nightcrew.domain.masking import storable
from nightcrew.domain.memory import EXPLICIT_TEXT_LIMIT, Kind, Memory, Status
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.time_words import absolute, resolve, settled_days

Dates = tuple[date | None, date | None]


def own_text(text: str, said_on: date) -> str:
    """What is kept of a text the user wrote: secrets masked, relative words as dates.

    Raises: BadInput `text_empty` or `text_too_long`.
    """
    kept = absolute(storable(text).strip(), said_on)
    if not kept:
        raise BadInput("text_empty", "a memory says something", hint="give text", field="text")
    if len(kept) > EXPLICIT_TEXT_LIMIT:
        raise BadInput(
            "text_too_long",
            f"a memory holds at most {EXPLICIT_TEXT_LIMIT} characters, this one {len(kept)}",
            hint="keep it in parts",
            field="text",
            details={"limit": EXPLICIT_TEXT_LIMIT},
        )
    return kept


def check_dates(from_on: date | None, to_on: date | None) -> None:
    """Refuse a range that ends before it starts. Raises: BadInput `dates_out_of_order`."""
    if from_on is not None and to_on is not None and to_on < from_on:
        raise BadInput(
            "dates_out_of_order",
            "the memory ends before it starts",
            hint="to_on is from_on or a later day",
            field="to_on",
        )


def is_same(new: Memory, known: Memory) -> bool:
    """Whether a memory is there already: the same claim, of the same days or of none."""
    if (new.kind is Kind.STYLE) is not (known.kind is Kind.STYLE):
        return False
    dates = (new.from_on, new.to_on)
    if dates not in ((None, None), (known.from_on, known.to_on)):
        return False
    return same_claim(new.text, without_passed_note(known.text))


def rewritten(memory: Memory, text: str, said_on: date, *, dates: Dates | None = None) -> Memory:
    """The memory in the user's own words, explicit from now on.

    text: from `own_text`. dates: when not given, those the new words name; where they name none,
    days that the old words did not name either are kept.
    """
    from_on, to_on = dates or _dates_after(memory, text, said_on)
    return replace(
        memory,
        text=text,
        from_on=from_on,
        to_on=to_on,
        review_on=None,
        explicit=True,
        version=memory.version + 1,
        said_on=said_on,
        passed_noted=False,
        cites=(),
    )


def _dates_after(memory: Memory, text: str, said_on: date) -> Dates:
    if memory.kind is Kind.STYLE:
        return None, None
    settled = settled_days(text, said_on)
    if settled is not None:
        return settled
    if resolve(text, said_on) or resolve(memory.text, memory.said_on):
        return None, None
    return memory.from_on, memory.to_on


def switched_off(memory: Memory) -> Memory:
    """The same memory, off; its words and history stay."""
    return replace(memory, status=Status.OFF, version=memory.version + 1, cites=())


def no_memory() -> NotFound:
    """The refusal of a memory that is not this user's, or not there."""
    return NotFound("unknown_memory", "there is no such memory", hint="list the memories")


def memory_off() -> Refused:
    """The refusal to change a memory that is off."""
    return Refused("memory_off", "this memory is off", hint="restore it first")
