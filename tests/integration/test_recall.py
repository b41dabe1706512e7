"""Raw talk is found again: whose it is, what is never found, and what a turn would be shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text, update

from nightcrew.domain.evidence import EvidenceState, Speaker
from nightcrew.domain.lexemes import as_tsvector, query_terms, stemmed_terms, weighted_length
from nightcrew.store import pairs, people, recall
from nightcrew.store.database import Database
from nightcrew.store.recall import Found, IndexRow
from nightcrew.store.tables import evidence, messages
from tests.raw_talk import NOW, RawTalk, WordVectors, raw_talk
from tests.recalling import index, recalled


async def nearest(
    raw: RawTalk,
    question: str,
    *,
    embedder: WordVectors | None = None,
    limit: int = 5,
    leave_out: Sequence[UUID] = (),
) -> tuple[Found, ...]:
    used = embedder or WordVectors()
    vector = await used.query(question)
    async with raw.db.begin_pair(raw.pair) as connection:
        return await recall.nearest(
            connection,
            raw.pair,
            vector=vector,
            model=used.model,
            terms=query_terms(question),
            limit=limit,
            leave_out=leave_out,
        )


def texts(found: Sequence[Found]) -> list[str]:
    return [each.evidence.text for each in found]


async def test_a_line_is_found_by_its_words(raw: RawTalk) -> None:
    await raw.said("배포는 금요일에 해요", "알림을 꺼 뒀어요", "우산은 3번 락커에 뒀어요")
    await index(raw.db)

    [first, *_] = await nearest(raw, "우산 3번 락커")

    assert first.evidence.text == "우산은 3번 락커에 뒀어요"
    assert first.evidence.speaker is Speaker.USER
    assert first.lexical > 0.25
    assert first.score == pytest.approx(first.dense_z + 12 * first.lexical)


async def test_a_line_is_found_by_its_meaning_where_no_word_is_shared(raw: RawTalk) -> None:
    embedder = WordVectors({"접속 암호": "비밀번호", "무선 인터넷": "와이파이"})
    await raw.said("와이파이 비밀번호는 maple77로 바꿨어요", "배포는 금요일에 해요", "점심은 국수")
    await index(raw.db, embedder)

    [first, *_] = await nearest(raw, "무선 인터넷 접속 암호", embedder=embedder)

    assert first.evidence.text.endswith("maple77로 바꿨어요")
    assert first.lexical == 0


async def test_an_answer_is_found_by_the_words_of_the_question_before_it(raw: RawTalk) -> None:
    await raw.told(
        [
            (Speaker.ASSISTANT, "워크숍 사회는 정해졌나요?", NOW),
            (Speaker.USER, "네, 한예린 매니저예요", NOW + timedelta(minutes=1)),
        ]
    )
    await raw.said("오늘은 비가 와요", "점심은 국수예요", "집에 일찍 가요")
    await index(raw.db)

    found = await nearest(raw, "워크숍 사회")

    assert texts(found)[:2] == ["워크숍 사회는 정해졌나요?", "네, 한예린 매니저예요"]


async def test_the_newest_of_equal_lines_comes_first(raw: RawTalk) -> None:
    [older] = await raw.said("커피 마셨어요", at=NOW - timedelta(days=3))
    [newer] = await raw.said("커피 마셨어요", at=NOW - timedelta(days=2))
    await index(raw.db)

    assert [each.evidence.id for each in await nearest(raw, "커피")] == [newer, older]


async def test_nobody_elses_line_is_found(database: Database, tenant: UUID, raw: RawTalk) -> None:
    other_crew = await raw_talk(database, tenant, crew="mindcare-sora")
    other_user = await raw_talk(database, tenant, user="u2")
    async with database.begin_system() as connection:
        elsewhere = await people.make_tenant(connection, "elsewhere")
    other_tenant = await raw_talk(database, elsewhere)
    for stranger in (other_crew, other_user, other_tenant):
        await stranger.said("비밀 이야기예요")
    await raw.said("점심은 국수예요")
    await index(database)

    assert texts(await nearest(raw, "비밀 이야기")) == ["점심은 국수예요"]
    assert texts(await nearest(other_tenant, "비밀 이야기")) == ["비밀 이야기예요"]


async def test_lines_of_a_crisis_and_erased_lines_are_never_found(raw: RawTalk) -> None:
    await raw.said("힘든 밤이었어요", state=EvidenceState.EXCLUDED)
    [erased, *_] = await raw.said("힘든 낮이었어요", "힘든 아침이었어요")
    await index(raw.db)
    async with raw.db.begin_pair(raw.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )

    assert texts(await nearest(raw, "힘든")) == ["힘든 아침이었어요"]


async def test_after_starting_over_older_talk_is_not_found(raw: RawTalk) -> None:
    await raw.said("예전 이야기예요", at=NOW - timedelta(days=5))
    await raw.said("새 이야기예요", at=NOW)
    await index(raw.db)
    async with raw.db.begin_pair(raw.pair) as connection:
        await pairs.note(connection, raw.pair, evidence_from=NOW - timedelta(days=1))

    assert texts(await nearest(raw, "이야기")) == ["새 이야기예요"]
    assert (await recalled(raw, "이야기")).total == 1


async def test_lines_already_shown_are_left_out(raw: RawTalk) -> None:
    [shown, _] = await raw.said("커피 좋아요", "커피 끊었어요")
    await index(raw.db)

    found = await nearest(raw, "커피", leave_out=[shown])

    assert texts(found) == ["커피 끊었어요"]


async def test_vectors_of_another_model_are_never_compared_and_made_anew(raw: RawTalk) -> None:
    await raw.said("커피 좋아요")
    old, new = WordVectors(model="old"), WordVectors(model="new")
    await index(raw.db, old)

    [by_words] = await nearest(raw, "커피", embedder=new)
    assert await index(raw.db, new) == 1
    [compared] = await nearest(raw, "커피", embedder=new)

    assert by_words.nearness is None
    assert by_words.lexical > 0.25
    assert compared.nearness is not None
    assert (await nearest(raw, "커피", embedder=old))[0].nearness is None


async def test_a_line_is_indexed_once_and_a_crisis_never(raw: RawTalk) -> None:
    await raw.said("하나", "둘")
    await raw.said("힘든 밤이었어요", state=EvidenceState.EXCLUDED)

    assert await index(raw.db) == 2
    assert await index(raw.db) == 0


async def test_words_of_a_crisis_do_not_stand_in_the_lines_after_it(raw: RawTalk) -> None:
    conversation = await raw.conversation()
    await raw.said("죽고 싶어요", state=EvidenceState.EXCLUDED, conversation=conversation)
    await raw.said("이제 괜찮아요", conversation=conversation)
    await index(raw.db)

    async with raw.db.begin_pair(raw.pair) as connection:
        [held] = await connection.scalars(text("select lexemes::text from evidence_index"))

    assert "죽고" not in held


async def test_an_erased_line_leaves_no_word_behind_in_the_lines_after_it(raw: RawTalk) -> None:
    [erased, *_] = await raw.said("라면 먹었어요", "맛있었어요", "배불러요", "졸려요")
    await index(raw.db)
    async with raw.db.begin_pair(raw.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )
        await connection.execute(update(messages).where(messages.c.id == erased).values(text=""))
        await recall.drop_index(connection, raw.pair.tenant, [erased])
    await index(raw.db)

    async with raw.db.begin_pair(raw.pair) as connection:
        held = list(await connection.scalars(text("select lexemes::text from evidence_index")))

    assert len(held) == 3
    assert not any("라면" in line for line in held)


async def test_a_line_erased_while_it_was_embedded_is_not_indexed(raw: RawTalk) -> None:
    [erased] = await raw.said("라면 먹었어요")
    async with raw.db.begin_pair(raw.pair) as connection:
        await connection.execute(
            update(evidence).where(evidence.c.id == erased).values(erased_at=NOW)
        )
        row = IndexRow(id=erased, length=3, embedding=[0.1] * 384, lexemes="'라면':1A")

        assert await recall.put_index(connection, raw.pair.tenant, "model", [row]) == 0


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
