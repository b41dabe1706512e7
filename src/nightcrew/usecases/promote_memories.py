"""A person's own memories offered to a team: copied into the queue, and only by their own act."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.explicit import same_claim
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.pair import Pair
from nightcrew.domain.preferences import check_external_id
from nightcrew.domain.team import Promotion, no_team, not_a_member
from nightcrew.domain.team_change import (
    REVIEW_DAYS,
    Origin,
    ReviewState,
    TeamChange,
    change_from,
    expiring,
)
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.domain.team_wishes import keeps_to_oneself
from nightcrew.ports import Clock, Crews
from nightcrew.store import evidence, memories, people, team_changes, team_memories, teams
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database


@dataclass(slots=True, kw_only=True)
class _Offer:
    """What a person offers to a team, memory by memory; holds the transaction."""

    connection: Connection
    tenant: UUID
    user: UUID
    known: TeamKnown
    kinds: Collection[str] | None
    days: int
    at: datetime
    waiting: list[str] = field(default_factory=list)
    changes: list[TeamChange] = field(default_factory=list)
    shared: int = 0
    private: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteMemories:
    """Offers private and shared memories to a team; the originals stay as they are."""

    db: Database
    clock: Clock
    crews: Crews

    async def __call__(
        self,
        tenant: UUID,
        team: str,
        user: str,
        *,
        crew: str | None = None,
        wanted: Collection[UUID] | None = None,
        kinds: Collection[str] | None = None,
        by: str | None = None,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> Promotion:
        """Put copies into the team's queue, or with `dry_run` only count them.

        wanted: these memories alone; else all active ones, of one crew if it is named. kinds: other
        kinds remain private. by: who lets them go, which only their owner may. Raises: NotFound
        `unknown_team`, `unknown_memory`, `unknown_crew`; Refused `not_a_member`, `not_the_owner`.
        """
        _check_owner(check_external_id(user), by)
        if crew is not None:
            self.crews.crew(crew)
        async with self.db.begin(tenant) as connection:
            offer = await self._offer(connection, tenant, team, user, now)
            offer.kinds = kinds
            await people.lock_person(connection, tenant, offer.user)
            for memory in await _considered(offer, crew, wanted):
                await _weigh(offer, memory)
            done = [] if dry_run else [await _propose(offer, each) for each in offer.changes]
        return Promotion(
            created=len(offer.changes),
            already_shared=offer.shared,
            remained_private=offer.private,
            dry_run=dry_run,
            reviews=tuple(done),
        )

    async def _offer(
        self, connection: Connection, tenant: UUID, name: str, user: str, now: datetime | None
    ) -> _Offer:
        at, team = now or self.clock.now(), await teams.find(connection, tenant, name)
        known = await team_memories.known(connection, tenant, team.id) if team else None
        if team is None or known is None:
            raise no_team()
        person = await people.person_by_name(connection, tenant, user)
        if person is None or team.role_of(user) is None:
            raise not_a_member()
        waiting = await team_changes.listed(
            connection,
            tenant,
            team.id,
            state=ReviewState.WAITING,
            now=at,
            limit=team_changes.MOST_WAITING,
        )
        return _Offer(
            connection=connection,
            tenant=tenant,
            user=person.id,
            known=known,
            kinds=None,
            days=self.crews.house().retention_days.get("team_reviews", REVIEW_DAYS),
            at=at,
            waiting=[each.change.text for each in waiting if each.change.memory is None],
        )


def _check_owner(user: str, by: str | None) -> None:
    if by not in (None, user):
        raise Refused(
            "not_the_owner",
            "only the person whose memories they are lets them go",
            hint="let `by` be the user, or leave it out",
            field="by",
        )


async def _considered(
    offer: _Offer, crew: str | None, wanted: Collection[UUID] | None
) -> list[Memory]:
    """Oldest said first, so that of two that say the same the first is kept."""
    active = await memories.active_of(offer.connection, offer.tenant, offer.user)
    found = [
        each
        for each in reversed(active)
        if (crew is None or each.crew == crew or each.scope is Scope.SHARED)
        and (wanted is None or each.id in wanted)
    ]
    missing = len(set(wanted or ())) - len(found) if wanted is not None else 0
    if missing:
        raise NotFound(
            "unknown_memory",
            f"{missing} of the memories are not there",
            hint="list the user's memories; those that are off cannot be promoted",
            field="memories",
        )
    return found


async def _weigh(offer: _Offer, memory: Memory) -> None:
    text = without_passed_note(memory.text)
    if _is_known(offer, text):
        offer.shared += 1
    elif await _remains_private(offer, memory, text):
        offer.private += 1
    else:
        made = change_from(
            memory, new_id=uuid4(), team=offer.known.id, origin=Origin.PROMOTION, at=offer.at,
            source=memory.id,
        )  # fmt: skip
        offer.changes.append(expiring(made, offer.days))
        offer.waiting.append(text)


def _is_known(offer: _Offer, text: str) -> bool:
    if offer.known.said(text) is not None:
        return True
    return any(same_claim(text, without_passed_note(other)) for other in offer.waiting)


async def _remains_private(offer: _Offer, memory: Memory, text: str) -> bool:
    if memory.kind is Kind.STYLE or (offer.kinds is not None and memory.kind not in offer.kinds):
        return True
    if offer.known.forgot(text):
        return True
    return any(map(keeps_to_oneself, (text, *await _said(offer, memory))))


async def _said(offer: _Offer, memory: Memory) -> Iterable[str]:
    pair = Pair(tenant=offer.tenant, user=offer.user, crew=memory.crew)
    lines = await evidence.by_ids(offer.connection, pair, memory.cites)
    return (line.text for line in lines if line.speaker is Speaker.USER)


async def _propose(offer: _Offer, change: TeamChange) -> UUID:
    pair = Pair(tenant=offer.tenant, user=offer.user, crew=change.crew)
    return await team_changes.add(offer.connection, pair, change)
