"""The two decisions about a dream that is over; each takes its turn with dreams and user acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.dream import DreamReport, no_dream
from nightcrew.domain.errors import BadInput, Refused
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import check_consent
from nightcrew.domain.room import MemoryRoom
from nightcrew.ports import Clock, Crews
from nightcrew.store import dream_reports, dreams, pairs, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.usecases.decide_dreams import accepting, undoing
from nightcrew.usecases.decide_dreams.accepting import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideDreams:
    """Accepts changes of a dream in review mode, and undoes a whole dream."""

    db: Database
    clock: Clock
    crews: Crews

    async def accept(
        self, tenant: UUID, dream: UUID, changes: Sequence[int], *, now: datetime | None = None
    ) -> DreamReport:
        """Apply exactly these waiting changes, all in one transaction.

        changes: numbers of the report. One that stands already stays; one whose memory moved on,
        or that would bring back what was forgotten since, is told with its reason.
        Raises: NotFound, BadInput `unknown_change` or `part_of_a_merge`, Refused `not_in_review`,
        `dream_reverted` or `remembering_off`.
        """
        at, pair = now or self.clock.now(), await self._pair(tenant, dream)
        async with self.db.begin_pair(pair) as connection:
            await people.lock_person(connection, tenant, pair.user)
            run = await _run(connection, tenant, dream)
            _check_review(run)
            kept = await dreams.changes_of(connection, tenant, dream)
            waiting = _wanted(kept, changes)
            if waiting:
                check_consent(await people.person(connection, tenant, pair.user))
                scene = await self._scene(connection, pair, run, at)
                await accepting.accept(scene, waiting)
            return await _report(connection, tenant, dream)

    async def revert(
        self, tenant: UUID, dream: UUID, *, now: datetime | None = None
    ) -> DreamReport:
        """Undo a whole dream by new versions; what was changed since is left alone and told.

        What was left alone may be undone by a second call, once the later dream is undone, too.
        Raises: NotFound, Refused `already_reverted` or `nothing_to_revert`.
        """
        at, pair = now or self.clock.now(), await self._pair(tenant, dream)
        async with self.db.begin_pair(pair) as connection:
            await people.lock_person(connection, tenant, pair.user)
            applied = [
                each for each in await dreams.changes_of(connection, tenant, dream) if each.applied
            ]
            if not applied:
                raise _nothing_to_undo(await _run(connection, tenant, dream))
            room = self.crews.house().memory_room
            if await undoing.undo(await _undoing(connection, pair, room, at), dream, applied):
                await dream_reports.mark_reverted(connection, tenant, dream, at)
                await pairs.note(connection, pair, changed_at=at)
            return await _report(connection, tenant, dream)

    async def _pair(self, tenant: UUID, dream: UUID) -> Pair:
        async with self.db.begin(tenant) as connection:
            run = await _run(connection, tenant, dream)
        return Pair(tenant=tenant, user=run.user_id, crew=run.crew)

    async def _scene(
        self, connection: Connection, pair: Pair, run: DreamRun, at: datetime
    ) -> Scene:
        crew = self.crews.crew(pair.crew)
        person = await people.person(connection, pair.tenant, pair.user)
        if person is None:
            raise no_dream()
        return Scene(
            connection=connection,
            pair=pair,
            person=person,
            run=run,
            room=crew.house.memory_room,
            at=at,
            timezone=person.timezone or crew.house.timezone,
            locale=person.locale or crew.locale,
        )


async def _undoing(
    connection: Connection, pair: Pair, room: MemoryRoom, at: datetime
) -> undoing.Scene:
    person = await people.person(connection, pair.tenant, pair.user)
    if person is None:
        raise no_dream()
    return undoing.Scene(
        connection=connection, pair=pair, claim_key=person.claim_key, room=room, at=at
    )


async def _run(connection: Connection, tenant: UUID, dream: UUID) -> DreamRun:
    run = await dreams.one(connection, tenant, dream)
    if run is None:
        raise no_dream()
    return run


async def _report(connection: Connection, tenant: UUID, dream: UUID) -> DreamReport:
    run = await _run(connection, tenant, dream)
    [report] = await dream_reports.reports(connection, tenant, [run])
    return report


def _nothing_to_undo(run: DreamRun) -> Refused:
    if run.reverted_at is not None:
        return Refused("already_reverted", "this dream was undone before", hint="read its report")
    return Refused("nothing_to_revert", "this dream changed nothing", hint="read its report")


def _check_review(run: DreamRun) -> None:
    if run.mode != "review":
        raise Refused(
            "not_in_review",
            "the changes of this dream do not wait to be accepted",
            hint="run the flow with mode review",
        )
    if run.reverted_at is not None:
        raise Refused(
            "dream_reverted", "this dream was undone", hint="run the flow again with mode review"
        )


def _wanted(kept: Sequence[KeptChange], numbers: Sequence[int]) -> list[KeptChange]:
    """The changes named that still wait, in the order of the dream."""
    known = {each.number for each in kept}
    unknown = sorted(set(numbers) - known)
    if unknown:
        raise BadInput(
            "unknown_change",
            "the dream has no change by this number",
            hint="the numbers of its report: " + ", ".join(map(str, sorted(known))),
            field="changes",
            details={"unknown": unknown},
        )
    wanted = [each for each in kept if each.number in set(numbers) and accepting.waits(each)]
    _check_whole(kept, {each.number for each in wanted})
    return wanted


def _check_whole(kept: Sequence[KeptChange], wanted: set[int]) -> None:
    """A merge is decided on as a whole: its update and its removals are named together."""
    waiting = [each for each in kept if accepting.waits(each)]
    heads = {each.merged_into or each.number for each in waiting if each.number in wanted}
    groups = {each.number for each in waiting if (each.merged_into or each.number) in heads}
    left_out = sorted(groups - wanted)
    if left_out:
        raise BadInput(
            "part_of_a_merge",
            "a change belongs to a merge that is applied whole or not at all",
            hint="name these too: " + ", ".join(map(str, left_out)),
            field="changes",
            details={"left_out": left_out},
        )
