"""The embedded database brought back when it died, while those who use it live on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from nightcrew.domain.errors import OutsideFailure
from nightcrew.store.embedded import EmbeddedPostgres

logger = logging.getLogger(__name__)

LOOK_EVERY = 1.0  # seconds
TRY_AGAIN_AFTER = 10.0  # seconds; a full disk may be emptied


@asynccontextmanager
async def kept_running(postgres: EmbeddedPostgres) -> AsyncIterator[None]:
    """Look after a started server as long as the block lasts; whoever sees it dead starts it."""
    keeping = asyncio.create_task(_keep(postgres))
    try:
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


async def _keep(postgres: EmbeddedPostgres) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if postgres.process is not None:
            continue
        logger.warning("the embedded database is gone and is started again")
        try:
            await asyncio.to_thread(postgres.start)
        except OutsideFailure as failure:
            logger.warning("the embedded database does not start: %s", failure.code)
            await asyncio.sleep(TRY_AGAIN_AFTER)
