"""Crew text that ever spoke: every resolved bundle with the files it was made of, immutable."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Select, func, select, text
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.crew import Crew
from nightcrew.domain.crew_version import CrewVersion, How, StoredText
from nightcrew.domain.same import Same
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import crew_bundles, crew_texts

# Two processes that see the same new text must not both give it a number.
_ONE_AT_A_TIME = text("select pg_advisory_xact_lock(hashtext('crew_bundles'))")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """What is to be kept. sources: its files by path-id, as they are written.

    again: also when the crew's newest version says the same, because somebody signs for it.
    """

    crew: Crew
    sources: Mapping[str, str]
    author: str
    reason: str
    how: How = "loaded"
    restored_from: int | None = None
    again: bool = False


@cache
def _of_crew() -> TypeAdapter[Crew]:
    return TypeAdapter(Crew)


async def newest_digests(connection: AsyncConnection) -> dict[str, str]:
    """The digest of each crew's newest version."""
    found = await connection.execute(
        select(crew_bundles.c.crew, crew_bundles.c.digest)
        .ext(distinct_on(crew_bundles.c.crew))
        .order_by(crew_bundles.c.crew, crew_bundles.c.number.desc())
    )
    return {row.crew: row.digest for row in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Last:
    """What a crew's newest version is told apart by."""

    number: int = 0
    digest: str = ""
    how: str = "loaded"
    sources: Mapping[str, str] | None = None

    def says(self, wanted: NewVersion) -> bool:
        """Whether nothing new would be stored."""
        if self.digest != wanted.crew.digest:
            return False
        return not wanted.again or (
            self.how == "published"
            and wanted.how == "published"
            and self.sources == _digests(wanted.sources)
        )


async def keep(connection: AsyncConnection, wanted: Sequence[NewVersion]) -> dict[str, int]:
    """Store what differs from each crew's newest version; the numbers of the new ones by crew."""
    await connection.execute(_ONE_AT_A_TIME)
    last = await _newest_of(connection, [each.crew.id for each in wanted])
    new = [each for each in wanted if not last.get(each.crew.id, _Last()).says(each)]
    rows = [_row(each, last.get(each.crew.id, _Last()).number) for each in new]
    if rows:
        await _keep_texts(connection, (each.sources for each in new))
        await connection.execute(insert(crew_bundles).values(rows))
    return {row["crew"]: row["number"] for row in rows}


async def _newest_of(connection: AsyncConnection, crews: Sequence[str]) -> dict[str, _Last]:
    columns = columns_of(crew_bundles, _Last)
    found = await connection.execute(
        select(crew_bundles.c.crew, *columns)
        .where(crew_bundles.c.crew.in_(crews))
        .ext(distinct_on(crew_bundles.c.crew))
        .order_by(crew_bundles.c.crew, crew_bundles.c.number.desc())
    )
    rows = [dict(row) for row in found.mappings()]
    return {row.pop("crew"): _Last(**row) for row in rows}


def _row(wanted: NewVersion, last: int) -> dict[str, Any]:
    return {
        "crew": wanted.crew.id,
        "number": last + 1,
        "digest": wanted.crew.digest,
        "body": _body(Same(wanted.crew)),
        "author": wanted.author,
        "reason": wanted.reason,
        "how": wanted.how,
        "parent": last or None,
        "restored_from": wanted.restored_from,
        "sources": _digests(wanted.sources),
    }


def _digests(sources: Mapping[str, str]) -> dict[str, str]:
    return {name: _digest(each) for name, each in sources.items()}


@lru_cache(maxsize=512)
def _body(crew: Same[Crew]) -> Any:
    return _of_crew().dump_python(crew.thing, mode="json")


async def _keep_texts(connection: AsyncConnection, several: Iterable[Mapping[str, str]]) -> None:
    texts = {_digest(each): each for sources in several for each in sources.values()}
    if texts:
        rows = [{"digest": digest, "text": each} for digest, each in texts.items()]
        await connection.execute(insert(crew_texts).values(rows).on_conflict_do_nothing())


@lru_cache(maxsize=2048)
def _digest(written: str) -> str:
    return hashlib.sha256(written.encode()).hexdigest()


def _versions() -> Select[Any]:
    columns = [
        crew_bundles.c[name]
        for name in CrewVersion.__dataclass_fields__
        if name not in ("at", "live")
    ]
    newest = func.max(crew_bundles.c.number).over(partition_by=crew_bundles.c.crew)
    live = (crew_bundles.c.number == newest).label("live")
    return select(*columns, crew_bundles.c.written_at.label("at"), live)


async def listed(connection: AsyncConnection, crew: str) -> tuple[CrewVersion, ...]:
    """Every version of a crew, newest first."""
    found = await connection.execute(
        _versions().where(crew_bundles.c.crew == crew).order_by(crew_bundles.c.number.desc())
    )
    return tuple(value(CrewVersion, row) for row in found.mappings())


async def newest_versions(connection: AsyncConnection) -> dict[str, CrewVersion]:
    """Each crew's newest version."""
    found = await connection.execute(
        _versions()
        .ext(distinct_on(crew_bundles.c.crew))
        .order_by(crew_bundles.c.crew, crew_bundles.c.number.desc())
    )
    return {row["crew"]: value(CrewVersion, row) for row in found.mappings()}


async def stored_text(connection: AsyncConnection, version: CrewVersion) -> StoredText:
    """A version with its files."""
    names = await connection.scalar(
        select(crew_bundles.c.sources).where(
            crew_bundles.c.crew == version.crew, crew_bundles.c.number == version.number
        )
    )
    if not names:
        return StoredText(version=version, sources=None)
    found = await connection.execute(
        select(crew_texts.c.digest, crew_texts.c.text).where(
            crew_texts.c.digest.in_(set(names.values()))
        )
    )
    texts = {row.digest: row.text for row in found}
    return StoredText(version=version, sources={name: texts[each] for name, each in names.items()})


async def unknown_texts(connection: AsyncConnection, texts: Mapping[str, str]) -> tuple[str, ...]:
    """Of files by path-id, those whose text no version of any crew holds."""
    digests = _digests(texts)
    found = await connection.scalars(
        select(crew_texts.c.digest).where(crew_texts.c.digest.in_(set(digests.values())))
    )
    known = set(found)
    return tuple(name for name, digest in digests.items() if digest not in known)


async def by_digest(connection: AsyncConnection, crew: str, digest: str) -> Crew | None:
    """The bundle by what a turn or a conversation holds of it; None as for `newest`."""
    body = await connection.scalar(
        select(crew_bundles.c.body)
        .where(crew_bundles.c.crew == crew, crew_bundles.c.digest == digest)
        .order_by(crew_bundles.c.number.desc())
        .limit(1)
    )
    return crew_of(body, digest) if body else None


async def newest(connection: AsyncConnection, crew: str) -> Crew | None:
    """The newest bundle of a crew; None when there is none that this release can read."""
    found = (
        await connection.execute(
            select(crew_bundles.c.body, crew_bundles.c.digest)
            .where(crew_bundles.c.crew == crew)
            .order_by(crew_bundles.c.number.desc())
            .limit(1)
        )
    ).first()
    return crew_of(found.body, found.digest) if found else None


def body_of(crew: Crew) -> Any:
    """A crew as its row holds it."""
    return _body(Same(crew))


def crew_of(body: Mapping[str, Any], digest: str) -> Crew | None:
    """The crew of a stored body; None for a body of another shape, as another release wrote it."""
    try:
        return _of_crew().validate_python({**_with_places(body), "digest": digest})
    except ValidationError:
        return None


def _with_places(body: Mapping[str, Any]) -> dict[str, Any]:
    """The first release kept no places of lines; they are unknown then, and told so."""
    playbook = body.get("playbook")
    lines = [{"line": 0, **each} for each in playbook["instructions"]] if playbook else []
    return {
        **body,
        "playbook": {**playbook, "instructions": lines} if playbook else None,
        "skills": [{"origin": "", **each} for each in body.get("skills", ())],
    }
