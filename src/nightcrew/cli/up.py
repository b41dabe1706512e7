"""`nightcrew up`: everything in one process tree; Ctrl-C ends all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from nightcrew.cli.options import DEFAULT_HOST, DEFAULT_PORT, AsJson, Host, Port
from nightcrew.cli.verb import Told, answer, read_settings

if TYPE_CHECKING:
    from nightcrew.cli.programs import Place
    from nightcrew.cli.supervisor import Say
    from nightcrew.settings import Settings


def up(port: Port = DEFAULT_PORT, host: Host = DEFAULT_HOST, as_json: AsJson = False) -> int:
    """Start Postgres, the API, the console and the schedules, and keep them alive."""
    from nightcrew.cli.programs import Place
    from nightcrew.cli.supervisor import Supervisor
    from nightcrew.store.embedded import EmbeddedPostgres

    settings = read_settings()
    place = Place(data=settings.data, host=host, port=port)
    say = _say(settings, place, as_json=as_json)
    own = None if settings.database_url else EmbeddedPostgres(settings.postgres_folder)
    return Supervisor(
        place=place,
        postgres=own,
        schedules=not settings.time_travel,
        say=say,
        first_key=lambda: _first_key(settings.data, say),
    ).run()


def _say(settings: Settings, place: Place, *, as_json: bool) -> Say:
    from nightcrew.cli.wording import Words

    words = Words(settings.lang)
    heard = sys.stderr if as_json else sys.stdout

    def say(key: str, /, **facts: object) -> None:
        print(words(key, **facts), file=heard, flush=True)
        if key == "all_up" and as_json:
            answer(Told(document=_document(settings, place)), as_json=True)
            sys.stdout.flush()

    return say


def _document(settings: Settings, place: Place) -> dict[str, object]:
    key_file = settings.data / "key"
    return {
        "url": place.api_url,
        "schedules": not settings.time_travel,
        "prefect_url": None if settings.time_travel else place.prefect_url,
        "key_file": str(key_file) if key_file.exists() else None,
    }


def _first_key(data: Path, say: Callable[..., None]) -> None:
    """Make a key when there is none, in a process that goes again: the App is large."""
    if (data / "key").exists():
        return
    make = (sys.executable, "-m", "nightcrew.cli.main", "keys", "first", "--json")
    done = subprocess.run(make, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    made = json.loads(done.stdout)
    if made["key"] is not None:
        say("first_key", key=made["key"], path=made["path"])
