"""Shows a crew's prompts with the origin of every line; no model is asked, nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.follow_up_lines import show_follow_ups
from nightcrew.domain.masking import storable
from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.domain.preview_known import KnownUser
from nightcrew.domain.prompt_preview import CrewPreview, PreviewWish
from nightcrew.domain.recall_policy import POLICY
from nightcrew.domain.withholding import visible_texts
from nightcrew.ports import Clock, Crews
from nightcrew.prompts.preview import preview_of
from nightcrew.store import conversations, follow_ups, memories, people
from nightcrew.store.database import Database
from nightcrew.store.past_search import Known, PastSearch

TALK_LINES = 24  # the last 12 turns, as in a turn


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewCrew:
    """What the model would see; `now` is a parameter of the preview and needs no switch."""

    db: Database
    crews: Crews
    clock: Clock
    search: PastSearch

    async def __call__(self, tenant: UUID, wish: PreviewWish) -> CrewPreview:
        """Every prompt of a turn with this line.

        Raises: NotFound for an unknown crew, BadInput for an unknown time zone.
        """
        crew, known = self.crews.crew(wish.crew), KnownUser()
        if wish.user:
            known = await self._known(tenant, wish)
        return preview_of(crew, wish, self.clock.now(), known)

    async def _known(self, tenant: UUID, wish: PreviewWish) -> KnownUser:
        """What is known of a user; nobody when the backend's id never wrote."""
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, wish.user)
        if person is None:
            return KnownUser()
        pair = Pair(tenant=tenant, user=person.id, crew=wish.crew)
        async with self.db.begin_pair(pair) as connection:
            seen = await memories.seen_by(connection, pair)
            tombstones = await memories.standing_tombstones(connection, pair)
            talk = await conversations.last_lines(connection, pair, TALK_LINES)
            open_now = await follow_ups.open_of(connection, pair)
            ended = await follow_ups.called_off(connection, pair)
        left = visible_texts([line.text for line in talk], tombstones, person.claim_key)
        visible = tuple(line for line, text in zip(talk, left, strict=True) if text == line.text)
        known = Known(memories=seen, tombstones=tombstones, claim_key=person.claim_key)
        return KnownUser(
            person=person,
            memories=seen,
            shown=await _bearing(self.search, pair, storable(wish.say), known),
            tombstones=tombstones,
            talk=visible,
            withheld=len(talk) - len(visible),
            open=show_follow_ups(open_now),
            called_off=show_follow_ups(ended),
        )


async def _bearing(search: PastSearch, pair: Pair, say: str, known: Known) -> tuple[Memory, ...]:
    """As a turn chooses: all of a few, of many those nearest to the line."""
    if len(known.memories) <= POLICY.whole or not say.strip():
        return tuple(known.memories)
    weighed = await search(pair, say, known, leave_out=())
    return tuple(memory for memory, _ in weighed.chosen("auto", POLICY).memories)
