"""Raw talk is found again: whose it is, what is never found, and what a turn would be shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text, update

from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.evidence import EvidenceState, Speaker
from nightcrew.domain.explicit import tombstone_of
from nightcrew.domain.lexemes import as_tsvector, query_terms, stemmed_terms, weighted_length
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.pair import Pair
from nightcrew.ports import Embedder
from nightcrew.store import memories, pairs, people, recall
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.store.past_search import PastSearch
from nightcrew.store.recall import Found, IndexRow
from nightcrew.store.tables import evidence, messages
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.recall_past import Recalled, RecallPast, Strategy
from tests.raw_talk import NOW, OneCrew, RawTalk, Standing, WordVectors, raw_talk

ACT = Act(actor="user", cause="asked", at=NOW)


@pytest.fixture
async def talk(database: Database, tenant: UUID) -> RawTalk:
    return await raw_talk(database, tenant)


async def index(database: Database, embedder: WordVectors | None = None) -> int:
    return (await IndexEvidence(db=database, embedder=embedder or WordVectors())())["indexed"]


async def nearest(
    talk: RawTalk,
    question: str,
    *,
    embedder: WordVectors | None = None,
    limit: int = 5,
    leave_out: Sequence[UUID] = (),
) -> tuple[Found, ...]:
    used = embedder or WordVectors()
    vector = await used.query(question)
    async with talk.db.begin_pair(talk.pair) as connection:
        return await recall.nearest(
            connection,
            talk.pair,
            vector=vector,
            model=used.model,
            terms=query_terms(question),
            limit=limit,
            leave_out=leave_out,
        )


def texts(found: Sequence[Found]) -> list[str]:
    return [each.evidence.text for each in found]


async def recalled(
    talk: RawTalk,
    question: str,
    strategy: Strategy = "auto",
    *,
    embedder: Embedder | None = None,
) -> Recalled:
    use = recalling(talk, embedder)
    return await use(talk.pair, question, strategy=strategy)


def recalling(talk: RawTalk, embedder: Embedder | None = None) -> RecallPast:
    search = PastSearch(db=talk.db, embedder=embedder or WordVectors())
    return RecallPast(db=talk.db, crews=OneCrew(), clock=Standing(), search=search)


async def remembered(talk: RawTalk, *lines: str, **parts: object) -> list[Memory]:
    made = []
    async with talk.db.begin_pair(talk.pair) as connection:
        for number, line in enumerate(lines):
            values: dict[str, object] = {
                "id": uuid4(),
                "user": talk.pair.user,
                "crew": talk.pair.crew,
                "kind": Kind.FACT,
                "scope": Scope.PRIVATE,
                "subject": "user",
                "text": line,
                "via": talk.pair.crew,
                "learned_on": date(2026, 11, 1),
                "said_on": date(2026, 10, 1) + timedelta(days=number),
            }
            memory = Memory(**(values | parts))  # type: ignore[arg-type]
            await memories.add(connection, talk.pair, memory, ACT)
            made.append(memory)
    return made


async def forget(talk: RawTalk, memory: Memory) -> None:
    async with talk.db.begin_pair(talk.pair) as connection:
        person = await people.person(connection, talk.pair.tenant, talk.pair.user)
        assert person is not None
        tombstone = tombstone_of(memory, new_id=uuid4(), key=person.claim_key, at=NOW)
        await memories.bury(connection, talk.pair, tombstone)


async def test_a_line_is_found_by_its_words(talk: RawTalk) -> None:
    await talk.said("배포는 금요일에 해요", "알림을 꺼 뒀어요", "우산은 3번 락커에 뒀어요")
    await index(talk.db)

    [first, *_] = await nearest(talk, "우산 3번 락커")

    assert first.evidence.text == "우산은 3번 락커에 뒀어요"
    assert first.evidence.speaker is Speaker.USER
    assert first.lexical > 0.25
    assert first.score == pytest.approx(first.dense_z + 12 * first.lexical)


async def test_a_line_is_found_by_its_meaning_where_no_word_is_shared(talk: RawTalk) -> None:
    embedder = WordVectors({"접속 암호": "비밀번호", "무선 인터넷": "와이파이"})
    await talk.said("와이파이 비밀번호는 maple77로 바꿨어요", "배포는 금요일에 해요", "점심은 국수")
    await index(talk.db, embedder)

    [first, *_] = await nearest(talk, "무선 인터넷 접속 암호", embedder=embedder)

    assert first.evidence.text.endswith("maple77로 바꿨어요")
    assert first.lexical == 0


async def test_an_answer_is_found_by_the_words_of_the_question_before_it(talk: RawTalk) -> None:
    await talk.told(
        [
            (Speaker.ASSISTANT, "워크숍 사회는 정해졌나요?", NOW),
            (Speaker.USER, "네, 한예린 매니저예요", NOW + timedelta(minutes=1)),
        ]
    )
    await talk.said("오늘은 비가 와요", "점심은 국수예요", "집에 일찍 가요")
    await index(talk.db)

    found = await nearest(talk, "워크숍 사회")

    assert texts(found)[:2] == ["워크숍 사회는 정해졌나요?", "네, 한예린 매니저예요"]


async def test_the_newest_of_equal_lines_comes_first(talk: RawTalk) -> None:
    [older] = await talk.said("커피 마셨어요", at=NOW - timedelta(days=3))
    [newer] = await talk.said("커피 마셨어요", at=NOW - timedelta(days=2))
    await index(talk.db)

    assert [each.evidence.id for each in await nearest(talk, "커피")] == [newer, older]


async def test_nobody_elses_line_is_found(database: Database, tenant: UUID, talk: RawTalk) -> None:
    other_crew = await raw_talk(database, tenant, crew="mindcare-sora")
    other_user = await raw_talk(database, tenant, user="u2")
    async with database.begin_system() as connection:
        elsewhere = await people.make_tenant(connection, "elsewhere")
    other_tenant = await raw_talk(database, elsewhere)
    for stranger in (other_crew, other_user, other_tenant):
        await stranger.said("비밀 이야기예요")
    await talk.said("점심은 국수예요")
    await index(database)

    assert texts(await nearest(talk, "비밀 이야기")) == ["점심은 국수예요"]
    assert texts(await nearest(other_tenant, "비밀 이야기")) == ["비밀 이야기예요"]


async def test_lines_of_a_crisis_and_erased_lines_are_never_found(talk: RawTalk) -> None:
    await talk.said("힘든 밤이었어요", state=EvidenceState.EXCLUDED)
    [erased, *_] = await talk.said("힘든 낮이었어요", "힘든 아침이었어요")
    await index(talk.db)
    async with talk.db.begin_pair(talk.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )

    assert texts(await nearest(talk, "힘든")) == ["힘든 아침이었어요"]


async def test_after_starting_over_older_talk_is_not_found(talk: RawTalk) -> None:
    await talk.said("예전 이야기예요", at=NOW - timedelta(days=5))
    await talk.said("새 이야기예요", at=NOW)
    await index(talk.db)
    async with talk.db.begin_pair(talk.pair) as connection:
        await pairs.note(connection, talk.pair, evidence_from=NOW - timedelta(days=1))

    assert texts(await nearest(talk, "이야기")) == ["새 이야기예요"]
    assert (await recalled(talk, "이야기")).total == 1


async def test_lines_already_shown_are_left_out(talk: RawTalk) -> None:
    [shown, _] = await talk.said("커피 좋아요", "커피 끊었어요")
    await index(talk.db)

    found = await nearest(talk, "커피", leave_out=[shown])

    assert texts(found) == ["커피 끊었어요"]


async def test_vectors_of_another_model_are_never_compared_and_made_anew(talk: RawTalk) -> None:
    await talk.said("커피 좋아요")
    old, new = WordVectors(model="old"), WordVectors(model="new")
    await index(talk.db, old)

    [by_words] = await nearest(talk, "커피", embedder=new)
    assert await index(talk.db, new) == 1
    [compared] = await nearest(talk, "커피", embedder=new)

    assert by_words.nearness is None
    assert by_words.lexical > 0.25
    assert compared.nearness is not None
    assert (await nearest(talk, "커피", embedder=old))[0].nearness is None


async def test_a_line_is_indexed_once_and_a_crisis_never(talk: RawTalk) -> None:
    await talk.said("하나", "둘")
    await talk.said("힘든 밤이었어요", state=EvidenceState.EXCLUDED)

    assert await index(talk.db) == 2
    assert await index(talk.db) == 0


async def test_words_of_a_crisis_do_not_stand_in_the_lines_after_it(talk: RawTalk) -> None:
    conversation = await talk.conversation()
    await talk.said("죽고 싶어요", state=EvidenceState.EXCLUDED, conversation=conversation)
    await talk.said("이제 괜찮아요", conversation=conversation)
    await index(talk.db)

    async with talk.db.begin_pair(talk.pair) as connection:
        [held] = await connection.scalars(text("select lexemes::text from evidence_index"))

    assert "죽고" not in held


async def test_an_erased_line_leaves_no_word_behind_in_the_lines_after_it(talk: RawTalk) -> None:
    [erased, *_] = await talk.said("라면 먹었어요", "맛있었어요", "배불러요", "졸려요")
    await index(talk.db)
    async with talk.db.begin_pair(talk.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )
        await connection.execute(update(messages).where(messages.c.id == erased).values(text=""))
        await recall.drop_index(connection, talk.pair.tenant, [erased])
    await index(talk.db)

    async with talk.db.begin_pair(talk.pair) as connection:
        held = list(await connection.scalars(text("select lexemes::text from evidence_index")))

    assert len(held) == 3
    assert not any("라면" in line for line in held)


async def test_a_line_erased_while_it_was_embedded_is_not_indexed(talk: RawTalk) -> None:
    [erased] = await talk.said("라면 먹었어요")
    async with talk.db.begin_pair(talk.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )
        row = IndexRow(id=erased, length=3, embedding=[0.1] * 384, lexemes="'라면':1A")

        assert await recall.put_index(connection, talk.pair.tenant, "model", [row]) == 0


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(own=st.text(max_size=80), before=st.text(max_size=80))
async def test_any_text_at_all_can_be_indexed_and_asked_for(
    database: Database, own: str, before: str
) -> None:
    async with database.begin_system() as connection:
        held = await connection.scalar(
            text("select length(cast(:vector as tsvector))"), {"vector": as_tsvector(own, [before])}
        )
        hit = await connection.scalar(
            text(
                "select coalesce(bool_and(cast(:vector as tsvector) @@ term), true)"
                " from unnest(cast(cast(:terms as text[]) as tsquery[])) as term"
            ),
            {"vector": as_tsvector(own, []), "terms": list(stemmed_terms(query_terms(own)))},
        )

    assert (held == 0) == (weighted_length(own, [before]) == 0)
    assert hit


async def test_few_memories_are_all_shown_in_prompt_order_with_the_nearest_raw_lines(
    talk: RawTalk,
) -> None:
    await remembered(talk, "땅콩을 먹으면 숨이 막힌다", "부산에 산다")
    await talk.said("우산은 3번 락커에 뒀어요")
    await index(talk.db)

    seen = await recalled(talk, "간식 추천해 줘")

    assert seen.strategy == "all"
    assert seen.text.splitlines() == [
        "[m1] (2026-10-02, via 미나) 부산에 산다",
        "[m2] (2026-10-01, via 미나) 땅콩을 먹으면 숨이 막힌다",
        "[e1] 2026-11-09 12:00 (user) 우산은 3번 락커에 뒀어요",
    ]
    assert (seen.chars, seen.shown, seen.total) == (len(seen.text), 3, 3)
    assert {line.source for line in seen.lines} == {"memory", "evidence"}


async def test_the_line_that_answers_comes_first_with_its_day(talk: RawTalk) -> None:
    [_, coffee, *_] = await remembered(talk, "부산에 산다", "커피를 끊었다", "개를 키운다")

    seen = await recalled(talk, "커피 마셔도 돼?")

    assert seen.lines[0].id == coffee.id
    assert seen.lines[0].date == coffee.said_on
    assert seen.lines[0].text == "(2026-10-02, via 미나) 커피를 끊었다"
    assert not seen.nothing_found


@pytest.mark.parametrize("strategy", ["auto", "all", "hybrid"])
async def test_nothing_is_found_when_no_line_bears_on_the_question(
    talk: RawTalk, strategy: Strategy
) -> None:
    await remembered(talk, "부산에 산다", "개를 키운다", "회사에 다닌다", "차를 샀다", "막내다")

    seen = await recalled(talk, "나 가지 좋아해?", strategy)

    assert seen.nothing_found
    assert seen.shown == (0 if strategy == "hybrid" else 5)


async def test_hybrid_shows_only_what_bears_on_the_question(talk: RawTalk) -> None:
    await remembered(talk, "부산에 산다", "커피를 끊었다", "개를 키운다")
    await talk.said("커피 때문에 잠을 못 잤어요", "오늘은 비가 와요")
    await index(talk.db)

    seen = await recalled(talk, "커피", "hybrid")

    assert {line.text.partition(") ")[2] for line in seen.lines} == {
        "커피를 끊었다",
        "커피 때문에 잠을 못 잤어요",
    }
    assert (seen.strategy, seen.shown, seen.total) == ("hybrid", 2, 5)


@pytest.mark.parametrize(("count", "shown", "strategy"), [(30, 30, "all"), (31, 30, "hybrid")])
async def test_above_thirty_memories_the_nearest_are_shown(
    talk: RawTalk, count: int, shown: int, strategy: str
) -> None:
    await remembered(talk, "커피를 끊었다", *(f"이야기 {number}번" for number in range(count - 1)))

    seen = await recalled(talk, "커피")

    assert (seen.shown, seen.total, seen.strategy) == (shown, count, strategy)
    assert seen.lines[0].text.endswith("커피를 끊었다")
    assert (await recalled(talk, "커피", "all")).shown == count


async def test_above_thirty_memories_style_is_shown_whatever_is_asked(talk: RawTalk) -> None:
    [style] = await remembered(talk, "짧게 답한다", kind=Kind.STYLE)
    await remembered(talk, *(f"커피 이야기 {number}번" for number in range(40)))

    seen = await recalled(talk, "커피")

    assert style.id in {line.id for line in seen.lines}
    assert seen.shown == 30


async def test_among_a_hundred_memories_the_one_that_answers_is_shown(talk: RawTalk) -> None:
    embedder = WordVectors({"접속 암호": "비밀번호"})
    await remembered(
        talk, "비밀번호는 maple77이다", *(f"이야기 {number}번" for number in range(100))
    )

    seen = await recalled(talk, "접속 암호", embedder=embedder)

    assert seen.lines[0].text.endswith("비밀번호는 maple77이다")


async def test_a_memory_is_embedded_once_for_many_questions(talk: RawTalk) -> None:
    await remembered(talk, "커피를 끊었다")
    embedder = WordVectors()
    use = recalling(talk, embedder)

    await use(talk.pair, "커피")
    await use(talk.pair, "부산")

    assert sum("커피를 끊었다" in read for read in embedder.read) == 1


async def test_what_was_just_said_is_found_before_it_is_indexed(talk: RawTalk) -> None:
    await talk.said("우산은 3번 락커에 뒀어요", "오늘은 비가 와요")

    seen = await recalled(talk, "우산 어디에 뒀지?", "hybrid")

    assert [line.text for line in seen.lines] == [
        "2026-11-09 12:00 (user) 우산은 3번 락커에 뒀어요"
    ]
    assert not seen.nothing_found


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "not indexed yet"])
async def test_a_forgotten_thing_is_not_shown_from_raw_talk_either(
    talk: RawTalk, indexed: bool
) -> None:
    await talk.said("저는 라면을 좋아해요", "라면을 좋아해요. 오늘은 김밥도 먹었어요")
    if indexed:
        await index(talk.db)
    [ramen] = await remembered(talk, "라면을 좋아한다", status=Status.OFF)
    await forget(talk, ramen)

    seen = await recalled(talk, "내가 좋아하는 라면")
    strict = await recalled(talk, "내가 좋아하는 라면", "hybrid")

    assert "라면" not in seen.text
    assert "김밥" in seen.text
    assert strict.lines == ()
    assert strict.nothing_found


async def test_other_crews_private_memories_are_not_shown_and_shared_ones_are(
    database: Database, tenant: UUID, talk: RawTalk
) -> None:
    sora = await raw_talk(database, tenant, crew="mindcare-sora")
    await remembered(sora, "잠을 못 잔다")
    await remembered(sora, "비건이다", scope=Scope.SHARED)

    seen = await recalled(talk, "뭐 먹지")

    assert [line.text.partition(") ")[2] for line in seen.lines] == ["비건이다"]


async def test_a_user_who_never_wrote_is_answered_with_nothing(talk: RawTalk) -> None:
    stranger = RawTalk(
        db=talk.db, pair=Pair(tenant=talk.pair.tenant, user=uuid4(), crew=talk.pair.crew)
    )

    assert await recalled(stranger, "커피") == Recalled()


async def test_an_empty_question_and_an_unknown_crew_are_refused(talk: RawTalk) -> None:
    unknown = Pair(tenant=talk.pair.tenant, user=talk.pair.user, crew="nobody")

    with pytest.raises(BadInput, match="question"):
        await recalled(talk, " \n")
    with pytest.raises(NotFound):
        await recalled(RawTalk(db=talk.db, pair=unknown), "커피")
