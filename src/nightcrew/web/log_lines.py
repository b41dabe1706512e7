"""Log lines for machines: one JSON object each, made of codes, names, ids and numbers.

The text of a record is written by us and holds no words of a user; what a library says of an
unforeseen error may, so of an exception only its kind and place are told.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

FACTS = "facts"


class JsonLines(logging.Formatter):
    """One object a record; line breaks and control characters inside are escaped."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        at = datetime.fromtimestamp(record.created, UTC)
        told: dict[str, Any] = {
            "at": f"{at.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            **(getattr(record, FACTS, None) or {"message": record.getMessage()}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["place"] = place_of(record.exc_info[1])
        return json.dumps(told, ensure_ascii=True)


def place_of(error: BaseException | None) -> str:
    """Module and line where an error was raised."""
    place, step = "unknown", error.__traceback__ if error else None
    while step is not None:
        place = f"{step.tb_frame.f_globals.get('__name__', '')}:{step.tb_lineno}"
        step = step.tb_next
    return place


def write_json_lines(stream: TextIO | None = None) -> None:
    """Let this process log as JSON lines; stream: standard error when none is given."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("nightcrew").setLevel(logging.INFO)
