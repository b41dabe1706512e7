"""What the product can do for teams, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.app.world import World
from nightcrew.usecases.digest_teams import DigestTeams
from nightcrew.usecases.keep_teams import KeepTeams
from nightcrew.usecases.promote_memories import PromoteMemories
from nightcrew.usecases.review_team_changes import ReviewTeamChanges


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMenu:
    """Teams, what waits for their admins, promotions, and the digest of what they know."""

    keep: KeepTeams
    review: ReviewTeamChanges
    promote: PromoteMemories
    digest: DigestTeams


def wire_teams(world: World) -> TeamMenu:
    """Put the use cases about teams together."""
    db, crews, clock = world.db, world.crews, world.clock
    return TeamMenu(
        keep=KeepTeams(db=db, clock=clock, crews=crews),
        review=ReviewTeamChanges(db=db, clock=clock, crews=crews),
        promote=PromoteMemories(db=db, clock=clock, crews=crews),
        digest=DigestTeams(db=db, crews=crews, model=world.model, clock=clock),
    )
