"""A talk as the chat shows it: what was said, why each reply came out so, what is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from nightcrew.domain.crew import Crew
from nightcrew.domain.turn import Said, Turn
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Role
from nightcrew.store.console_reads import TalkRow
from nightcrew.web.console.explaining import Explained, explained
from nightcrew.web.console.pages import Subject
from nightcrew.web.console.visits import Visit
from nightcrew.web.console.words import with_particle
from nightcrew.web.readiness import REHEARSAL


def _nothing_typed() -> Mapping[str, str]:
    return {"message": "", "turn_id": str(uuid4())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What a page of talk shows. why: by turn; typed: what stands in the field, and its turn."""

    subject: Subject
    crew: Crew
    rows: Sequence[TalkRow] = ()
    why: Mapping[str, Explained] = field(default_factory=dict)
    open_turn: str | None = None
    typed: Mapping[str, str] = field(default_factory=_nothing_typed)
    refused: str = ""

    @property
    def newest(self) -> int:
        """Where the exchange begins at which the page opens: the explained one, else the last."""
        of_turn = [at for at, row in enumerate(self.rows) if row.turn_id == self.open_turn]
        by_user = [at for at, row in enumerate(self.rows) if row.speaker == "user"]
        if self.open_turn is not None and of_turn:
            return of_turn[0]
        return by_user[-1] if by_user else len(self.rows) - 1


def rows_of(message: str, reply: str, turn_id: str, at: datetime) -> tuple[TalkRow, ...]:
    """One exchange, before it is read back."""
    return tuple(
        TalkRow(
            id=uuid4(),
            speaker=speaker,
            text=text,
            said_at=at,
            source=source,
            complete=1,
            turn_id=turn_id,
        )
        for speaker, source, text in (("user", "user", message), ("assistant", "crew", reply))
    )


async def after(visit: Visit, talk: Talk, said: Said, turn: Turn) -> Talk:
    """The exchange that a turn was, explained openly, over an empty field."""
    return replace(
        talk,
        rows=rows_of(said.message, turn.reply, turn.turn_id, visit.at()),
        why={turn.turn_id: await explained(visit, talk.subject, turn.turn_id)},
        open_turn=turn.turn_id,
    )


def not_said(talk: Talk, said: Said, code: str) -> Talk:
    """The words stay in the field and keep their turn, so that sending again completes it."""
    typed = {"message": said.message, "turn_id": said.turn_id or ""}
    return replace(talk, typed=typed, refused=code)


def title_of(visit: Visit, crew: Crew) -> str:
    """Whom the talk is with."""
    name = with_particle(crew.name, "과", "와") if visit.language == "ko" else crew.name
    return str(visit.words["chat"]["with"]).format(crew=name)


def parts_of(visit: Visit, talk: Talk) -> dict[str, Any]:
    """What the templates of a talk ask for."""
    local = to_local(visit.at(), zone(talk.subject.zone)).replace(tzinfo=None)
    return {
        "subject": talk.subject,
        "talk": talk,
        "zone": talk.subject.zone,
        "local": local.isoformat(timespec="minutes"),
        "rehearsal": visit.app.world.model.name(Role.REPLY) == REHEARSAL,
    }
