"""Memories made again from what was verified; no model is asked and nothing forgotten returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.dream import Change, Ground
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.forgetting import ForgottenClaim, forgotten_claims, restates
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.named_fields import recast
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.replaying import Played, play, same_value
from nightcrew.ports import Clock, Crews
from nightcrew.store import memories, pairs, people, portable, replay
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.store.replay import AppliedChange

CAUSE = "rebuilt"
_OF_DREAMS = frozenset({"dream", "review"})


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuiltMemories:
    """Numbers of memories, and of the changes that were played.

    withheld: forgotten, erased, or from before the user started over. left: explicit, changed by a
    person, or resting on words that have served their days. waiting: lines that wait for a dream.
    """

    replayed: int = 0
    equal: int = 0
    rewritten: int = 0
    recreated: int = 0
    withheld: int = 0
    left: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    connection: Connection
    person: Person
    tenant: UUID
    at: datetime
    house_zone: str
    locale: str
    causes: Mapping[UUID, set[tuple[str, str]]]
    erased: frozenset[UUID]
    lines: Mapping[UUID, Evidence]

    @property
    def timezone(self) -> str:
        return self.person.timezone or self.house_zone


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildMemories:
    """Plays the changes that stand once more and mends what differs from them."""

    db: Database
    clock: Clock
    crews: Crews

    async def __call__(
        self,
        tenant: UUID,
        user: str,
        *,
        crew: str | None = None,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> RebuiltMemories:
        """Rebuild a user's memories; one that differs gets a new version, one that is lost returns.

        crew: only memories that dreams of this crew made or changed.
        """
        counts: Counter[str] = Counter()
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return RebuiltMemories()
            await people.lock_person(connection, tenant, person.id)
            changes = await replay.applied(connection, tenant, person.id, crew=crew)
            scene = await self._scene(connection, tenant, person, changes, now)
            for memory_id, made in changes.items():
                outcome = await _rebuild(scene, memory_id, made)
                counts[outcome] += 1
                counts["replayed"] += len(made) if outcome not in ("withheld", "left") else 0
            if dry_run:
                await connection.rollback()
        return RebuiltMemories(**counts)

    async def redream(self, tenant: UUID, user: str, *, crew: str | None = None) -> RebuiltMemories:
        """Let dreams read everything once more; gates keep out what is held, forgotten or explicit.

        Nothing changes until the next dream of each pair.
        """
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return RebuiltMemories()
            waiting = await replay.let_wait_again(connection, tenant, person.id, crew=crew)
            for pair in await pairs.all_pairs(connection, tenant, person.id):
                await pairs.find_next_pending(connection, pair)
        return RebuiltMemories(waiting=waiting)

    async def _scene(
        self,
        connection: Connection,
        tenant: UUID,
        person: Person,
        changes: Mapping[UUID, Sequence[AppliedChange]],
        now: datetime | None,
    ) -> _Scene:
        house = self.crews.house()
        cited = {cite for made in changes.values() for each in made for cite in each.cites}
        return _Scene(
            connection=connection,
            person=person,
            tenant=tenant,
            at=now or self.clock.now(),
            house_zone=house.timezone,
            locale=person.locale or house.locale,
            causes=await replay.causes(connection, tenant, person.id),
            erased=await portable.erased(connection, tenant),
            lines=await replay.lines(connection, tenant, person.id, cited),
        )


async def _rebuild(scene: _Scene, memory_id: UUID, made: Sequence[AppliedChange]) -> str:
    """What became of one memory, as the name of its number."""
    known = await memories.one(scene.connection, scene.tenant, scene.person.id, memory_id)
    if _is_a_persons(scene, known) or not _has_its_lines(scene, made):
        return "left"
    values = play([_played(scene, each) for each in made], memory_id=memory_id,
                  user=scene.person.id)  # fmt: skip
    if not values:
        return "left"
    standing = values[-1][-1]
    if await _may_not_return(scene, standing, made, lost=known is None):
        return "withheld"
    if known is None:
        return await _recreate(scene, made, values)
    if same_value(known, standing):
        # Former values that differ have lost their words; writing the value anew mends nothing.
        return "equal" if known.previous == standing.previous else "left"
    after = replace(standing, version=known.version + 1, cites=known.cites)
    act = Act(actor="admin", cause=CAUSE, at=scene.at)
    await memories.revise(scene.connection, _pair(scene, after.crew), after, act)
    return "rewritten"


def _is_a_persons(scene: _Scene, known: Memory | None) -> bool:
    """Whether somebody has decided about it since: then their word stands, not the dream's."""
    if known is None:
        return False
    causes = scene.causes.get(known.id, set())
    decided = any(actor not in _OF_DREAMS and cause != CAUSE for actor, cause in causes)
    return known.explicit or decided


def _has_its_lines(scene: _Scene, made: Sequence[AppliedChange]) -> bool:
    return all(cite in scene.lines for each in made for cite in each.cites)


def _played(scene: _Scene, made: AppliedChange) -> Played:
    change = recast(Change, made, memory=None, quotes={}, why="")
    ground = Ground(
        memories={},
        tombstones=(),
        evidence={str(cite): scene.lines[cite] for cite in made.cites},
        claim_key=scene.person.claim_key,
        today=today(made.at, scene.timezone),
        timezone=scene.timezone,
        locale=scene.locale,
        crew=made.crew,
        moments={line.id: line.said_at for line in scene.lines.values()},
    )
    return Played(change=change, ground=ground)


async def _may_not_return(
    scene: _Scene, standing: Memory, made: Sequence[AppliedChange], *, lost: bool
) -> bool:
    if standing.id in scene.erased:
        return True
    pair = _pair(scene, standing.crew)
    buried = await memories.standing_tombstones(scene.connection, pair)
    claims = forgotten_claims(buried, scene.person.claim_key)
    if any(_forbids(claim, standing, scene.person.claim_key) for claim in claims):
        return True
    state = await pairs.state(scene.connection, pair)
    begun_anew = state.evidence_from is not None and made[0].at <= state.evidence_from
    return begun_anew and lost


def _forbids(claim: ForgottenClaim, memory: Memory, key: bytes) -> bool:
    return claim.tombstone.memory_id == memory.id or restates(memory.text, claim, key)


async def _recreate(
    scene: _Scene, made: Sequence[AppliedChange], values: Sequence[tuple[Memory, ...]]
) -> str:
    """Write a lost memory again, with every value it had; one that was removed stays away."""
    if values[-1][-1].status is Status.OFF:
        return "left"
    for change, written in zip(made, values, strict=True):
        act = Act(actor="dream", cause=change.flow, at=change.at, dream_id=change.dream_id)
        pair = _pair(scene, written[-1].crew)
        if change is made[0]:
            await memories.add(scene.connection, pair, written[-1], act)
        else:
            await memories.revise_all(scene.connection, pair, written, act)
    return "recreated"


def _pair(scene: _Scene, crew: str) -> Pair:
    return Pair(tenant=scene.tenant, user=scene.person.id, crew=crew)
