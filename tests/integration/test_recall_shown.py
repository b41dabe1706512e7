"""Which memories and lines a question is shown."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.explicit import tombstone_of
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.pair import Pair
from nightcrew.store import memories, people
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.usecases.recall_past import Recalled, Strategy
from tests.raw_talk import NOW, RawTalk, WordVectors, raw_talk
from tests.recalling import index, recalled, recalling

ACT = Act(actor="user", cause="asked", at=NOW)


async def remembered(raw: RawTalk, *lines: str, **parts: object) -> list[Memory]:
    made = []
    async with raw.db.begin_pair(raw.pair) as connection:
        for number, line in enumerate(lines):
            values: dict[str, object] = {
                "id": uuid4(),
                "user": raw.pair.user,
                "crew": raw.pair.crew,
                "kind": Kind.FACT,
                "scope": Scope.PRIVATE,
                "subject": "user",
                "text": line,
                "via": raw.pair.crew,
                "learned_on": date(2026, 11, 1),
                "said_on": date(2026, 10, 1) + timedelta(days=number),
            }
            memory = Memory(**(values | parts))  # type: ignore[arg-type]
            await memories.add(connection, raw.pair, memory, ACT)
            made.append(memory)
    return made


async def forget(raw: RawTalk, memory: Memory) -> None:
    async with raw.db.begin_pair(raw.pair) as connection:
        person = await people.person(connection, raw.pair.tenant, raw.pair.user)
        assert person is not None
        tombstone = tombstone_of(memory, new_id=uuid4(), key=person.claim_key, at=NOW)
        await memories.bury(connection, raw.pair, tombstone)


async def test_few_memories_are_all_shown_in_prompt_order_with_the_nearest_raw_lines(
    raw: RawTalk,
) -> None:
    await remembered(raw, "땅콩을 먹으면 숨이 막힌다", "부산에 산다")
    await raw.said("우산은 3번 락커에 뒀어요")
    await index(raw.db)

    seen = await recalled(raw, "간식 추천해 줘")

    assert seen.strategy == "all"
    assert seen.text.splitlines() == [
        "[m1] (2026-10-02, via 미나) 부산에 산다",
        "[m2] (2026-10-01, via 미나) 땅콩을 먹으면 숨이 막힌다",
        "[e1] 2026-11-09 12:00 (user) 우산은 3번 락커에 뒀어요",
    ]
    assert (seen.chars, seen.shown, seen.total) == (len(seen.text), 3, 3)
    assert {line.source for line in seen.lines} == {"memory", "evidence"}


async def test_the_line_that_answers_comes_first_with_its_day(raw: RawTalk) -> None:
    [_, coffee, *_] = await remembered(raw, "부산에 산다", "커피를 끊었다", "개를 키운다")

    seen = await recalled(raw, "커피 마셔도 돼?")

    assert seen.lines[0].id == coffee.id
    assert seen.lines[0].date == coffee.said_on
    assert seen.lines[0].text == "(2026-10-02, via 미나) 커피를 끊었다"
    assert not seen.nothing_found


@pytest.mark.parametrize("strategy", ["auto", "all", "hybrid"])
async def test_nothing_is_found_when_no_line_bears_on_the_question(
    raw: RawTalk, strategy: Strategy
) -> None:
    await remembered(raw, "부산에 산다", "개를 키운다", "회사에 다닌다", "차를 샀다", "막내다")

    seen = await recalled(raw, "나 가지 좋아해?", strategy)

    assert seen.nothing_found
    assert seen.shown == (0 if strategy == "hybrid" else 5)


async def test_hybrid_shows_only_what_bears_on_the_question(raw: RawTalk) -> None:
    await remembered(raw, "부산에 산다", "커피를 끊었다", "개를 키운다")
    await raw.said("커피 때문에 잠을 못 잤어요", "오늘은 비가 와요")
    await index(raw.db)

    seen = await recalled(raw, "커피", "hybrid")

    assert {line.text.partition(") ")[2] for line in seen.lines} == {
        "커피를 끊었다",
        "커피 때문에 잠을 못 잤어요",
    }
    assert (seen.strategy, seen.shown, seen.total) == ("hybrid", 2, 5)


@pytest.mark.parametrize(("count", "shown", "strategy"), [(30, 30, "all"), (31, 30, "hybrid")])
async def test_above_thirty_memories_the_nearest_are_shown(
    raw: RawTalk, count: int, shown: int, strategy: str
) -> None:
    await remembered(raw, "커피를 끊었다", *(f"이야기 {number}번" for number in range(count - 1)))

    seen = await recalled(raw, "커피")

    assert (seen.shown, seen.total, seen.strategy) == (shown, count, strategy)
    assert seen.lines[0].text.endswith("커피를 끊었다")
    assert (await recalled(raw, "커피", "all")).shown == count


async def test_above_thirty_memories_style_is_shown_whatever_is_asked(raw: RawTalk) -> None:
    [style] = await remembered(raw, "짧게 답한다", kind=Kind.STYLE)
    await remembered(raw, *(f"커피 이야기 {number}번" for number in range(40)))

    seen = await recalled(raw, "커피")

    assert style.id in {line.id for line in seen.lines}
    assert seen.shown == 30


async def test_among_a_hundred_memories_the_one_that_answers_is_shown(raw: RawTalk) -> None:
    embedder = WordVectors({"접속 암호": "비밀번호"})
    await remembered(
        raw, "비밀번호는 maple77이다", *(f"이야기 {number}번" for number in range(100))
    )

    seen = await recalled(raw, "접속 암호", embedder=embedder)

    assert seen.lines[0].text.endswith("비밀번호는 maple77이다")


async def test_a_memory_is_embedded_once_for_many_questions(raw: RawTalk) -> None:
    await remembered(raw, "커피를 끊었다")
    embedder = WordVectors()
    use = recalling(raw, embedder)

    await use(raw.pair, "커피")
    await use(raw.pair, "부산")

    assert sum("커피를 끊었다" in read for read in embedder.read) == 1


async def test_what_was_just_said_is_found_before_it_is_indexed(raw: RawTalk) -> None:
    await raw.said("우산은 3번 락커에 뒀어요", "오늘은 비가 와요")

    seen = await recalled(raw, "우산 어디에 뒀지?", "hybrid")

    assert [line.text for line in seen.lines] == [
        "2026-11-09 12:00 (user) 우산은 3번 락커에 뒀어요"
    ]
    assert not seen.nothing_found


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "not indexed yet"])
async def test_a_forgotten_thing_is_not_shown_from_raw_talk_either(
    raw: RawTalk, indexed: bool
) -> None:
    await raw.said("저는 라면을 좋아해요", "라면을 좋아해요. 오늘은 김밥도 먹었어요")
    if indexed:
        await index(raw.db)
    [ramen] = await remembered(raw, "라면을 좋아한다", status=Status.OFF)
    await forget(raw, ramen)

    seen = await recalled(raw, "내가 좋아하는 라면")
    strict = await recalled(raw, "내가 좋아하는 라면", "hybrid")

    assert "라면" not in seen.text
    assert "김밥" in seen.text
    assert strict.lines == ()
    assert strict.nothing_found


async def test_other_crews_private_memories_are_not_shown_and_shared_ones_are(
    database: Database, tenant: UUID, raw: RawTalk
) -> None:
    sora = await raw_talk(database, tenant, crew="mindcare-sora")
    await remembered(sora, "잠을 못 잔다")
    await remembered(sora, "비건이다", scope=Scope.SHARED)

    seen = await recalled(raw, "뭐 먹지")

    assert [line.text.partition(") ")[2] for line in seen.lines] == ["비건이다"]


async def test_a_user_who_never_wrote_is_answered_with_nothing(raw: RawTalk) -> None:
    stranger = RawTalk(
        db=raw.db, pair=Pair(tenant=raw.pair.tenant, user=uuid4(), crew=raw.pair.crew)
    )

    assert await recalled(stranger, "커피") == Recalled()


async def test_an_empty_question_and_an_unknown_crew_are_refused(raw: RawTalk) -> None:
    unknown = Pair(tenant=raw.pair.tenant, user=raw.pair.user, crew="nobody")

    with pytest.raises(BadInput, match="question"):
        await recalled(raw, " \n")
    with pytest.raises(NotFound):
        await recalled(RawTalk(db=raw.db, pair=unknown), "커피")
