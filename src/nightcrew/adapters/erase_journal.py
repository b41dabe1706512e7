"""A second copy of the erase log in a file, for the day the database is an older one again."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from nightcrew.domain.receipt import EraseEntry

_ENTRY = TypeAdapter(EraseEntry)
_WITHDRAWN = "withdrawn"
_WITHDRAWING = f'{{"{_WITHDRAWN}"'
log = logging.getLogger(__name__)


class FileJournal:
    """One line an erasure, ids and moments only; nothing is ever taken out of it.

    What was withdrawn has a second line that says so.

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
        await self._write([_ENTRY.dump_python(entry, mode="json") for entry in entries])

    async def withdraw(self, entries: Sequence[EraseEntry]) -> None:
        """Say of erasures written down that they were not carried out after all."""
        await self._write([{_WITHDRAWN: str(entry.id)} for entry in entries])

    async def _write(self, lines: Sequence[Mapping[str, object]]) -> None:
        if not lines:
            return
        async with self._alone:
            try:
                await asyncio.to_thread(self._append, lines)
            except OSError as error:
                log.warning("the erase journal cannot be written (errno %s)", error.errno)

    def _read(self) -> tuple[EraseEntry, ...]:
        if not self._path.exists():
            return ()
        lines = self._path.read_text(encoding="utf-8").splitlines()
        withdrawn = {line for line in lines if line.startswith(_WITHDRAWING)}
        found = (_entry(line) for line in lines)
        return tuple(
            entry
            for entry in found
            if entry is not None and json.dumps({_WITHDRAWN: str(entry.id)}) not in withdrawn
        )

    def _append(self, lines: Sequence[Mapping[str, object]]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with os.fdopen(os.open(self._path, flags, 0o600), "a", encoding="utf-8") as file:
            # Each line begins anew, so that one that was cut off spoils no other.
            file.write("".join(f"\n{json.dumps(line)}" for line in lines) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _entry(line: str) -> EraseEntry | None:
    try:
        return _ENTRY.validate_json(line)
    except ValidationError:
        return None
