"""LoCoMo: which share of the turns that answer a question is among the first ten found.

The data may not be shipped: NIGHTCREW_EVALUATION_DATA names the folder that holds `locomo/` with
`locomo10.json` and `audit_errors.json`. Gold turns are those of the error list where it names
others. Run `python -m tests.benchmarks.memory_locomo` for this part alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.day import today
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.recall import dense_text
from nightcrew.store import recall
from tests.benchmarks.figures import Figure, Tell, run_alone
from tests.benchmarks.memory_place import EVALUATION_DATA, Bench, open_bench
from tests.benchmarks.memory_ranking import Bm25, cosines, fused, ranked, words_of
from tests.raw_talk import RawTalk, raw_talk

AIM = 0.76  # issue figure
FOUND = 10
OURS, OWN_WORDS = "ours", "BM25, own words"
WAYS = (OURS, OWN_WORDS, "BM25 with context", "dense", "RRF")
KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ZONE = "Asia/Seoul"  # of the raw talk here; the set names wall clocks without a zone
NAMES = "LoCoMo evidence recall@10"
_TURN = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One turn. id: the set's own, such as D3:7."""

    id: str
    session: int
    speaker: Speaker
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and the turns that answer it."""

    text: str
    kind: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """One long talk of two people, with its questions."""

    name: str
    turns: tuple[Said, ...]
    questions: tuple[Asked, ...]


Scores = Mapping[str, Mapping[str, Sequence[float]]]  # way, kind: recall of each question


def measure(tell: Tell) -> Sequence[Figure]:
    """Recall of our path beside four plain ones, in the same run."""
    folder = os.environ.get(EVALUATION_DATA)
    if not folder:
        tell(how_to_get("LoCoMo"))
        return []
    return figures(asyncio.run(_measure(read(Path(folder) / "locomo"), tell)))


def how_to_get(data: str) -> str:
    """What to do when the data is not there."""
    return (
        f"{data} left out: {EVALUATION_DATA} is not set. It names a folder with locomo/ "
        "(snap-research/locomo data/locomo10.json as locomo10.json, and the list of its errors as "
        "audit_errors.json; CC BY-NC 4.0) and precisionMemBench/ (the fixtures of "
        "tenurehq/precisionMemBench; MIT); neither is part of this project"
    )


def figures(scores: Scores) -> list[Figure]:
    """One figure a kind and way; ours is held to the aim and to BM25 over the own words."""
    found: list[Figure] = []
    for kind in (*KINDS.values(), "all"):
        values = {way: fmean(_of(scores[way], kind)) for way in WAYS}
        number = len(_of(scores[OURS], kind))
        for way in WAYS:
            limit = values[OWN_WORDS] if way == OURS else None
            if way == OURS and kind == "all":
                limit = AIM
            name = f"{NAMES}, {kind} ({number}): {way}"
            found.append(Figure(name=name, value=values[way], unit="", limit=limit, at_least=True))
    return found


def _so_far(scores: Scores) -> str:
    kinds = [kind for kind in (*KINDS.values(), "all") if _of(scores[OURS], kind)]
    return "; ".join(
        f"{kind} " + " ".join(f"{way} {fmean(_of(scores[way], kind)):.3f}" for way in WAYS)
        for kind in kinds
    )


def _of(kinds: Mapping[str, Sequence[float]], kind: str) -> Sequence[float]:
    return (
        [one for each in kinds.values() for one in each] if kind == "all" else kinds.get(kind, [])
    )


async def _measure(chats: Sequence[Chat], tell: Tell) -> Scores:
    scores: dict[str, dict[str, list[float]]] = {way: defaultdict(list) for way in WAYS}
    async with open_bench(tell) as bench:
        tenant = await bench.app.keep_tenant.tenant("locomo")
        for number, chat in enumerate(chats, 1):
            talk = await raw_talk(bench.app.world.db, tenant, user=chat.name)
            search = await _Search.over(bench, talk, chat)
            for asked in chat.questions:
                for way, turns in (await search(asked.text)).items():
                    share = len(asked.gold & set(turns)) / len(asked.gold)
                    scores[way][asked.kind].append(share)
            tell(f"LoCoMo {number} of {len(chats)}, so far: {_so_far(scores)}")
    return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """Every way over one chat."""

    bench: Bench
    talk: RawTalk
    chat: Chat
    ids: Mapping[UUID, str]
    own: Bm25
    context: Bm25
    vectors: Sequence[Sequence[float]]

    @classmethod
    async def over(cls, bench: Bench, talk: RawTalk, chat: Chat) -> _Search:
        """Store and index the chat as the product does."""
        stored = await _store(talk, chat)
        while (await bench.app.flows.index_evidence(tenant=talk.pair.tenant))["indexed"]:
            continue
        texts = [dense_text(today(said.at, ZONE), said.speaker, said.text) for said in chat.turns]
        return cls(
            bench=bench,
            talk=talk,
            chat=chat,
            ids=dict(zip(stored, (said.id for said in chat.turns), strict=True)),
            own=Bm25([words_of(said.text) for said in chat.turns]),
            context=Bm25(_with_context(chat.turns)),
            vectors=await bench.embedder.passages(texts),
        )

    async def __call__(self, question: str) -> Mapping[str, Sequence[str]]:
        """The ids of the first ten turns by each way."""
        vector = await self.bench.embedder.query(question)
        async with self.talk.db.begin_pair(self.talk.pair) as connection:
            found = await recall.nearest(
                connection,
                self.talk.pair,
                vector=vector,
                model=self.bench.embedder.model,
                terms=query_terms(question),
                limit=FOUND,
            )
        context = ranked(self.context.scores(question))
        dense = ranked(cosines(vector, self.vectors))
        return {
            OURS: [self.ids[each.evidence.id] for each in found],
            OWN_WORDS: self._turns(ranked(self.own.scores(question))),
            "BM25 with context": self._turns(context),
            "dense": self._turns(dense),
            "RRF": self._turns(fused(context, dense)),
        }

    def _turns(self, places: Sequence[int]) -> list[str]:
        return [self.chat.turns[place].id for place in places[:FOUND]]


async def _store(talk: RawTalk, chat: Chat) -> list[UUID]:
    stored: list[UUID] = []
    for session in sorted({said.session for said in chat.turns}):
        lines = [
            (said.speaker, said.text, said.at) for said in chat.turns if said.session == session
        ]
        stored += await talk.told(lines)
    return stored


def _with_context(turns: Sequence[Said]) -> list[list[str]]:
    """The own words three times and those of the two turns before, as the product weighs them."""
    words = [words_of(said.text) for said in turns]
    before = [
        [
            word
            for near in range(max(0, place - 2), place)
            if turns[near].session == turns[place].session
            for word in words[near]
        ]
        for place in range(len(turns))
    ]
    return [own * 3 + earlier for own, earlier in zip(words, before, strict=True)]


def read(folder: Path) -> list[Chat]:
    """The chats with their corrected gold."""
    chats = json.loads((folder / "locomo10.json").read_text("utf-8"))
    errors = json.loads((folder / "audit_errors.json").read_text("utf-8"))
    corrected = {each["question_id"]: each["correct_evidence"] for each in errors}
    return [_chat(number, raw, corrected) for number, raw in enumerate(chats)]


def _chat(number: int, raw: Mapping[str, Any], corrected: Mapping[str, Sequence[str]]) -> Chat:
    turns = _turns_of(raw["conversation"])
    known = {said.id for said in turns}
    asked = []
    for place, row in enumerate(raw["qa"]):
        gold = corrected.get(f"locomo_{number}_qa{place}") or row.get("evidence", [])
        ids = frozenset(f"D{a}:{b}" for text in gold for a, b in _TURN.findall(text)) & known
        if ids:
            asked.append(Asked(text=row["question"], kind=KINDS[row["category"]], gold=ids))
    return Chat(name=raw["sample_id"], turns=tuple(turns), questions=tuple(asked))


def _turns_of(conversation: Mapping[str, Any]) -> list[Said]:
    turns: list[Said] = []
    sessions = [int(key[8:]) for key in conversation if re.fullmatch(r"session_\d+", key)]
    for session in sorted(sessions):
        began = _moment(conversation[f"session_{session}_date_time"])
        for place, row in enumerate(conversation[f"session_{session}"]):
            first = row["speaker"] == conversation["speaker_a"]
            said = Said(
                id=row["dia_id"],
                session=session,
                speaker=Speaker.USER if first else Speaker.ASSISTANT,
                text=_text(row),
                at=began + timedelta(minutes=place),
            )
            turns.append(said)
    return turns


def _text(row: Mapping[str, Any]) -> str:
    """The words with the name of who said them: in the set two people talk, and no crew."""
    seen = f" [photo: {row['blip_caption']}]" if row.get("blip_caption") else ""
    return f"{row['speaker']}: {row['text']}{seen}"


def _moment(text: str) -> datetime:
    local = datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=ZoneInfo(ZONE))
    return local.astimezone(UTC)


if __name__ == "__main__":
    sys.exit(run_alone(measure))
