"""Turns what search providers return into sources fit for a prompt: short, plain, each once."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from nightcrew.adapters.public_addresses import is_written_inside
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.search_results import may_be_shown, published_on
from nightcrew.domain.tool import SearchRequest, SearchResult, Source

MAX_TITLE = 200
MAX_SNIPPET = 300
MAX_URL = 500
MAX_RESULTS = 10

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
# What advertisers hang on an address, in Korea and elsewhere; the page is the same without it.
_TRACKING = re.compile(
    r"utm_\w+|[dg]clid|[gw]braid|gad_\w+|srsltid|fbclid|msclkid|yclid|twclid|ttclid|igsh(?:id)?"
    r"|mc_[ce]id|_hs(?:enc|mi)|_g[al]|vero_\w+|spm|scm|ref_(?:src|url)|napm"
    r"|n_(?:media|query|rank|ad|ad_group|keyword|keyword_id|campaign_type|match|network|mall_\w+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The results to show. unusable: nobody could open or read them. unwanted: kept out by rule."""

    sources: tuple[Source, ...]
    unusable: int
    unwanted: int


def chosen(found: Iterable[Mapping[str, object]], request: SearchRequest) -> Chosen:
    """The first wanted results, in order, one a page.

    found: mappings with `title`, `url`, and perhaps `snippet` and `published`. A result without a
    title or with an address a reader could not open is left out, and so is one from a domain or of
    an age that was not wanted.
    """
    kept: dict[str, Source] = {}
    unusable = unwanted = 0
    for result in found:
        source = _source(result, request.on)
        if source is None:
            unusable += 1
        elif not may_be_shown(source, request):
            unwanted += 1
        elif len(kept) < wanted_results(request):
            kept.setdefault(page_of(source.url), source)
    return Chosen(sources=tuple(kept.values()), unusable=unusable, unwanted=unwanted)


def wanted_results(request: SearchRequest) -> int:
    """How many results come back at most."""
    return max(1, min(request.max_results, MAX_RESULTS))


def answered(
    found: Iterable[Mapping[str, object]], request: SearchRequest, provider: str, note: str = ""
) -> SearchResult:
    """What a provider that answered brought; `empty` only when it found nothing at all itself."""
    picked = chosen(found, request)
    left_out = picked.unusable + picked.unwanted
    if picked.sources:
        status = ToolStatus.OK
    elif picked.unwanted:
        status, note = ToolStatus.EMPTY, "what was found is too old or from unwanted domains"
    elif picked.unusable:
        status, note = ToolStatus.UNAVAILABLE, "no result could be used"
    else:
        status = ToolStatus.EMPTY
    return SearchResult(
        status=status, sources=picked.sources, provider=provider, note=note, dropped=left_out
    )


def page_of(url: str) -> str:
    """The page an address stands for: without scheme, `www.`, tracking, fragment, last slash."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port not in {None, 80, 443} else ""
    asked = sorted(pair for pair in parse_qsl(parts.query) if not _TRACKING.fullmatch(pair[0]))
    return f"{host}{port}{unquote(parts.path).rstrip('/')}?{urlencode(asked)}"


def plain_text(value: object, limit: int) -> str:
    """One line of readable text: no tags, no control characters, cut at a word when too long."""
    if not isinstance(value, str):
        return ""
    untagged = _TAG.sub(" ", html.unescape(value[: limit * 20]))
    seen = "".join(
        " " if unicodedata.category(letter).startswith("Z") or letter in "\r\n\t" else letter
        for letter in untagged
        if letter in "\r\n\t" or not unicodedata.category(letter).startswith("C")
    )
    line = " ".join(seen.split())
    if len(line) <= limit:
        return line
    whole_words, _, _ = line[:limit].rpartition(" ")
    return f"{(whole_words or line)[: limit - 1]}…"


def _source(result: Mapping[str, object], on: date | None) -> Source | None:
    title = plain_text(result.get("title"), MAX_TITLE)
    url = result.get("url")
    if not title or not isinstance(url, str) or not _can_be_opened(url):
        return None
    return Source(
        title=title,
        url=url,
        snippet=plain_text(result.get("snippet"), MAX_SNIPPET),
        published_on=published_on(result.get("published"), on),
    )


def _can_be_opened(url: str) -> bool:
    if len(url) > MAX_URL or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return _is_plain_web_address(parts)
    except ValueError:
        return False


def _is_plain_web_address(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    named = bool(host) and parts.username is None and parts.port != 0
    # a link into the reader's own network is no page that a search found
    return parts.scheme in {"http", "https"} and named and not is_written_inside(host)
