"""The five tools as values: what is asked of them and what they bring back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

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
    """One question to the outside world.

    deadline_seconds: what is left of the turn's time. freshness_days: what is dated older is left
    out; what has no date stays. allow, deny: domains, each with those below it; allow None is
    every domain. on: the asker's day, for words such as "3 days ago"; without it an answer is not
    kept for the day. whose: the tenant, whose answers no other gets. anew: ask, whatever is kept.
    """

    query: str
    locale: str
    max_results: int = 5
    deadline_seconds: float = 8.0
    freshness_days: int | None = None
    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] = ()
    on: date | None = None
    whose: UUID | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What the outside world answered; `empty` only when the provider itself said so.

    dropped: results that were found and may not or cannot be shown. retry_after_seconds: how long
    the provider asks to be left alone; None when it did not say.
    """

    status: ToolStatus
    sources: tuple[Source, ...] = ()
    provider: str = ""
    note: str = ""
    dropped: int = 0
    retry_after_seconds: float | None = None


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
