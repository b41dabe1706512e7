"""A tenant's own items are found by how people ask for them, as those that ship are."""

from __future__ import annotations

from uuid import UUID

from nightcrew.domain.tool import Source
from nightcrew.store.database import Database
from tests.knowledge_desk import COLLECTION, PAGE, URL, Library, knowledge_desk
from tests.scripting import scripted

PLAIN = "## 퇴근\n\n오후 여섯 시가 지나면 건물 불을 끈다.\n"
ASKED = f"{PLAIN}\n> 야근하면 깜깜해지나요?\n> 늦게까지 남아 있고 싶은데\n"
QUESTION = "야근하면 깜깜해지나?"
TEXT = "오후 여섯 시가 지나면 건물 불을 끈다."


async def test_an_own_item_is_found_by_the_way_people_ask_for_it(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)

    loaded = await desk.hand_over(ASKED)

    assert loaded.unasked == 0
    assert await desk.found(QUESTION) == [TEXT]


async def test_loading_says_for_how_many_items_nobody_wrote_how_people_ask(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)

    loaded = await desk.hand_over(f"{ASKED}\n## 점심\n\n점심은 한 시간이다.\n")

    assert (loaded.items, loaded.unasked) == (2, 1)


async def test_the_same_text_with_ways_of_asking_is_the_same_item_and_found_by_them(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)
    await desk.hand_over(PLAIN)
    before = await desk.found(QUESTION)

    again = await desk.hand_over(ASKED)

    assert before == []
    assert (again.created, again.already_there, again.unasked) == (0, 1, 0)
    assert await desk.found(QUESTION) == [TEXT]


async def test_the_text_alone_again_keeps_how_people_ask(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant)
    await desk.hand_over(ASKED)

    again = await desk.hand_over(PLAIN)

    assert again.unasked == 0
    assert await desk.found(QUESTION) == [TEXT]


async def test_a_reviewer_sees_how_a_researched_item_is_asked_for_and_it_is_found_so(
    database: Database, tenant: UUID
) -> None:
    item = {
        "heading": "여권 기간",
        "text": "여권은 6개월 이상 남아 있어야 한다.",
        "source": "s1",
        "quote": "유효기간이 6개월 이상 남아 있기를",
        "asked": ["탑승을 거절당할까 봐 무서워요?", "turned away at the gate?"],
    }
    desk = knowledge_desk(
        database,
        tenant,
        model=scripted(itemise_knowledge={"items": [item], "why": ""}),
        search=Library(sources=(Source(title="여권 안내", url=URL, snippet=""),)),
        there={URL: PAGE},
    )

    await desk.app.knowledge.research(tenant, COLLECTION, "여권 유효기간")
    [waiting] = (await desk.app.knowledge.review.waiting(tenant)).items
    await desk.app.knowledge.review.accept(tenant, waiting.id, "travel-team")

    assert waiting.asked == ("탑승을 거절당할까 봐 무서워요?", "turned away at the gate?")
    assert await desk.found("탑승을 거절당할까 봐 무서워요") == [item["text"]]
