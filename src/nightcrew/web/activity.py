"""The last day of every tenant together, looked up at most twice a minute."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic

from nightcrew.app import App
from nightcrew.domain.activity import Activity, Counted, summed
from nightcrew.store import activity, people

LOOK_EVERY = 30.0  # seconds; a monitor asks every 15, and a day changes slowly


@dataclass(slots=True)
class Lately:
    """Keeps what was looked up last."""

    looked_at: float = field(default=float("-inf"))
    found: Activity = field(default_factory=Activity)

    async def of(self, app: App) -> Activity:
        """The last day. Raises: StoreAway."""
        if monotonic() - self.looked_at >= LOOK_EVERY:
            self.found, self.looked_at = await look(app), monotonic()
        return self.found


async def look(app: App) -> Activity:
    """Look the last day up, tenant by tenant. Raises: StoreAway."""
    rows, since = list[Counted](), dict[str, datetime]()
    async with app.world.db.begin_system() as connection:
        tenants = await people.tenant_ids(connection)
    for tenant in tenants:
        async with app.world.db.begin(tenant) as connection:
            rows += await activity.counted(connection, tenant)
            for work, moment in (await activity.oldest(connection, tenant)).items():
                since[work] = min(moment, since.get(work, moment))
    now = app.world.clock.now()
    return Activity(
        counted=summed(rows, app.crews.shelf().crews),
        waiting={work: max(0.0, (now - moment).total_seconds()) for work, moment in since.items()},
    )


async def other_embedders(app: App) -> dict[str, int]:
    """Vectors that no question finds, because another model made them. Raises: StoreAway."""
    total: Counter[str] = Counter()
    async with app.world.db.begin_system() as connection:
        tenants = await people.tenant_ids(connection)
    for tenant in tenants:
        async with app.world.db.begin(tenant) as connection:
            total.update(await activity.vector_models(connection, tenant))
    return {model: rows for model, rows in total.items() if model != app.world.embedder.model}


async def skills_never_chosen(app: App, *, last: int) -> list[str]:
    """Crews that have skills and chose none in so many turns. Raises: StoreAway."""
    with_skills = [crew.id for crew in app.crews.shelf().crews.values() if crew.skills]
    turns, chosen = dict.fromkeys(with_skills, 0), dict.fromkeys(with_skills, 0)
    async with app.world.db.begin_system() as connection:
        tenants = await people.tenant_ids(connection)
    for tenant in tenants:
        async with app.world.db.begin(tenant) as connection:
            for crew in with_skills:
                seen, picked = await activity.skills_chosen(connection, tenant, crew, last=last)
                turns[crew] += seen
                chosen[crew] += picked
    return [crew for crew in with_skills if turns[crew] >= last and not chosen[crew]]
