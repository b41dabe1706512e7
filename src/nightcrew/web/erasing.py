"""Erasing over HTTP: a memory, one of its versions, a turn, a conversation, a user."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from nightcrew.domain.named_fields import recast
from nightcrew.domain.receipt import Receipt
from nightcrew.web.access import MemoryCall
from nightcrew.web.bodies import TimeBody
from nightcrew.web.json_shape import answer
from nightcrew.web.names import IdInPath, NameInPath, UserInPath
from nightcrew.web.openapi_shapes import VersionShown

router = APIRouter(tags=["erasing"], prefix="/v1/users/{user}")


@router.post("/memories/{memory}/erase")
async def erase_memory(
    user: UserInPath, memory: IdInPath, call: MemoryCall, body: TimeBody | None = None
) -> Response:
    """Forget it and leave no wording of it, nor of what it rests on."""
    now = call.at(body.now if body else None)
    return _receipt(await call.app.erase_words.memory(call.tenant, user, memory, now=now))


@router.post("/memories/{memory}/versions/{version}/redact")
async def redact_version(
    user: UserInPath,
    memory: IdInPath,
    version: Annotated[int, Path(ge=1)],
    call: MemoryCall,
    body: TimeBody | None = None,
) -> Response:
    """Take the words of an old value; who changed it and when stays."""
    now = call.at(body.now if body else None)
    redacted = await call.app.erase_words.redact(call.tenant, user, memory, version, now=now)
    return answer(recast(VersionShown, redacted))


@router.post("/evidence/{evidence}/erase")
async def erase_turn(
    user: UserInPath, evidence: IdInPath, call: MemoryCall, body: TimeBody | None = None
) -> Response:
    """Erase one raw turn and the memories that rest on it alone."""
    now = call.at(body.now if body else None)
    return _receipt(await call.app.erase_words.turn(call.tenant, user, evidence, now=now))


@router.delete("/conversations/{conversation}")
async def erase_conversation(
    user: UserInPath, conversation: NameInPath, call: MemoryCall
) -> Response:
    """Erase everything said in a conversation and the memories that rest on it alone."""
    done = await call.app.erase_words.conversation(call.tenant, user, conversation, now=call.at())
    return _receipt(done)


@router.delete("")
async def erase_person(user: UserInPath, call: MemoryCall) -> Response:
    """Erase everything of the user."""
    return _receipt(await call.app.erase_words.person(call.tenant, user, now=call.at()))


def _receipt(receipt: Receipt) -> Response:
    return answer({"receipt": receipt})
