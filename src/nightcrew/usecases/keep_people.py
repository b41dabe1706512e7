"""Who the users are and what they chose; users are named by the backend's id at the door."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person, Preferences
from nightcrew.domain.preferences import check_external_id, checked, preferences_of
from nightcrew.ports import Clock, Crews
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.travelling import move_with_user

MOST_KNOWN = 10_000  # ids kept in memory, about 3 MB


@dataclass(slots=True)
class KnownUsers:
    """Backend ids to our own, the least recently used forgotten first.

    Only ids, which never change while a user exists; `drop` when one is erased.
    """

    most: int = MOST_KNOWN
    _ids: OrderedDict[tuple[UUID, str], UUID] = field(default_factory=OrderedDict)

    def find(self, tenant: UUID, user: str) -> UUID | None:
        """Our id of a user, if it was seen lately."""
        found = self._ids.get((tenant, user))
        if found is not None:
            self._ids.move_to_end((tenant, user))
        return found

    def keep(self, tenant: UUID, user: str, user_id: UUID) -> None:
        """Remember an id that was just read."""
        self._ids[tenant, user] = user_id
        self._ids.move_to_end((tenant, user))
        while len(self._ids) > self.most:
            self._ids.popitem(last=False)

    def drop(self, tenant: UUID, user: str) -> None:
        """Forget an id, because the user is gone."""
        self._ids.pop((tenant, user), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepPeople:
    """Finds users, makes new ones, and keeps their preferences."""

    db: Database
    clock: Clock
    crews: Crews
    known: KnownUsers = field(default_factory=KnownUsers)

    async def pair(self, tenant: UUID, user: str, crew: str, *, make: bool = True) -> Pair | None:
        """The pair of a user and a crew; a new id makes a new user, or is None without `make`.

        Raises: BadInput for an id that cannot be one, NotFound for an unknown crew.
        """
        check_external_id(user)
        self.crews.crew(crew)
        user_id = self.known.find(tenant, user) or await self._user_id(tenant, user, make=make)
        return None if user_id is None else Pair(tenant=tenant, user=user_id, crew=crew)

    async def _user_id(self, tenant: UUID, user: str, *, make: bool) -> UUID | None:
        async with self.db.begin(tenant) as connection:
            found = people.welcome if make else people.enter
            person: Person | None = await found(connection, tenant, user)
        if person is None:
            return None
        # Only after the commit: an id that was rolled back must not be handed out.
        self.known.keep(tenant, user, person.id)
        return person.id

    async def preferences(self, tenant: UUID, user: str) -> Preferences:
        """What a user chose; of a user we never met, the defaults."""
        async with self.db.begin(tenant) as connection:
            return preferences_of(await people.enter(connection, tenant, user))

    async def set_preferences(
        self,
        tenant: UUID,
        user: str,
        changed: Mapping[str, object],
        *,
        now: datetime | None = None,
    ) -> Preferences:
        """Merge changed preferences; None resets one. A new zone moves what follows the user.

        Raises: BadInput with its `field`; `unknown_time_zone` hints at the nearest names.
        """
        checked(changed, {})  # before the user is made
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            before = await people.welcome(connection, tenant, user)
            written = checked(changed, before.consents)
            await people.set_preferences(connection, tenant, before.id, written)
            after = await people.person(connection, tenant, before.id)
            if after is not None and after.timezone != before.timezone:
                zone_name = after.timezone or self.crews.house().timezone
                await move_with_user(connection, tenant, after.id, zone_name, at)
        return preferences_of(after)
