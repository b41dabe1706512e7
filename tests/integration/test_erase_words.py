"""Erasing a memory, a turn, a conversation, a version: what goes, what stays, and saying so."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import insert, null, text, update

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.receipt import Erasing, KeptElsewhere
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import dreams, memories, pairs
from nightcrew.store.database import Database
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.memories import Act
from nightcrew.store.tables import (
    conversations,
    dream_changes,
    erase_log,
    evidence,
    evidence_index,
    follow_ups,
    memory_versions,
    messages,
    metadata,
    outbox,
    tombstones,
    turns,
)
from nightcrew.store.tables import memories as memory_rows
from nightcrew.usecases.erase_words import EraseWords, places
from tests.builders import CREW, memory, said
from tests.desk import USER, Desk

VECTOR = [0.1] * 384
WORD = "해바라기씨"


@pytest.fixture
def desk(database: Database, tenant: UUID) -> Desk:
    return Desk(db=database, tenant=tenant)


@pytest.fixture
def erasing(desk: Desk) -> EraseWords:
    return EraseWords(db=desk.db, clock=desk.clock)


async def test_an_erased_memory_leaves_only_keyed_hashes(desk: Desk, erasing: EraseWords) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", subject="라면", cites=(line.id,)))
    await desk.memories.change(desk.tenant, USER, learned.id, "라면을 아주 좋아한다")

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(memory_rows, "id") == []
    assert await desk.cells(memory_versions, "id") == []
    assert await desk.cells(messages, "text") == ["그리고 부산 살아"]
    kept = await desk.cells(tombstones, "subject", "kind", "claim_hashes", "wording_hash")
    assert {(subject, kind) for subject, kind, *_ in kept} == {("", "fact")}
    assert await tables_with(desk, "라면") == set()
    assert receipt.kind is Erasing.MEMORY
    assert receipt.counts["memories"] == 1
    assert receipt.counts["memory_versions"] == 2
    assert receipt.counts["messages"] == 1


async def test_a_receipt_names_what_is_not_reached_and_the_day_it_ends(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    erasing = EraseWords(
        db=desk.db, clock=desk.clock, kept_elsewhere=KeptElsewhere(backups=14, wal=1)
    )

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    day = desk.clock.now().date()
    assert {each.place: each.until - day for each in receipt.not_reached} == {
        "table_files": timedelta(days=7),
        "wal": timedelta(days=1),
        "backups": timedelta(days=14),
    }


async def test_erasing_the_same_memory_again_says_when_it_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    first = await erasing.memory(desk.tenant, USER, learned.id)
    desk.clock.set(desk.clock.now() + timedelta(days=1))

    again = await erasing.memory(desk.tenant, USER, learned.id)

    assert (again.id, again.at, again.counts) == (first.id, first.at, {})
    with pytest.raises(NotFound):
        await erasing.memory(desk.tenant, USER, uuid4())
    with pytest.raises(NotFound):
        await erasing.memory(desk.tenant, "nobody", learned.id)


async def test_an_erased_memory_does_not_come_back_by_itself_and_may_be_written_again(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("누리는 축구를 좋아한다", subject="user's son 누리"))
    await erasing.memory(desk.tenant, USER, learned.id)
    pair = await desk.pair()

    async with desk.db.begin_pair(pair) as connection:
        [standing] = await memories.standing_tombstones(connection, pair)

    assert (standing.memory_id, standing.subject) == (learned.id, "")
    with pytest.raises(NotFound):
        await desk.memories.restore(desk.tenant, USER, learned.id)
    listed = await desk.memories.list(desk.tenant, USER, status="all")
    assert listed.total == 0


async def test_a_memory_that_was_forgotten_first_is_erased_with_its_tombstones_subject(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다", subject="라면"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(tombstones, "subject") == [""]
    assert await tables_with(desk, "라면") == set()


async def test_a_line_the_memory_rests_on_in_other_words_goes_whole(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("면발 없이는 하루도 못 살겠더라")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == [""]
    [(erased_at, state, reason)] = await desk.cells(evidence, "erased_at", "state", "reason")
    assert (erased_at, state, reason) == (desk.clock.now(), "excluded", "erased")


async def test_a_line_that_two_memories_rest_on_keeps_what_only_the_other_one_says(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    erased = await desk.learn(memory("라면을 좋아한다", subject="라면", cites=(line.id,)))
    other = await desk.learn(memory("부산에 산다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, erased.id)

    assert await desk.cells(messages, "text") == ["그리고 부산 살아"]
    assert await desk.cells(memory_rows, "id", "text") == [(other.id, "부산에 산다")]


async def test_a_memory_outlives_a_line_it_shared_with_one_that_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("주말마다 면발 뽑으러 다니느라 바빠")
    await desk.hear(line)
    erased = await desk.learn(memory("우동을 좋아한다", subject="우동", cites=(line.id,)))
    other = await desk.learn(memory("주말에 바쁘다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, erased.id)

    assert await desk.cells(messages, "text") == [""]
    assert await desk.cells(memory_rows, "id", "text") == [(other.id, "주말에 바쁘다")]


async def test_the_same_said_elsewhere_goes_and_what_others_remember_stays(
    desk: Desk, erasing: EraseWords
) -> None:
    first, again = said("나 라면 좋아해"), said("오늘도 라면 먹었어. 제주 가고 싶다")
    other = said("나 우동 좋아해")
    await desk.hear(first, again, other)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(first.id,)))
    kept = await desk.learn(memory("우동을 좋아한다", cites=(other.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert set(await desk.cells(messages, "text")) == {"", "제주 가고 싶다", "나 우동 좋아해"}
    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.id, left.cites) == (kept.id, (other.id,))


async def test_what_another_crew_heard_stays_when_a_private_memory_is_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    await desk.hear(said("나 라면 좋아해"), crew="mindcare-sora")
    learned = await desk.learn(memory("라면을 좋아한다"))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == ["나 라면 좋아해"]


async def test_what_every_crew_heard_goes_when_a_shared_memory_is_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    await desk.hear(said("나 라면 좋아해"), crew="mindcare-sora")
    learned = await desk.learn(memory("라면을 좋아한다", scope="shared"))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == [""]


async def test_answers_dreams_and_promises_lose_what_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 해바라기씨 알레르기 있어")
    await desk.hear(line)
    learned = await desk.learn(memory("해바라기씨 알레르기가 있다", cites=(line.id,)))
    await answer_with(desk, line, "해바라기씨 조심할게요. 또 있어요?", memories=[learned.id])
    await dream_of(desk, learned.id, "해바라기씨 알레르기", cites=(line.id,))
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent="해바라기씨 알레르기 검사", local="2026-10-06T09:00"
    )
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    sent = await desk.speak_first("해바라기씨 검사는 어땠어요?", follow_up=made.id)

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    assert await tables_with(desk, "해바라기씨") == set()
    [answer] = await desk.cells(turns, "answer")
    assert (answer["reply"], answer["turn_id"]) == ("또 있어요?", "t1")
    assert answer["decisions"]["memory"] == {"use": True, "status": "ok", "why": ""}
    assert await desk.cells(turns, "judged", "body_hash") == [({}, "")]
    assert await desk.cells(follow_ups, "state", "reason") == [("cancelled", "buried")]
    assert await desk.cells(outbox, "id", "state", "text") == [(sent, "failed", None)]
    assert await desk.cells(dream_changes, "applied", "text") == [(True, "")]
    assert {"turns", "dream_changes", "follow_ups", "outbox", "pair_states"} <= set(receipt.counts)


@pytest.mark.parametrize(
    ("place", "left"),
    [
        (places.the_index, "evidence_index"),
        (places.the_memories, "memories"),
        (places.the_talk, "messages"),
        (places.the_outbox, "outbox"),
        (places.the_turns, "turns"),
        (places.the_dreams, "dream_changes"),
        (places.the_follow_ups, "follow_ups"),
        (places.the_tombstones, "tombstones"),
    ],
)
async def test_a_place_that_is_skipped_is_reported(
    desk: Desk, place: places.Place, left: str
) -> None:
    others = tuple(each for each in places.PLACES if each is not place)
    learned = await told_everywhere(desk)

    await EraseWords(db=desk.db, clock=desk.clock, places=others).memory(desk.tenant, USER, learned)

    assert left in await tables_with(desk, WORD)


async def told_everywhere(desk: Desk) -> UUID:
    """A memory whose word stands in every place that words get to."""
    line = said(f"나 {WORD} 알레르기 있어")
    await desk.hear(line)
    await index(desk, line, WORD)
    learned = await desk.learn(memory(f"{WORD} 알레르기가 있다", subject=WORD, cites=(line.id,)))
    await answer_with(desk, line, f"{WORD} 조심할게요. 또 있어요?", memories=[learned.id])
    await dream_of(desk, learned.id, f"{WORD} 알레르기", cites=(line.id,))
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent=f"{WORD} 알레르기 검사", local="2026-10-06T09:00"
    )
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    await desk.speak_first(f"{WORD} 검사는 어땠어요?", follow_up=made.id)
    await desk.memories.forget(desk.tenant, USER, learned.id)
    return learned.id


async def test_nothing_is_left_in_any_place(desk: Desk, erasing: EraseWords) -> None:
    learned = await told_everywhere(desk)
    assert await tables_with(desk, WORD) == {
        "dream_changes", "evidence_index", "follow_ups", "memories", "memory_versions", "messages",
        "outbox", "pair_states", "tombstones", "turns",
    }  # fmt: skip

    await erasing.memory(desk.tenant, USER, learned)

    assert await tables_with(desk, WORD) == set()


async def test_the_index_forgets_a_cut_line_and_the_lines_after_it(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    await index(desk, line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(evidence_index, "id") == []


async def test_a_dream_and_a_turn_under_way_write_nothing_of_what_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        token = await pairs.take_lease(connection, pair)
        running = {"state": "running", "lease_token": uuid4(), "answer": null()}
        await connection.execute(update(turns).values(**running))
    assert token is not None

    await erasing.memory(desk.tenant, USER, learned.id)

    async with desk.db.begin_pair(pair) as connection:
        assert not await pairs.holds_lease(connection, pair, token)
    assert await desk.cells(turns, "state", "lease_token") == [("incomplete", None)]


async def test_an_erased_turn_takes_its_words_and_the_memories_that_rest_on_it_alone(
    desk: Desk, erasing: EraseWords
) -> None:
    line, other = said("제주에서 자랐어"), said("부산에서 일해")
    reply = said("제주군요!", speaker=Speaker.ASSISTANT, turn_id=line.turn_id)
    await desk.hear(line, other)
    await add_line(desk, reply, line)
    await index(desk, line)
    await desk.learn(memory("제주에서 자랐다", cites=(line.id,)))
    both = await desk.learn(memory("부산에 산다", cites=(line.id, other.id)))
    own = await desk.learn(memory("커피를 좋아한다"))

    receipt = await erasing.turn(desk.tenant, USER, line.id)
    again = await erasing.turn(desk.tenant, USER, line.id)

    assert await tables_with(desk, "제주") == set()
    assert sorted(await desk.cells(messages, "text")) == ["", "", "부산에서 일해"]
    left = {item.id: item.cites for item in (await desk.memories.list(desk.tenant, USER)).items}
    assert left == {both.id: (other.id,), own.id: ()}
    assert await desk.cells(evidence_index, "id") == []
    assert await desk.cells(tombstones, "id") == []
    assert receipt.counts["messages"] == 2
    assert (again.id, again.counts) == (receipt.id, {})
    with pytest.raises(NotFound):
        await erasing.turn(desk.tenant, USER, uuid4())


async def test_a_value_that_rests_on_the_erased_turn_alone_gives_way_to_the_one_before(
    desk: Desk, erasing: EraseWords
) -> None:
    first, second = said("부산으로 이사해"), said("이사 취소했어. 제주로 가")
    await desk.hear(first, second)
    learned = await desk.learn(memory("부산으로 이사한다", cites=(first.id,)))
    await revise(desk, learned.id, "제주로 이사한다", cites=(second.id,))

    await erasing.turn(desk.tenant, USER, second.id)

    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.text, left.version, left.previous) == ("부산으로 이사한다", 3, ())
    newest, middle, _ = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert (newest.restored_from, middle.text, middle.redacted_at) == (
        1,
        None,
        desk.clock.now(),
    )
    assert await tables_with(desk, "제주") == set()


async def test_an_older_value_that_rests_on_the_erased_turn_alone_is_redacted(
    desk: Desk, erasing: EraseWords
) -> None:
    first, second = said("부산으로 이사해"), said("이사 취소했어. 제주로 가")
    await desk.hear(first, second)
    learned = await desk.learn(memory("부산으로 이사한다", cites=(first.id,)))
    await revise(desk, learned.id, "제주로 이사한다", cites=(second.id,))

    await erasing.turn(desk.tenant, USER, first.id)

    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.text, left.version, left.previous) == ("제주로 이사한다", 2, ())
    assert await tables_with(desk, "부산") == set()


async def test_erasing_what_the_crew_said_leaves_what_the_user_said(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("제주에서 자랐어")
    reply = said("귤 좋아하시겠네요", speaker=Speaker.ASSISTANT, turn_id=line.turn_id)
    await desk.hear(line)
    await add_line(desk, reply, line)

    await erasing.turn(desk.tenant, USER, reply.id)

    assert sorted(await desk.cells(messages, "text")) == ["", "제주에서 자랐어"]
    assert (await desk.cells(turns, "answer"))[0]["reply"] == ""


async def test_an_erased_conversation_is_gone_with_what_rests_on_it_alone(
    desk: Desk, erasing: EraseWords
) -> None:
    line, other = said("제주에서 자랐어"), said("부산에서 일해")
    await desk.hear(line, other)
    await desk.learn(memory("제주에서 자랐다", cites=(line.id,)))
    kept = await desk.learn(memory("부산에서 일한다", cites=(other.id,)))
    name = await named_talk(desk, line, "jeju-talk")

    receipt = await erasing.conversation(desk.tenant, USER, name)
    again = await erasing.conversation(desk.tenant, USER, name)

    assert await desk.cells(messages, "text") == ["부산에서 일해"]
    assert await desk.cells(turns, "id") == [other.turn_id]
    assert [item.id for item in (await desk.memories.list(desk.tenant, USER)).items] == [kept.id]
    assert await tables_with(desk, "제주") == set()
    assert await tables_with(desk, name) == set()
    assert (receipt.counts["conversations"], receipt.counts["turns"]) == (1, 1)
    assert (again.id, again.counts) == (None, {})


async def test_an_old_version_loses_its_words_and_keeps_who_and_when(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await dream_of(desk, learned.id, "커피를 좋아한다", version=1)
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")

    gone = await erasing.redact(desk.tenant, USER, learned.id, 1)
    desk.clock.set(desk.clock.now() + timedelta(days=1))
    again = await erasing.redact(desk.tenant, USER, learned.id, 1)

    assert (gone.text, gone.subject, gone.actor, gone.version) == (None, None, "dream", 1)
    assert gone.redacted_at == desk.clock.now() - timedelta(days=1)
    assert again == gone
    assert await tables_with(desk, "커피") == set()
    [shown] = (await desk.memories.list(desk.tenant, USER)).items
    assert (shown.text, shown.previous) == ("차를 좋아한다", ())


async def test_what_a_memory_says_now_is_not_redacted_and_the_hint_names_the_order(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))

    with pytest.raises(Refused) as refused:
        await erasing.redact(desk.tenant, USER, learned.id, 1)

    assert refused.value.code == "head_version"
    assert "first correct the memory" in refused.value.hint
    assert "then redact version 1" in refused.value.hint
    with pytest.raises(NotFound):
        await erasing.redact(desk.tenant, USER, learned.id, 9)
    with pytest.raises(NotFound):
        await erasing.redact(desk.tenant, USER, uuid4(), 1)


async def test_a_forgotten_memory_loses_every_copy_of_a_redacted_value(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    await erasing.redact(desk.tenant, USER, learned.id, 1)

    assert await tables_with(desk, "커피") == set()
    with pytest.raises(Refused) as refused:
        await desk.memories.restore(desk.tenant, USER, learned.id)
    assert refused.value.code == "version_redacted"


async def test_the_log_of_a_memory_and_a_version_holds_ids_and_moments_only(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")
    await erasing.redact(desk.tenant, USER, learned.id, 1)
    await erasing.memory(desk.tenant, USER, learned.id)

    entries = await erasing.erase_log(desk.tenant)

    assert [(entry.kind, entry.subject, entry.version) for entry in entries] == [
        (Erasing.VERSION, learned.id, 1),
        (Erasing.MEMORY, learned.id, None),
    ]
    assert len(await desk.cells(erase_log, "id")) == 2


async def tables_with(desk: Desk, words: str) -> set[str]:
    """The tables of the tenant in which a text stands anywhere."""
    found = set()
    async with desk.db.begin(desk.tenant) as connection:
        for table in metadata.sorted_tables:
            query = text(f"select count(*) from {table.name} t where t::text like :like")  # noqa: S608
            if await connection.scalar(query, {"like": f"%{words}%"}):
                found.add(table.name)
    return found


async def answer_with(desk: Desk, line: Evidence, reply: str, memories: list[UUID]) -> None:
    """Give the turn of a line an answer that recites, and everything that is derived in a turn."""
    await add_line(desk, said(reply, speaker=Speaker.ASSISTANT, turn_id=line.turn_id), line)
    answer = {
        "turn_id": "t1", "reply": reply,
        "decisions": {"memory": {"use": True, "status": "ok", "query": "해바라기씨",
                                 "why": "해바라기씨 이야기"}},
        "sources": [{"title": "해바라기씨", "url": "https://example.org", "snippet": ""}],
    }  # fmt: skip
    changed = {
        "answer": answer, "judged": {"tool_lines": ["해바라기씨"]},
        "explain": {"memories": [str(each) for each in memories], "evidence": []},
    }  # fmt: skip
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(update(turns).where(turns.c.id == line.turn_id).values(changed))
        await pairs.note(connection, pair, refused=["create fact: unverified (해바라기씨?)"])


async def dream_of(
    desk: Desk, of: UUID, words: str, *, version: int = 1, cites: tuple[UUID, ...] = ()
) -> None:
    """Keep the report of a dream that made a version of a memory."""
    pair = await desk.pair()
    run = DreamRun(
        id=uuid4(), user_id=pair.user, crew=CREW, flow="dream", mode="apply",
        at=desk.clock.now(), outcome="applied", usage={}, evidence={}, prompts={},
        same_model_verifies=False,
    )  # fmt: skip
    change = KeptChange(
        number=1, action="create", memory_id=of, memory_version=version, kind="fact",
        scope="private", subject=words, text=words, from_on=None, to_on=None, cites=cites,
        applied=True, reason=None, detail="", why=words, verdict=words,
    )  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, [change])


async def add_line(desk: Desk, line: Evidence, beside: Evidence) -> None:
    """Put the crew's line into the turn of another."""
    pair = await desk.pair()
    whose: dict[str, Any] = {"tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew}
    talk = await talk_of(desk, beside)
    row = {
        "id": line.id, "conversation_id": talk, "turn": beside.turn_id, "speaker": line.speaker,
        "text": line.text, "said_at": line.said_at, "timezone": line.timezone, "source": "crew",
    }  # fmt: skip
    kept = {"id": line.id, "speaker": line.speaker, "said_at": line.said_at, "state": "nothing"}
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(insert(messages).values({**whose, **row}))
        await connection.execute(insert(evidence).values({**whose, **kept}))


async def index(desk: Desk, line: Evidence, lexeme: str = "라면") -> None:
    """Put a line into the index."""
    pair = await desk.pair()
    row = {
        "tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew, "id": line.id,
        "length": 1, "embedding": VECTOR, "lexemes": lexeme, "model": "m",
    }  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(insert(evidence_index).values(row))


async def revise(desk: Desk, of: UUID, words: str, cites: tuple[UUID, ...]) -> None:
    """Give a memory its next value, as a dream does."""
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        held = await memories.one(connection, pair.tenant, pair.user, of)
        assert held is not None
        changed = memory(words, id=of, user=pair.user, version=held.version + 1, cites=cites,
                         said_on=date(2026, 9, 2))  # fmt: skip
        act = Act(actor="dream", cause="dream", at=desk.clock.now())
        assert await memories.revise(connection, pair, changed, act)


async def talk_of(desk: Desk, line: Evidence) -> UUID:
    return UUID(str((await desk.cells(messages, "conversation_id", where=f"id = '{line.id}'"))[0]))


async def named_talk(desk: Desk, line: Evidence, name: str) -> str:
    """Call the conversation of a line as the backend does."""
    of = await talk_of(desk, line)
    async with desk.db.begin(desk.tenant) as connection:
        named = update(conversations).where(conversations.c.id == of).values(external_id=name)
        await connection.execute(named)
    return name
