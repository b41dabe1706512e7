"""Documents become items, the same one as often as one likes; a person decides what waits."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import update

from nightcrew.domain.errors import (
    BadInput,
    NightcrewError,
    NotFound,
    Refused,
)
from nightcrew.domain.knowledge import ItemState
from nightcrew.store.database import Database
from nightcrew.store.tables_knowledge import knowledge_items
from nightcrew.usecases.load_knowledge import GivenDocument
from tests.knowledge_desk import COLLECTION, PAGE, URL, KnowledgeDesk, knowledge_desk

ENOUGH = "여러 나라가 여권 유효기간이 6개월 이상 남아 있기를 요구한다."
FEE = "복수여권 발급 수수료는 5만원이다."
NEW_FEE = "복수여권 발급 수수료는 6만원이다."


async def test_a_document_is_cut_by_its_headings_and_keeps_source_and_day(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)

    loaded = await desk.hand_over(PAGE, "html", title="", as_of=date(2026, 9, 1))
    found = await desk.app.knowledge.search(tenant, [COLLECTION], "여권 수수료가 얼마예요?")

    assert (loaded.title, loaded.items, loaded.created) == ("여권 안내", 2, 2)
    item = found.items[0].item
    assert (item.heading, item.text) == ("여권 > 수수료", FEE)
    assert (item.title, item.url, item.as_of) == ("여권 안내", URL, date(2026, 9, 1))


async def test_the_same_document_again_makes_nothing_new(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant)
    await desk.hand_over(PAGE, "html")

    again = await desk.hand_over(PAGE.replace("<p>", "<p>  "), "html")

    assert (again.items, again.created, again.already_there) == (2, 0, 2)
    assert len(await desk.states()) == 2


async def test_a_fetched_page_replaces_what_it_said_before(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    desk.pages.there[URL] = PAGE.replace("5만원", "6만원")

    loaded = await desk.load_page()

    assert (loaded.created, loaded.already_there, loaded.replaced) == (1, 1, 1)
    assert await desk.states() == {ENOUGH: "live", FEE: "replaced", NEW_FEE: "live"}


async def test_two_texts_of_the_same_title_stand_beside_each_other_unless_one_replaces(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)
    await desk.hand_over("수수료는 5만원이다.")

    beside = await desk.hand_over("여권은 10년 동안 쓴다.")
    instead = await desk.hand_over("수수료는 6만원이다.", replace=True)

    assert (beside.replaced, instead.replaced) == (0, 2)
    live = [text for text, state in (await desk.states()).items() if state == "live"]
    assert live == ["수수료는 6만원이다."]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (GivenDocument(), "no_document"),
        (GivenDocument(url="https://gone.example"), "document_gone"),
    ],
)
async def test_a_document_that_is_not_there_is_refused(
    database: Database, tenant: UUID, given: GivenDocument, code: str
) -> None:
    desk = knowledge_desk(database, tenant)

    with pytest.raises(NightcrewError) as refused:
        await desk.app.knowledge.load(tenant, COLLECTION, given)

    assert refused.value.code == code


async def test_a_collection_has_a_plain_name(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant)

    with pytest.raises(BadInput) as refused:
        await desk.app.knowledge.load(tenant, "여행 서류", GivenDocument(url=URL))

    assert refused.value.code == "bad_collection"


async def test_what_is_loaded_for_review_answers_only_when_somebody_let_it_in(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)
    loaded = await desk.hand_over("여권 수수료는 5만원이다.", review=True)
    before = await desk.found("여권 수수료는 얼마예요?")
    [waiting] = (await desk.app.knowledge.review.waiting(tenant)).items

    decided = await desk.app.knowledge.review.accept(tenant, waiting.id, "travel-team")

    assert loaded.waiting == 1
    assert before == []
    assert (decided.state, decided.reviewed_by) == (ItemState.LIVE, "travel-team")
    assert await desk.found("여권 수수료는 얼마예요?") == ["여권 수수료는 5만원이다."]


async def test_a_review_names_who_made_it_and_is_made_once(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant)
    await desk.hand_over("여권 수수료는 5만원이다.", review=True)
    [waiting] = (await desk.app.knowledge.review.waiting(tenant)).items
    review = desk.app.knowledge.review

    with pytest.raises(BadInput):
        await review.accept(tenant, waiting.id, "  ")
    await review.reject(tenant, waiting.id, "travel-team")
    with pytest.raises(Refused) as again:
        await review.accept(tenant, waiting.id, "travel-team")
    with pytest.raises(NotFound):
        await review.accept(tenant, uuid4(), "travel-team")

    assert again.value.code == "not_waiting"
    assert await desk.states() == {"여권 수수료는 5만원이다.": "rejected"}


async def refreshed(desk: KnowledgeDesk, days: int = 0) -> dict[str, int]:
    desk.clock.set(desk.clock.at + timedelta(days=days))
    result = await desk.app.flows.run("refresh-knowledge")
    return dict(result.counts)


async def test_who_asks_for_a_refresh_waits_seconds_and_hears_what_is_left(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    refresh = desk.app.flows.refresh_knowledge
    async with database.begin(tenant) as connection:
        await connection.execute(update(knowledge_items).values(model=None, embedding=None))

    [hurried] = await refresh(tenant=tenant, seconds=0)
    [whole] = await refresh(tenant=tenant)

    assert (hurried.counts["vectors"], whole.counts["without_vectors"]) == (0, 0)
    assert hurried.counts["without_vectors"] == whole.counts["vectors"] > 0


async def test_a_source_is_not_read_before_its_day(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()

    await refreshed(desk, days=30)

    assert desk.pages.fetched == [URL]


async def test_an_unchanged_source_is_as_of_the_day_it_was_read_again(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()

    counts = await refreshed(desk, days=90)

    assert counts["unchanged"] == 1
    answer = await desk.app.knowledge.search(tenant, [COLLECTION], "여권 수수료")
    today = desk.clock.at.date()
    item = answer.items[0].item
    assert (item.as_of, item.recheck_on) == (today, today + timedelta(days=90))


async def test_what_changed_waits_and_the_old_stays_with_its_date(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    loaded_on = desk.clock.at.date()
    desk.pages.there[URL] = PAGE.replace("5만원", "6만원")

    counts = await refreshed(desk, days=90)

    assert (counts["changed"], counts["waiting"]) == (1, 1)
    answer = await desk.app.knowledge.search(tenant, [COLLECTION], "복수여권 수수료")
    assert (answer.items[0].item.text, answer.items[0].item.as_of) == (FEE, loaded_on)
    [waiting] = (await desk.app.knowledge.review.waiting(tenant)).items
    await desk.app.knowledge.review.accept(tenant, waiting.id, "travel-team")
    assert await desk.states() == {ENOUGH: "live", FEE: "replaced", NEW_FEE: "live"}


async def test_what_was_turned_down_is_not_proposed_again(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    desk.pages.there[URL] = PAGE.replace("5만원", "6만원")
    await refreshed(desk, days=90)
    [waiting] = (await desk.app.knowledge.review.waiting(tenant)).items
    await desk.app.knowledge.review.reject(tenant, waiting.id, "travel-team")

    await refreshed(desk, days=90)

    assert (await desk.app.knowledge.review.waiting(tenant)).total == 0
    assert (await desk.states())[FEE] == "live"


async def test_a_source_that_is_gone_marks_its_items(database: Database, tenant: UUID) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    desk.pages.there.clear()

    counts = await refreshed(desk, days=90)

    assert counts["gone"] == 1
    assert set((await desk.states()).values()) == {"stale"}
    assert await desk.found("복수여권 수수료") == [FEE]


async def test_a_source_that_does_not_answer_is_asked_again_the_next_day(
    database: Database, tenant: UUID
) -> None:
    desk = knowledge_desk(database, tenant, there={URL: PAGE})
    await desk.load_page()
    desk.pages.away = True

    first = await refreshed(desk, days=90)
    same_day = await refreshed(desk)
    next_day = await refreshed(desk, days=1)

    assert (first["unreachable"], next_day["unreachable"]) == (1, 1)
    assert "unreachable" not in same_day
    assert set((await desk.states()).values()) == {"live"}
