"""The public memory cases that code alone decides, and those the rehearsal model dreams."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text as sql

from nightcrew.adapters.answers import read_answer
from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.preview import PreviewRequest, RecurringPreview, preview
from nightcrew.store.database import Database
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.case_talk import play
from tests.integration.memory_case_table import new
from tests.raw_talk import WordVectors

TWO = json.dumps({"changes": [new("고양이를 키운다"), new("판교로 출근한다")]}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        (f"About {{travel}}: {TWO}", ["고양이를 키운다", "판교로 출근한다"]),
        ("I cannot extract memories from this.", None),
        ('"category": "x",', None),
        ("{}", []),
        ("[]", None),
        ("<think>they greet me</think> 좋은 아침이에요!", None),
    ],
    ids=["case 89", "case 91", "case 91 again", "case 93", "case 93 again", "case 94"],
)
def test_an_answer_is_read_whole_or_refused_aloud_and_never_a_silent_nothing(
    answer: str, texts: list[str] | None
) -> None:
    try:
        read = read_answer(answer, Proposal)
    except ModelFailure as failed:
        assert texts is None
        assert failed.kind in ("bad_json", "refused_by_model")
    else:
        assert [change.text for change in read.value.changes] == texts


async def test_case_101_a_memory_can_be_edited_while_its_vectors_are_of_another_model(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    known = await scene.keep("우산은 3번 락커에 있다")
    await IndexEvidence(db=database, embedder=WordVectors(model="old"))()

    await scene.app.keep_memories.change(tenant, "u1", known, "우산은 4번 락커에 있다")
    found = await scene.app.recall_past(scene.talk.pair, "우산", strategy="hybrid")
    await scene.app.flows.run("index-evidence")

    assert "4번 락커" in found.text
    assert await scene.talk.cells("model", "memory_index", "id") == [HashEmbedder.model]


MANY = sql("""
insert into memories (tenant_id, id, user_id, crew, kind, scope, subject, text, explicit, status,
                      version, via, learned_on, said_on, changed_at)
select :tenant, gen_random_uuid(), :user, 'travel-mina', 'fact', 'private', 'user',
       n || '번 화분이 있다', false, 'active', 1, 'travel-mina', date '2026-01-01' + n / 9,
       date '2026-01-01' + n / 9, now()
from generate_series(1, 1250) n
""")


async def test_case_102_every_one_of_1250_memories_is_listed_while_new_ones_arrive(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    pair = scene.talk.pair
    async with database.begin_pair(pair) as connection:
        await connection.execute(MANY, {"tenant": pair.tenant, "user": pair.user})
    keep, cursor, ids = scene.app.keep_memories, None, list[UUID]()
    first = await keep.list(tenant, "u1", limit=200)

    while True:
        page = await keep.list(tenant, "u1", limit=200, cursor=cursor)
        ids += [each.id for each in page.items]
        await scene.keep(f"{len(ids)}번 서랍이 있다")
        cursor = page.next_cursor
        if cursor is None:
            break

    assert first.total == 1250
    assert len(ids) == len(set(ids)) == 1250


@pytest.mark.parametrize(
    ("start", "rule", "count", "left"),
    [
        ("2026-10-05T23:30", "FREQ=DAILY;COUNT=1", 1, ["08:00"]),
        ("2026-10-05T12:00", "FREQ=HOURLY;INTERVAL=3", 16, ["12:00", "15:00", "18:00", "21:00",
         "08:00", "09:00", "12:00", "15:00", "18:00", "21:00", "08:00", "09:00"]),
    ],
    ids=["case 111", "case 114"],
)  # fmt: skip
def test_nothing_leaves_between_ten_and_eight_on_the_users_own_clock(
    start: str, rule: str, count: int, left: list[str]
) -> None:
    shown = preview(
        PreviewRequest(
            timezone="Asia/Seoul",
            now=datetime(2026, 10, 5, 1, tzinfo=UTC),
            quiet_hours="22:00-08:00",
            recurring=RecurringPreview(dtstart_local=start, rule=rule),
            count=count,
        )
    )

    seoul = ZoneInfo("Asia/Seoul")
    assert [f"{each.astimezone(seoul):%H:%M}" for each in shown.deliver_utc] == left


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """What is said, words that must be remembered, one line each, and words that must not."""

    said: tuple[str, ...]
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


REHEARSED: Mapping[int, Rehearsed] = {
    1: Rehearsed(said=("내 최애 선수는 7번이야", "이제 최애 선수는 10번이야"), told=("10번",)),
    6: Rehearsed(said=("I live near the harbour", "I play the cello"), told=("harbour", "cello")),
    47: Rehearsed(said=("어제 도윤이가 축구 싫은데 아빠가 학원 보냈대",), untold=("축구를 싫어",)),
    51: Rehearsed(said=("박다온 님 이번 달 매출 얼마야?",), untold=("박다온",)),
    57: Rehearsed(said=("나 고수 진짜 싫어해",), told=("싫어",), untold=("좋아",)),
    58: Rehearsed(said=("만약 내가 제주로 이사 간다면 집값이 얼마나 들까?",), untold=("제주",)),
    59: Rehearsed(said=("(나는 왕국의 기사, 한쪽 눈을 잃었다)",), untold=("눈",)),
}


@pytest.mark.parametrize("number", REHEARSED)
async def test_the_rehearsal_model_dreams_the_same(
    number: int, database: Database, tenant: UUID
) -> None:
    rehearsed = REHEARSED[number]
    scene = await play(database, tenant, model=RehearsalModel(HashEmbedder()))
    for line in rehearsed.said:
        await scene.say(line)
        await scene.dream()

    known = await scene.texts()

    assert len(known) == len(rehearsed.told)
    assert all(any(word in text for text in known) for word in rehearsed.told)
    assert not any(word in text for word in rehearsed.untold for text in known)
