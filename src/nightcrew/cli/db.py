"""The database: brought up to date, looked at, saved and brought back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from nightcrew.cli import backup
from nightcrew.cli.options import AsJson
from nightcrew.cli.verb import FINDINGS, FINE, Told, answer, read_settings, run_to_end
from nightcrew.cli.verb_group import group

if TYPE_CHECKING:
    from nightcrew.cli.wording import Words
    from nightcrew.store.bootstrap import Access

verbs = group("The database: upgraded, checked, written anew, saved and brought back.")


@verbs.command("upgrade")
def upgrade(as_json: AsJson = False) -> int:
    """Make what is missing and bring the tables up to date."""
    return _at_database(_upgraded, as_json=as_json)


@verbs.command("check")
def check(as_json: AsJson = False) -> int:
    """Say what an upgrade would do, and whether the role is a safe one; nothing is changed."""
    return _at_database(_checked, as_json=as_json)


@verbs.command("rewrite")
def rewrite(as_json: AsJson = False) -> int:
    """Write all tables anew, so that their files hold nothing that was erased."""
    return _at_database(_rewritten, as_json=as_json)


verbs.command("backup")(backup.save)
verbs.command("restore")(backup.restore)


def _at_database(act: Callable[[Access, Words], Told], *, as_json: bool) -> int:
    from nightcrew.app.world import reach_database
    from nightcrew.cli.wording import Words

    settings = read_settings()
    postgres, access = reach_database(settings)
    try:
        return answer(act(access, Words(settings.lang)), as_json=as_json)
    finally:
        if postgres is not None:
            postgres.stop()


def _upgraded(access: Access, words: Words) -> Told:
    from nightcrew.store import bootstrap

    steps = bootstrap.pending(access)
    bootstrap.upgrade(access)
    return Told(
        document={"upgraded": steps, "pending": []},
        lines=[words("upgraded", count=len(steps))],
    )


def _rewritten(access: Access, words: Words) -> Told:
    from nightcrew.store import rewriting

    done = rewriting.rewrite(access, lambda table: print(table, file=sys.stderr, flush=True))
    told = words("rewritten", count=len(done.tables), before=done.before, after=done.after)
    return Told(document=done, lines=[told])


def _checked(access: Access, words: Words) -> Told:
    from nightcrew.store import bootstrap

    steps = bootstrap.pending(access)
    run_to_end(_check_role(access))
    return Told(
        document={"pending": steps, "role": bootstrap.RUNTIME_ROLE, "up_to_date": not steps},
        lines=[words("pending", count=len(steps)) if steps else words("up_to_date")],
        code=FINDINGS if steps else FINE,
    )


async def _check_role(access: Access) -> None:
    """Connect as the App does. Raises: StoreUnfit for an unsafe role."""
    from nightcrew.store.database import Database

    database = await Database.open(access.app_url)
    await database.close()
