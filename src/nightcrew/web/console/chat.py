"""*Chat*: any crew as any test user, and beside each reply why it came out so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from fastapi import Response

from nightcrew.domain.crew import Crew
from nightcrew.domain.errors import BadInput, NightcrewError, NotFound
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said
from nightcrew.domain.zones import to_local, zone
from nightcrew.ports import Role
from nightcrew.store.console_reads import TalkRow
from nightcrew.web.console.explaining import Explained, explained
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import Subject, console_router, go, page, part
from nightcrew.web.console.visits import TurnVisit, Visit
from nightcrew.web.names import IdInPath, Name, NameInPath
from nightcrew.web.problems import status_of
from nightcrew.web.readiness import REHEARSAL

router = console_router()
EXPLAINED = 20  # replies of a page that carry their explanation, the newest


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


@router.get("/chat")
async def begin_page(visit: TurnVisit) -> Response:
    """Choose a crew and a test user."""
    return _begin(visit)


def _begin(visit: Visit, *, refused: str = "", status: int = 200) -> Response:
    return page(
        visit,
        "chat_begin.html",
        title=visit.words["chat"]["title"],
        status=status,
        refused=refused,
        typed={name: visit.form.text(name) for name in ("crew", "user")},
    )


@router.post("/chat")
async def begin(visit: TurnVisit) -> Response:
    """Go to the talk of a crew and a user; a new id makes a new user."""
    try:
        pair = await visit.app.keep_people.pair(
            visit.tenant, visit.form.text("user"), visit.form.needed("crew")
        )
    except (BadInput, NotFound) as error:
        return _begin(visit, refused=error.code, status=status_of(error))
    if pair is None:
        raise RuntimeError("a user that should have been made is not there")
    return go(f"/people/{pair.user}/chat/{pair.crew}")


@router.get("/people/{user}/chat")
async def choose_crew(user: IdInPath, visit: TurnVisit) -> Response:
    """Choose a crew for this user."""
    subject = await subject_of(visit, user)
    title = visit.words["chat"]["title"]
    return page(visit, "chat_crews.html", title=title, subject=subject)


@router.get("/people/{user}/chat/{crew}")
async def talk_page(
    user: IdInPath, crew: NameInPath, visit: TurnVisit, turn: Name | None = None
) -> Response:
    """What was said, and the place to say more. turn: the one that is explained openly."""
    subject = await subject_of(visit, user)
    talk = Talk(subject=subject, crew=visit.app.crews.crew(crew), open_turn=turn)
    return await _page(visit, talk)


@router.post("/people/{user}/chat/{crew}")
async def say(user: IdInPath, crew: NameInPath, visit: TurnVisit) -> Response:
    """Say something; sent twice it is one turn. What is refused keeps the words in the field."""
    subject = await subject_of(visit, user)
    crew_now = visit.app.crews.crew(crew)
    turn_id, message = visit.form.new_id("turn_id"), visit.form.text("message")
    pair = Pair(tenant=visit.tenant, user=user, crew=crew_now.id)
    said_at = visit.at()
    try:
        turn = await visit.app.answer_turn(
            pair, Said(message=message, turn_id=turn_id, now=visit.now)
        )
    except NightcrewError as error:
        return await _not_said(visit, Talk(subject=subject, crew=crew_now), error)
    visit.figures.note(turn)
    if not visit.partial:
        return go(f"/people/{user}/chat/{crew}", turn=turn.turn_id)
    why = await explained(visit, subject, turn.turn_id)
    talk = Talk(
        subject=subject,
        crew=crew_now,
        rows=_rows_of(message, turn.reply, turn.turn_id, said_at),
        why={turn.turn_id: why},
        open_turn=turn.turn_id,
    )
    return part(visit, "_chat_said.html", **_parts(visit, talk))


async def _not_said(visit: Visit, talk: Talk, error: NightcrewError) -> Response:
    """The words stay in the field and keep their turn, so that sending again completes it."""
    typed = {"message": visit.form.text("message"), "turn_id": visit.form.new_id("turn_id")}
    told = replace(talk, typed=typed, refused=error.code)
    if visit.partial:
        return part(visit, "_chat_refused.html", **_parts(visit, told))
    return await _page(visit, told, status=status_of(error))


async def _page(visit: Visit, talk: Talk, *, status: int = 200) -> Response:
    rows: Sequence[TalkRow] = ()
    if visit.may("memory"):
        pair = Pair(tenant=visit.tenant, user=talk.subject.id, crew=talk.crew.id)
        rows = await visit.app.read_console.talk(pair)
    elif talk.open_turn is not None:
        rows = await _one_turn(visit, talk.open_turn)
    turns = [row.turn_id for row in rows if row.turn_id and row.speaker == "assistant"]
    why = {each: await explained(visit, talk.subject, each) for each in turns[-EXPLAINED:]}
    title = visit.words["chat"]["with"].format(crew=talk.crew.name)
    parts = _parts(visit, replace(talk, rows=rows, why=why))
    return page(visit, "chat.html", title=title, status=status, **parts)


async def _one_turn(visit: Visit, turn_id: str) -> Sequence[TalkRow]:
    """The reply alone: what was said before it needs the scope memory."""
    told = await visit.app.explain_turn.turn(visit.tenant, turn_id)
    reply = str(told.get("reply", ""))
    return _rows_of("", reply, turn_id, visit.at())[1:] if reply else ()


def _rows_of(message: str, reply: str, turn_id: str, at: datetime) -> tuple[TalkRow, ...]:
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


def _parts(visit: Visit, talk: Talk) -> dict[str, Any]:
    local = to_local(visit.at(), zone(visit.zone())).replace(tzinfo=None)
    return {
        "subject": talk.subject,
        "talk": talk,
        "zone": visit.zone(),
        "local": local.isoformat(timespec="minutes"),
        "rehearsal": visit.app.world.model.name(Role.REPLY) == REHEARSAL,
    }
