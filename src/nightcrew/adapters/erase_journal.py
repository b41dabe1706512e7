"""A second copy of the erase log in a file, for the day the database is an older one again."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from nightcrew.domain.receipt import EraseEntry

_ENTRY = TypeAdapter(EraseEntry)
log = logging.getLogger(__name__)


class FileJournal:
    """One line an erasure, ids and moments only; nothing is ever taken out of it.

    A line that a crash cut off is passed over: the database has it, and the next start adds it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._alone = asyncio.Lock()

    async def read(self) -> tuple[EraseEntry, ...]:
        """Every erasure this machine knows of, oldest first."""
        return await asyncio.to_thread(self._read)

    async def add(self, entries: Sequence[EraseEntry]) -> None:
        """Write erasures down; when the file cannot be written, the next start does it."""
        if not entries:
            return
        async with self._alone:
            try:
                await asyncio.to_thread(self._append, entries)
            except OSError as error:
                log.warning("the erase journal cannot be written (errno %s)", error.errno)

    def _read(self) -> tuple[EraseEntry, ...]:
        if not self._path.exists():
            return ()
        lines = self._path.read_text(encoding="utf-8").splitlines()
        found = (_entry(line) for line in lines)
        return tuple(entry for entry in found if entry is not None)

    def _append(self, entries: Sequence[EraseEntry]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(_ENTRY.dump_python(entry, mode="json")) for entry in entries]
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with os.fdopen(os.open(self._path, flags, 0o600), "a", encoding="utf-8") as file:
            # Each line begins anew, so that one that was cut off spoils no other.
            file.write("".join(f"\n{line}" for line in lines) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _entry(line: str) -> EraseEntry | None:
    try:
        return _ENTRY.validate_json(line)
    except ValidationError:
        return None
