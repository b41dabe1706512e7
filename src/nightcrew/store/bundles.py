"""Published crew text: every resolved bundle that ever spoke, immutable."""

from __future__ import annotations

import json

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import crew_bundles


async def keep(
    connection: AsyncConnection, *, crew: str, digest: str, body: str, author: str, reason: str
) -> int:
    """Store a bundle when it differs from the crew's newest one; answers its number."""
    newest = await connection.execute(
        select(crew_bundles.c.number, crew_bundles.c.digest)
        .where(crew_bundles.c.crew == crew)
        .order_by(crew_bundles.c.number.desc())
        .limit(1)
    )
    last = newest.first()
    if last is not None and last.digest == digest:
        return int(last.number)
    added = insert(crew_bundles).values(
        crew=crew,
        number=(last.number if last else 0) + 1,
        digest=digest,
        body=json.loads(body),
        author=author,
        reason=reason,
    )
    await connection.execute(added.on_conflict_do_nothing())
    found = await connection.scalar(
        select(func.max(crew_bundles.c.number)).where(crew_bundles.c.crew == crew)
    )
    return int(found or 1)
