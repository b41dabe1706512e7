"""Planted words that occur nowhere else, and a scanner that finds them however they are written."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import random
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from uuid import UUID, uuid4

import psycopg
from psycopg import sql
from sqlalchemy import Column, Table
from sqlalchemy.dialects import postgresql

from tests.integration.planted_rows import CLOSED, FILLING

Connection = psycopg.Connection[tuple[object, ...]]
Write = Callable[[str], str]
POSTGRES = postgresql.dialect()  # type: ignore[no-untyped-call]
MARK = "까치울음"  # every canary begins with it, so that a cell without it needs no second look
NEAR = 0.95  # the same vector, for all that matters (reliability.md P6)

# The seven encodings of reliability.md section 6, as a careless copy would write them.
WRITTEN: Mapping[str, Write] = {
    "nfc": lambda words: unicodedata.normalize("NFC", words),
    "nfd": lambda words: unicodedata.normalize("NFD", words),
    "json": lambda words: json.dumps(words)[1:-1],
    "percent": quote,
    "base64": lambda words: base64.b64encode(b"ab" + words.encode()).decode(),
    "hex": lambda words: words.encode().hex(),
    "gzip": lambda words: base64.b64encode(gzip.compress(words.encode(), mtime=0)).decode(),
}
_PACKED = re.compile(rb"[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = re.compile(rb"(?:[0-9a-fA-F]{2})+")
_GZIP = b"\x1f\x8b\x08"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where words were planted or found."""

    table: str
    column: str


Canary = tuple[str, Place]  # whose it is, by label, and where it was planted


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """The canary users by label with the backend's ids, and what was planted for whom and where."""

    users: dict[str, tuple[UUID, str]] = field(default_factory=dict)
    words: dict[Canary, str] = field(default_factory=dict)
    vectors: dict[Canary, str] = field(default_factory=dict)


def words_of_users() -> set[Place]:
    """Every column that tables promise to erase."""
    return {
        Place(table=table.name, column=column)
        for table in CLOSED
        for column in table.info["user_text"]
    }


def plant(connection: Connection, tenant: UUID, labels: Mapping[str, Write]) -> Planted:
    """One user for each label, with a row in every table and a canary in every column of words.

    Call it when the tables have lost the rules that would not let such rows in.
    labels: and how this user's canaries are written.
    """
    planted = Planted()
    for label, write in labels.items():
        _plant_user(connection, tenant, planted, label, write)
    return planted


def _plant_user(
    connection: Connection, tenant: UUID, planted: Planted, label: str, write: Write
) -> None:
    user, chance = uuid4(), random.Random(label)  # noqa: S311 - the same story each run
    for table in CLOSED:
        row = _row(table, tenant, user)
        for column in table.info["user_text"]:
            canary = (label, Place(table=table.name, column=column))
            kind = _kind(table.c[column])
            if kind.startswith("VECTOR"):
                cell = planted.vectors[canary] = _vector(chance)
            else:
                planted.words[canary] = MARK + "".join(_letter(chance) for _ in range(6))
                cell = write(planted.words[canary])
            row[column] = _as(kind, cell)
        connection.execute(_insertion(table, row))
    name = planted.words[label, Place(table="users", column="external_id")]
    planted.users[label] = (user, write(name))


def _letter(chance: random.Random) -> str:
    return chr(chance.randint(0xAC00, 0xD7A3))


def _row(table: Table, tenant: UUID, user: UUID) -> dict[str, sql.Composable]:
    given: dict[str, object] = {
        "tenant_id": tenant, "id": uuid4(), "user_id": user, "crew": "travel-mina",
        "team_id": user,
    }  # fmt: skip
    if table.name == "users":
        given["id"] = user
    row: dict[str, sql.Composable] = {
        name: sql.Literal(cell) for name, cell in given.items() if name in table.c
    }
    for column in table.c:
        needed = not (column.nullable or column.server_default is not None or column.identity)
        if column.name not in row and needed:
            row[column.name] = sql.SQL(FILLING[_kind(column)])
    return row


def _kind(column: Column[object]) -> str:
    return str(column.type.compile(dialect=POSTGRES))


def _as(kind: str, cell: str) -> sql.Composable:
    """A cell of that type; a type that is not here has to be planted first."""
    if kind == "TEXT":
        return sql.Literal(cell)
    if kind == "TEXT[]":
        return sql.SQL("array[{}]").format(sql.Literal(cell))
    if kind == "JSONB":
        return sql.SQL("{}::jsonb").format(sql.Literal(json.dumps({"said": cell})))
    if kind == "TSVECTOR":
        return sql.SQL("array_to_tsvector(array[{}])").format(sql.Literal(cell))
    if kind.startswith("VECTOR"):
        return sql.SQL("{}::vector").format(sql.Literal(cell))
    raise LookupError(f"nothing is planted in columns of the type {kind}")


def _vector(chance: random.Random) -> str:
    return "[" + ",".join(f"{chance.uniform(-1, 1):.4f}" for _ in range(384)) + "]"


def _insertion(table: Table, row: Mapping[str, sql.Composable]) -> sql.Composed:
    return sql.SQL("insert into {} ({}) values ({})").format(
        sql.Identifier(table.name),
        sql.SQL(", ").join(sql.Identifier(name) for name in row),
        sql.SQL(", ").join(row.values()),
    )


