"""*Chat*: any crew as any test user, and beside each reply why it came out so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import Query, Request, Response

from nightcrew.domain.errors import BadInput, NightcrewError, NotFound
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said
from nightcrew.store.console_reads import TalkRow
from nightcrew.web.console.chat_stream import EVENTS, streamed
from nightcrew.web.console.crew_choice import Wish, crew_choice
from nightcrew.web.console.explaining import explained
from nightcrew.web.console.home import subject_of
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.talks import Talk, not_said, parts_of, rows_of, title_of
from nightcrew.web.console.visits import TurnVisit, Visit
from nightcrew.web.names import IdInPath, Name, NameInPath
from nightcrew.web.problems import status_of

router = console_router()
EXPLAINED = 6  # replies of a page that carry their explanation, the newest; others link to it
Chosen = Annotated[str, Query(max_length=48)]
NEWEST = "newest"  # the exchange that a page of talk is opened at


@router.get("/chat")
async def begin_page(visit: TurnVisit, find: Wish = "", crew: Chosen = "") -> Response:
    """Choose a test user and a crew. find: what narrows the crews; crew: the one chosen so far."""
    return _begin(visit, find=find, crew=crew)


def _begin(
    visit: Visit, *, find: str = "", crew: str = "", refused: str = "", status: int = 200
) -> Response:
    typed = {"crew": crew or visit.form.text("crew"), "user": visit.form.text("user")}
    return page(
        visit,
        "chat_begin.html",
        title=visit.words["chat"]["title"],
        status=status,
        refused=refused,
        typed=typed,
        choice=crew_choice(visit, find, typed["crew"]),
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
async def choose_crew(user: IdInPath, visit: TurnVisit, find: Wish = "") -> Response:
    """Choose a crew for this user. find: what narrows them."""
    subject = await subject_of(visit, user)
    title = visit.words["chat"]["title"]
    choice = crew_choice(visit, find)
    return page(visit, "chat_crews.html", title=title, subject=subject, choice=choice)


@router.get("/people/{user}/chat/{crew}")
async def talk_page(
    user: IdInPath, crew: NameInPath, visit: TurnVisit, turn: Name | None = None
) -> Response:
    """What was said, and the place to say more. turn: the one that is explained openly."""
    subject = await subject_of(visit, user)
    talk = Talk(subject=subject, crew=visit.app.crews.crew(crew), open_turn=turn)
    return await _page(visit, talk)


@router.post("/people/{user}/chat/{crew}")
async def say(user: IdInPath, crew: NameInPath, visit: TurnVisit, request: Request) -> Response:
    """Say something; sent twice it is one turn. What is refused keeps the words in the field.

    A script that asks for events is told the reply as it comes.
    """
    talk = Talk(subject=await subject_of(visit, user), crew=visit.app.crews.crew(crew))
    said = Said(
        message=visit.form.text("message"), turn_id=visit.form.new_id("turn_id"), now=visit.now
    )
    pair = Pair(tenant=visit.tenant, user=user, crew=talk.crew.id)
    if EVENTS in request.headers.get("accept", ""):
        return await streamed(visit, talk, pair, said)
    try:
        turn = await visit.app.answer_turn(pair, said)
    except NightcrewError as error:
        told = not_said(talk, said, error.code)
        return await _page(visit, told, status=status_of(error))
    visit.figures.note(turn)
    return go(f"/people/{user}/chat/{crew}", turn=turn.turn_id, at=NEWEST)


async def _page(visit: Visit, talk: Talk, *, status: int = 200) -> Response:
    rows: Sequence[TalkRow] = ()
    if visit.may("memory"):
        pair = Pair(tenant=visit.tenant, user=talk.subject.id, crew=talk.crew.id)
        rows = await visit.app.read_console.talk(pair)
    elif talk.open_turn is not None:
        rows = await _one_turn(visit, talk.open_turn)
    turns = [row.turn_id for row in rows if row.turn_id and row.speaker == "assistant"]
    wanted = dict.fromkeys(
        [*turns[-EXPLAINED:], *(each for each in turns if each == talk.open_turn)]
    )
    why = {each: await explained(visit, talk.subject, each) for each in wanted}
    parts = parts_of(visit, replace(talk, rows=rows, why=why))
    return page(visit, "chat.html", title=title_of(visit, talk.crew), status=status, **parts)


async def _one_turn(visit: Visit, turn_id: str) -> Sequence[TalkRow]:
    """The reply alone: what was said before it needs the scope memory."""
    told = await visit.app.explain_turn.turn(visit.tenant, turn_id)
    reply = str(told.get("reply", ""))
    return rows_of("", reply, turn_id, visit.at())[1:] if reply else ()
