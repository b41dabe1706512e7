"""What one tenant's backend does with its users, over the test's own database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Table, insert, select, text

from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.domain.speaking_gate import ALLOW
from nightcrew.store import memories, outbox, pairs, people
from nightcrew.store.database import Database
from nightcrew.store.first_words import FirstWords, put_all
from nightcrew.store.memories import Act
from nightcrew.store.tables import conversations, evidence, messages, turns
from nightcrew.usecases.apply_retention import ApplyRetention
from nightcrew.usecases.keep_follow_ups import KeepFollowUps
from nightcrew.usecases.keep_memories import KeepMemories
from nightcrew.usecases.keep_people import KeepPeople
from nightcrew.usecases.keep_suggestions import KeepSuggestions
from nightcrew.usecases.read_dreams import ReadDreams
from nightcrew.usecases.read_outbox import ReadOutbox
from nightcrew.usecases.review_plans import ReviewPlans
from tests.builders import CREW
from tests.fakes import FakeCrews, FixedClock, shipped_crews

USER = "user-1"


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The screens of the product, and short ways to what lies in its tables."""

    db: Database
    tenant: UUID
    clock: FixedClock = field(default_factory=FixedClock)
    crews: FakeCrews = field(default_factory=shipped_crews)

    @property
    def people(self) -> KeepPeople:
        """Users and preferences."""
        return KeepPeople(db=self.db, clock=self.clock, crews=self.crews)

    @property
    def memories(self) -> KeepMemories:
        """The memory screen."""
        return KeepMemories(db=self.db, clock=self.clock, crews=self.crews)

    @property
    def suggestions(self) -> KeepSuggestions:
        """What dreams suggest."""
        return KeepSuggestions(db=self.db, clock=self.clock, crews=self.crews)

    @property
    def follow_ups(self) -> KeepFollowUps:
        """The follow-up screen."""
        return KeepFollowUps(db=self.db, clock=self.clock, crews=self.crews)

    @property
    def outbox(self) -> ReadOutbox:
        """What crews say first."""
        return ReadOutbox(db=self.db, clock=self.clock)

    @property
    def dreams(self) -> ReadDreams:
        """Dream reports."""
        return ReadDreams(db=self.db)

    @property
    def review(self) -> ReviewPlans:
        """The temporal review."""
        return ReviewPlans(db=self.db, crews=self.crews, clock=self.clock)

    @property
    def retention(self) -> ApplyRetention:
        """Retention."""
        return ApplyRetention(db=self.db, crews=self.crews, clock=self.clock)

    async def pair(self, crew: str = CREW, user: str = USER) -> Pair:
        """A user with a crew; made when new."""
        async with self.db.begin(self.tenant) as connection:
            person = await people.make_person(connection, self.tenant, user)
        return Pair(tenant=self.tenant, user=person.id, crew=crew)

    async def learn(
        self, memory: Memory, at: datetime | None = None, dream: UUID | None = None
    ) -> Memory:
        """Put a memory there as a dream would have."""
        pair = await self.pair(memory.crew)
        kept = replace(memory, user=pair.user)
        act = Act(actor="dream", cause="dream", at=at or self.clock.now(), dream_id=dream)
        async with self.db.begin_pair(pair) as connection:
            await memories.add(connection, pair, kept, act)
        return kept

    async def hear(self, *lines: Evidence, crew: str = CREW) -> None:
        """Put finished lines there, each in a turn of its own."""
        pair = await self.pair(crew)
        async with self.db.begin_pair(pair) as connection:
            for line in lines:
                for table, row in _rows_of(pair, line):
                    await connection.execute(insert(table).values(row))
            await pairs.note(connection, pair, last_said_at=max(each.said_at for each in lines))
            await pairs.find_next_pending(connection, pair)

    async def speak_first(self, words: str, **parts: Any) -> UUID:
        """Put a message into the outbox, gate and all."""
        pair, now = await self.pair(), self.clock.now()
        async with self.db.begin_pair(pair) as connection:
            occurrence = parts.get("occurrence")
            gate = await outbox.decide(
                connection, pair, ALLOW, sender="follow_up", occurrence=occurrence, now=now
            )
            [made] = await put_all(
                connection,
                pair.tenant,
                [
                    FirstWords(
                        user_id=pair.user,
                        crew=pair.crew,
                        gate_id=gate,
                        kind="follow_up",
                        words=words,
                        follow_up=parts.get("follow_up"),
                        occurrence=occurrence,
                        unasked=False,
                        timezone="Asia/Seoul",
                        bundle="",
                    )
                ],
                now,
            )
        return made

    async def cells(self, table: Table, *columns: str, where: str = "true") -> Sequence[Any]:
        """Some columns of a table's rows."""
        wanted = select(*(table.c[name] for name in columns)).where(text(where))
        async with self.db.begin(self.tenant) as connection:
            found = (await connection.execute(wanted)).all()
        return [row[0] if len(columns) == 1 else tuple(row) for row in found]


def _rows_of(pair: Pair, line: Evidence) -> list[tuple[Table, Mapping[str, Any]]]:
    whose = {"tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew}
    talk = uuid4()
    rows: list[tuple[Table, Mapping[str, Any]]] = [
        (conversations, {"id": talk, "external_id": str(talk), "bundle": "",
                         "started_at": line.said_at, "last_turn_at": line.said_at}),
        (turns, {"id": line.turn_id, "conversation_id": talk, "turn_id": str(line.turn_id),
                 "body_hash": "", "state": "done", "at": line.said_at,
                 "answer": {"reply": "그래요"}, "judged": {"needs": line.text}}),
        (messages, {"id": line.id, "conversation_id": talk, "turn": line.turn_id,
                    "speaker": line.speaker, "text": line.text, "said_at": line.said_at,
                    "timezone": line.timezone, "source": line.source}),
        (evidence, {"id": line.id, "speaker": line.speaker, "said_at": line.said_at,
                    "state": line.state}),
    ]  # fmt: skip
    assert line.speaker in set(Speaker)
    return [(table, {**whose, **row}) for table, row in rows]
