"""The text of a PDF, page by page."""

from __future__ import annotations

import io
import logging
import re

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import Block, ReadDocument

MOST_PAGES = 300
MOST_CHARACTERS = 1_000_000
# Its warnings quote the document, and what is wrong with one is told to whoever loads it.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)
_PARAGRAPH = re.compile(r"\n\s*\n")


def pdf_document(content: bytes) -> ReadDocument:
    """Its pages as headings and their text as paragraphs. Raises: BadInput."""
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise _unreadable(
                "the PDF is locked by a password",
                "open it, save it without the password and load that",
            )
        if len(reader.pages) > MOST_PAGES:
            raise _unreadable(
                f"the PDF has more than {MOST_PAGES} pages", "load it in parts, chapter by chapter"
            )
        title = str(reader.metadata.title or "") if reader.metadata else ""
        pages = [page.extract_text() for page in reader.pages]
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError,
            RecursionError, OSError, NotImplementedError):  # fmt: skip
        # What a broken file makes a reader stumble over is not told by one kind of error.
        raise _unreadable(
            "this is no PDF, or a damaged one",
            "open it and save it as PDF anew, or load its text as a .txt or .md file",
        ) from None
    if not any(page.strip() for page in pages):
        raise _unreadable(
            "the PDF holds pictures and no text, as from a scanner",
            "run text recognition (OCR) over it, or type its text into a .txt or .md file",
        )
    return ReadDocument(title=title, blocks=tuple(_blocks(pages)))


def _blocks(pages: list[str]) -> list[Block]:
    blocks: list[Block] = []
    left = MOST_CHARACTERS
    for number, page in enumerate(pages, 1):
        read = page[:left]
        left -= len(read)
        if len(pages) > 1 and read.strip():
            blocks.append(Block(text=f"p. {number}", level=1))
        blocks += [Block(text=part) for part in _PARAGRAPH.split(read) if part.strip()]
    return blocks


def _unreadable(message: str, hint: str) -> BadInput:
    return BadInput("document_unreadable", message, hint=hint)
