"""Documents as people read them: text, Markdown, HTML and PDF, handed over or fetched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from nightcrew.adapters.documents_text import markdown_document, text_document
from nightcrew.adapters.guarded_http import Fetched, GuardedHttp
from nightcrew.domain.errors import BadInput, OutsideFailure, Refused
from nightcrew.domain.knowledge import KnowledgeKind, RawDocument, ReadDocument

MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
FETCH_SECONDS = 15.0
READ_SECONDS = 30.0  # a reader that takes longer is left to its thread and its document refused
GONE = (404, 410)

_KINDS: Mapping[str, KnowledgeKind] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "text/plain": "text",
    "application/pdf": "pdf",
}


class Documents:
    """Reads and fetches documents.

    http: the one client that calls addresses others wrote; without it nothing is fetched.
    """

    def __init__(self, http: GuardedHttp | None = None) -> None:
        self._http = http

    async def fetch(self, url: str) -> RawDocument | None:
        """The document of an address; None when it is gone for good.

        Raises: Refused for an address that may not be called or has moved, OutsideFailure when it
        does not answer, BadInput for what is too large or no document.
        """
        if self._http is None:
            raise Refused(
                "no_fetching",
                "this installation fetches no addresses",
                hint="load the text of the document",
                field="url",
            )
        got = await self._http.get(url, seconds=FETCH_SECONDS, max_bytes=MAX_DOCUMENT_BYTES)
        if got.status in GONE:
            return None
        if 300 <= got.status < 400:
            raise Refused(
                "document_moved",
                "the address sends its readers to another one",
                hint="open it in a browser and load the address it ends at",
                field="url",
            )
        if got.status != 200:
            raise OutsideFailure(
                "document_unavailable",
                f"the address answered with status {got.status}",
                hint="try again later, or load the text itself",
            )
        if not got.complete:
            raise _too_large()
        return RawDocument(kind=_kind_of(got, url), content=got.body)

    async def read(self, raw: RawDocument) -> ReadDocument:
        """What a person sees of it. Raises: BadInput when it cannot be read or is too large."""
        if len(raw.content) > MAX_DOCUMENT_BYTES:
            raise _too_large()
        kind = "pdf" if _is_pdf(raw.content) else raw.kind
        reading = asyncio.to_thread(lambda: _reader_of(kind)(raw.content))
        try:
            return await asyncio.wait_for(reading, READ_SECONDS)
        except TimeoutError:
            raise BadInput(
                "document_too_slow",
                f"reading the document took longer than {READ_SECONDS:.0f} s",
                hint="load its parts one by one, or its text",
            ) from None


def _reader_of(kind: KnowledgeKind) -> Callable[[bytes], ReadDocument]:
    """What reads HTML and PDF is loaded with the first of them: 18 MB that few servers need."""
    if kind == "html":
        from nightcrew.adapters.documents_html import html_document

        return html_document
    if kind == "pdf":
        from nightcrew.adapters.documents_pdf import pdf_document

        return pdf_document
    return markdown_document if kind == "markdown" else text_document


def _kind_of(got: Fetched, url: str) -> KnowledgeKind:
    named = got.headers.get("content-type", "").partition(";")[0].strip().lower()
    if _is_pdf(got.body):
        return "pdf"
    if named == "text/plain" and url.lower().partition("?")[0].endswith((".md", ".markdown")):
        return "markdown"
    if named not in _KINDS:
        raise BadInput(
            "no_document",
            "the address holds neither HTML, text, Markdown nor PDF",
            hint="save what it shows as text and load that",
            field="url",
        )
    return _KINDS[named]


def _is_pdf(content: bytes) -> bool:
    # a PDF is one whatever its file is called; as text it would be its own source code
    return content.startswith(b"%PDF-")


def _too_large() -> BadInput:
    return BadInput(
        "document_too_large",
        f"a document has at most {MAX_DOCUMENT_BYTES // 1024 // 1024} MB",
        hint="load it in parts",
    )
