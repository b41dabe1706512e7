"""A crew's memories for another crew: nothing lost, nothing twice, nothing forgotten back."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date

import pytest

from nightcrew.domain.errors import BadInput, NotFound, Refused
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.store import memories
from nightcrew.store.tables import memories as memories_table
from nightcrew.usecases.copy_memories import CopyMemories
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import CREW, memory, plan, said
from tests.desk import USER, Desk

OTHER = "study-juno"


@pytest.fixture
def copy(desk: Desk) -> CopyMemories:
    return CopyMemories(db=desk.db, clock=desk.clock, crews=desk.crews)


async def seen(desk: Desk, crew: str = OTHER) -> dict[str, Memory]:
    pair = await desk.pair(crew)
    async with desk.db.begin_pair(pair) as connection:
        return {each.text: each for each in await memories.seen_by(connection, pair)}


async def test_a_copy_keeps_dates_via_explicit_marks_citations_and_history(
    desk: Desk, copy: CopyMemories
) -> None:
    line = said("나 고수 못 먹어")
    await desk.hear(line)
    own = await desk.learn(memory("고수를 못 먹는다", cites=(line.id,), said_on=date(2026, 8, 3)))
    await desk.memories.change(desk.tenant, USER, own.id, "고수를 조금 먹는다")
    await desk.learn(plan("제주에 간다", date(2026, 12, 3)))

    counts = await copy(desk.tenant, USER, CREW, OTHER)

    was, now = await seen(desk, CREW), await seen(desk)
    assert (counts.copied, counts.already_there, counts.withheld) == (2, 0, 0)
    assert set(now) == set(was)
    for text, copied in now.items():
        other = {"id", "crew", "version"}
        assert copied.crew == OTHER
        assert {key: part for key, part in asdict(copied).items() if key not in other} == {
            key: part for key, part in asdict(was[text]).items() if key not in other
        }
    told = await desk.memories.versions(desk.tenant, USER, now["고수를 조금 먹는다"].id)
    assert [(each.actor, each.text) for each in told] == [
        ("importer", "고수를 조금 먹는다"),
        ("user", "고수를 조금 먹는다"),
        ("dream", "고수를 못 먹는다"),
    ]


async def test_copying_again_finds_everything_there(desk: Desk, copy: CopyMemories) -> None:
    await desk.learn(memory("고수를 못 먹는다"))
    await desk.learn(memory("아들 이름은 누리다", scope=Scope.SHARED))

    first = await copy(desk.tenant, USER, CREW, OTHER)
    second = await copy(desk.tenant, USER, CREW, OTHER)

    assert (first.copied, first.already_there) == (1, 1)
    assert (second.copied, second.already_there) == (0, 2)
    assert len(await seen(desk)) == 2


async def test_only_the_kinds_asked_for_are_copied(desk: Desk, copy: CopyMemories) -> None:
    await desk.learn(memory("고수를 못 먹는다"))
    await desk.learn(memory("짧게 말하기를 원한다", kind=Kind.STYLE))

    counts = await copy(desk.tenant, USER, CREW, OTHER, kinds=[Kind.STYLE])

    assert counts.copied == 1
    assert set(await seen(desk)) == {"짧게 말하기를 원한다"}


async def test_a_dry_run_tells_the_counts_and_writes_nothing(
    desk: Desk, copy: CopyMemories
) -> None:
    await desk.learn(memory("고수를 못 먹는다"))

    counts = await copy(desk.tenant, USER, CREW, OTHER, dry_run=True)

    assert counts.copied == 1
    assert len(await desk.cells(memories_table, "id")) == 1


async def test_what_the_other_crew_was_asked_to_forget_is_withheld(
    desk: Desk, copy: CopyMemories
) -> None:
    await desk.learn(memory("라면을 좋아한다"))
    gone = await desk.learn(memory("라면을 좋아한다", crew=OTHER))
    await desk.memories.forget(desk.tenant, USER, gone.id)

    counts = await copy(desk.tenant, USER, CREW, OTHER)

    assert (counts.copied, counts.withheld) == (0, 1)
    assert await seen(desk) == {}


async def test_what_was_forgotten_with_one_crew_stays_forgotten_with_the_other(
    desk: Desk, copy: CopyMemories
) -> None:
    gone = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, gone.id)
    kept = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, kept.id)
    await desk.learn(memory("커피를 좋아한다", crew=OTHER))

    counts = await copy(desk.tenant, USER, CREW, OTHER)
    again = await copy(desk.tenant, USER, CREW, OTHER)

    pair = await desk.pair(OTHER)
    async with desk.db.begin_pair(pair) as connection:
        standing = await memories.standing_tombstones(connection, pair)
    assert (counts.tombstones, again.tombstones) == (1, 0)
    assert [each.crew for each in standing] == [OTHER]
    assert set(await seen(desk)) == {"커피를 좋아한다"}


async def test_a_copy_is_refused_where_it_makes_no_sense_or_is_not_wanted(
    desk: Desk, copy: CopyMemories
) -> None:
    await desk.learn(memory("고수를 못 먹는다"))

    with pytest.raises(BadInput) as same:
        await copy(desk.tenant, USER, CREW, CREW)
    with pytest.raises(NotFound):
        await copy(desk.tenant, USER, CREW, "nobody")
    await desk.people.set_preferences(desk.tenant, USER, {"consents": {"remember": False}})
    with pytest.raises(Refused) as off:
        await copy(desk.tenant, USER, CREW, OTHER)

    assert (same.value.code, off.value.code) == ("same_crew", "remembering_off")
    assert (await copy(desk.tenant, "nobody", CREW, OTHER)).copied == 0


async def test_a_forgotten_copy_does_not_touch_the_memory_it_came_from(
    desk: Desk, copy: CopyMemories
) -> None:
    new = NewMemory(crew=CREW, scope="private", kind="fact", text="고수를 못 먹는다")
    await desk.memories.add(desk.tenant, USER, new)
    await copy(desk.tenant, USER, CREW, OTHER)
    [copied] = (await seen(desk)).values()

    await desk.memories.forget(desk.tenant, USER, copied.id)

    assert set(await seen(desk, CREW)) == {"고수를 못 먹는다"}
    assert await seen(desk) == {}
