"""Teams as the backend names them: crews, members, and what the team knows by now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import Memory
from nightcrew.domain.preferences import check_external_id
from nightcrew.domain.team import MOST_CREWS, MOST_MEMBERS, Member, no_team
from nightcrew.domain.team_change import ReviewState
from nightcrew.domain.team_digest import Digest, Sentence
from nightcrew.ports import Clock, Crews
from nightcrew.store import people, team_changes, team_memories, teams
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestView:
    """The lines retold. stale: the lines have changed since, so that these are shown instead."""

    text: str
    sentences: tuple[Sentence, ...]
    stale: bool
    model: str
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamView:
    """A team. waiting: changes an admin has to decide on; memories: approved lines."""

    team: str
    crews: tuple[str, ...]
    members: tuple[Member, ...]
    waiting: int
    memories: int
    digest: DigestView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepTeams:
    """Makes teams what the backend says they are; who is left out is out at once."""

    db: Database
    clock: Clock
    crews: Crews

    async def put(
        self,
        tenant: UUID,
        team: str,
        crews: Sequence[str],
        members: Sequence[Member],
        *,
        now: datetime | None = None,
    ) -> TeamView:
        """Make the team exactly these crews and members; once more changes nothing.

        A new user id makes a new user. Raises: BadInput, NotFound for an unknown crew.
        """
        self._check(crews, members)
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            ids = await people.make_people(connection, tenant, [each.user for each in members])
            await teams.put(
                connection,
                tenant,
                check_external_id(team),
                crews=sorted(set(crews)),
                members={ids[each.user]: each.role for each in members},
                at=at,
            )
            return await self._view(connection, tenant, team, at)

    def _check(self, crews: Sequence[str], members: Sequence[Member]) -> None:
        for crew in crews:
            self.crews.crew(crew)
        named = [check_external_id(each.user) for each in members]
        if len(set(named)) < len(named):
            raise BadInput(
                "member_twice",
                "somebody is named twice",
                hint="name each member once, with one role",
                field="members",
            )
        for field, count, most in (
            ("crews", len(crews), MOST_CREWS),
            ("members", len(members), MOST_MEMBERS),
        ):
            if count > most:
                raise BadInput(
                    "team_too_large",
                    f"a team has at most {most} {field}",
                    hint="make several teams",
                    field=field,
                    details={"limit": most},
                )

    async def one(self, tenant: UUID, team: str, *, now: datetime | None = None) -> TeamView:
        """A team as it is. Raises: NotFound `unknown_team`."""
        async with self.db.begin(tenant) as connection:
            return await self._view(connection, tenant, team, now or self.clock.now())

    async def names(self, tenant: UUID) -> tuple[str, ...]:
        """The names of the tenant's teams, in order."""
        async with self.db.begin(tenant) as connection:
            return tuple(await teams.names(connection, tenant))

    async def names_by_id(self, tenant: UUID) -> Mapping[UUID, str]:
        """The same by our own ids, which may stand in a path."""
        async with self.db.begin(tenant) as connection:
            return await teams.names_by_id(connection, tenant)

    async def _view(
        self, connection: Connection, tenant: UUID, name: str, at: datetime
    ) -> TeamView:
        team = await teams.find(connection, tenant, name)
        if team is None:
            raise no_team()
        lines = await team_memories.lines(connection, tenant, team.id)
        digest = await team_memories.digest(connection, tenant, team.id)
        return TeamView(
            team=team.name,
            crews=team.crews,
            members=team.members,
            waiting=await team_changes.count(
                connection, tenant, team.id, state=ReviewState.WAITING, now=at
            ),
            memories=len(lines),
            digest=_shown(digest, lines, today(at, self.crews.house().timezone)),
        )


def _shown(digest: Digest | None, lines: Sequence[Memory], day: date) -> DigestView | None:
    if digest is None or digest.outcome == "refused":
        return None
    return DigestView(
        text=" ".join(each.text for each in digest.sentences),
        sentences=digest.sentences,
        stale=not digest.is_fresh(lines, day),
        model=digest.model,
        made_at=digest.made_at,
    )
