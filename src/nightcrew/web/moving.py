"""Memories on the move: from crew to crew, in from elsewhere, out and back again."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from fastapi.responses import Response

from nightcrew.web.access import MemoryCall
from nightcrew.web.json_shape import answer
from nightcrew.web.moving_bodies import (
    BackfillBody,
    CopyBody,
    Import,
    ListImport,
    MarkdownImport,
)
from nightcrew.web.names import CrewWanted, UserInPath

router = APIRouter(tags=["moving"], prefix="/v1/users/{user}")
MARKDOWN = "text/markdown; charset=utf-8"


@router.post("/memories/copy")
async def copy_memories(user: UserInPath, body: CopyBody, call: MemoryCall) -> Response:
    """Copy what a crew remembers for another; dates, via, explicit marks and tombstones stay."""
    return answer(
        await call.app.copy_memories(
            call.tenant,
            user,
            body.from_crew,
            body.to_crew,
            kinds=body.kinds,
            dry_run=body.dry_run,
            now=call.at(body.now),
        )
    )


@router.post("/evidence")
async def backfill_evidence(user: UserInPath, body: BackfillBody, call: MemoryCall) -> Response:
    """Keep talk from before with its own dates; the same line again changes nothing."""
    call.at(body.now)
    return answer(await call.app.backfill_evidence(call.tenant, user, body.crew, body.lines()))


@router.get("/export")
async def export_person(
    user: UserInPath,
    call: MemoryCall,
    wanted: Annotated[Literal["json", "md"], Query(alias="format")] = "json",
    crew: CrewWanted = None,
) -> Response:
    """Everything about a person as JSON, or the memories as Markdown; crew: of Markdown only."""
    move = call.app.move_person
    if wanted == "json":
        return answer(await move.export(call.tenant, user, now=call.at()))
    call.check_crew(crew)
    text = await move.markdown(call.tenant, user, crew=crew, now=call.at())
    return Response(text, media_type=MARKDOWN, headers={"Cache-Control": "no-store"})


@router.post("/import")
async def import_person(
    user: UserInPath, body: Annotated[Import, Body(discriminator="format")], call: MemoryCall
) -> Response:
    """Bring in a whole export, an edited Markdown file or another assistant's list."""
    move, now = call.app.move_person, call.at(body.now)
    match body:
        case MarkdownImport():
            done = await move.import_markdown(
                call.tenant, user, body.text, dry_run=body.dry_run, now=now
            )
        case ListImport():
            done = await move.import_list(
                call.tenant, user, body.crew, body.items(),
                scope=body.scope, dry_run=body.dry_run, now=now,
            )  # fmt: skip
        case _:
            done = await move.import_document(
                call.tenant, user, body.document(), dry_run=body.dry_run, now=now
            )
    return answer(done)
