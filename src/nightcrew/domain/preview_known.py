"""What is known of the user a preview is made for."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.person import Person
from nightcrew.domain.questions import OpenFollowUp
from nightcrew.domain.turn import Spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUser:
    """Nobody, or a user with what a turn would read.

    shown: the memories a turn with this line would show. withheld: words of the talk that are
    forgotten and so stand in no prompt.
    """

    person: Person | None = None
    memories: tuple[Memory, ...] = ()
    shown: tuple[Memory, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
    talk: tuple[Spoken, ...] = ()
    withheld: int = 0
    open: tuple[OpenFollowUp, ...] = ()
    called_off: tuple[OpenFollowUp, ...] = ()
