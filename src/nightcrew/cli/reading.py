"""Words of a command line as our values; what cannot be read is wrong use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from nightcrew.domain.errors import BadInput
from nightcrew.domain.person import no_user

if TYPE_CHECKING:
    from nightcrew.cli.verb import Desk
    from nightcrew.domain.pair import Pair


def as_id(text: str, what: str) -> UUID:
    """An id. Raises: BadInput."""
    try:
        return UUID(text)
    except ValueError:
        raise BadInput(
            "not_an_id",
            f"this is no id of a {what}",
            hint="copy it whole from a list; it is a uuid",
            field=what,
        ) from None


def as_moment(text: str | None) -> datetime | None:
    """A moment with its offset from UTC. Raises: BadInput."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BadInput(
            "not_a_moment", "this is no moment", hint="YYYY-MM-DDTHH:MM:SSZ", field="now"
        )
    return moment.astimezone(UTC)


def travelled(desk: Desk, text: str | None) -> datetime | None:
    """The `now` of a command. Raises: BadInput `time_travel_off` unless the switch is on."""
    moment = as_moment(text)
    if moment is not None and not desk.app.settings.time_travel:
        raise BadInput(
            "time_travel_off",
            "--now is refused: time travel is off",
            hint="set NIGHTCREW_TIME_TRAVEL=1",
            field="now",
        )
    return moment


async def the_pair(desk: Desk, user: str, crew: str) -> Pair:
    """The pair of a user and a crew; a new id makes a new user. Raises: BadInput, NotFound."""
    pair = await desk.app.keep_people.pair(desk.tenant, user, crew)
    if pair is None:
        raise no_user()
    return pair
