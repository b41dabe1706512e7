"""Whom a proposed change of the rehearsal model is for: the person, or the team it was said to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nightcrew.domain.dream import ProposedChange
from nightcrew.domain.team_wishes import is_of_the_team


def for_whom(change: ProposedChange, team_lines: Sequence[str]) -> ProposedChange:
    """What was said to a team and tells of the team is offered to it."""
    said_to_team = bool(change.cites) and set(change.cites) <= set(team_lines)
    new = change.action == "create" and change.kind != "style"
    if not (said_to_team and new and is_of_the_team(change.text)):
        return change
    text = change.text.replace("The user's team", "Our team")
    return replace(change, scope="team", subject="team", text=text)
