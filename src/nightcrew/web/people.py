"""What a user chose, and what is known of their past."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from nightcrew.usecases.recall_past import Recalled, Strategy
from nightcrew.web.access import MemoryCall
from nightcrew.web.bodies import PreferencesBody, TimeBody
from nightcrew.web.json_shape import answer
from nightcrew.web.names import CrewWanted, Cursor, IdInPath, Limit, Name, UserInPath

router = APIRouter(tags=["people"], prefix="/v1/users/{user}")


@router.get("/preferences")
async def read_preferences(user: UserInPath, call: MemoryCall) -> Response:
    """What the user chose; null where the house decides."""
    return answer(await call.app.keep_people.preferences(call.tenant, user))


@router.put("/preferences")
async def set_preferences(user: UserInPath, body: PreferencesBody, call: MemoryCall) -> Response:
    """Merge: what is left out stays, null resets."""
    return answer(
        await call.app.keep_people.set_preferences(
            call.tenant, user, body.changed(), now=call.at(body.now)
        )
    )


@router.get("/recall")
async def recall(
    user: UserInPath,
    call: MemoryCall,
    q: Annotated[str, Query(max_length=32_768)],
    crew: Annotated[Name, Query()],
    strategy: Annotated[Strategy, Query()] = "auto",
) -> Response:
    """What a turn with this message would be shown in a new conversation."""
    pair = await call.app.keep_people.pair(call.tenant, user, crew, make=False)
    if pair is None:
        return answer(Recalled(strategy=strategy))
    return answer(await call.app.recall_past(pair, q, strategy=strategy, now=call.at()))


@router.get("/evidence")
async def list_evidence(
    user: UserInPath,
    call: MemoryCall,
    crew: CrewWanted = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """What was said, word for word, newest first."""
    call.check_crew(crew)
    return answer(
        await call.app.read_evidence.list(call.tenant, user, crew=crew, cursor=cursor, limit=limit)
    )


@router.get("/suggestions")
async def list_suggestions(
    user: UserInPath, call: MemoryCall, cursor: Cursor = None, limit: Limit = 50
) -> Response:
    """Changes that dreams propose to what the user wrote, newest first."""
    return answer(
        await call.app.keep_suggestions.list(
            call.tenant, user, cursor=cursor, limit=limit, now=call.at()
        )
    )


@router.post("/suggestions/{suggestion}/{decision}")
async def decide_suggestion(
    user: UserInPath,
    suggestion: IdInPath,
    decision: Literal["accept", "dismiss", "discard"],
    call: MemoryCall,
    body: TimeBody | None = None,
) -> Response:
    """Accept it, put it aside or drop it for good."""
    keep, now = call.app.keep_suggestions, call.at(body.now if body else None)
    match decision:
        case "accept":
            return answer(await keep.accept(call.tenant, user, suggestion, now=now))
        case "dismiss":
            return answer(await keep.dismiss(call.tenant, user, suggestion, now=now))
        case "discard":
            return answer(await keep.discard(call.tenant, user, suggestion, now=now))
