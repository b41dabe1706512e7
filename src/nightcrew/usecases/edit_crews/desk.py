"""What all edits of crew text share: who may, the texts as they are, and one way of writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.crew import Crew, CrewShelf, Problem
from nightcrew.domain.crew_problem import nearest
from nightcrew.domain.crew_version import How, Signature, sources_of
from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.ports import CrewText
from nightcrew.store import bundles, people
from nightcrew.store.bundles import NewVersion
from nightcrew.store.database import Database

OWNER = "default"  # contract section 4: crews belong to the installation; its admin edits them


@dataclass(frozen=True, slots=True, kw_only=True)
class TextNow:
    """The files as they are, by path-id, and the crews they make."""

    texts: Mapping[str, str]
    shelf: CrewShelf


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """New texts of some files, and how their versions are to be told.

    crew: whose version is signed for; others that change with it are only noted. restored_from: the
    version that is brought back.
    """

    texts: Mapping[str, str]
    crew: str
    how: How
    sign: Signature
    restored_from: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where crew text is changed. served: lets what was written speak at once."""

    db: Database
    tenant: UUID
    text: CrewText
    served: Callable[[], Awaitable[None]]

    async def must_be_ours(self) -> None:
        """Crews are the installation's. Raises: Refused for another tenant."""
        async with self.db.begin_system() as connection:
            owner = await people.make_tenant(connection, OWNER)
        if owner != self.tenant:
            raise Refused(
                "not_your_crews",
                "crew text belongs to the installation",
                hint="use a key of the tenant `default` with the scope admin",
            )

    async def now(self, changed: Mapping[str, str] | None = None) -> TextNow:
        """The files as they are now, or as they would be with some changed."""

        def read() -> TextNow:
            texts = {**self.text.read(), **(changed or {})}
            return TextNow(texts=texts, shelf=self.text.shelf(texts))

        return await asyncio.to_thread(read)

    async def write(self, wanted: Wanted, after: TextNow, before: CrewShelf) -> None:
        """Store the versions that come of it, write the files, and let them speak.

        The versions come first and in one transaction with the files: whoever watches the folders
        finds its new text known. Raises: OutsideFailure, Stale.
        """
        changed = [
            crew
            for crew in after.shelf.crews.values()
            if crew.id == wanted.crew or crew.digest != _digest(before, crew.id)
        ]
        async with self.db.begin_system() as connection:
            await bundles.keep(connection, [_version(crew, wanted, after) for crew in changed])
            await asyncio.to_thread(self.text.write, wanted.texts)
        await self.served()


def _version(crew: Crew, wanted: Wanted, after: TextNow) -> NewVersion:
    signed = crew.id == wanted.crew
    return NewVersion(
        crew=crew,
        sources=sources_of(crew, after.texts),
        author=wanted.sign.author,
        reason=wanted.sign.reason,
        how=wanted.how if signed else "loaded",
        restored_from=wanted.restored_from if signed else None,
        again=signed and wanted.how != "loaded",
    )


def _digest(shelf: CrewShelf, crew_id: str) -> str | None:
    crew = shelf.crews.get(crew_id)
    return crew.digest if crew else None


def signed(author: str, reason: str) -> Signature:
    """Who changes text, and why. Raises: BadInput when one of them is not said."""
    for field, said in (("author", author), ("reason", reason)):
        if not said.strip():
            raise BadInput(
                f"no_{field}",
                f"a version of crew text needs its {field}",
                hint="--author care-team --reason 'why it changes'",
                field=field,
            )
    return Signature(author=author.strip(), reason=reason.strip())


def must_be_there(crew_id: str, known: Sequence[str]) -> None:
    """Raises: NotFound with the nearest name."""
    if crew_id in known:
        return
    meant = nearest(crew_id, tuple(known))
    hint = f"did you mean {meant}?" if meant else "`nightcrew crews list` shows them all"
    raise NotFound("unknown_crew", "there is no crew by this name", hint=hint, field="crew")


def newly_broken(after: CrewShelf, before: CrewShelf) -> tuple[Problem, ...]:
    """The errors that a change would bring."""
    known = {_told(each) for each in before.problems}
    return tuple(
        each for each in after.problems if each.severity == "error" and _told(each) not in known
    )


def _told(wrong: Problem) -> tuple[str, str, str, str]:
    # A line added above moves a problem without making a new one.
    return (wrong.id, wrong.file, wrong.pointer, wrong.message)
