"""An admin's word on what members propose: nothing a team knows comes in another way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.day import today
from nightcrew.domain.errors import Refused
from nightcrew.domain.explicit import tombstone_of
from nightcrew.domain.memory import Memory
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_moment_cursor
from nightcrew.domain.preferences import check_external_id
from nightcrew.domain.team import Team, no_team, not_a_member
from nightcrew.domain.team_change import (
    KeptChange,
    ReviewState,
    TeamAction,
    TeamChange,
    TeamReview,
    as_line,
    check_undecided,
    may_decide,
    no_review,
    shown_review,
)
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.ports import Clock, Crews
from nightcrew.store import people, team_changes, team_memories, teams
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """What an admin says of a change as it was shown."""

    team: str
    review: UUID
    by: str
    seen: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deciding:
    """One change on the desk of an admin who may decide on it; holds the transaction."""

    connection: Connection
    tenant: UUID
    team: Team
    by: UUID
    kept: KeptChange
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTeamChanges:
    """Shows what waits, and carries out what an admin of the team decides about it.

    Who is an admin is read anew for every decision. Raises: NotFound `unknown_team` and
    `unknown_review`; Refused `not_a_member`, `not_a_team_admin`, `self_approval`,
    `already_decided`, `review_expired` and `already_gone`; Stale `content_changed`.
    """

    db: Database
    clock: Clock
    crews: Crews

    async def list(
        self,
        tenant: UUID,
        team: str,
        *,
        state: str = ReviewState.WAITING,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
        now: datetime | None = None,
    ) -> Page[TeamReview]:
        """A page of what waits, the longest waiting first; state: another one, or `all`."""
        at, after = now or self.clock.now(), read_moment_cursor(cursor)
        async with self.db.begin(tenant) as connection:
            held = await teams.find(connection, tenant, team)
            if held is None:
                raise no_team()
            found = await team_changes.listed(
                connection, tenant, held.id, state=state, now=at, after=after,
                limit=check_limit(limit) + 1,
            )  # fmt: skip
            total = await team_changes.count(connection, tenant, held.id, state=state, now=at)
        following = cursor_behind(
            found, limit, lambda each: (each.change.created_at, each.change.id)
        )
        return Page(
            items=tuple(shown_review(each, at) for each in found[:limit]),
            next_cursor=following,
            total=total,
        )

    async def settled_last(
        self, tenant: UUID, team: str, *, limit: int, now: datetime | None = None
    ) -> tuple[TeamReview, ...]:
        """What waits no longer, whatever became of it, the last decided first."""
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            held = await teams.find(connection, tenant, team)
            if held is None:
                raise no_team()
            found = await team_changes.settled_last(
                connection, tenant, held.id, now=at, limit=check_limit(limit)
            )
        return tuple(shown_review(each, at) for each in found)

    async def approve(
        self,
        tenant: UUID,
        team: str,
        review: UUID,
        *,
        by: str,
        seen: str,
        now: datetime | None = None,
    ) -> TeamReview:
        """Let the change hold; seen: the hash that was shown. Gives the memory it made or ended."""
        word = _Word(team=team, review=review, by=by, seen=seen, at=now or self.clock.now())
        async with self.db.begin(tenant) as connection:
            deciding = await _begun(connection, tenant, word)
            memory = await self._carried_out(deciding)
            told = await _settled(deciding, ReviewState.APPROVED)
        return replace(told, memory=memory)

    async def reject(
        self,
        tenant: UUID,
        team: str,
        review: UUID,
        *,
        by: str,
        seen: str,
        now: datetime | None = None,
    ) -> TeamReview:
        """Let the change go; it may be proposed again."""
        word = _Word(team=team, review=review, by=by, seen=seen, at=now or self.clock.now())
        async with self.db.begin(tenant) as connection:
            return await _settled(await _begun(connection, tenant, word), ReviewState.REJECTED)

    async def _carried_out(self, deciding: _Deciding) -> UUID:
        change = deciding.kept.change
        known = await team_memories.known(deciding.connection, deciding.tenant, deciding.team.id)
        if known is None:
            raise no_team()
        if change.action is TeamAction.FORGET:
            return await _forget(deciding, known)
        day = today(deciding.at, self.crews.house().timezone)
        return await _write(deciding, known, as_line(change, new_id=uuid4(), today=day))


async def _begun(connection: Connection, tenant: UUID, word: _Word) -> _Deciding:
    """The change with its team's row locked, if this admin may decide on it."""
    team = await teams.find(connection, tenant, word.team)
    if team is None:
        raise no_team()
    await teams.lock(connection, tenant, team.id)
    kept = await team_changes.one(connection, tenant, team.id, word.review, word.at)
    if kept is None:
        raise no_review()
    may_decide(team, check_external_id(word.by), kept)
    check_undecided(kept, word.at, word.seen)
    person = await people.person_by_name(connection, tenant, word.by)
    if person is None:
        raise not_a_member()
    return _Deciding(
        connection=connection, tenant=tenant, team=team, by=person.id, kept=kept, at=word.at
    )


async def _settled(deciding: _Deciding, state: ReviewState) -> TeamReview:
    change = deciding.kept.change
    await team_changes.settle(
        deciding.connection, deciding.tenant, change.id, state, by=deciding.by, at=deciding.at
    )
    after = replace(deciding.kept, state=state, decided_at=deciding.at)
    return shown_review(after, deciding.at)


async def _write(deciding: _Deciding, known: TeamKnown, line: Memory) -> UUID:
    """A line that is there already rests on these words, too; a tombstone that forbids it goes."""
    connection, tenant = deciding.connection, deciding.tenant
    change: TeamChange = deciding.kept.change
    before = known.said(change.text)
    if before is not None:
        await team_memories.add_words(connection, tenant, change, before.id)
        return before.id
    await team_memories.write(connection, tenant, change, line, deciding.at)
    await team_memories.lift(connection, tenant, known.forgot(change.text), deciding.at)
    return line.id


async def _forget(deciding: _Deciding, known: TeamKnown) -> UUID:
    """Switch a line off and bury it in the words of every member it rests on."""
    connection, tenant, change = deciding.connection, deciding.tenant, deciding.kept.change
    line = next((each for each in known.lines if each.id == change.memory), None)
    if line is None:
        raise Refused(
            "already_gone", "the team does not know this any more", hint="reject the change"
        )
    await team_memories.switch_off(connection, tenant, line.id, deciding.at)
    wordings = await team_memories.wordings(connection, tenant, line.id)
    for user, text in wordings.items():
        said = replace(line, text=text, subject="")
        buried = tombstone_of(said, new_id=uuid4(), key=known.claim_key, at=deciding.at)
        await team_memories.bury(connection, tenant, deciding.team.id, user, buried)
    return line.id
