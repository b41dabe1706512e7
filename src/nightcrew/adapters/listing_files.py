"""Tables of used cars as CSV or JSON lines, and the file that says how a table names things."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nightcrew.adapters.crew_schema import FileSchema
from nightcrew.adapters.crew_sheet import read_sheet
from nightcrew.adapters.scalar_shape import Choice, SchemaName, Text
from nightcrew.adapters.text_shape import Block, Field, Record
from nightcrew.domain.errors import BadInput
from nightcrew.domain.price.row import FIELDS, NEEDED, Row, RowShape, in_our_names
from nightcrew.domain.price.units import DISTANCE_UNITS, MONEY_UNITS

_NAME = Text(limit=80, prompt=False)
_CELLS = Record(fields={name: Field(shape=_NAME) for name in FIELDS})
MAPPING = Record(
    fields={
        "schema": Field(shape=SchemaName(wanted="price-mapping/v1"), required=True),
        "source": Field(shape=_NAME, required=True),
        "columns": Field(shape=_CELLS, required=True),
        "units": Field(
            shape=Record(
                fields={
                    "price": Field(shape=Choice(values=tuple(MONEY_UNITS)), required=True),
                    "km": Field(shape=Choice(values=tuple(DISTANCE_UNITS)), required=True),
                }
            ),
            required=True,
        ),
        "fixed": Field(shape=_CELLS),
    }
)
_HINT = "docs/price.md shows the format, deploy/price-mapping.example.yaml an example"
ENCODINGS = ("utf-8-sig", "cp949")  # the second is what Korean spreadsheets write
DELIMITERS = (",", ";", "\t", "|")
_QUOTED = re.compile(r'"[^"]*"')
JSON_LINES = (".jsonl", ".ndjson")


def read_shape(path: Path) -> RowShape:
    """How a table names things, from its mapping file. Raises: BadInput `bad_mapping`."""
    sheet = read_sheet(_bytes(path), path.name, FileSchema(record=MAPPING, elsewhere={}), name="")
    wrong = [f"{each.place}: {each.message} ({each.hint})" for each in sheet.errors]
    columns = _cells(sheet.block.block("columns"))
    fixed = _cells(sheet.block.block("fixed"))
    missing = [name for name in NEEDED if name not in columns and name not in fixed]
    if not wrong and missing:
        wrong = [f"{path.name}: no column is named for {', '.join(missing)}"]
    if wrong:
        raise BadInput("bad_mapping", "\n  ".join(wrong), hint=_HINT, details={"problems": wrong})
    units = sheet.block.block("units")
    return RowShape(
        source=sheet.block.text("source"),
        columns=columns,
        fixed=fixed,
        price_unit=units.text("price"),
        km_unit=units.text("km"),
    )


def _cells(block: Block) -> dict[str, str]:
    return {name: block.text(name) for name in FIELDS if name in block}


def rows_in(path: Path, shape: RowShape, *, our_names: bool) -> Iterator[Row | None]:
    """The rows of a table, None for a line that is none; `.jsonl` is JSON lines, all else CSV.

    The cells of a CSV stand apart by commas, semicolons, tabs or bars, as its first line does it.
    our_names: columns are called as our fields are. Raises: BadInput `no_listings_file`,
    `unreadable_listings_file`, `missing_columns`.
    """
    _bytes(path, most=1)
    is_json = path.suffix.lower() in JSON_LINES
    written = _json_lines(path) if is_json else _csv(path, shape, our_names=our_names)
    for row in written:
        yield in_our_names(row) if our_names and row is not None else _as_text(row)


def _as_text(row: Mapping[str, Any] | None) -> Row | None:
    if row is None:
        return None
    return {name: str(cell) for name, cell in row.items() if cell is not None}


def _json_lines(path: Path) -> Iterator[Mapping[str, Any] | None]:
    with path.open(encoding="utf-8-sig") as lines:
        for line in lines:
            if line.strip():
                yield _object(line)


def _object(line: str) -> Mapping[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _csv(path: Path, shape: RowShape, *, our_names: bool) -> Iterator[Mapping[str, Any] | None]:
    with path.open(encoding=_encoding(path), newline="") as lines:
        between = _between(lines.readline())
        lines.seek(0)
        rows = csv.DictReader(lines, delimiter=between)
        rows.fieldnames = [name.strip() for name in rows.fieldnames or ()]
        _refuse_without_columns(path, rows.fieldnames, shape, our_names=our_names)
        for row in rows:
            # More cells than columns: a comma stands where none should, and nothing is sure.
            yield None if None in row else row


def _between(head: str) -> str:
    """What stands between the names of the columns; a comma where nothing does."""
    bare = _QUOTED.sub("", head)
    return max(DELIMITERS, key=bare.count)


def _refuse_without_columns(
    path: Path, names: Sequence[str], shape: RowShape, *, our_names: bool
) -> None:
    """A table without a column that is needed has no row to tell of."""
    held = set(in_our_names(dict.fromkeys(names, ""))) if our_names else set(names)
    wanted = [shape.columns[name] for name in NEEDED if name not in shape.fixed]
    missing = [column for column in wanted if column not in held]
    if missing:
        raise BadInput(
            "missing_columns",
            f"{path.name} has no column called {', '.join(missing)}",
            hint=f"its columns are {', '.join(names)}; name them in a mapping ({_HINT})",
            details={"missing": missing},
        )


def _encoding(path: Path) -> str:
    for encoding in ENCODINGS:
        try:
            with path.open(encoding=encoding) as lines:
                for _ in lines:
                    pass
        except UnicodeDecodeError:
            continue
        return encoding
    raise BadInput(
        "unreadable_listings_file",
        f"{path.name} is neither UTF-8 nor CP949",
        hint="save it as UTF-8",
    )


def count_lines(path: Path) -> int:
    """How many lines a file has, for telling how far a load is."""
    with path.open("rb") as content:
        return sum(1 for _ in content)


def _bytes(path: Path, most: int = -1) -> bytes:
    try:
        with path.open("rb") as content:
            return content.read(most)
    except OSError as error:
        raise BadInput(
            "no_listings_file",
            f"{path} cannot be read: {error.strerror}",
            hint="give the path of a file",
        ) from error
