"""Cuts a reply that arrives piece by piece into whole sentences, so that each can be checked."""

from __future__ import annotations

import re

_LONGEST = 600  # characters without an end; a reply without marks must still leave in time
_END = re.compile(r"[.!?…。！？]+[\"'”’)\]」』*_]*\s|[。！？]+(?=\S)|\n")
_NOT_AN_END = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|no|vol|approx|e\.g|i\.e|a\.m|p\.m|u\.s)"
    r"|(?:^|[\s(])(?:[A-Za-z]|\d{1,2}|jr|sr|pp|cf|al|ca))\.$",
    re.IGNORECASE,
)
_OPEN_LINK_TITLE = re.compile(r"\[[^\]\n]*$")


class SentenceSplitter:
    """Feed it pieces of text; it gives back each sentence once it is whole.

    Nothing is added or lost: what comes out, white space included, is what went in.
    """

    def __init__(self) -> None:
        self._waiting = ""

    def feed(self, piece: str) -> list[str]:
        """The sentences that this piece completes."""
        self._waiting += piece
        complete: list[str] = []
        while (end := self._end()) is not None:
            complete.append(self._waiting[:end])
            self._waiting = self._waiting[end:]
        return complete

    def finish(self) -> list[str]:
        """What is left when no more pieces come; the splitter is empty afterwards."""
        left, self._waiting = self._waiting, ""
        return [left] if left else []

    def _end(self) -> int | None:
        ends = (match for match in _END.finditer(self._waiting) if self._is_end(match))
        first = next(ends, None)
        return first.end() if first is not None else self._long_end()

    def _is_end(self, match: re.Match[str]) -> bool:
        if match.group() == "\n":
            return True
        head = self._waiting[: match.start() + 1]
        return not _NOT_AN_END.search(head[-8:]) and not _OPEN_LINK_TITLE.search(head)

    def _long_end(self) -> int | None:
        if len(self._waiting) <= _LONGEST:
            return None
        space = self._waiting.rfind(" ", 0, _LONGEST)
        return space + 1 if space > 0 else None


def cut(text: str) -> tuple[str, ...]:
    """All sentences of a whole text, white space included."""
    splitter = SentenceSplitter()
    return (*splitter.feed(text), *splitter.finish())
