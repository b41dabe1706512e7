"""Documents from an address: what is one, what has gone, moved or is too much."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from nightcrew.adapters.documents import MAX_DOCUMENT_BYTES, Documents
from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.domain.errors import NightcrewError
from tests.stubs.local_server import LocalServer


class Site:
    """A server whose next answer a test sets."""

    def __init__(self) -> None:
        self.said = (200, "text/html", b"")
        self.server = LocalServer(self._answer)

    def says(self, status: int, named: str, body: bytes) -> None:
        """Answer with this; named: what it is called."""
        self.said = (status, named, body)

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        status, named, body = self.said
        request.send_response(status)
        request.send_header("Content-Type", named)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Location", "http://127.0.0.1/elsewhere")
        request.end_headers()
        request.wfile.write(body)


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    with made.server:
        yield made


@pytest.fixture
async def documents() -> AsyncIterator[Documents]:
    http = GuardedHttp(allow_private_hosts=["127.0.0.1"])
    yield Documents(http)
    await http.close()


@pytest.mark.parametrize(
    ("path", "named", "kind"),
    [
        ("/a", "text/html; charset=utf-8", "html"),
        ("/a.md", "text/plain", "markdown"),
        ("/a.txt", "text/plain", "text"),
        ("/a", "application/pdf", "pdf"),
    ],
)
async def test_a_document_is_known_by_what_it_says_it_is(
    site: Site, documents: Documents, path: str, named: str, kind: str
) -> None:
    site.says(200, named, b"a")

    raw = await documents.fetch(site.server.url + path)

    assert raw is not None
    assert (raw.kind, raw.content) == (kind, b"a")


async def test_a_pdf_is_known_by_how_it_begins(site: Site, documents: Documents) -> None:
    site.says(200, "application/octet-stream", b"%PDF-1.4")

    raw = await documents.fetch(site.server.url)

    assert raw is not None
    assert raw.kind == "pdf"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_page_that_is_gone_is_none(site: Site, documents: Documents, status: int) -> None:
    site.says(status, "text/html", b"gone")

    assert await documents.fetch(site.server.url) is None


LARGE = b"a" * (MAX_DOCUMENT_BYTES + 1)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((302, "text/html", b""), "document_moved"),
        ((503, "text/html", b""), "document_unavailable"),
        ((200, "image/png", b"png"), "no_document"),
        ((200, "text/html", LARGE), "document_too_large"),
    ],
    ids=["moved", "away", "picture", "large"],
)
async def test_what_is_no_document_says_why(
    site: Site, documents: Documents, said: tuple[int, str, bytes], code: str
) -> None:
    site.says(*said)

    with pytest.raises(NightcrewError) as refused:
        await documents.fetch(site.server.url)

    assert refused.value.code == code
    assert len(site.server.paths) == 1
