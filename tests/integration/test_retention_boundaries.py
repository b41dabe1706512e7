"""AS-18, retention to the second: kept until its days are over, gone at the moment they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import dreams, flow_runs, suggestions
from nightcrew.store.database import Database
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.flow_runs import FlowRun
from nightcrew.store.suggestions import Suggestion
from nightcrew.store.tables import flow_runs as flow_run_rows
from nightcrew.store.tables import memories
from nightcrew.store.tables import suggestions as suggestion_rows
from nightcrew.usecases.keep_suggestions import SuggestionView
from tests.builders import CREW, memory, said
from tests.desk import USER, Desk
from tests.fakes import FakeCrews, shipped_crews

SECOND = timedelta(seconds=1)
BEGAN = datetime(2026, 9, 1, 3, 0, 7, tzinfo=UTC)


@pytest.fixture
def desk(database: Database, tenant: UUID) -> Desk:
    made = Desk(db=database, tenant=tenant)
    made.clock.set(BEGAN)
    return made


async def said_something(desk: Desk) -> None:
    await desk.hear(said("옛날 이야기", BEGAN))


async def corrected(desk: Desk) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"), BEGAN - timedelta(days=9))
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")


async def forgot(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, learned.id)


async def dreamt(desk: Desk) -> None:
    pair = await desk.pair()
    run = DreamRun(
        id=uuid4(), user_id=pair.user, crew=CREW, flow="dream", mode="apply", at=BEGAN,
        outcome="applied", usage={}, evidence={}, prompts={}, same_model_verifies=False,
    )  # fmt: skip
    change = KeptChange(
        number=1, action="create", memory_id=None, memory_version=None, kind="fact",
        scope="private", subject="user", text="라면을 좋아한다", from_on=None, to_on=None,
        cites=(), applied=True, reason=None, detail="", why="", verdict=None,
    )  # fmt: skip
    async with desk.db.begin_pair(pair) as connection:
        await dreams.keep(connection, pair, run, [change])


async def delivered(desk: Desk) -> None:
    await desk.outbox.ack(desk.tenant, await desk.speak_first("하나"), "delivered")


async def called_off(desk: Desk) -> None:
    spec = FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent="치과", local="2026-10-06T09:00")
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    await desk.follow_ups.delete(desk.tenant, USER, made.id)


async def ran(desk: Desk) -> None:
    run = FlowRun(
        id=uuid4(), flow="dream", started_at=BEGAN, ended_at=BEGAN, outcome="done", counts={}
    )
    async with desk.db.begin_system() as connection:
        await flow_runs.keep(connection, run)


@pytest.mark.parametrize(
    ("kind", "happened"),
    [
        ("raw_turns", said_something),
        ("versions", corrected),
        ("forgotten", forgot),
        ("dream_reports", dreamt),
        ("outbox_text_after_ack", delivered),
        ("occurrences", called_off),
        ("flow_runs", ran),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_each_class_is_kept_a_second_before_its_days_are_over_and_gone_at_the_second(
    desk: Desk, kind: str, happened: Callable[[Desk], Awaitable[None]]
) -> None:
    await happened(desk)
    over = BEGAN + timedelta(days=desk.crews.house().retention_days[kind])

    assert await ended(desk, over - SECOND) == {}
    assert set(await ended(desk, over)) == {kind}
    assert await ended(desk, over) == {}


async def ended(desk: Desk, at: datetime) -> dict[str, int]:
    desk.clock.set(at)
    reports = await desk.retention(now=at)
    return {name: count for each in reports for name, count in each.counts.items() if count}


async def test_a_forgotten_memory_shows_the_very_second_in_which_it_goes(desk: Desk) -> None:
    await forgot(desk)
    [shown] = (await desk.memories.list(desk.tenant, USER, status="off")).items
    assert shown.expires_at == BEGAN + timedelta(days=30)

    await desk.retention(now=shown.expires_at - SECOND)
    assert len(await desk.cells(memories, "id")) == 1
    await desk.retention(now=shown.expires_at)
    assert await desk.cells(memories, "id") == []


async def test_a_memory_that_is_on_never_ends_however_old_it_is(desk: Desk) -> None:
    await desk.learn(memory("제주에서 자랐다"))

    assert await ended(desk, BEGAN + timedelta(days=4000)) == {}

    [shown] = (await desk.memories.list(desk.tenant, USER)).items
    assert (shown.text, shown.expires_at) == ("제주에서 자랐다", None)


async def test_runs_of_flows_are_the_installations_and_not_one_tenants(desk: Desk) -> None:
    await ran(desk)
    later = BEGAN + timedelta(days=4000)
    desk.clock.set(later)

    await desk.retention(now=later, tenant=desk.tenant)
    kept = await all_runs(desk)
    desk.clock.set(BEGAN)
    await desk.retention(now=later)

    assert kept == await all_runs(desk) == 1


async def all_runs(desk: Desk) -> int:
    async with desk.db.begin_system() as connection:
        return len((await connection.execute(flow_run_rows.select())).all())


async def test_a_hundred_changes_later_the_head_and_the_newest_former_values_keep_their_words(
    desk: Desk,
) -> None:
    keeping = replace(desk, crews=house_with(newest_versions=3))
    learned = await desk.learn(memory("값 0"))
    for number in range(1, 101):
        await desk.memories.change(desk.tenant, USER, learned.id, f"값 {number}")

    days = keeping.crews.house().retention_days["versions"]
    assert await ended(keeping, BEGAN + timedelta(days=days) - SECOND) == {}
    assert await ended(keeping, BEGAN + timedelta(days=days)) == {"versions": 97}

    history = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert [each.text for each in history[:4]] == ["값 100", "값 99", "값 98", "값 97"]
    assert {each.text for each in history[4:]} == {None}
    assert len(history) == 101


def house_with(**parts: object) -> FakeCrews:
    shelf = shipped_crews().shelf
    assert shelf.house is not None
    return FakeCrews(replace(shelf, house=replace(shelf.house, **parts)))  # type: ignore[arg-type]


async def test_dismissed_suggestions_are_the_ten_newest_of_thirty_days_and_discarded_are_gone(
    desk: Desk,
) -> None:
    own = await desk.learn(memory("커피는 디카페인만", explicit=True))
    made = [await suggested(desk, own.id, number) for number in range(13)]
    for each in made[:12]:
        await desk.suggestions.dismiss(desk.tenant, USER, each)
    await desk.suggestions.discard(desk.tenant, USER, made[12])
    assert {each.state for each in await listed(desk, desk.clock.now())} == {"dismissed"}

    over = desk.clock.now() + timedelta(days=30)
    assert [each.id for each in await listed(desk, over - SECOND)] == made[11:1:-1]
    assert await listed(desk, over) == []
    await ended(desk, over - SECOND)
    assert len(await desk.cells(suggestion_rows, "id")) == 13
    await ended(desk, over)
    assert await desk.cells(suggestion_rows, "id") == []


async def test_a_house_that_keeps_forgotten_things_shortly_still_lists_what_was_dismissed(
    desk: Desk,
) -> None:
    days = {**desk.crews.house().retention_days, "forgotten": 1}
    hasty = replace(desk, crews=house_with(retention_days=days))
    own = await desk.learn(memory("커피는 디카페인만", explicit=True))
    await desk.suggestions.dismiss(desk.tenant, USER, await suggested(desk, own.id, 0))

    await ended(hasty, BEGAN + timedelta(days=29))

    assert len(await listed(desk, desk.clock.now())) == 1


async def suggested(desk: Desk, own: UUID, number: int) -> UUID:
    pair, at = await desk.pair(), BEGAN + timedelta(seconds=number)
    desk.clock.set(at)
    suggestion = Suggestion(
        id=uuid4(), crew=CREW, memory_id=own, text=f"커피를 {number}잔 마신다",
        kind="fact", from_on=None, to_on=None, cites=(), state="open", created_at=at,
    )  # fmt: skip
    known = (await desk.memories.list(desk.tenant, USER)).items[0]
    async with desk.db.begin_pair(pair) as connection:
        await suggestions.suggest(connection, pair, memory(known.text, id=known.id), suggestion)
    return suggestion.id


async def listed(desk: Desk, at: datetime) -> list[SuggestionView]:
    return list((await desk.suggestions.list(desk.tenant, USER, now=at)).items)


def test_a_caller_is_warned_from_four_fifths_of_the_room_on() -> None:
    room = MemoryRoom()

    assert (room.warning(1_599), room.warning(1_600)) == (None, "store_nearly_full")
    assert (room.left(1_999), room.left(2_000), room.left(2_003)) == (1, 0, 0)
