"""`python -m flows`: all schedules of one host, until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from flows.privacy import keep_prefect_quiet


def main() -> int:
    """Run until told to stop; 3 when the database or the Prefect server cannot be reached."""
    parser = argparse.ArgumentParser(prog="python -m flows", description=__doc__)
    parser.add_argument("--beat", type=Path, help="a file to touch at every look for due runs")
    chosen = parser.parse_args()
    keep_prefect_quiet()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    return asyncio.run(_until_told(chosen.beat.touch if chosen.beat else int))


async def _until_told(beat: Callable[[], object]) -> int:
    # Prefect reads its settings when it is imported, so they are set first.
    import httpx

    from flows.night_shift import work
    from nightcrew.domain.errors import NightcrewError
    from nightcrew.settings import Settings

    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    try:
        await work(Settings(), stopping, beat)
    except NightcrewError as error:
        sys.stderr.write(f"{error.code}: {error.message}\n")
        return 3
    except httpx.HTTPError as error:
        sys.stderr.write(f"prefect_unavailable: {type(error).__name__}\n")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
