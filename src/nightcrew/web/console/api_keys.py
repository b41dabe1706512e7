"""*Keys*: who may do what; a key is shown once, when it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from fastapi import Response

from nightcrew.domain.errors import BadInput, NightcrewError, NotFound
from nightcrew.usecases.keep_tenant import SCOPES, NewKey
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import IdInPath
from nightcrew.web.problems import status_of

router = console_router()
LONGEST_LABEL, MOST_DAYS = 100, 3_650


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """A key without anything that opens a door. state: open, expired or revoked."""

    id: UUID
    label: str
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None
    state: str


@router.get("/keys")
async def keys_page(visit: AdminVisit, done: str = "") -> Response:
    """The tenant's keys, newest first, and the place to make one."""
    return await _page(visit, done=done)


@router.post("/keys")
async def make(visit: AdminVisit) -> Response:
    """Make a key and show it this once; no address leads here again."""
    keep = visit.app.keep_tenant
    try:
        made = await keep.make_key(
            visit.signed_in().tenant_name,
            visit.form.every("scope"),
            label=_label(visit),
            expires_in=_for_how_long(visit),
        )
    except NightcrewError as error:
        return await _page(visit, refused=error.code, status=status_of(error))
    return _made(visit, made)


def _made(visit: Visit, made: NewKey) -> Response:
    return page(visit, "key_made.html", title=visit.words["keys"]["made"], made=made)


def _label(visit: Visit) -> str:
    label = " ".join(visit.form.text("label").split())
    if len(label) > LONGEST_LABEL:
        raise BadInput("label_too_long", "the name is too long", hint="shorten it", field="label")
    return label


def _for_how_long(visit: Visit) -> timedelta | None:
    days = visit.form.number("days")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise BadInput(
            "days_out_of_range", "a key opens for 1 to 3650 days", hint="choose less", field="days"
        )
    return None if days is None else timedelta(days=days)


@router.get("/keys/{key}/revoke")
async def ask_revoke(key: IdInPath, visit: AdminVisit) -> Response:
    """Say what revoking does and ask whether to do it."""
    found = next((each for each in await _keys(visit) if each.id == key), None)
    if found is None:
        raise NotFound("key_not_there", "there is no such key", hint="choose one again")
    title = visit.words["keys"]["revoke"]
    return page(visit, "key_revoke.html", title=title, key=found, zone=visit.zone())


@router.post("/keys/{key}/revoke")
async def revoke(key: IdInPath, visit: AdminVisit) -> Response:
    """End a key at once."""
    keep = visit.app.keep_tenant
    await keep.revoke(key, visit.signed_in().tenant_name)
    return go("/keys", done="revoked")


async def _keys(visit: Visit) -> Sequence[KeyRow]:
    keep = visit.app.keep_tenant
    # Keys end by the server's clock, whatever time this browser travels to.
    now = visit.app.world.clock.now()
    return [_row(each, now) for each in await keep.keys(visit.signed_in().tenant_name)]


def _row(key: Mapping[str, Any], now: datetime) -> KeyRow:
    expired = key["expires_at"] is not None and key["expires_at"] <= now
    return KeyRow(
        id=key["id"],
        label=key["label"],
        scopes=tuple(key["scopes"]),
        created_at=key["created_at"],
        expires_at=key["expires_at"],
        state="revoked" if key["revoked_at"] else "expired" if expired else "open",
    )


async def _page(visit: Visit, *, done: str = "", refused: str = "", status: int = 200) -> Response:
    return page(
        visit,
        "keys.html",
        title=visit.words["keys"]["title"],
        status=status,
        keys=await _keys(visit),
        scopes=SCOPES,
        zone=visit.zone(),
        done=done,
        refused=refused,
        typed={
            "label": visit.form.text("label"),
            "days": visit.form.text("days"),
            "scopes": visit.form.every("scope"),
        },
    )
