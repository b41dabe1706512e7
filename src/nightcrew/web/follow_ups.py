"""The follow-up screen over HTTP, and the preview that promises nothing."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from nightcrew.domain.preview import preview
from nightcrew.web.access import MemoryCall
from nightcrew.web.bodies import ChangeFollowUpBody, MakeFollowUpBody, PreviewBody, TimeBody
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Cursor, IdInPath, Limit, UserInPath

router = APIRouter(tags=["follow-ups"], prefix="/v1")


@router.post("/follow-ups/preview")
async def preview_follow_up(body: PreviewBody, _: MemoryCall) -> Response:
    """When something would be due and when it would leave."""
    return answer(preview(body.request()))


@router.get("/users/{user}/follow-ups")
async def list_follow_ups(
    user: UserInPath,
    call: MemoryCall,
    status: Annotated[Literal["open", "all"], Query()] = "open",
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """What was promised to this user."""
    return answer(
        await call.app.keep_follow_ups.list(
            call.tenant, user, status=status, cursor=cursor, limit=limit, now=call.at()
        )
    )


@router.post("/users/{user}/follow-ups")
async def make_follow_up(user: UserInPath, body: MakeFollowUpBody, call: MemoryCall) -> Response:
    """Promise something; the same promise again is the one that is there."""
    return answer(
        await call.app.keep_follow_ups.make(
            call.tenant, user, body.crew, body.spec(), now=call.at(body.now)
        )
    )


@router.patch("/users/{user}/follow-ups/{follow_up}")
async def change_follow_up(
    user: UserInPath, follow_up: IdInPath, body: ChangeFollowUpBody, call: MemoryCall
) -> Response:
    """Snooze, skip the next time, pause, resume or end."""
    return answer(
        await call.app.keep_follow_ups.change(
            call.tenant, user, follow_up, body.change(), now=call.at(body.now)
        )
    )


@router.delete("/users/{user}/follow-ups/{follow_up}")
async def delete_follow_up(user: UserInPath, follow_up: IdInPath, call: MemoryCall) -> Response:
    """Call it off."""
    return answer(
        await call.app.keep_follow_ups.delete(call.tenant, user, follow_up, now=call.at())
    )


@router.get("/users/{user}/follow-ups/{follow_up}/occurrences")
async def list_occurrences(
    user: UserInPath,
    follow_up: IdInPath,
    call: MemoryCall,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """Its next time, then those it was due with what became of each, newest first."""
    return answer(
        await call.app.keep_follow_ups.occurrence_page(
            call.tenant, user, follow_up, cursor=cursor, limit=limit, now=call.at()
        )
    )


@router.post("/users/{user}/follow-ups/{follow_up}/run")
async def run_follow_up(
    user: UserInPath, follow_up: IdInPath, call: MemoryCall, body: TimeBody | None = None
) -> Response:
    """Make it due now."""
    now = call.at(body.now if body else None)
    return answer(await call.app.keep_follow_ups.run(call.tenant, user, follow_up, now=now))
