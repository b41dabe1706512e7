"""The turn endpoints: answer as JSON or as events, read back, explain."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from nightcrew.domain.errors import BadInput
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Turn
from nightcrew.usecases.answer_turn import Completed, Decided, Delta, Started, TurnEvent
from nightcrew.web.access import Call, TurnCall
from nightcrew.web.bodies import TurnBody
from nightcrew.web.event_stream import begin, event_line, stream_response
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Name, NameInPath
from nightcrew.web.problems import problem_of

router = APIRouter(tags=["turns"], prefix="/v1")
_TURN: TypeAdapter[Turn] = TypeAdapter(Turn)
IdempotencyKey = Annotated[Name | None, Header(alias="Idempotency-Key")]


@router.post("/crews/{crew}/turns")
async def answer_turn(
    request: Request,
    crew: NameInPath,
    body: TurnBody,
    call: TurnCall,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """Answer a thing said to a crew; with `Accept: text/event-stream` as events."""
    turn_id = one_turn_id(body.turn_id, idempotency_key)
    said = body.said(now=call.at(body.now), turn_id=turn_id)
    pair = await pair_of(call, body.user, crew)
    if "text/event-stream" not in request.headers.get("accept", ""):
        turn = await call.app.answer_turn(pair, said)
        call.figures.note(turn)
        return answer(turn)
    events = await begin(call.app.answer_turn.stream(pair, said), call.figures)
    return stream_response(events, _written, _failed)


@router.get("/turns/{turn_id}")
async def read_turn(turn_id: NameInPath, call: TurnCall) -> Response:
    """A turn as it was answered."""
    return answer(_as_turn(await call.app.explain_turn.turn(call.tenant, turn_id)))


@router.get("/turns/{turn_id}/explain")
async def explain_turn(turn_id: NameInPath, call: TurnCall) -> Response:
    """Why a turn came out as it did."""
    return answer(await call.app.explain_turn(call.tenant, turn_id))


async def pair_of(call: Call, user: str, crew: str) -> Pair:
    """The pair that speaks; a new user id makes a new user. Raises: NotFound, BadInput."""
    pair = await call.app.keep_people.pair(call.tenant, user, crew)
    if pair is None:
        raise RuntimeError("a user that should have been made is not there")
    return pair


def one_turn_id(in_body: str | None, in_header: str | None) -> str | None:
    """The turn's id from body and header. Raises: BadInput when they disagree."""
    if in_body is not None and in_header is not None and in_body != in_header:
        raise BadInput(
            "turn_id_disagrees",
            "the Idempotency-Key header and turn_id name different turns",
            hint="send one of them, or the same id in both",
            field="turn_id",
        )
    return in_body or in_header


def _as_turn(stored: Any) -> Any:
    """A stored answer read back as a Turn; an unfinished turn stays as it is told."""
    return _TURN.validate_python(stored) if "reply" in stored else stored


def _written(event: TurnEvent) -> str:
    match event:
        case Started():
            return event_line("turn.started", event)
        case Decided():
            return event_line("decision", event)
        case Delta():
            return event_line("delta", event)
        case Completed():
            return event_line("turn.completed", event.turn)


def _failed(error: Exception) -> str:
    return event_line("error", problem_of(error))
