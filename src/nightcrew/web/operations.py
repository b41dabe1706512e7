"""For the backend and the operator: the outbox, the dreams, and any flow at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.dream import DreamReport
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.named_fields import recast
from nightcrew.store import people
from nightcrew.usecases.read_outbox import LONGEST_WAIT
from nightcrew.web.access import Call, OpsCall, TurnCall
from nightcrew.web.bodies import AcceptBody, AckBody, RunBody, TimeBody
from nightcrew.web.json_shape import answer, plain
from nightcrew.web.names import (
    CrewWanted,
    Cursor,
    IdInPath,
    Limit,
    NameInPath,
    UserWanted,
    as_id,
)
from nightcrew.web.openapi_shapes import Acknowledged, Messages, OutboxMessage

router = APIRouter(tags=["operation"], prefix="/v1")
WORDS = frozenset({"text", "why", "verdict"})


@router.get("/outbox")
async def read_outbox(
    call: TurnCall,
    cursor: Cursor = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
    limit: Limit = 50,
) -> Response:
    """What crews say first and nobody acknowledged; wait: seconds to stay for the first one."""
    page = await call.app.read_outbox.page(call.tenant, cursor=cursor, wait=wait, limit=limit)
    items = tuple(recast(OutboxMessage, each) for each in page.items)
    return answer(Messages(items=items, next_cursor=page.next_cursor))


@router.post("/outbox/{message}/ack")
async def acknowledge(message: IdInPath, body: AckBody, call: TurnCall) -> Response:
    """Tell what became of a message."""
    item = await call.app.read_outbox.ack(call.tenant, message, body.status, now=call.at(body.now))
    return answer(recast(Acknowledged, item, status=item.state))


@router.get("/dreams")
async def list_dreams(
    call: OpsCall,
    user: UserWanted = None,
    crew: CrewWanted = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """What dreams did and did not do, newest first."""
    call.check_crew(crew)
    page = await call.app.read_dreams.list(
        call.tenant, user=user, crew=crew, cursor=cursor, limit=limit
    )
    reports = [_report(call, each) for each in page.items]
    return answer({"items": reports, "next_cursor": page.next_cursor, "total": page.total})


@router.get("/dreams/{dream}")
async def read_dream(dream: IdInPath, call: OpsCall) -> Response:
    """One report."""
    return answer(_report(call, await call.app.read_dreams.one(call.tenant, dream)))


@router.post("/dreams/{dream}/accept")
async def accept_changes(dream: IdInPath, body: AcceptBody, call: OpsCall) -> Response:
    """Apply changes of a dream in review mode, by their numbers; the others go on waiting."""
    told = await call.app.decide_dreams.accept(
        call.tenant, dream, body.changes, now=call.at(body.now)
    )
    return answer(_report(call, told))


@router.post("/dreams/{dream}/revert")
async def revert_dream(dream: IdInPath, call: OpsCall, body: TimeBody | None = None) -> Response:
    """Undo a whole dream as new versions; what was changed since stays and is told."""
    now = call.at(body.now if body else None)
    return answer(_report(call, await call.app.decide_dreams.revert(call.tenant, dream, now=now)))


@router.post("/run/{flow}")
async def run_flow(flow: NameInPath, call: OpsCall, body: RunBody | None = None) -> Response:
    """Run a flow at once; it skips the once-per-window limit, not the quiet time."""
    wanted = body or RunBody()
    call.check_crew(wanted.crew)
    wish = FlowWish(
        now=call.at(wanted.now),
        tenant=call.tenant,
        user=await call.app.flows.user_of(call.tenant, wanted.user),
        crew=wanted.crew,
        mode=wanted.mode,
    )
    done = await call.app.flows.run(flow, wish)
    named = await _named(call, done.reports)
    reports = [_report(call, report) for report in named]
    return answer({"run_id": done.run_id, "counts": done.counts, "reports": reports})


async def _named(
    call: Call, reports: Sequence[DreamReport | FlowReport]
) -> list[DreamReport | FlowReport]:
    """The reports with the backend's ids; flows that never leave the house speak of our own."""
    ours = {each.user: as_id(each.user) for each in reports}
    async with call.app.world.db.begin(call.tenant) as connection:
        names = await people.names_of(connection, call.tenant, list(ours.values()))
    return [replace(each, user=names.get(ours[each.user], each.user)) for each in reports]


def _report(call: Call, report: DreamReport | FlowReport) -> dict[str, Any]:
    """The report; of a dream, the user's words only for keys that may read memories."""
    told: dict[str, Any] = plain(report)
    if isinstance(report, DreamReport) and not call.may("memory"):
        told["changes"] = [_without_words(change) for change in told["changes"]]
    return told


def _without_words(change: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in change.items() if name not in WORDS}
