"""Where histories of one user's memories are played, and the faults that can be planted there.

A mutant is a change of a statement on its way to the database, or an erasure that lacks one of its
places; the product's code stays as it is.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import psycopg
from psycopg.rows import dict_row
from sqlalchemy import event

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.menu import App, wire
from nightcrew.settings import Settings
from nightcrew.store import people, webhooks
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.tables import metadata
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.erase_words.places import PLACES, the_dreams, the_talk
from tests.fakes import ROOT, FixedClock
from tests.fakes_model import ScriptedModel
from tests.own_loop import OwnLoop
from tests.scripting import proposing, scripted
from tests.talk import Talk, talk_with
from tests.world import a_world

T = TypeVar("T")
Statement = tuple[str, Any]
ROOM = 7  # memories a user, so that a history reaches the end of its room
LONG_AFTER = datetime(2046, 5, 1, 3, 0, tzinfo=UTC)  # no retention of a history reaches it


def _instead(old: str, new: str, only: str = "") -> Callable[[str, Any], Statement | None]:
    def changed(statement: str, values: Any) -> Statement | None:
        fits = old in statement and only in statement
        return (statement.replace(old, new), values) if fits else None

    return changed


def _nothing_for(start: str) -> Callable[[str, Any], Statement | None]:
    return lambda statement, _: ("select 1", {}) if statement.startswith(start) else None


# name: what becomes of a statement, or None where it stays as it is
REWRITTEN: Mapping[str, Callable[[str, Any], Statement | None]] = {
    "an explicit memory looks like any other to a dream": _instead(
        "m.explicit,", "false as explicit,", only="for update of m"
    ),
    "what was forgotten is not known": _instead(
        "and b.lifted_at is null", "and b.lifted_at is null and false"
    ),
    "a version is not written": _nothing_for("INSERT INTO memory_versions"),
    "an older version is written over": _instead(
        "UPDATE memories SET",
        "with older as (update memory_versions set text = text || '.' where text is not null"
        " and tenant_id = %(tenant_id_1)s and memory_id = %(id_1)s) UPDATE memories SET",
    ),
    "evidence is read twice": _instead(
        "evidence.state = %(state_1)s", "evidence.state <> coalesce('excluded', %(state_1)s)"
    ),
    "a memory rests on nothing": _nothing_for("INSERT INTO memory_cites"),
    # Row-level security keeps all acts on one user from another's rows; a sweep is over all.
    "a neighbour's row is touched": _instead(
        "s.turn is not null\n    and s.said_at <= %(moment)s",
        "s.turn is not null\n    and (s.said_at <= %(moment)s or true)",
    ),
}
LEFT_OUT = {
    "erasing leaves what dreams proposed": the_dreams,
    "erasing leaves the talk": the_talk,
}
MUTANTS = (*REWRITTEN, *LEFT_OUT)
PERSONAL = [table for table in metadata.sorted_tables if "user_id" in table.c]
# The log of erasures says by our own id what is to be erased again from a backup.
SEARCHED = [table for table in PERSONAL if table.name != "erase_log"]


@dataclass(slots=True, kw_only=True)
class Place:
    """One product over one database; happened: how often each thing came about, by name."""

    access: Access
    folder: Path
    mutant: str | None = None
    planted: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    clock: FixedClock = field(default_factory=FixedClock)
    model: ScriptedModel = field(default_factory=scripted)
    runner: OwnLoop = field(default_factory=OwnLoop)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    stop_at: str = ""
    stopping: asyncio.Task[Any] | None = None
    histories: int = 0
    app: App = field(init=False)
    tenant: UUID = field(init=False)
    owner: psycopg.Connection[dict[str, Any]] = field(init=False)
    neighbours: list[UUID] = field(default_factory=list)
    undisturbed: dict[str, Any] = field(init=False)

    def open(self) -> None:
        """Connect, and let two neighbours live there: one of this tenant and one of another."""
        self.owner = psycopg.connect(self.access.owner_url, autocommit=True, row_factory=dict_row)
        self.run(self._open())
        self.undisturbed = self.neighbours_rows()

    async def _open(self) -> None:
        database = await Database.open(self.access.app_url)
        self.stack.push_async_callback(database.close)
        self.app = self._wired(database)
        for name in ("other", "default"):
            async with database.begin_system() as connection:
                self.tenant = await people.make_tenant(connection, name)
            await self._settle_neighbour(name)
        async with database.begin(self.tenant) as connection:
            await webhooks.add(
                connection,
                self.tenant,
                url="https://backend.example/",
                events=["memory.changed"],
                secret="whsec_none",
            )
        held = await self.stack.enter_async_context(database.hold_connection())
        assert held.sync_connection is not None
        event.listen(
            held.sync_connection.engine, "before_cursor_execute", self._on_its_way, retval=True
        )

    def _wired(self, database: Database) -> App:
        crews = self.folder / "crews"
        world = replace(a_world(database, self.model, crews=_small_rooms(crews)), clock=self.clock)
        app = wire(Settings(_env_file=None), world)
        left_out = LEFT_OUT.get(self.mutant or "")
        kept = tuple(place for place in PLACES if place is not left_out)
        self.planted += len(kept) != len(PLACES)
        erasing = EraseWords(db=database, clock=self.clock, places=kept)
        return replace(app, erase_words=erasing)

    async def _settle_neighbour(self, name: str) -> None:
        self.clock.set(LONG_AFTER)
        talk = await talk_with(self.app, self.tenant, user=f"neighbour-{name}")
        self.model.answers["propose_changes"] = proposing(
            {"action": "create", "text": "첼로를 좋아한다", "cites": ["e1"]}
        )
        await talk.say("나는 첼로를 좋아해")
        await self.app.run_dream(talk.pair)
        await talk.say("나는 첼로를 좋아해")
        assert len(await talk.known()) == 1
        self.neighbours.append(talk.pair.user)

    def _on_its_way(self, *call: Any) -> Statement:
        statement, values = call[2], call[3]
        if self.stop_at and self.stop_at in statement and self.stopping is not None:
            self.stop_at = ""
            self.stopping.cancel()
        rewrite = REWRITTEN.get(self.mutant or "")
        changed = rewrite(statement, values) if rewrite else None
        if changed is None:
            return statement, values
        self.planted += 1
        return changed

    def close(self) -> None:
        """Disconnect."""
        self.run(self.stack.aclose())
        self.runner.close()
        self.owner.close()

    def run(self, act: Coroutine[Any, Any, T]) -> T:
        """One act of the product, to its end."""
        return self.runner.run(act)

    def begin_history(self, crew: str) -> Talk:
        """A new user, at noon."""
        self.histories += 1
        self.clock.set(FixedClock().at)
        return self.run(talk_with(self.app, self.tenant, crew, user=f"u{self.histories}"))

    def let_leases_end(self) -> None:
        """Whoever died holds nothing any more, as a lease later."""
        self.owner.execute("update pair_states set lease_token = null, lease_until = null")

    def neighbours_rows(self) -> dict[str, Any]:
        """A hash of every row of the neighbours, by table."""
        hashes = ", ".join(
            f"(select md5(string_agg(t::text, '|' order by t.id)) from {table.name} t"  # noqa: S608
            f" where t.user_id = any(%(whose)s)) as {table.name}"
            for table in PERSONAL
        )
        found = self.owner.execute(f"select {hashes}".encode(), {"whose": self.neighbours})
        return found.fetchone() or {}

    def tables_that_say(self, word: str) -> list[str]:
        """Every table in which a row of a person holds a word, the neighbours' included."""
        return self._tables_where("t::text like '%%' || %(word)s || '%%'", word=word)

    def tables_about(self, user: UUID) -> list[str]:
        """Every table with a row of this user."""
        return self._tables_where("t.user_id = %(user)s", user=user)

    def _tables_where(self, condition: str, **values: Any) -> list[str]:
        each = [
            f"select '{table.name}' as name where exists (select from {table.name} t"  # noqa: S608
            f" where {condition})"
            for table in SEARCHED
        ]
        found = self.owner.execute(" union all ".join(each).encode(), values)
        return [row["name"] for row in found]


def _small_rooms(folder: Path) -> CrewRoom:
    """The shipped crews, with room for a few memories only."""
    for file in (ROOT / "crews").rglob("*.yaml"):
        copy = folder / file.relative_to(ROOT / "crews")
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        copy.write_text(re.sub("most_active: [0-9]+", f"most_active: {ROOM}", text), "utf-8")
    return CrewRoom(files=CrewFiles(folder, ROOT / "playbooks"))
