"""Memories the user wrote: their words are kept, and only the user changes them."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.figures import numbers
from nightcrew.domain.kept_words import claim_hashes
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.time_words import absolute, settled_days
from nightcrew.domain.told_apart import told_apart
from nightcrew.domain.words import claim_words, same_form, wording_hash


def explicit_memory(
    text: str,
    *,
    new_id: UUID,
    user: UUID,
    crew: str,
    said_on: date,
    kind: Kind | None = None,
    scope: Scope = Scope.PRIVATE,
    from_on: date | None = None,
    to_on: date | None = None,
    cites: tuple[UUID, ...] = (),
) -> Memory:
    """A memory in the user's own words; relative dates are written out against `said_on`.

    It has days only if the words name some that are no habit: 매주 토요일, 토요일에는 have none.
    kind: when not given, a plan if the words name a day still to come, else a fact.
    """
    named = settled_days(text, said_on)
    start = from_on or (named[0] if named else None)
    end = to_on or (named[1] if named and from_on is None else None)
    coming = start is not None and (end or start) >= said_on
    return Memory(
        id=new_id,
        user=user,
        crew=crew,
        kind=kind or (Kind.PLAN if coming else Kind.FACT),
        scope=scope,
        subject="user",
        text=absolute(text, said_on),
        from_on=start if kind is not Kind.STYLE else None,
        to_on=end if kind is not Kind.STYLE else None,
        explicit=True,
        via=crew,
        learned_on=said_on,
        said_on=said_on,
        cites=cites,
    )


def tombstone_of(memory: Memory, *, new_id: UUID, key: bytes, at: datetime) -> Tombstone:
    """What is kept of a forgotten memory: its subject and keyed hashes of its words."""
    return Tombstone(
        id=new_id,
        memory_id=memory.id,
        crew=None if memory.scope is Scope.SHARED else memory.crew,
        kind=memory.kind,
        subject=memory.subject,
        claim_hashes=claim_hashes(without_passed_note(memory.text), key),
        wording_hash=wording_hash(without_passed_note(memory.text), key),
        created_at=at,
    )


def same_claim(one: str, other: str) -> bool:
    """Whether two texts of the user claim the same, in these or nearly these words."""
    if same_form(one) == same_form(other):
        return True
    words = claim_words(one)
    same = bool(words) and words == claim_words(other) and numbers(one) == numbers(other)
    return same and not told_apart(one, other)
