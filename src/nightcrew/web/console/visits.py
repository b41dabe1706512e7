"""One look at the console: who looks, in which language, at which time, and what was sent."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import Depends, Request

from nightcrew.app import App
from nightcrew.domain.errors import Refused
from nightcrew.usecases.keep_console import Visitor
from nightcrew.usecases.keep_tenant import DEFAULT_TENANT
from nightcrew.web.console.forms import Form, read_form
from nightcrew.web.console.words import Language, chosen, words
from nightcrew.web.figures import Figures

SESSION = "nightcrew_session"
LANGUAGE = "nightcrew_language"
THEME = "nightcrew_theme"
CLOCK = "nightcrew_clock"
THEMES = ("auto", "light", "dark")
CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf-token"
ELSEWHERE = ("cross-site", "same-site")


class SignInFirst(Refused):
    """Nobody is signed in; `back` is where they wanted to go."""

    def __init__(self, back: str) -> None:
        super().__init__("sign_in_first", "nobody is signed in", hint="sign in with a key")
        self.back = back


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One request of a person's browser.

    now: the clock this browser travels with, None for the real one. partial: htmx asks for a part.
    path: of this request, with ids only.
    """

    app: App
    figures: Figures
    path: str
    address: str
    language: Language
    theme: str
    secure: bool
    partial: bool
    csrf: str = ""
    visitor: Visitor | None = None
    now: datetime | None = None
    form: Form = field(default_factory=Form)

    @property
    def words(self) -> Any:
        """What the page says, in its language."""
        return words(self.language)

    @property
    def tenant(self) -> UUID:
        """Whose rows may be seen. Raises: SignInFirst."""
        return self.signed_in().tenant

    def signed_in(self) -> Visitor:
        """Who looks. Raises: SignInFirst."""
        if self.visitor is None:
            raise SignInFirst(self.path)
        return self.visitor

    def may(self, scope: str) -> bool:
        """Whether the key behind the session has the scope."""
        return self.visitor is not None and scope in self.visitor.scopes

    @property
    def edits_crews(self) -> bool:
        """Whether crew text may be seen and changed: it belongs to the installation."""
        ours = self.visitor is not None and self.visitor.tenant_name == DEFAULT_TENANT
        return ours and self.may("admin")

    def at(self) -> datetime:
        """The time of this look."""
        return self.now or self.app.world.clock.now()

    def zone(self) -> str:
        """The zone in which moments of nobody in particular are told."""
        return self.app.crews.house().timezone


async def look(request: Request) -> Visit:
    """Who looks, without asking for a session; what a form sent is checked and read.

    Raises: Refused `forged_form`, BadInput.
    """
    app: App = request.app.state.app
    secret = request.cookies.get(SESSION, "")
    visitor = await app.keep_console.visitor(secret) if secret else None
    csrf = csrf_of(secret) if visitor else ""
    form = Form()
    if request.method == "POST":
        _check_origin(request)
        form = await read_form(request)
        if visitor is not None:
            _check_csrf(request, form, csrf)
    theme = request.cookies.get(THEME, "")
    return Visit(
        app=app,
        figures=request.app.state.figures,
        path=request.url.path,
        address=request.client.host if request.client else "",
        language=chosen(
            request.cookies.get(LANGUAGE),
            request.headers.get("accept-language", ""),
            app.settings.lang,
        ),
        theme=theme if theme in THEMES else THEMES[0],
        secure=request.url.scheme == "https",
        partial=request.headers.get("hx-request") == "true",
        csrf=csrf,
        visitor=visitor,
        now=_clock(request, app),
        form=form,
    )


def csrf_of(secret: str) -> str:
    """The token of every form of a session; it tells nothing of the session's secret."""
    return hmac.new(secret.encode(), b"nightcrew console form", sha256).hexdigest()


def _check_origin(request: Request) -> None:
    """Refuse a form that another site's page sent. Raises: Refused."""
    origin = request.headers.get("origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("host", "")
    if foreign or request.headers.get("sec-fetch-site") in ELSEWHERE:
        raise _forged()


def _check_csrf(request: Request, form: Form, csrf: str) -> None:
    sent = form.text(CSRF_FIELD) or request.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(sent.encode(), csrf.encode()):
        raise _forged()


def _forged() -> Refused:
    return Refused(
        "forged_form",
        "the form does not come from this session",
        hint="load the page again and send it from there",
    )


def _clock(request: Request, app: App) -> datetime | None:
    if not app.settings.time_travel:
        return None
    try:
        found = datetime.fromisoformat(request.cookies.get(CLOCK, ""))
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def needs(scope: str) -> Callable[[Request], Awaitable[Visit]]:
    """A dependency that gives the look of a session whose key has the scope.

    Raises: SignInFirst, Refused `missing_scope`.
    """

    async def the_visit(request: Request) -> Visit:
        visit = await look(request)
        visit.signed_in()
        if not visit.may(scope):
            raise Refused(
                "missing_scope",
                f"this key may not do this, it needs the scope {scope}",
                hint=f"sign in with a key that has the scope {scope}",
                details={"scope": scope},
            )
        return visit

    return the_visit


AnyVisit = Annotated[Visit, Depends(look)]
TurnVisit = Annotated[Visit, Depends(needs("turn"))]
MemoryVisit = Annotated[Visit, Depends(needs("memory"))]
OpsVisit = Annotated[Visit, Depends(needs("ops"))]
AdminVisit = Annotated[Visit, Depends(needs("admin"))]
