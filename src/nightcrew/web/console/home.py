"""The door of the console: sign in and out, choose a user, switch language and colours."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from fastapi import Response
from fastapi.responses import HTMLResponse

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.person import no_user
from nightcrew.domain.reachable import known_zone
from nightcrew.domain.zones import to_utc, zone
from nightcrew.web.console.pages import STATUS_OF_CODE, Subject, console_router, go, own_path, page
from nightcrew.web.console.visits import (
    CLOCK,
    LANGUAGE,
    SESSION,
    THEME,
    THEMES,
    AnyVisit,
    MemoryVisit,
    TurnVisit,
    Visit,
)
from nightcrew.web.console.words import LANGUAGES
from nightcrew.web.problems import status_of

router = console_router()
LOOK_FOR = 31_536_000  # seconds a browser keeps language and colours: a year
STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}


@router.get("/")
async def home(visit: AnyVisit) -> Response:
    """The first page; who is not signed in finds the sign-in here."""
    if visit.visitor is None:
        return _sign_in(visit)
    return _home(visit)


@router.get("/login")
async def sign_in_page(visit: AnyVisit, back: str = "/") -> Response:
    """The sign-in; back: where to go afterwards."""
    return _sign_in(visit, back=own_path(back))


@router.post("/login")
async def sign_in(visit: AnyVisit) -> Response:
    """Open a session for a key."""
    back = own_path(visit.form.text("back"))
    try:
        secret = await visit.app.keep_console.sign_in(visit.form.text("key"), visit.address)
    except Refused as error:
        status = STATUS_OF_CODE.get(error.code, 401)
        return _sign_in(visit, back=back, refused=error.code, status=status)
    if visit.visitor is not None:
        await visit.app.keep_console.sign_out(visit.visitor)
    answer = go(back)
    # Without max_age it ends with the browser; the database ends it after 12 idle hours.
    answer.set_cookie(
        SESSION, secret, path="/", httponly=True, samesite="strict", secure=visit.secure
    )
    return answer


@router.post("/logout")
async def sign_out(visit: AnyVisit) -> Response:
    """End the session, here and in the database."""
    if visit.visitor is not None:
        await visit.app.keep_console.sign_out(visit.visitor)
    answer = go("/login")
    for name in (SESSION, CLOCK):
        answer.delete_cookie(name, path="/", httponly=True, samesite="strict", secure=visit.secure)
    return answer


@router.post("/look")
async def switch(visit: AnyVisit) -> Response:
    """Switch the language or the colours of this browser."""
    answer = go(own_path(visit.form.text("back")))
    for name, allowed, field in ((LANGUAGE, LANGUAGES, "language"), (THEME, THEMES, "theme")):
        wanted = visit.form.text(field)
        if wanted in allowed:
            answer.set_cookie(
                name, wanted, max_age=LOOK_FOR, path="/",
                httponly=True, samesite="strict", secure=visit.secure,
            )  # fmt: skip
    return answer


@router.post("/clock")
async def set_clock(visit: TurnVisit) -> Response:
    """Let this browser travel in time: to a wall time of a zone, a step on, or back to now."""
    if not visit.app.settings.time_travel:
        raise BadInput(
            "time_travel_off", "this server does not travel in time", hint="NIGHTCREW_TIME_TRAVEL=1"
        )
    answer = go(own_path(visit.form.text("back")), at="clock")
    step, wanted = visit.form.text("step"), visit.form.wall_time("local")
    if step == "real":
        answer.delete_cookie(CLOCK, path="/", httponly=True, samesite="strict")
        return answer
    at = visit.at()
    if step in STEPS:
        at += STEPS[step]
    elif wanted is not None:
        place = known_zone(visit.form.text("zone")) or zone(visit.zone())
        at = to_utc(wanted, place)
    answer.set_cookie(
        CLOCK, at.isoformat(timespec="seconds"), path="/",
        httponly=True, samesite="strict", secure=visit.secure,
    )  # fmt: skip
    return answer


@router.post("/people")
async def choose_user(visit: MemoryVisit) -> Response:
    """Go to a user by the backend's id, which is posted so that it stands in no address."""
    name = visit.form.text("user")
    try:
        found = await known_user(visit, name)
    except (BadInput, NotFound) as error:
        return _home(visit, refused=error.code, wanted=name, status=status_of(error))
    return go(f"/people/{found}/memories")


async def known_user(visit: Visit, name: str) -> UUID:
    """Our own id of a backend's user. Raises: BadInput, NotFound."""
    found = await visit.app.read_console.find_user(visit.tenant, name)
    if found is None:
        raise no_user()
    return found


async def subject_of(visit: Visit, user: UUID) -> Subject:
    """The user a page is about. Raises: NotFound."""
    reads = visit.app.read_console
    return Subject(
        id=user,
        name=await reads.user_name(visit.tenant, user),
        zone=await reads.zone_of(visit.tenant, user),
    )


def _home(visit: Visit, *, refused: str = "", wanted: str = "", status: int = 200) -> HTMLResponse:
    return page(
        visit,
        "home.html",
        title=visit.words["home"]["title"],
        status=status,
        refused=refused,
        wanted=wanted,
    )


def _sign_in(
    visit: Visit, *, back: str = "/", refused: str = "", status: int = 200
) -> HTMLResponse:
    title = visit.words["sign_in"]["title"]
    return page(visit, "sign_in.html", title=title, status=status, back=back, refused=refused)
