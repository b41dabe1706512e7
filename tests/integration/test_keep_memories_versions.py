"""AS-17: every change leaves a version that says who made it, and any of them can be undone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.errors import Refused
from nightcrew.domain.plain_list import ListItem
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk

CREW = "travel-mina"


async def dream(talk: Talk, model: ScriptedModel, said: str, **change: Any) -> UUID:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(days=1)
    await talk.say(said)
    clock.at += timedelta(seconds=121)
    given = {"action": "create", "kind": "fact", "cites": ["e1"], **change}
    model.answers["propose_changes"] = proposing(given)
    return (await talk.app.run_dream(talk.pair)).id


async def history(talk: Talk, memory: UUID) -> list[tuple[str, str, str | None]]:
    versions = await talk.app.keep_memories.versions(talk.pair.tenant, "u1", memory)
    return [(each.actor, each.cause, each.text) for each in reversed(versions)]


async def test_a_dream_a_review_and_an_operator_each_leave_their_version(
    talk: Talk, model: ScriptedModel
) -> None:
    await dream(
        talk, model, "내일 치과에 가", kind="plan", text="치과에 간다",
        from_on="2026-10-07", to_on="2026-10-07",
    )  # fmt: skip
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(days=3)
    await talk.app.flows.review_plans()
    moved = await dream(talk, model, "치과는 안과로 바꿨어", action="update", memory="m1",
                        text="안과에 간다")  # fmt: skip
    await talk.app.decide_dreams.revert(talk.pair.tenant, moved)

    [memory] = await talk.known()
    made = await history(talk, memory.id)
    assert [(actor, cause) for actor, cause, _ in made] == [
        ("dream", "dream"),
        ("review", "clock"),
        ("dream", "dream"),
        ("admin", "dream reverted"),
    ]
    assert made[3][2] == made[1][2] != made[0][2]


async def test_a_user_and_an_import_each_leave_their_version(talk: Talk) -> None:
    keep, tenant = talk.app.keep_memories, talk.pair.tenant
    items = [ListItem(place=1, text="Has a cat", said_on=date(2024, 5, 3))]
    await talk.app.move_person.import_list(tenant, "u1", CREW, items)
    [memory] = await talk.known()
    await keep.change(tenant, "u1", memory.id, "Has two cats")
    await keep.forget(tenant, "u1", memory.id)
    await keep.restore(tenant, "u1", memory.id)
    await keep.restore(tenant, "u1", memory.id, version=1)
    await keep.start_over(tenant, "u1")

    assert await history(talk, memory.id) == [
        ("importer", "list imported", "Has a cat"),
        ("user", "corrected", "Has two cats"),
        ("user", "forgotten", "Has two cats"),
        ("user", "restored", "Has two cats"),
        ("user", "restored", "Has a cat"),
        ("user", "started over", "Has a cat"),
    ]


async def test_a_head_is_redacted_only_after_a_correction_and_restored_only_with_words(
    talk: Talk,
) -> None:
    keep, erase, tenant = talk.app.keep_memories, talk.app.erase_words, talk.pair.tenant
    new = NewMemory(crew=CREW, scope="private", kind="fact", text="비밀번호 힌트는 바다")
    memory = (await keep.add(tenant, "u1", new)).memory.id

    with pytest.raises(Refused, match="version 1") as too_early:
        await erase.redact(tenant, "u1", memory, 1)
    await keep.change(tenant, "u1", memory, "힌트는 없다")
    first = await erase.redact(tenant, "u1", memory, 1)
    again = await erase.redact(tenant, "u1", memory, 1)
    with pytest.raises(Refused) as wordless:
        await keep.restore(tenant, "u1", memory, version=1)

    assert (too_early.value.code, wordless.value.code) == ("head_version", "version_redacted")
    assert again == first
    assert (first.text, first.actor, first.cause) == (None, "user", "added")
    assert await history(talk, memory) == [
        ("user", "added", None),
        ("user", "corrected", "힌트는 없다"),
    ]


async def test_what_held_on_a_day_is_what_had_been_said_by_then(
    talk: Talk, model: ScriptedModel
) -> None:
    await dream(talk, model, "담당자는 김서연이야", text="담당자는 김서연이다")
    await dream(talk, model, "담당자가 박지훈으로 바뀌었어", action="update", memory="m1",
                text="담당자는 박지훈이다")  # fmt: skip
    as_of = talk.app.keep_memories.as_of

    days = [date(2026, 10, 5), date(2026, 10, 6), date(2026, 10, 7)]
    told = [[each.text for each in await as_of(talk.pair.tenant, "u1", day)] for day in days]

    assert told == [[], ["담당자는 김서연이다"], ["담당자는 박지훈이다"]]
