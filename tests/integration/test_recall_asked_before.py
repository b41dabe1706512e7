"""A question that was asked before answers itself no better the second time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from nightcrew.store.database import Database
from tests.raw_talk import RawTalk, raw_talk
from tests.recalling import recalled

ASKED = "나 가지 좋아해?"


@pytest.fixture
async def raw(shared_database: Database, own_tenant: UUID) -> AsyncIterator[RawTalk]:
    yield await raw_talk(shared_database, own_tenant)


@pytest.mark.parametrize("again", [ASKED, "나 가지 좋아해", "나  가지 좋아해??"])
async def test_the_same_question_asked_before_is_no_answer_to_it(raw: RawTalk, again: str) -> None:
    await raw.said(ASKED, "오늘은 비가 왔어")

    shown = await recalled(raw, again, "hybrid")

    assert shown.nothing_found


async def test_what_was_told_is_found_by_its_own_words(raw: RawTalk) -> None:
    [told] = await raw.said("나 가지는 못 먹어")

    shown = await recalled(raw, "나 가지는 못 먹어", "hybrid")

    assert [line.id for line in shown.lines] == [told]
