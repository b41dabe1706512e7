"""What the processes of one server counted, as files side by side: a monitor meets only one."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nightcrew.web.figures import COUNTED, Figures

WRITE_EVERY = 1.0  # seconds; a monitor asks every 15


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureFiles:
    """One file a process, which stays when it ends: what was counted does not become less."""

    folder: Path

    async def keep(self, figures: Figures) -> None:
        """Write this process's own down for as long as it runs."""
        while True:
            self.write(figures)
            await asyncio.sleep(WRITE_EVERY)

    def write(self, figures: Figures) -> None:
        """Write this process's own down, whole or not at all."""
        rows = {name: list(getattr(figures, name).items()) for name in COUNTED}
        fresh = self._own.with_suffix(".new")
        fresh.write_text(json.dumps(rows))
        fresh.replace(self._own)

    def others(self) -> Iterator[Figures]:
        """What the processes beside this one, and those before it, wrote down."""
        for file in sorted(self.folder.glob("*.json")):
            if file != self._own:
                yield _read(file)

    @property
    def _own(self) -> Path:
        return self.folder / f"{os.getpid()}.json"


def _read(file: Path) -> Figures:
    rows: dict[str, list[tuple[list[str], int]]] = json.loads(file.read_text())
    counted: dict[str, Any] = {
        name: Counter({tuple(names): number for names, number in rows[name]}) for name in COUNTED
    }
    return Figures(**counted)
