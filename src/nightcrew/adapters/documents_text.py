"""Plain text and Markdown as headings and paragraphs."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import Block, ReadDocument
from nightcrew.domain.knowledge_splitting import LONGEST_WAY

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_UNSEEN = re.compile(r"<(script|style|template)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r"(=+|-{2,})\s*$")
_ANCHOR = re.compile(r"\s*\{#[^{}]*\}\s*$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}$")
_DELIMITER_ROW = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$")
_REFERENCE = re.compile(r"\s*\[[^\]]+\]:\s*\S+")
_QUOTED = re.compile(r" {0,3}>\s?")
_ASKS = re.compile(r"[?？]\s*$")
_EMPHASIS = re.compile(r"(\*\*|__|\*|`|~~)(?=\S)(.+?)(?<=\S)\1")


def text_document(content: bytes) -> ReadDocument:
    """Plain text: an empty line parts paragraphs."""
    paragraphs = re.split(r"\n\s*\n", decoded(content))
    return ReadDocument(title="", blocks=tuple(Block(text=each) for each in paragraphs))


def markdown_document(content: bytes) -> ReadDocument:
    """Markdown; front matter, comments and tags are no part of what is read.

    Quoted lines, of which one is a question, are ways of asking: people ask like this, and a text
    quotes otherwise.
    """
    text = _FRONT_MATTER.sub("", decoded(content))
    for unseen in (_COMMENT, _UNSEEN, _TAG):
        text = unseen.sub(" ", text)
    blocks = tuple(_blocks_and_ways(text.split("\n")))
    titles = [block.text for block in blocks if block.level == 1]
    return ReadDocument(title=titles[0] if len(titles) == 1 else "", blocks=blocks)


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8, or as Windows and older Korean programs save it.

    Raises: BadInput.
    """
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp949"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break  # a picture, a program, or text in an encoding that says so nowhere
        return text.replace("\r\n", "\n").replace("\r", "\n")
    raise BadInput(
        "document_unreadable",
        "this is no plain text in UTF-8 or CP949",
        hint="open it in the program that wrote it and save it as plain text in UTF-8, or as PDF",
    )


def _blocks_and_ways(lines: Sequence[str]) -> Iterator[Block]:
    told: list[str] = []
    for quoted, group in groupby(lines, key=lambda line: bool(_QUOTED.match(line))):
        held = list(group)
        ways = _ways(held) if quoted else ()
        if not ways:
            told += held
            continue
        yield from _blocks(told)
        told = []
        yield from (Block(text=_unmarked(way), asked=True) for way in ways)
    yield from _blocks(told)


def _ways(quoted: Sequence[str]) -> tuple[str, ...]:
    """Lines of a quotation that say how people ask; none when it quotes anything else."""
    lines = tuple(filter(None, (_QUOTED.sub("", line, count=1).strip() for line in quoted)))
    asks = any(map(_ASKS.search, lines)) and all(len(line) <= LONGEST_WAY for line in lines)
    return lines if asks else ()


def _blocks(lines: list[str]) -> Iterator[Block]:
    held: list[str] = []
    for line in [*lines, ""]:
        heading = _HEADING.match(line)
        under = _UNDERLINE.match(line) if len(held) == 1 and not _ITEM.match(held[0]) else None
        if under:
            level = 1 if under[1].startswith("=") else 2
            yield Block(text=_unmarked(held.pop()), level=level)
        elif heading or not line.strip() or _ITEM.match(line) or _RULE.match(line):
            if held:
                yield Block(text=_unmarked(" ".join(held)))
            held = []
            if heading:
                yield Block(text=_unmarked(heading[2]), level=len(heading[1]))
            elif line.strip() and not _RULE.match(line):
                held = [_ITEM.sub("", line, count=1)]
        elif not (_DELIMITER_ROW.match(line) or _REFERENCE.match(line)):
            held.append(line.strip().strip("|>").replace("|", " · ").strip())


def _unmarked(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _ANCHOR.sub("", text))
