"""*Team reviews*: what teams are to know waits here for the word of one of their admins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from fastapi import Response

from nightcrew.domain.errors import NightcrewError, NotFound
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.team import Membership
from nightcrew.domain.team_change import TeamReview
from nightcrew.usecases.keep_teams import TeamView
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import Cursor, IdInPath
from nightcrew.web.problems import status_of

router = console_router()
AT_ONCE = 20  # proposals on a page
DECIDED = 10  # of those decided last


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A team in the list. id: ours, which may stand in a path."""

    id: UUID
    view: TeamView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCard:
    """A proposal with the words behind it, as far as the key may see them, and who may decide."""

    review: TeamReview
    cited: tuple[Evidence, ...]
    admins: tuple[str, ...]


@router.get("/teams")
async def teams_page(visit: AdminVisit) -> Response:
    """Every team, and how much waits in it."""
    keep = visit.app.teams.keep
    names = await keep.names_by_id(visit.tenant)
    rows = [
        TeamRow(id=team, view=await keep.one(visit.tenant, name, now=visit.now))
        for team, name in names.items()
    ]
    return page(visit, "teams.html", title=visit.words["teams"]["title"], rows=rows)


@router.get("/teams/{team}")
async def team_page(
    team: IdInPath, visit: AdminVisit, cursor: Cursor = None, done: str = ""
) -> Response:
    """What waits in a team, what was decided, and its digest."""
    return await _team(visit, team, cursor, done=done)


@router.post("/teams/{team}/reviews/{review}/approve")
async def approve(team: IdInPath, review: IdInPath, visit: AdminVisit) -> Response:
    """Let a proposal hold as it was shown; what is refused says why."""
    return await _decided(visit, team, review, "approved")


@router.post("/teams/{team}/reviews/{review}/reject")
async def reject(team: IdInPath, review: IdInPath, visit: AdminVisit) -> Response:
    """Let a proposal go."""
    return await _decided(visit, team, review, "rejected")


async def _decided(visit: Visit, team: UUID, review: UUID, done: str) -> Response:
    reviews, form = visit.app.teams.review, visit.form
    act = reviews.approve if done == "approved" else reviews.reject
    name = await _name(visit, team)
    try:
        await act(
            visit.tenant,
            name,
            review,
            by=form.needed("by"),
            seen=form.text("hash"),
            now=visit.now,
        )
    except NightcrewError as error:
        return await _team(visit, team, None, refused=error.code, status=status_of(error))
    return go(f"/teams/{team}", done=done)


async def _name(visit: Visit, team: UUID) -> str:
    """What the backend calls a team. Raises: NotFound."""
    names = await visit.app.teams.keep.names_by_id(visit.tenant)
    if team not in names:
        raise NotFound("unknown_team", "there is no such team", hint="choose one again")
    return names[team]


async def _team(
    visit: Visit,
    team: UUID,
    cursor: str | None,
    *,
    done: str = "",
    refused: str = "",
    status: int = 200,
) -> Response:
    name = await _name(visit, team)
    view = await visit.app.teams.keep.one(visit.tenant, name, now=visit.now)
    waiting = await visit.app.teams.review.list(
        visit.tenant, name, cursor=cursor, limit=AT_ONCE, now=visit.now
    )
    return page(
        visit,
        "team.html",
        title=name,
        status=status,
        team=team,
        view=view,
        waiting=waiting,
        cards=[await _card(visit, view, each) for each in waiting.items],
        decided=await visit.app.teams.review.settled_last(
            visit.tenant, name, limit=DECIDED, now=visit.now
        ),
        zone=visit.zone(),
        done=done,
        refused=refused,
    )


async def _card(visit: Visit, view: TeamView, review: TeamReview) -> ReviewCard:
    admins = (each.user for each in view.members if each.role is Membership.ADMIN)
    cited: Mapping[UUID, Evidence] = {}
    if visit.may("memory") and review.evidence:
        user = await visit.app.read_console.find_user(visit.tenant, review.proposer)
        if user is not None:
            cited = await visit.app.read_console.cited(visit.tenant, user, review.evidence)
    return ReviewCard(
        review=review,
        cited=tuple(cited[each] for each in review.evidence if each in cited),
        admins=tuple(each for each in admins if each != review.proposer),
    )
