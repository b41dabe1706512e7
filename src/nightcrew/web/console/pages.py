"""How a page leaves: rendered, under a strict policy, as a whole or as the part htmx asked for."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from nightcrew.domain.errors import BadInput, NightcrewError, NotFound
from nightcrew.domain.moments import instant_text
from nightcrew.web.console import words as wording
from nightcrew.web.console.navigation import of_person, of_visit
from nightcrew.web.console.rhythms import rhythm
from nightcrew.web.console.visits import LANGUAGE, THEME, THEMES, SignInFirst, Visit
from nightcrew.web.console.words import chosen
from nightcrew.web.problems import note_unexpected, on_http, problem_of

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with it a browser hides the origin of our own forms from us.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "HX-Request, Cookie, Accept-Language",
}
STATUS_OF_CODE: Mapping[str, int] = {"too_many_tries": 429, "forged_form": 403}

_PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates" / "console"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def _fill(text: str, **parts: object) -> str:
    """A sentence with its parts put in; what comes out is escaped like any text."""
    return text.format(**parts)


_PAGES.filters.update(instant=instant_text, fill=_fill, number=wording.a_number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The user a page is about.

    id: ours, which may stand in paths; name: the backend's. zone: where their moments are told.
    """

    id: UUID
    name: str
    zone: str


def page(
    visit: Visit,
    template: str,
    *,
    title: str,
    subject: Subject | None = None,
    status: int = 200,
    **parts: Any,
) -> HTMLResponse:
    """A whole page. title: what the tab and the heading say."""
    html = _PAGES.get_template(template).render(
        **_common(visit),
        title=title,
        subject=subject,
        navigation=of_visit(visit),
        tabs=of_person(visit, subject.id) if subject else (),
        **parts,
    )
    return HTMLResponse(html, status, headers=dict(HEADERS))


def part(visit: Visit, template: str, *, status: int = 200, **parts: Any) -> HTMLResponse:
    """A part of a page, for htmx to put in place."""
    return HTMLResponse(fragment(visit, template, **parts), status, headers=dict(HEADERS))


def fragment(visit: Visit, template: str, **parts: Any) -> str:
    """The text of a part of a page, escaped like all of them."""
    return _PAGES.get_template(template).render(**_common(visit), **parts)


def _common(visit: Visit) -> dict[str, Any]:
    say = {
        "day": partial(wording.a_day, language=visit.language),
        "short_day": partial(wording.a_short_day, language=visit.language),
        "moment": partial(wording.a_moment, language=visit.language),
        "rhythm": partial(rhythm, language=visit.language),
        "short_moment": partial(wording.a_short_moment, language=visit.language),
    }
    return {
        "visit": visit,
        "words": visit.words,
        "say": say,
        "crew_names": visit.app.crews.names(),
        "themes": THEMES,
    }


def go(path: str, *, at: str = "", **asked: str) -> RedirectResponse:
    """Send the browser on with a GET.

    at: the part of the page to look at first. asked: codes and ids only, never a user's words.
    """
    query = f"?{urlencode(asked)}" if asked else ""
    part = f"#{at}" if at else ""
    return RedirectResponse(f"{path}{query}{part}", 303, headers=dict(HEADERS))


def own_path(wanted: str) -> str:
    """A path of ours; anything that could lead elsewhere becomes the first page."""
    fits = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    plain = wanted.isascii() and wanted.isprintable() and "\\" not in wanted
    return wanted if fits and plain and not wanted.startswith("/v1/") else "/"


class ConsoleRoute(APIRoute):
    """A route whose refusals are pages for people."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler with every error turned into a page."""
        handle = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await handle(request)
            except SignInFirst as error:
                return _to_sign_in(request, error.back)
            except RequestValidationError:
                wrong = BadInput("invalid_field", "a field cannot be read", hint="correct it")
                return _refusal(request, wrong)
            except NightcrewError as error:
                return _refusal(request, error)
            except Exception as error:
                note_unexpected(error)
                return _refusal(request, error)

        return told


def console_router() -> APIRouter:
    """A router of pages; they are no part of the described API."""
    return APIRouter(route_class=ConsoleRoute, include_in_schema=False)


def _to_sign_in(request: Request, back: str) -> Response:
    where = f"/login?{urlencode({'back': own_path(back)})}"
    if request.headers.get("hx-request") == "true":
        return Response(status_code=204, headers={**HEADERS, "HX-Redirect": where})
    return RedirectResponse(where, 303, headers=dict(HEADERS))


async def no_such_page(request: Request, error: Exception) -> Response:
    """Nothing is at an address: a page for whoever reads pages, else the API's problem."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.url.path.startswith("/v1/") or not wants_page:
        return await on_http(request, error)
    gone = NotFound("no_such_page", "there is no such page", hint="go back to the first page")
    return _refusal(request, gone)


def _refusal(request: Request, error: Exception) -> Response:
    """Tell what went wrong: known codes in the page's language, all with the code itself."""
    problem = problem_of(error)
    status = STATUS_OF_CODE.get(problem["code"], int(problem["status"]))
    language = chosen(
        request.cookies.get(LANGUAGE),
        request.headers.get("accept-language", ""),
        request.app.state.app.settings.lang,
    )
    words = wording.words(language)
    parts = {
        "words": words,
        "language": language,
        "theme": request.cookies.get(THEME, THEMES[0]),
        "code": problem["code"],
        "said": words["errors"].get(problem["code"], problem["detail"]),
        "hint": "" if problem["code"] in words["errors"] else problem["hint"],
    }
    small = request.headers.get("hx-request") == "true"
    template = "_refused.html" if small else "refused.html"
    html = _PAGES.get_template(template).render(**parts)
    headers = {**HEADERS, "HX-Retarget": "#notices", "HX-Reswap": "innerHTML"} if small else HEADERS
    return HTMLResponse(html, status, headers=dict(headers))
