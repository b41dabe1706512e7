"""Teams: who belongs to them, what waits for their admins, and memories offered to them."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from nightcrew.domain.memory import Kind
from nightcrew.domain.page import LONGEST_PAGE, USUAL_PAGE
from nightcrew.domain.team import MOST_CREWS, MOST_MEMBERS, Member, Membership
from nightcrew.web.access import AdminCall
from nightcrew.web.bodies import Body
from nightcrew.web.json_shape import answer
from nightcrew.web.names import IdInPath, Name, NameInPath, User

router = APIRouter(tags=["teams"], prefix="/v1/teams")
MOST_PROMOTED = 2_000  # memories a user, the most a house may allow


class MemberBody(BaseModel):
    """Somebody in a team; an admin also decides on what others propose."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user: User
    role: Membership = Membership.MEMBER


class TeamBody(Body):
    """A team as it is to be: who and what is not named is in it no more."""

    crews: list[Name] = Field(max_length=MOST_CREWS)
    members: list[MemberBody] = Field(max_length=MOST_MEMBERS)

    def people(self) -> list[Member]:
        """The same as the use case takes it."""
        return [Member(user=each.user, role=each.role) for each in self.members]


class DecisionBody(Body):
    """An admin's word. by: who decides; hash: of the review as it was shown."""

    by: User
    hash: str = Field(min_length=1, max_length=128)


class PromotionBody(Body):
    """Whose memories are offered: those named, or all active ones of a crew or of a kind.

    by: who lets them go, which only the user may.
    """

    user: User
    crew: Name | None = None
    memories: list[UUID] | None = Field(default=None, max_length=MOST_PROMOTED)
    kinds: list[Kind] | None = None
    by: User | None = None
    dry_run: bool = False


class ReviewsWanted(BaseModel):
    """Which reviews to list."""

    state: Literal["waiting", "approved", "rejected", "expired", "all"] = "waiting"
    cursor: str | None = Field(default=None, max_length=400)
    limit: int = Field(default=USUAL_PAGE, ge=1, le=LONGEST_PAGE)


@router.get("/{team}")
async def read_team(team: NameInPath, call: AdminCall) -> Response:
    """Its crews and members, how much waits, and the digest with whether it is stale."""
    return answer(await call.app.teams.keep.one(call.tenant, team, now=call.at()))


@router.put("/{team}")
async def put_team(team: NameInPath, body: TeamBody, call: AdminCall) -> Response:
    """Make a team exactly these crews and members; the same again changes nothing."""
    return answer(
        await call.app.teams.keep.put(
            call.tenant, team, body.crews, body.people(), now=call.at(body.now)
        )
    )


@router.get("/{team}/reviews")
async def list_reviews(
    team: NameInPath,
    wanted: Annotated[ReviewsWanted, Query()],
    call: AdminCall,
) -> Response:
    """What waits for an admin's word, the longest waiting first, with the exact count."""
    page = await call.app.teams.review.list(call.tenant, team, **wanted.model_dump(), now=call.at())
    return answer(page)


@router.post("/{team}/reviews/{review}/approve")
async def approve_change(
    team: NameInPath, review: IdInPath, body: DecisionBody, call: AdminCall
) -> Response:
    """Let a change hold for the whole team; `memory` is what it made or ended."""
    return answer(
        await call.app.teams.review.approve(
            call.tenant, team, review, by=body.by, seen=body.hash, now=call.at(body.now)
        )
    )


@router.post("/{team}/reviews/{review}/reject")
async def reject_change(
    team: NameInPath, review: IdInPath, body: DecisionBody, call: AdminCall
) -> Response:
    """Let a change go."""
    return answer(
        await call.app.teams.review.reject(
            call.tenant, team, review, by=body.by, seen=body.hash, now=call.at(body.now)
        )
    )


@router.post("/{team}/promote")
async def promote_memories(team: NameInPath, body: PromotionBody, call: AdminCall) -> Response:
    """Offer a user's own memories to the team: copies wait for an admin, the originals stay."""
    return answer(
        await call.app.teams.promote(
            call.tenant,
            team,
            body.user,
            crew=body.crew,
            wanted=body.memories,
            kinds=body.kinds,
            by=body.by,
            dry_run=body.dry_run,
            now=call.at(body.now),
        )
    )
