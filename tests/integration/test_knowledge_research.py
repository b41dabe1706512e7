"""A topic is looked up and cut into items; each waits for a person, and all of it is paid."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from nightcrew.domain.errors import ModelFailure, NightcrewError, OutsideFailure, Refused
from nightcrew.domain.knowledge import ItemState
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import Source
from nightcrew.domain.usage import Usage
from nightcrew.store.database import Database
from tests.fakes_model import ScriptedModel
from tests.knowledge_desk import COLLECTION, PAGE, URL, Library, knowledge_desk
from tests.scripting import scripted

SOURCE = Source(title="여권 안내", url=URL, snippet="여권 재발급은 사진 한 장이 필요하다.")


def itemising(*items: dict[str, str]) -> ScriptedModel:
    return scripted(itemise_knowledge={"items": list(items), "why": ""})


async def test_a_researched_item_waits_for_a_person(database: Database, tenant: UUID) -> None:
    quote = "유효기간이 6개월 이상 남아 있기를"
    model = itemising({"heading": "여권 기간", "text": "여권은 6개월 이상 남아 있어야 한다.",
                       "source": "s1", "quote": quote})  # fmt: skip
    desk = knowledge_desk(
        database, tenant, model=model, search=Library(sources=(SOURCE,)), there={URL: PAGE}
    )

    done = await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")
    again = await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")

    [item] = done.waiting
    assert (item.state, item.url, item.origin) == (ItemState.WAITING, URL, "research")
    assert await desk.found("여권은 몇 개월 남아야 하나요") == []
    assert (len(again.waiting), again.already_there) == (0, 1)


async def test_research_is_paid_also_for_an_answer_nobody_can_read(
    database: Database, tenant: UUID
) -> None:
    unreadable = ModelFailure("bad_json", "unreadable")
    unreadable.spent = Usage(model="paid", model_calls=2, prompt_tokens=70, completion_tokens=9)
    answers: list[Any] = [{"items": [], "why": ""}, unreadable]
    desk = knowledge_desk(
        database, tenant, model=scripted(itemise_knowledge=lambda _: answers.pop(0)),
        search=Library(sources=(SOURCE,)), there={URL: PAGE},
    )  # fmt: skip

    done = await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")
    with pytest.raises(ModelFailure):
        await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")

    async with database.begin(tenant) as connection:
        paid = text("select work, usage ->> 'model_calls' from model_costs order by written_at")
        rows = [tuple(row) for row in await connection.execute(paid)]
    assert done.usage.model_calls == 1
    assert rows == [("research", "1"), ("research", "2")]


@pytest.mark.parametrize(
    ("item", "fault"),
    [
        ({"source": "s9"}, "unknown_source"),
        ({"text": " "}, "no_text"),
        ({"quote": "이 말은 거기에 없다 정말로"}, "quote_not_found"),
        ({"text": "여권은 12개월 이상 남아 있어야 한다."}, "figure_not_in_source"),
        ({"text": "가" * 701}, "too_long"),
    ],
)
async def test_an_item_that_does_not_stand_in_its_source_is_thrown_away(
    database: Database, tenant: UUID, item: dict[str, str], fault: str
) -> None:
    good = {"heading": "h", "text": "여권은 6개월 이상 남아 있어야 한다.", "source": "s1",
            "quote": "유효기간이 6개월 이상 남아 있기를"}  # fmt: skip
    desk = knowledge_desk(
        database, tenant, model=itemising(good | item),
        search=Library(sources=(SOURCE,)), there={URL: PAGE},
    )  # fmt: skip

    done = await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")

    assert done.waiting == ()
    assert done.refused == {fault: 1}


@pytest.mark.parametrize(
    ("status", "kind"),
    [(ToolStatus.MISCONFIGURED, Refused), (ToolStatus.UNAVAILABLE, OutsideFailure)],
)
async def test_research_without_a_search_says_so(
    database: Database, tenant: UUID, status: ToolStatus, kind: type[NightcrewError]
) -> None:
    desk = knowledge_desk(database, tenant, search=Library(status=status))

    with pytest.raises(kind):
        await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")
