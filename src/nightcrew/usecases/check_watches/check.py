"""Checking: claim what is due, look with no transaction open, write what it came to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import today
from nightcrew.domain.errors import NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.reason import Silence, ToolStatus
from nightcrew.domain.schedule import WhenNothing
from nightcrew.domain.watch import Looked, News, NewsKind, is_buried, news_of
from nightcrew.ports import Clock, Crews
from nightcrew.store import memories, people, watches
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.check_watches.claiming import Due, claim
from nightcrew.usecases.check_watches.looking import Look, Place
from nightcrew.usecases.check_watches.writing import Outcome, call_off, write

logger = logging.getLogger(__name__)

AT_ONCE = 4  # looks under way at the same time
_NOTHING = Looked(status=ToolStatus.NOT_USED)  # what a watch sees after its end
_LOOKED = (
    ToolStatus.OK, ToolStatus.EMPTY, ToolStatus.NOTHING_FOUND, ToolStatus.INSUFFICIENT,
    ToolStatus.NOT_USED,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is known of one watch before it looks. erase_count: to notice an erasing meanwhile."""

    crew: Crew
    person: Person
    erase_count: int

    def place(self, tenant: UUID, at: datetime) -> Place:
        """For whom it looks."""
        zone_name = self.person.timezone or self.crew.house.timezone
        locale = self.person.locale or self.crew.locale
        return Place(tenant=tenant, locale=locale, on=today(at, zone_name))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckWatches:
    """Looks for what users wait for; what is found becomes a message due at once."""

    db: Database
    crews: Crews
    look: Look
    clock: Clock

    async def __call__(
        self,
        *,
        now: datetime | None = None,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
    ) -> list[FlowReport]:
        """Let every watch look whose time has come; one report a watch.

        A message that is due then goes by the gate and the sender of all follow-ups.
        """
        at = now or self.clock.now()
        places = asyncio.Semaphore(AT_ONCE)
        reports: list[FlowReport] = []
        for each in await tenants_to_sweep(self.db, tenant):
            house_zone = self.crews.house().timezone
            more = True
            while more:
                batch = await claim(self.db, each, at, house_zone, user=user, crew=crew)
                found = [self._checked(each, due, at, places) for due in batch]
                reports += await asyncio.gather(*found)
                more = len(batch) == watches.BATCH
        return reports

    async def _checked(
        self, tenant: UUID, due: Due, at: datetime, places: asyncio.Semaphore
    ) -> FlowReport:
        """One watch that breaks stops no other; its next look is written already."""
        outcome: str = due.ended or ""
        if not outcome:
            try:
                async with places:
                    outcome = await self._check(tenant, due, at)
            except StoreAway:
                raise
            except Exception as broken:
                logger.error(  # noqa: TRY400 -- a traceback could hold words of the user
                    "a watch failed: follow_up=%s error=%s", due.follow_up.id, type(broken).__name__
                )
                outcome = "failed"
        return _report(due.follow_up, outcome)

    async def _check(self, tenant: UUID, due: Due, at: datetime) -> str:
        follow_up = due.follow_up
        pair = Pair(tenant=tenant, user=follow_up.user_id, crew=follow_up.crew)
        async with self.db.begin_pair(pair) as connection:
            scene = await self._read(connection, pair, follow_up, at)
            if isinstance(scene, str):
                return scene
        watch = follow_up.spec().watch
        if watch is None:
            return Silence.CANCELLED
        looked = _NOTHING if due.is_over else await self.look(watch, scene.place(tenant, at))
        turned_down = due.last.seen if due.last.last_said == "silent" else ""
        news = news_of(watch, looked, turned_down)
        if news.kind is NewsKind.NONE and due.is_last and _wants_a_word(follow_up):
            news = News(kind=NewsKind.OVER)
        outcome = Outcome(status=looked.status, failed=looked.status not in _LOOKED, news=news)
        async with self.db.begin_pair(pair) as connection:
            await people.lock_person(connection, tenant, pair.user)
            if scene.erase_count != await people.erase_count(connection, tenant, pair.user):
                return "stale"
            return await write(connection, pair, due, outcome, at)

    async def _read(
        self, connection: Connection, pair: Pair, follow_up: FollowUp, at: datetime
    ) -> Scene | str:
        """The scene; or why nothing is looked up for this watch now."""
        person = await people.person(connection, pair.tenant, pair.user)
        if person is None:
            return Silence.CANCELLED
        tombstones = await memories.standing_tombstones(connection, pair)
        if is_buried(follow_up, tombstones, person.claim_key):
            await call_off(connection, pair.tenant, follow_up, at)
            return Silence.BURIED
        if not person.allows("message"):
            return Silence.BLOCKED_CONSENT
        try:
            crew = self.crews.crew(pair.crew)
        except NotFound:
            return "unknown_crew"
        return Scene(
            crew=crew,
            person=person,
            erase_count=await people.erase_count(connection, pair.tenant, pair.user),
        )


def _wants_a_word(follow_up: FollowUp) -> bool:
    return follow_up.when_nothing is WhenNothing.SEND


def _report(follow_up: FollowUp, outcome: str) -> FlowReport:
    return FlowReport(
        user=str(follow_up.user_id),
        crew=follow_up.crew,
        outcome=outcome,
        counts={outcome: 1},
        ids=(follow_up.id,),
    )


def has_news(reports: Sequence[FlowReport]) -> bool:
    """Whether a message is due now."""
    return any(report.outcome == "found" for report in reports)
