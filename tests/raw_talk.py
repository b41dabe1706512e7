"""Raw talk put straight into the tables, for tests of what is found in it again."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import insert

from nightcrew.domain.crew import Crew, House
from nightcrew.domain.errors import NotFound
from nightcrew.domain.evidence import EvidenceState, SourceClass, Speaker
from nightcrew.domain.lexemes import lexemes
from nightcrew.domain.pair import Pair
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.tables import conversations, evidence, messages
from tests.unit.crew_builders import a_crew, a_house

NOW = datetime(2026, 11, 10, 3, 0, tzinfo=UTC)
SIZE = 384


@dataclass(slots=True)
class WordVectors:
    """Vectors of words, with a table of words that mean the same; counts what it was asked."""

    meanings: Mapping[str, str] = field(default_factory=dict)
    model: str = "words-and-meanings"
    size: int = SIZE
    read: list[str] = field(default_factory=list)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.read.extend(texts)
        return [self._vector(text.partition(": ")[2]) for text in texts]

    async def query(self, text: str) -> list[float]:
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        for word, meaning in self.meanings.items():
            text = text.replace(word, f" {meaning} ")
        vector = [0.01] * SIZE
        for lexeme in lexemes(text):
            vector[zlib.crc32(lexeme.encode()) % SIZE] += 1.0
        return vector


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCrew:
    """The crews that serve: those named, all with the same text."""

    ids: tuple[str, ...] = ("travel-mina", "mindcare-sora")

    def crew(self, crew_id: str) -> Crew:
        if crew_id not in self.ids:
            raise NotFound("unknown_crew", "there is no such crew", hint="name one of these")
        return a_crew(id=crew_id)

    def names(self) -> Mapping[str, str]:
        return dict.fromkeys(self.ids, "미나")

    def house(self) -> House:
        return a_house()


@dataclass(frozen=True, slots=True)
class Standing:
    """A clock that stands."""

    def now(self) -> datetime:
        return NOW


@dataclass(frozen=True, slots=True, kw_only=True)
class RawTalk:
    """One pair's talk in the tables."""

    db: Database
    pair: Pair

    async def said(
        self,
        *texts: str,
        speaker: Speaker = Speaker.USER,
        at: datetime = NOW - timedelta(days=1),
        state: EvidenceState = EvidenceState.PENDING,
        conversation: UUID | None = None,
    ) -> list[UUID]:
        """Lines of one conversation, a minute apart; their ids."""
        return await self.told(
            [(speaker, text, at + timedelta(minutes=n)) for n, text in enumerate(texts)],
            state=state,
            conversation=conversation,
        )

    async def told(
        self,
        lines: Sequence[tuple[Speaker, str, datetime]],
        *,
        state: EvidenceState = EvidenceState.PENDING,
        conversation: UUID | None = None,
    ) -> list[UUID]:
        """The same with speaker and moment of each line."""
        talk = conversation or uuid4()
        ids = [uuid4() for _ in lines]
        async with self.db.begin_pair(self.pair) as connection:
            if conversation is None:
                await connection.execute(insert(conversations), self._conversation(talk))
            for line, (speaker, text, at) in zip(ids, lines, strict=True):
                whose = {**self._whose(line), "speaker": speaker, "said_at": at}
                await connection.execute(
                    insert(messages).values(
                        **whose,
                        conversation_id=talk,
                        text=text,
                        timezone="Asia/Seoul",
                        source=SourceClass.USER if speaker is Speaker.USER else SourceClass.CREW,
                    )
                )
                await connection.execute(insert(evidence).values(**whose, state=state))
        return ids

    async def conversation(self) -> UUID:
        """A conversation with nothing said in it."""
        talk = uuid4()
        async with self.db.begin_pair(self.pair) as connection:
            await connection.execute(insert(conversations), self._conversation(talk))
        return talk

    def _conversation(self, talk: UUID) -> dict[str, Any]:
        return {
            **self._whose(talk),
            "external_id": str(talk),
            "bundle": "bundle",
            "started_at": NOW,
            "last_turn_at": NOW,
        }

    def _whose(self, row: UUID) -> dict[str, Any]:
        return {
            "tenant_id": self.pair.tenant,
            "id": row,
            "user_id": self.pair.user,
            "crew": self.pair.crew,
        }


async def raw_talk(
    db: Database, tenant: UUID, *, user: str = "u1", crew: str = "travel-mina"
) -> RawTalk:
    """A user who exists, with nothing said yet."""
    async with db.begin(tenant) as connection:
        person = await people.make_person(connection, tenant, user)
    return RawTalk(db=db, pair=Pair(tenant=tenant, user=person.id, crew=crew))
