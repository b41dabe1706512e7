"""Any person, out and in again: JSON loses nothing, and a large one holds nobody else up."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text

from nightcrew.domain.masking import storable
from nightcrew.store import people
from nightcrew.store.database import Database
from nightcrew.store.tables import memories, memory_versions
from nightcrew.usecases.move_person import MovePerson
from tests.fakes import FixedClock, shipped_crews

CREWS = ("travel-mina", "study-juno")
LONGEST_TURN = 0.06  # seconds of CPU: the rule is 0.02, and a collection of garbage may fall on it
LARGE = 10_000_000  # bytes
BEGAN = datetime(2026, 9, 1, tzinfo=UTC)

# Whatever the product itself would have kept of anything that is written.
words = st.text(min_size=1, max_size=60).map(storable).map(str.strip).filter(bool)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
days = st.dates(date(2020, 1, 1), date(2029, 1, 1))


@st.composite
def a_memory(draw: st.DrawFn) -> dict[str, Any]:
    start, on = draw(days), draw(st.booleans())
    return {
        "id": draw(st.uuids(version=4)), "crew": draw(st.sampled_from(CREWS)),
        "kind": draw(st.sampled_from(("fact", "plan", "style"))),
        "scope": draw(st.sampled_from(("private", "shared"))), "subject": draw(words),
        "text": draw(words), "from_on": draw(st.none() | st.just(start)),
        "to_on": draw(st.none() | st.just(start + timedelta(days=3))),
        "review_on": draw(st.none() | days), "explicit": draw(st.booleans()),
        "status": "active" if on else "off", "off_at": None if on else draw(moments),
        "version": 1, "via": draw(st.sampled_from(CREWS)), "learned_on": draw(days),
        "said_on": draw(days), "passed_noted": draw(st.booleans()), "changed_at": draw(moments),
        "former": draw(st.lists(words, max_size=3)),
    }  # fmt: skip


persons = st.lists(a_memory(), max_size=4, unique_by=lambda each: each["id"])


@settings(
    max_examples=12,
    phases=[Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(person=persons)
async def test_whatever_a_person_holds_comes_back_as_it_was(
    person: list[dict[str, Any]], database: Database, tenant: UUID
) -> None:
    move = MovePerson(db=database, clock=FixedClock(), crews=shipped_crews())
    await forget_everybody(database, tenant)
    await hold(database, tenant, person)
    before = json.loads(json.dumps(await move.export(tenant, "u1")))
    await forget_everybody(database, tenant)

    told = await move.import_document(tenant, "u1", before)

    after = json.loads(json.dumps(await move.export(tenant, "u1")))
    assert (told.created, told.refused) == (len(person), 0)
    # Nothing is hashed with the key yet, and a pair gets its state when its memories come in.
    for part in before.keys() - {"claim_key", "pair_states"}:
        assert after[part] == before[part]


async def forget_everybody(database: Database, tenant: UUID) -> None:
    async with database.begin(tenant) as connection:
        await connection.execute(text("delete from users"))


async def hold(database: Database, tenant: UUID, person: list[dict[str, Any]]) -> None:
    """Put a person's memories there with their history, past every rule of the product."""
    async with database.begin(tenant) as connection:
        user = (await people.make_person(connection, tenant, "u1")).id
        whose = {"tenant_id": tenant, "user_id": user}
        for each in person:
            own = {name: cell for name, cell in each.items() if name != "former"}
            history = [*each["former"], each["text"]]
            await connection.execute(
                insert(memories).values({**own, **whose, "version": len(history)})
            )
            shared = {name: own[name] for name in ("kind", "scope", "subject", "from_on", "to_on",
                                                   "review_on", "said_on", "explicit")}  # fmt: skip
            rows = [
                {**shared, **whose, "id": uuid4(), "memory_id": each["id"], "version": version,
                 "text": said, "status": "active", "actor": "user", "cause": "added",
                 "at": each["changed_at"], "cites": []}
                for version, said in enumerate(history, start=1)
            ]  # fmt: skip
            await connection.execute(insert(memory_versions), rows)


async def test_ten_megabytes_come_in_without_holding_anybody_up(
    database: Database, tenant: UUID
) -> None:
    move = MovePerson(db=database, clock=FixedClock(), crews=shipped_crews())
    document = a_long_life()
    file = "# travel-mina\n\n" + "> 여백\n" * 1_200_000 + "- 2026-09-01 (fact) 고양이가 있다\n"
    longest = asyncio.create_task(watched())

    told = await move.import_document(tenant, "u1", document)
    await move.import_markdown(tenant, "u2", file)
    longest.cancel()

    assert len(json.dumps(document, ensure_ascii=False).encode()) > LARGE
    assert len(file.encode()) > LARGE
    assert told.rows["messages"] == len(document["messages"])
    assert max(await stopped(longest)) < LONGEST_TURN


def a_long_life() -> dict[str, Any]:
    talk = str(uuid4())
    lines = [
        {"id": str(uuid4()), "crew": CREWS[0], "conversation_id": talk, "turn": None,
         "speaker": "user", "text": "오늘은 바람이 불어서 산책을 짧게 했어. " * 18,
         "said_at": (BEGAN + timedelta(minutes=number)).isoformat(), "timezone": "Asia/Seoul",
         "source": "imported", "complete": 1, "position": number}
        for number in range(9_000)
    ]  # fmt: skip
    conversation = {"id": talk, "crew": CREWS[0], "external_id": "talk", "bundle": "",
                    "started_at": BEGAN.isoformat(), "last_turn_at": BEGAN.isoformat()}  # fmt: skip
    return {"format": "nightcrew-export/v1", "conversations": [conversation], "messages": lines}


_SEEN: list[float] = []


async def watched() -> None:
    """Note how much work the event loop's own thread does between two looks."""
    _SEEN.clear()
    while True:
        before = time.thread_time()
        await asyncio.sleep(0.001)
        _SEEN.append(time.thread_time() - before)


async def stopped(task: asyncio.Task[None]) -> list[float]:
    await asyncio.gather(task, return_exceptions=True)
    return sorted(_SEEN)
