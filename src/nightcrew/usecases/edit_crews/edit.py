"""What people do with crew text; every act is the installation's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from nightcrew.domain.crew import CrewShelf, Problem
from nightcrew.domain.crew_card import CrewDocument
from nightcrew.domain.crew_version import CrewVersion
from nightcrew.domain.errors import Refused
from nightcrew.domain.lint_unused import unused_lines
from nightcrew.domain.story import StoryShelf
from nightcrew.ports import Clock, CrewDrafts, CrewText, Model, Role
from nightcrew.store import bundles, judged_turns
from nightcrew.store.database import Database
from nightcrew.usecases.edit_crews import comparing, moving, publishing, sourcing
from nightcrew.usecases.edit_crews.comparing import CrewDiff, Decisions, Plays, Progress
from nightcrew.usecases.edit_crews.desk import Desk, signed
from nightcrew.usecases.edit_crews.moving import Arriving, Taken
from nightcrew.usecases.edit_crews.publishing import CrewHistory, Publication, Restored
from nightcrew.usecases.edit_crews.sourcing import Saved, Source, Typed


def _untold(done: int, of: int, story: str) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCrews:
    """Crew text for those who may edit it: the tenant `default`, any other is Refused.

    Who changes something says so with `author` (a team's name) and `reason`; BadInput without.
    plays: None where there is no stage, as inside a story.
    """

    db: Database
    text: CrewText
    drafts: CrewDrafts
    model: Model
    clock: Clock
    served: Callable[[], Awaitable[None]]
    plays: Plays | None = None

    async def publish(
        self, tenant: UUID, crews: Sequence[str] | None, *, author: str, reason: str
    ) -> Publication:
        """Sign the files as they are now, of these crews or of all (None). Raises: NotFound."""
        sign = signed(author, reason)
        return await publishing.publish(await self._desk(tenant), crews, sign)

    async def versions(self, tenant: UUID, crew: str) -> CrewHistory:
        """All versions of a crew, newest first. Raises: NotFound."""
        return await publishing.history(await self._desk(tenant), crew)

    async def newest(self, tenant: UUID) -> Mapping[str, CrewVersion]:
        """The newest version of every crew that has one."""
        await self._desk(tenant)
        async with self.db.begin_system() as connection:
            return await bundles.newest_versions(connection)

    async def stories(self, tenant: UUID, shelf: CrewShelf) -> StoryShelf:
        """The stories as they are written now, over these crews."""
        await self._desk(tenant)
        return await asyncio.to_thread(self.text.stories, shelf)

    async def unused_lines(self, tenant: UUID, days: int) -> tuple[Problem, ...]:
        """Lines of guides and playbooks that no turn of these last days leaned on."""
        desk = await self._desk(tenant)
        since = self.clock.now() - timedelta(days=days)
        async with self.db.begin(tenant) as connection:
            uses = await judged_turns.leant_on(connection, tenant, since)
        return unused_lines((await desk.now()).shelf.crews, uses, days)

    async def restore(
        self,
        tenant: UUID,
        crew: str,
        version: int,
        *,
        author: str,
        reason: str,
        shared: bool = False,
    ) -> Restored:
        """Bring a version back, as a new one and in the files. Raises: NotFound, Refused."""
        sign = signed(author, reason)
        desk = await self._desk(tenant)
        return await publishing.restore(desk, crew, version, sign, shared=shared)

    async def diff(
        self,
        tenant: UUID,
        crew: str,
        *,
        since: int | None = None,
        until: int | None = None,
        decisions: bool = True,
        progress: Progress = _untold,
    ) -> CrewDiff:
        """Changed lines and turned decisions. since: None for the last signed version.

        until: None for the files. decisions: False plays no story and tells changed lines alone.
        Raises: NotFound, Refused, OutsideFailure.
        """
        desk = await self._desk(tenant)
        return await comparing.compare(
            desk,
            self._decisions() if decisions else None,
            crew,
            since=since,
            until=until,
            at=self.clock.now(),
            progress=progress,
        )

    async def new(
        self,
        tenant: UUID,
        crew: str,
        *,
        category: str,
        locale: str,
        author: str,
        reason: str = "new crew",
    ) -> Taken:
        """A crew to be filled in; locale: ko or en. Raises: BadInput, NotFound, Refused."""
        sign = signed(author, reason)
        arriving = Arriving(crew=crew, category=category, locale=locale)
        return await moving.new(await self._desk(tenant), self.drafts, arriving, sign)

    async def export(self, tenant: UUID, crew: str) -> CrewDocument:
        """A crew as one document with all its files. Raises: NotFound, Refused."""
        return await moving.export(await self._desk(tenant), crew)

    async def import_crew(
        self, tenant: UUID, content: bytes, arriving: Arriving, *, author: str, reason: str
    ) -> Taken:
        """Take in a document of ours or a character card. Raises: BadInput, NotFound, Refused."""
        sign = signed(author, reason)
        return await moving.take_in(await self._desk(tenant), self.drafts, content, arriving, sign)

    async def read_source(self, tenant: UUID, path: str) -> Source:
        """A file by path-id, such as `crews/travel-mina.yaml`. Raises: BadInput, NotFound."""
        return await sourcing.read(await self._desk(tenant), path)

    async def check_source(self, tenant: UUID, path: str, text: str) -> tuple[Problem, ...]:
        """What is wrong with a file as it is typed; nothing is written. Raises: BadInput."""
        return await sourcing.check(await self._desk(tenant), path, text, self._today())

    async def save_source(
        self,
        tenant: UUID,
        path: str,
        text: str,
        *,
        author: str,
        reason: str,
        expected: str | None = None,
    ) -> Saved:
        """Write a file that has no errors. expected: its digest before. Raises: BadInput, Stale."""
        sign = signed(author, reason)
        desk = await self._desk(tenant)
        typed = Typed(path=path, text=text, expected=expected)
        return await sourcing.save(desk, typed, sign, self._today())

    def _decisions(self) -> Decisions:
        if self.plays is None:
            raise Refused(
                "no_stage",
                "stories cannot be played from here",
                hint="`nightcrew crews diff` and the console play them",
            )
        return Decisions(plays=self.plays, model=self.model.name(Role.JUDGE))

    def _today(self) -> date:
        return self.clock.now().date()

    async def _desk(self, tenant: UUID) -> Desk:
        desk = Desk(db=self.db, tenant=tenant, text=self.text, served=self.served)
        await desk.must_be_ours()
        return desk