def needles(words: str) -> set[bytes]:
    """How words look in bytes: as they are, escaped, in base64 at three offsets, and in hex."""
    found: set[bytes] = set()
    for form in ("NFC", "NFD"):
        plain = unicodedata.normalize(form, words)
        raw = plain.encode()
        found |= {raw, json.dumps(plain)[1:-1].encode(), quote(plain).encode(), raw.hex().encode()}
        found |= {_in_base64(raw, offset) for offset in range(3)}
    return found


def _in_base64(raw: bytes, offset: int) -> bytes:
    """The letters that stand for these bytes alone, wherever they begin."""
    encoded = base64.b64encode(b"\0" * offset + raw)
    first = (8 * offset + 5) // 6
    last = 8 * (offset + len(raw)) // 6
    return encoded[first:last]


def holds(cell: bytes, words: str, wanted: set[bytes] | None = None) -> bool:
    """Whether a cell holds words in any of the encodings, also inside what was packed."""
    looked_for = wanted or needles(words)
    return any(needle in text for text in _readings(cell) for needle in looked_for)


def files_with(folder: Path, words: str) -> set[str]:
    """Names of the files below a folder in which words stand, in any encoding."""
    wanted, found = needles(words), set[str]()
    for file in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a file that VACUUM has just let go
            if file.is_file() and holds(file.read_bytes(), words, wanted):
                found.add(file.name)
    return found


def _readings(cell: bytes, deep: int = 2) -> Iterator[bytes]:
    """What a cell says: as it is, without escapes, and what is packed in it, twice at the most."""
    yield cell
    if b"\\\\" in cell:
        yield cell.replace(b"\\\\", b"\\")
    if deep:
        for packed in _unpacked(cell):
            yield from _readings(packed, deep - 1)


def _unpacked(cell: bytes) -> Iterator[bytes]:
    yield from _gunzipped(cell)
    for run in _PACKED.findall(cell):
        if _HEX.fullmatch(run):
            yield bytes.fromhex(run.decode())
        # A run may begin with letters that only look as if they belonged to it.
        yield from (_from_base64(run[start:]) for start in range(4))


def _from_base64(run: bytes) -> bytes:
    body = run.rstrip(b"=").replace(b"-", b"+").replace(b"_", b"/")
    whole = body[: len(body) - (len(body) % 4 == 1)]
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _gunzipped(raw: bytes) -> Iterator[bytes]:
    start = raw.find(_GZIP)
    while start >= 0:
        with contextlib.suppress(zlib.error):  # bytes that only look like the beginning of one
            yield zlib.decompressobj(wbits=31).decompress(raw[start:])
        start = raw.find(_GZIP, start + 1)


def scan(connection: Connection, words: Mapping[Canary, str]) -> dict[Canary, set[Place]]:
    """Where each planted text still stands: every column of every table, and the statistics."""
    wanted = {canary: needles(text) for canary, text in words.items()}
    marks = needles(MARK)
    found: dict[Canary, set[Place]] = {}
    for where, cell in _cells(connection):
        if holds(cell, MARK, marks):
            for canary, text in words.items():
                if holds(cell, text, wanted[canary]):
                    found.setdefault(canary, set()).add(where)
    return found


def _cells(connection: Connection) -> Iterator[tuple[Place, bytes]]:
    for table, column in _columns(connection, "true"):
        cells = connection.execute(
            sql.SQL("select {}::text from {} where {} is not null").format(
                sql.Identifier(column), sql.Identifier(table), sql.Identifier(column)
            )
        )
        for (cell,) in cells:
            yield Place(table=table, column=column), str(cell).encode()
    samples = connection.execute(
        "select tablename, attname, concat_ws(' ', most_common_vals::text,"
        " histogram_bounds::text, most_common_elems::text) from pg_stats"
        " where schemaname = 'public'"
    )
    for sampled, at, sample in samples:
        yield Place(table=f"pg_stats of {sampled}", column=str(at)), str(sample).encode()


def near_vectors(connection: Connection, vectors: Mapping[Canary, str]) -> set[Canary]:
    """Planted vectors that something in the database is still nearest to."""
    found = set()
    for table, column in _columns(connection, "udt_name = 'vector'"):
        for canary, vector in vectors.items():
            nearest = connection.execute(
                sql.SQL("select max(1 - ({} <=> {}::vector)) from {}").format(
                    sql.Identifier(column), sql.Literal(vector), sql.Identifier(table)
                )
            ).fetchone()
            if nearest and nearest[0] is not None and float(str(nearest[0])) >= NEAR:
                found.add(canary)
    return found


def _columns(connection: Connection, which: str) -> Iterable[tuple[str, str]]:
    found = connection.execute(
        "select table_name, column_name from information_schema.columns"  # noqa: S608
        f" where table_schema = 'public' and {which} order by 1, 2".encode()
    ).fetchall()
    return [(str(table), str(column)) for table, column in found]


def row_hashes(connection: Connection, user: UUID) -> dict[str, str]:
    """Every row of a user, byte for byte, as one hash a table."""
    hashes = {}
    for table, column in _columns(connection, "column_name = 'user_id'"):
        hashes[table] = _hash(connection, table, column, user)
    return hashes | {"users": _hash(connection, "users", "id", user)}


def _hash(connection: Connection, table: str, column: str, user: UUID) -> str:
    found = connection.execute(
        sql.SQL(
            "select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')"
            " from {} t where {} = {}"
        ).format(sql.Identifier(table), sql.Identifier(column), sql.Literal(user))
    ).fetchone()
    return str(found[0]) if found else ""
