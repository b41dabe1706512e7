"""Names and moments as they come in: in a path, a query or a body, read once and strictly."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from typing import Annotated
from urllib.parse import quote, unquote
from uuid import UUID

from fastapi import Path, Query
from pydantic import AfterValidator, BeforeValidator, Field
from starlette.types import ASGIApp, Receive, Scope, Send

from nightcrew.domain.moments import FIRST_YEAR, LAST_YEAR
from nightcrew.domain.page import LONGEST_PAGE
from nightcrew.domain.preferences import LONGEST_ID, check_external_id

NO_ROW = UUID(int=0)  # the id of nothing: a malformed id is answered just like an unknown one


def is_name(text: str) -> bool:
    """Whether a backend may use it as an id: 1 to 128 characters, none of them a control."""
    printable = not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)
    return printable and 1 <= len(text) <= LONGEST_ID


def _name(text: str) -> str:
    if not is_name(text):
        raise ValueError(f"an id has 1 to {LONGEST_ID} characters and no control characters")
    return text


def _decoded(text: object) -> object:
    return unquote(text, errors="strict") if isinstance(text, str) else text


def as_id(text: str) -> UUID:
    """The id a text is, or the id of nothing."""
    try:
        return UUID(text)
    except ValueError:
        return NO_ROW


def _moment(text: object) -> datetime:
    shape = f"an instant is YYYY-MM-DDTHH:MM:SSZ between the years {FIRST_YEAR} and {LAST_YEAR}"
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        raise ValueError(shape) from None
    if moment.tzinfo is None or not FIRST_YEAR < moment.year < LAST_YEAR:
        raise ValueError(shape)
    return moment.astimezone(UTC)


def _day(text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise ValueError("a date is YYYY-MM-DD") from None


def _number(text: object) -> object:
    """A handle such as `c2` stands for its number."""
    return text.strip().strip("[]").removeprefix("c") if isinstance(text, str) else text


ChangeNumber = Annotated[int, BeforeValidator(_number), Field(ge=1)]
User = Annotated[str, AfterValidator(check_external_id)]
Name = Annotated[str, AfterValidator(_name)]
Instant = Annotated[datetime, BeforeValidator(_moment)]
Day = Annotated[date, BeforeValidator(_day)]
Language = Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$")]

UserInPath = Annotated[User, BeforeValidator(_decoded), Path()]
NameInPath = Annotated[str, BeforeValidator(_decoded), AfterValidator(_name), Path()]
Cursor = Annotated[str | None, Query(max_length=400)]
Limit = Annotated[int, Query(ge=1, le=LONGEST_PAGE)]
CrewWanted = Annotated[Name | None, Query(alias="crew")]
UserWanted = Annotated[User | None, Query(alias="user")]
IdInPath = Annotated[UUID, BeforeValidator(lambda text: as_id(str(text))), Path()]


class EncodedPaths:
    """Keeps `%2F` inside one part of a path: routes see encoded parts, names are decoded after."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on the request with the path as it was sent, each part encoded in one way."""
        if scope["type"] == "http":
            sent = scope.get("raw_path") or quote(scope["path"]).encode()
            scope["path"] = "/".join(map(_encoded, sent.decode("latin-1").split("/")))
        await self._app(scope, receive, send)


def _encoded(part: str) -> str:
    return quote(unquote(part, "latin-1"), safe="", encoding="latin-1")
