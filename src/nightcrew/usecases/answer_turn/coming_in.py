"""What comes in at the door of a turn: readable, masked, and allowed to talk with this crew."""

from __future__ import annotations

from datetime import datetime

from nightcrew.domain.crew import Crew, requires_adult
from nightcrew.domain.errors import BadInput
from nightcrew.domain.masking import storable
from nightcrew.domain.minors import refused_for_minors, refuses
from nightcrew.domain.pair import Pair
from nightcrew.domain.readable import readable
from nightcrew.domain.safety import language_of
from nightcrew.domain.safety_settings import SafetySettings
from nightcrew.domain.turn import MESSAGE_LIMIT_BYTES, Said
from nightcrew.domain.zones import zone
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.turns import Opening


def opening_of(pair: Pair, said: Said, crew: Crew, now: datetime) -> Opening:
    """Check and mask what came in. Raises: BadInput, Refused."""
    if said.timezone is not None:
        zone(said.timezone)
    text = _checked(said.message)
    return Opening(
        turn_id=said.turn_id or "",
        body_hash=said.body_hash(pair.crew, pair.user),
        said=storable(text),
        now=now,
        conversation=said.conversation,
        timezone=said.timezone,
        locale=said.locale,
        house_zone=crew.house.timezone,
        bundle=crew.digest,
        shows=said.memory != "off",
    )


def _checked(message: str) -> str:
    size = len(message.encode("utf-8", "replace"))
    if size > MESSAGE_LIMIT_BYTES:
        raise BadInput(
            "message_too_long",
            f"a message holds at most {MESSAGE_LIMIT_BYTES} bytes, this one {size}",
            hint="send it in parts",
            field="message",
            details={"limit": MESSAGE_LIMIT_BYTES},
        )
    if not readable(message).strip():
        raise BadInput(
            "message_empty", "there is no message", hint="say something", field="message"
        )
    return message


async def refuse_minors(
    db: Database, pair: Pair, said: Said, crew: Crew, settings: SafetySettings
) -> None:
    """Turn minors away from a crew for adults before anything they say is stored.

    Raises: Refused; `details.text` may be shown to the user.
    """
    if not requires_adult(crew):
        return
    async with db.begin(pair.tenant) as connection:
        person = await people.person(connection, pair.tenant, pair.user)
    if person is None or not refuses(crew, person.age_band):
        return
    language = language_of(said.locale or person.locale or crew.locale)
    text = settings.text("adults_only", crew.house.safety, language)
    raise refused_for_minors({"text": text} if text else {})
