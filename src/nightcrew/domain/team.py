"""A team: whose crews share what was approved, and who may approve it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.errors import BadInput, NotFound, Refused

MOST_CREWS, MOST_MEMBERS = 100, 1_000


class Membership(StrEnum):
    """What a person may do in a team: propose, or also decide on what others propose."""

    MEMBER = "member"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody in a team, by the backend's id."""

    user: str
    role: Membership = Membership.MEMBER


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team by the backend's name; crews and members in the order of their names."""

    id: UUID
    name: str
    crews: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()

    def role_of(self, user: str) -> Membership | None:
        """What somebody may do here; None for who is no member."""
        return next((each.role for each in self.members if each.user == user), None)


def not_a_member() -> Refused:
    """The refusal of somebody who is not, or no longer, in the team."""
    return Refused(
        "not_a_member",
        "this user is no member of the team",
        hint="PUT /v1/teams/{team} names the members",
        field="user",
    )


def no_team() -> NotFound:
    """The refusal of a team that is not there."""
    return NotFound(
        "unknown_team", "there is no such team", hint="PUT /v1/teams/{team} makes one", field="team"
    )


def crew_not_in_team() -> BadInput:
    """The refusal of a turn to a crew that does not belong to the team."""
    return BadInput(
        "crew_not_in_team",
        "this crew does not belong to the team",
        hint="name a crew of the team, or leave `team` out",
        field="team",
    )


def team_memories_are_proposed(field: str) -> BadInput:
    """The refusal of a memory that somebody would write for a team alone."""
    return BadInput(
        "team_memories_are_proposed",
        "what a team knows is proposed, and approved by one of its admins",
        hint="say it in a turn that carries `team`, or promote a memory of the user",
        field=field,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """What a promotion did, or would do, in memories.

    created: wait for an admin now. already_shared: the team knows it, or it waits already.
    remained_private: not for a team, kept to the person by their own words or choice, or forgotten
    by the team. reviews: the changes that were made.
    """

    created: int = 0
    already_shared: int = 0
    remained_private: int = 0
    dry_run: bool = False
    reviews: tuple[UUID, ...] = ()
