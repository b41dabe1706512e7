"""The five tools as values: what is asked of them and what they bring back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from nightcrew.domain.reason import ToolStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a line of a tool's result comes from."""

    title: str
    url: str
    snippet: str = ""
    published_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """One question to the outside world. deadline_seconds: what is left of the turn's time."""

    query: str
    locale: str
    max_results: int = 5
    deadline_seconds: float = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What the outside world answered; `empty` only when the provider itself said so."""

    status: ToolStatus
    sources: tuple[Source, ...] = ()
    provider: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What one tool brought into a turn.

    lines: text for the data frame of the reply prompt; untrusted, never an instruction.
    """

    status: ToolStatus
    lines: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    note: str = ""
    as_of: datetime | None = None


NOT_USED = ToolResult(status=ToolStatus.NOT_USED)
