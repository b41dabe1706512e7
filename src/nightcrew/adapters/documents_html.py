"""HTML as a reader sees it: what is hidden, commented out or no part of the text is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag
from bs4.exceptions import ParserRejectedMarkup
from soupsieve import SelectorSyntaxError

from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import Block, ReadDocument

MOST_TAGS = 60_000
_NO_TEXT = (
    "script", "style", "template", "noscript", "head", "nav", "footer", "aside", "form", "button",
    "select", "iframe", "object", "svg", "canvas", "audio", "video", "dialog",
)  # fmt: skip
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_OWN_BLOCK = frozenset({
    *_HEADINGS, "p", "li", "dt", "dd", "tr", "div", "section", "article", "main", "header",
    "blockquote", "pre", "table", "tbody", "thead", "ul", "ol", "dl", "figure", "figcaption",
    "caption", "body", "details", "summary", "address", "br", "hr",
})  # fmt: skip
_CELLS = ("td", "th")
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?:;|$|!)"
    r"|font-size:0(?:px|pt|em|rem|%)?(?:;|$|!)|color:transparent"
    r"|(?:text-indent|left|top|right|margin-left|margin-top):-\d{3,}"
    r"|clip:rect\(0|clip-path:inset\((?:50|100)%|transform:scale\(0\)"
    r"|(?:max-)?(?:height|width):[01](?:px)?(?:;|$|!)"
)
_CSS_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def html_document(content: bytes) -> ReadDocument:
    """The title and the visible blocks. Raises: BadInput."""
    try:
        soup = BeautifulSoup(content, "html.parser")
    except (ParserRejectedMarkup, ValueError, RecursionError):
        raise _unreadable("the HTML cannot be read") from None
    if sum(1 for _ in soup.find_all(limit=MOST_TAGS + 1)) > MOST_TAGS:
        raise _unreadable(f"the page has more than {MOST_TAGS} elements")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for tag in _unseen(soup):
        if not tag.decomposed:
            tag.decompose()
    return ReadDocument(title=title, blocks=tuple(_Reading().blocks(soup)))


def _unseen(soup: BeautifulSoup) -> list[Tag]:
    selectors = [*_NO_TEXT, "[hidden]", '[aria-hidden="true"]', "input", *_hiding_rules(soup)]
    found: list[Tag] = []
    for selector in selectors:
        try:
            found += soup.select(selector)
        except (SelectorSyntaxError, NotImplementedError):
            continue  # a rule for a state or a pseudo-element hides no element of its own
    return found + [tag for tag in soup.select("[style]") if _hides(str(tag["style"]))]


def _hiding_rules(soup: BeautifulSoup) -> Iterator[str]:
    for sheet in soup.find_all("style"):
        text = _CSS_COMMENT.sub("", sheet.get_text())
        for selectors, style in _CSS_RULE.findall(text):
            if _hides(style):
                yield from (each.strip() for each in selectors.split(",") if each.strip())


def _hides(style: str) -> bool:
    return bool(_HIDDEN_STYLE.search("".join(style.split()).lower()))


class _Reading:
    """Walks the page without recursion; text runs on until an element that is a block."""

    def __init__(self) -> None:
        self._held: list[str] = []

    def blocks(self, soup: BeautifulSoup) -> Iterator[Block]:
        """Headings and paragraphs in reading order."""
        waiting: list[PageElement | str] = [soup]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str) and not isinstance(node, NavigableString):
                yield from self._end(node)
            elif isinstance(node, NavigableString):
                # comments, declarations and the like are preformatted strings, not text
                if not isinstance(node, PreformattedString):
                    self._held.append(str(node))
            elif isinstance(node, Tag):
                own = node.name in _OWN_BLOCK
                if own:
                    yield from self._end("")
                    waiting.append(node.name)
                elif node.name in _CELLS:
                    self._held.append(" ")
                waiting.extend(reversed(node.contents))
        yield from self._end("")

    def _end(self, name: str) -> Iterator[Block]:
        text = " ".join("".join(self._held).split())
        self._held = []
        if text:
            yield Block(text=text, level=int(name[1]) if name in _HEADINGS else 0)


def _unreadable(message: str) -> BadInput:
    return BadInput("document_unreadable", message, hint="save what it shows as text and load that")
