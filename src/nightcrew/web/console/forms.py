"""What a form of the console sends: read once, strictly, and never kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from urllib.parse import parse_qsl
from uuid import UUID, uuid4

from fastapi import Request

from nightcrew.domain.errors import BadInput
from nightcrew.web.names import as_id

MOST_FIELDS = 300  # a reviewed dream proposes at most some dozens of changes
MEDIA_TYPE = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The fields that were sent; a field that was left out is empty text."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A field with line breaks as newlines."""
        found = self.fields.get(name, ("",))
        return found[-1].replace("\r\n", "\n").strip()

    def whole(self, name: str) -> str:
        """A field with every space and line as it was typed, line breaks as newlines."""
        found = self.fields.get(name, ("",))
        return found[-1].replace("\r\n", "\n")

    def needed(self, name: str) -> str:
        """A field that must say something. Raises: BadInput."""
        text = self.text(name)
        if not text:
            raise BadInput("missing_field", "this must not be empty", hint="fill it in", field=name)
        return text

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a field that may come several times."""
        return tuple(self.fields.get(name, ()))

    def number(self, name: str) -> int | None:
        """A whole number; None when the field is empty. Raises: BadInput."""
        text = self.text(name)
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise BadInput("invalid_field", "this is no number", hint="give a number", field=name)
        return int(text)

    def day(self, name: str) -> date | None:
        """A date; None when the field is empty. Raises: BadInput."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise BadInput(
                "invalid_field", "this is no date", hint="write YYYY-MM-DD", field=name
            ) from None

    def wall_time(self, name: str) -> datetime | None:
        """A wall time without a zone; None when the field is empty. Raises: BadInput."""
        text = self.text(name)
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
        except ValueError:
            raise BadInput(
                "invalid_field", "this is no time", hint="write YYYY-MM-DDTHH:MM", field=name
            ) from None

    def new_id(self, name: str) -> str:
        """The id a form carries, so that sending it twice is one act; a new one without it."""
        known = as_id(self.text(name))
        return str(uuid4() if known == UUID(int=0) else known)


async def read_form(request: Request) -> Form:
    """Read the body of a form. Raises: BadInput `form_unreadable`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if body and kind != MEDIA_TYPE:
        raise _unreadable()
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            encoding="utf-8",
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise _unreadable() from None
    fields: dict[str, list[str]] = {}
    for name, text in pairs:
        if "\x00" in text:
            raise BadInput(
                "text_unreadable", "the text holds a NUL character", hint="leave it out", field=name
            )
        fields.setdefault(name, []).append(text)
    return Form(fields=fields)


def _unreadable() -> BadInput:
    return BadInput(
        "form_unreadable", "the form cannot be read", hint="load the page and try again"
    )
