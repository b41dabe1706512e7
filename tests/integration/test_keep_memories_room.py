"""A user has room for 2,000 memories: the next one is refused, and everything else goes on."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import insert

from nightcrew.domain.errors import Refused
from nightcrew.store.tables import memories
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk

ROOM = 2_000  # AS-19
WARNED_FROM = 1_600


async def fill(talk: Talk, count: int) -> None:
    pair = talk.pair
    row = {
        "tenant_id": pair.tenant, "user_id": pair.user, "crew": pair.crew, "kind": "fact",
        "scope": "private", "subject": "user", "explicit": False, "status": "active",
        "version": 1, "via": pair.crew, "learned_on": date(2026, 9, 1),
        "said_on": date(2026, 9, 1), "changed_at": NOON,
    }  # fmt: skip
    many = [{**row, "id": uuid4(), "text": f"기억 {number}번"} for number in range(count)]
    async with talk.app.world.db.begin_pair(pair) as connection:
        await connection.execute(insert(memories), many)


def wanted(talk: Talk, text: str) -> NewMemory:
    return NewMemory(crew=talk.pair.crew, scope="private", kind="fact", text=text)


async def test_who_adds_a_memory_is_warned_once_four_fifths_of_the_room_are_taken(
    talk: Talk,
) -> None:
    await fill(talk, WARNED_FROM - 2)
    keep = talk.app.keep_memories

    before = await keep.add(talk.pair.tenant, "u1", wanted(talk, "커피를 좋아한다"))
    then = await keep.add(talk.pair.tenant, "u1", wanted(talk, "제주에서 자랐다"))

    assert (before.warning, then.warning) == (None, "store_nearly_full")
    assert then.created


async def test_the_next_memory_is_refused_to_a_caller_and_to_a_dream_and_nobody_else_is_held_up(
    talk: Talk, model: ScriptedModel
) -> None:
    await fill(talk, ROOM - 1)
    keep, tenant = talk.app.keep_memories, talk.pair.tenant
    last = (await keep.add(tenant, "u1", wanted(talk, "커피를 좋아한다"))).memory
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)

    with pytest.raises(Refused) as refused:
        await keep.add(tenant, "u1", wanted(talk, "하나 더"))
    reply = await talk.say("나 제주에서 자랐어")
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(
        {"action": "create", "kind": "fact", "text": "제주에서 자랐다", "cites": ["e1"]}
    )
    report = await talk.app.run_dream(talk.pair)

    assert refused.value.code == "store_full"
    assert reply.reply
    assert (report.outcome, report.changes[0].applied) == ("store_full", False)
    listed = await keep.list(tenant, "u1", limit=1)
    assert listed.total == ROOM
    changed = await keep.change(tenant, "u1", last.id, "차를 좋아한다")
    assert changed.version == 2
    await keep.forget(tenant, "u1", last.id)
    assert (await keep.add(tenant, "u1", wanted(talk, "하나 더"))).created
