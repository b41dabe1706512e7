"""Retention: each class of house.yaml ends after its days, and nothing before or beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import dreams
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.tables import (
    conversations,
    dream_changes,
    evidence,
    follow_ups,
    gate_decisions,
    memories,
    memory_versions,
    messages,
    metadata,
    occurrences,
    outbox,
    tombstones,
    turns,
)
from tests.builders import CREW, memory, said
from tests.desk import USER, Desk
from tests.fakes import FakeCrews, shipped_crews

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


async def ended(desk: Desk) -> dict[str, int]:
    [report] = await desk.retention()
    return {name: count for name, count in report.counts.items() if count}


def later(desk: Desk, **span: int) -> None:
    desk.clock.set(desk.clock.now() + timedelta(**span))


async def test_old_turns_end_with_their_words_and_what_was_derived_from_them(desk: Desk) -> None:
    old, new = said("옛날 이야기", LONG_AGO), said("오늘 이야기")
    await desk.hear(old, new)

    assert await ended(desk) == {"raw_turns": 2}

    assert await desk.cells(messages, "text") == ["오늘 이야기"]
    assert await desk.cells(evidence, "id") == [new.id]
    assert await desk.cells(turns, "id") == [new.turn_id]
    assert len(await desk.cells(conversations, "id")) == 1


async def test_the_line_a_memory_rests_on_stays_and_its_turn_goes(desk: Desk) -> None:
    line = said("옛날에 제주에서 자랐어", LONG_AGO)
    await desk.hear(line)
    learned = await desk.learn(memory("제주에서 자랐다", cites=(line.id,)))

    await ended(desk)

    assert await desk.cells(messages, "text", "turn") == [("옛날에 제주에서 자랐어", None)]
    assert await desk.cells(turns, "id") == []
    [shown] = (await desk.memories.list(desk.tenant, USER)).items
    assert shown.cites == (line.id,)

    await desk.memories.forget(desk.tenant, USER, learned.id)
    await ended(desk)
    assert await desk.cells(messages, "id") == []
    assert await desk.cells(conversations, "id") == []


async def test_a_replaced_value_loses_its_words_after_its_days_and_the_head_never(
    desk: Desk,
) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"), LONG_AGO)
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")

    later(desk, days=364)
    assert await ended(desk) == {}
    later(desk, days=2)
    assert await ended(desk) == {"versions": 1}

    later(desk, days=2000)
    assert await ended(desk) == {}
    newest, first = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert (newest.text, first.text, first.subject) == ("차를 좋아한다", None, None)
    assert (first.actor, first.at) == ("dream", LONG_AGO)
    [shown] = (await desk.memories.list(desk.tenant, USER)).items
    assert (shown.text, shown.previous) == ("차를 좋아한다", ())


async def test_of_a_hundred_changes_the_head_stays(desk: Desk) -> None:
    learned = await desk.learn(memory("값 0"))
    for number in range(1, 101):
        await desk.memories.change(desk.tenant, USER, learned.id, f"값 {number}")

    later(desk, days=366)

    assert await ended(desk) == {"versions": 100}
    texts = [each.text for each in await desk.memories.versions(desk.tenant, USER, learned.id)]
    assert texts == ["값 100", *[None] * 100]


async def test_a_forgotten_memory_goes_after_thirty_days_and_its_tombstone_stays(
    desk: Desk,
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    forgotten = await desk.memories.forget(desk.tenant, USER, learned.id)

    later(desk, days=29)
    assert await ended(desk) == {}
    later(desk, days=2)
    assert forgotten.expires_at is not None
    assert forgotten.expires_at < desk.clock.now()
    assert await ended(desk) == {"forgotten": 1}

    assert await desk.cells(memories, "id") == []
    assert await desk.cells(memory_versions, "id") == []
    assert len(await desk.cells(tombstones, "id")) == 1


async def test_a_dream_report_keeps_its_counts_and_loses_its_words(desk: Desk) -> None:
    await keep_dream(desk)

    later(desk, days=179)
    assert await ended(desk) == {}
    later(desk, days=2)
    assert await ended(desk) == {"dream_reports": 1}
    assert await ended(desk) == {}

    [report] = (await desk.dreams.list(desk.tenant)).items
    [change] = report.changes
    assert (change.text, change.why, change.verdict, change.kind) == ("", "", None, "")
    assert (change.applied, report.evidence.read) == (True, 3)
    assert await desk.cells(dream_changes, "subject") == [""]


async def keep_dream(desk: Desk) -> None:
    pair = await desk.pair()
    run = DreamRun(
        id=uuid4(), user_id=pair.user, crew=CREW, flow="dream", mode="apply",
        at=desk.clock.now(), outcome="applied", usage={}, evidence={"read": 3},
        prompts={}, same_model_verifies=False,
    )  # fmt: skip
    change = KeptChange(
        number=1, action="create", memory_id=None, memory_version=None, kind="fact",
        scope="private", subject="user", text="라면을 좋아한다", from_on=None, to_on=None,
        cites=(), applied=True, reason=None, detail="", why="그렇게 말했다", verdict="근거가 있다",
    )  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, [change])


async def test_sent_words_leave_the_outbox_a_week_after_they_were_acknowledged(
    desk: Desk,
) -> None:
    acknowledged = await desk.speak_first("하나")
    await desk.speak_first("둘")
    await desk.outbox.ack(desk.tenant, acknowledged, "delivered")

    later(desk, days=8)

    assert await ended(desk) == {"outbox_text_after_ack": 1}
    assert set(await desk.cells(outbox, "text", "state")) == {(None, "delivered"), ("둘", "ready")}
    assert set(await desk.cells(messages, "text")) == {"하나", "둘"}


async def test_a_settled_occurrence_goes_with_its_decisions_after_a_year(desk: Desk) -> None:
    spec = FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent="치과", local="2026-10-06T09:00")
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    due = await desk.follow_ups.run(desk.tenant, USER, made.id)
    item = await desk.speak_first("치과 어땠어요?", follow_up=made.id, occurrence=due.id)
    await desk.outbox.ack(desk.tenant, item, "delivered")
    await desk.follow_ups.delete(desk.tenant, USER, made.id)

    later(desk, days=366)

    counts = await ended(desk)
    assert counts["occurrences"] == 2
    for table in (occurrences, gate_decisions, outbox):
        assert await desk.cells(table, "id") == []
    assert await desk.cells(follow_ups, "intent", "state") == [("", "cancelled")]
    assert await desk.cells(messages, "text") == ["치과 어땠어요?"]


async def test_what_still_waits_is_never_taken(desk: Desk) -> None:
    spec = FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent="계란", local="2026-10-06T09:00", rule="FREQ=DAILY"
    )
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    await desk.follow_ups.run(desk.tenant, USER, made.id)

    later(desk, days=3000)

    assert await ended(desk) == {}


async def test_zero_days_keep_for_ever(desk: Desk) -> None:
    kept = replace(desk, crews=keeping(dict.fromkeys(desk.crews.house().retention_days, 0)))
    await kept.hear(said("옛날 이야기", LONG_AGO))

    [report] = await kept.retention()

    assert (report.outcome, set(report.counts.values())) == ("nothing_to_do", {0})


def keeping(days: dict[str, int]) -> FakeCrews:
    shelf: CrewShelf = shipped_crews().shelf
    assert shelf.house is not None
    return FakeCrews(replace(shelf, house=replace(shelf.house, retention_days=days)))


async def test_a_second_run_finds_nothing_to_end(desk: Desk) -> None:
    await desk.hear(said("옛날 이야기", LONG_AGO))
    await ended(desk)

    [report] = await desk.retention()

    assert report.outcome == "nothing_to_do"


def test_every_class_that_a_column_names_has_its_days_and_its_steps() -> None:
    named: set[Any] = {
        rule["retention"]
        for table in metadata.sorted_tables
        for rule in table.info["user_text"].values()
    }

    classes = {each for each in named if not each.startswith("while ")}

    of_the_installation = {"flow_runs"}
    assert classes | of_the_installation == set(shipped_crews().house().retention_days)
