"""The memory screen over HTTP: see, add, correct, forget, restore."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.named_fields import recast
from nightcrew.domain.page import LONGEST_PAGE, USUAL_PAGE
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.web.access import MemoryCall
from nightcrew.web.bodies import (
    AddMemoryBody,
    ChangeMemoryBody,
    RestoreBody,
    StartOverBody,
    TimeBody,
)
from nightcrew.web.json_shape import answer, plain
from nightcrew.web.names import Cursor, IdInPath, Limit, Name, UserInPath
from nightcrew.web.openapi_shapes import VersionShown

router = APIRouter(tags=["memories"], prefix="/v1/users/{user}")


class MemoriesWanted(BaseModel):
    """Which memories to list."""

    crew: Name | None = None
    scope: Scope | None = None
    kind: Kind | None = None
    status: Literal["active", "off", "all"] = "active"
    cursor: str | None = None
    limit: int = Field(default=USUAL_PAGE, ge=1, le=LONGEST_PAGE)


@router.get("/memories")
async def list_memories(
    user: UserInPath, wanted: Annotated[MemoriesWanted, Query()], call: MemoryCall
) -> Response:
    """Everything that is remembered, page by page, with the exact count."""
    call.check_crew(wanted.crew)
    chosen = wanted.model_dump()
    return answer(await call.app.keep_memories.list(call.tenant, user, **chosen, now=call.at()))


@router.post("/memories")
async def add_memory(user: UserInPath, body: AddMemoryBody, call: MemoryCall) -> Response:
    """Keep what the user wants kept: 201, or 200 when it is there already.

    `warning` is `store_nearly_full` when there is little room left.
    """
    new = body.taken_as(NewMemory)
    added = await call.app.keep_memories.add(call.tenant, user, new, now=call.at(body.now))
    shown = {**plain(added.memory), "created": added.created}
    if added.warning is not None:
        shown["warning"] = added.warning
    return answer(shown, 201 if added.created else 200)


@router.patch("/memories/{memory}")
async def change_memory(
    user: UserInPath, memory: IdInPath, body: ChangeMemoryBody, call: MemoryCall
) -> Response:
    """Put the user's own words in; explicit from now on."""
    return answer(
        await call.app.keep_memories.change(
            call.tenant,
            user,
            memory,
            body.text,
            expected_version=body.expected_version,
            now=call.at(body.now),
        )
    )


@router.post("/memories/{memory}/forget")
async def forget_memory(
    user: UserInPath, memory: IdInPath, call: MemoryCall, body: TimeBody | None = None
) -> Response:
    """Switch it off and keep it from coming back."""
    now = call.at(body.now if body else None)
    return answer(await call.app.keep_memories.forget(call.tenant, user, memory, now=now))


@router.post("/memories/{memory}/restore")
async def restore_memory(
    user: UserInPath, memory: IdInPath, call: MemoryCall, body: RestoreBody | None = None
) -> Response:
    """Bring it back as a new version; lifts its tombstone.

    Where another active memory says the same, that one is answered and stays the only one.
    """
    wanted = body or RestoreBody()
    return answer(
        await call.app.keep_memories.restore(
            call.tenant, user, memory, version=wanted.version, now=call.at(wanted.now)
        )
    )


@router.get("/memories/{memory}/versions")
async def list_versions(
    user: UserInPath, memory: IdInPath, call: MemoryCall, cursor: Cursor = None, limit: Limit = 50
) -> Response:
    """The values it had, newest first."""
    found = await call.app.keep_memories.version_page(
        call.tenant, user, memory, cursor=cursor, limit=limit
    )
    return answer(found.showing(recast(VersionShown, each) for each in found.items))


@router.post("/start-over")
async def start_over(
    user: UserInPath, call: MemoryCall, body: StartOverBody | None = None
) -> Response:
    """Switch memories off, without tombstones, and dream only of what is said from now on."""
    wanted = body or StartOverBody()
    return answer(
        await call.app.keep_memories.start_over(
            call.tenant, user, crew=wanted.crew, now=call.at(wanted.now)
        )
    )
