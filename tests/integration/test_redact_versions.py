"""Redacted versions, and what the log of erasing holds."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.receipt import Erasing
from nightcrew.store.tables import (
    erase_log,
)
from nightcrew.usecases.erase_words import EraseWords
from tests.builders import memory
from tests.desk import USER, Desk
from tests.erasing import dream_of, tables_with


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
