"""*Knowledge* and *Prices*: what crews look up and compare with, how old it is, what waits."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.console import Console, another, soup, texts
from tests.furnished import COLLECTION, PASSAGE, knowledge, listings


async def test_every_collection_is_listed_in_numbers(console: Console) -> None:
    await knowledge(console)
    await knowledge(console, waits=True, text="미국은 전자 여행 허가를 먼저 받는다.")

    page = await console.page("/knowledge")

    [row] = [row for row in soup(page).select(".row") if COLLECTION in row.get_text()]
    assert texts(str(row), "dd") == ["1", "1", "1", "1", "2026-11-01"]


async def test_items_of_a_collection_tell_their_source_their_day_and_when_to_look_again(
    console: Console,
) -> None:
    await knowledge(console)

    page = await console.page(f"/knowledge/{COLLECTION}")

    facts = texts(page, ".memory .facts")[0]
    assert texts(page, ".memory .text") == [PASSAGE]
    assert "as of 1 Nov 2026" in facts
    assert "the day to look again has passed" in facts
    assert "reviewed by visa-team" in facts
    assert texts(page, ".memory code") == ["https://example.invalid/visa"]


async def test_a_long_collection_goes_on_page_by_page_and_the_count_is_exact(
    console: Console,
) -> None:
    for number in range(52):
        await knowledge(console, text=f"사증 안내의 {number}번째 문단은 {number * 7}일을 말한다.")

    first = await console.page(f"/knowledge/{COLLECTION}")
    [more] = [
        str(each["href"]) for each in soup(first).select("main a") if "cursor" in each["href"]
    ]
    rest = await console.page(more)

    shown = texts(first, ".memory .text") + texts(rest, ".memory .text")
    assert texts(first, ".sum") == ["Items: 52"]
    assert len(set(shown)) == len(shown) == 52


async def test_what_waits_is_let_in_or_turned_down_by_a_team(console: Console) -> None:
    await knowledge(console, waits=True)
    await knowledge(console, waits=True, text="둘째 문단은 아직 아무도 읽지 않았다.")
    page = await console.page("/knowledge/reviews")
    accept, turned_down = (str(form["action"]) for form in soup(page).select("main form.inline"))

    nobody = await console.send(accept, by=" ")
    accepted = await console.send(accept, by="visa-team")
    rejected = await console.send(turned_down.replace("/accept", "/reject"), by="visa-team")
    again = await console.send(accept, by="visa-team")
    left = await console.page("/knowledge/reviews")

    assert (nobody.status_code, again.status_code) == (422, 409)
    assert accepted.headers["location"] == "/knowledge/reviews?done=accepted"
    assert rejected.headers["location"] == "/knowledge/reviews?done=rejected"
    assert texts(left, ".memory") == []


async def test_a_reviewer_reads_how_people_ask_for_what_waits(console: Console) -> None:
    await knowledge(console, waits=True, text=f"{PASSAGE}\n\n> 도쿄 가는데 비자 있어야 해?")
    await knowledge(console, waits=True, text="묻는 말이 없는 문단이다.")

    page = await console.page("/knowledge/reviews")

    assert texts(page, ".memory li") == ["도쿄 가는데 비자 있어야 해?"]
    assert len(soup(page).select(".memory .notice")) == 1


async def test_the_search_box_finds_what_a_talk_would_find_and_keeps_words_out_of_addresses(
    console: Console,
) -> None:
    await knowledge(console)

    found = await console.send("/knowledge/search", q="일본 무비자 며칠", collection=COLLECTION)
    nothing = await console.send("/knowledge/search", q="qwxz", collection=COLLECTION)
    empty = await console.send("/knowledge/search", q="", collection=COLLECTION)

    assert texts(found, ".found .text") == [PASSAGE]
    assert "No item answers this." in nothing.text
    assert empty.status_code == 422
    assert str(found.url).endswith("/knowledge/search")


async def test_the_page_says_how_many_crews_have_enough(console: Console) -> None:
    page = await console.page("/knowledge")
    told = (await console.door.client.get("/v1/knowledge/coverage")).json()

    assert f"of {told['total']} crews" in page.text
    assert len(texts(page, ".rows.tight .row")) == told["total"]


async def test_planted_code_in_knowledge_is_shown_as_words(console: Console) -> None:
    planted = "<script>alert(1)</script> <img src=x onerror=alert(1)> 안내다."
    await knowledge(console, text=planted, kind="text")

    page = await console.page(f"/knowledge/{COLLECTION}")

    assert texts(page, ".memory .text") == [planted]
    assert "<script>alert" not in page.text
    assert "<img" not in page.text


async def test_another_tenants_knowledge_is_not_shown(console: Console, served: Console) -> None:
    await knowledge(console)
    async with another(served) as stranger:
        await stranger.sign_in()
        shelves = await stranger.page("/knowledge")
        items = await stranger.browser.get(f"/knowledge/{COLLECTION}")

    assert COLLECTION not in shelves.text
    assert items.status_code == 404


async def test_listings_are_counted_by_source_and_model_with_their_days(console: Console) -> None:
    await listings(console, 12)

    page = await console.page("/prices")

    assert texts(page, ".row h3") == ["autumn-fair"]
    assert texts(page, ".row dd") == ["12", "1"]
    assert texts(page, "tbody th") == ["아반떼"]
    assert "20 Nov 2026" in texts(page, "tbody tr")[0]


async def test_a_price_is_told_with_its_interval_what_it_rests_on_and_how_near(
    console: Console,
) -> None:
    await listings(console)

    page = await console.send(
        "/prices", model="아반떼", year="2022", km="40000", accident="none", currency="KRW",
        offered="17000000",
    )  # fmt: skip

    [plot] = soup(page).select("svg.interval")
    assert "KRW" in str(plot["aria-label"])
    assert len(plot.select("rect")) == 3
    assert "the same year" in texts(page, "dl.short dd")
    assert any(each.endswith("cars") for each in texts(page, "dl.short dd"))
    assert "아반떼" not in str(page.url)


async def test_too_few_cars_give_no_price_and_say_so(console: Console) -> None:
    await listings(console, 2)

    page = await console.send("/prices", model="아반떼", year="2022", km="40000", currency="KRW")
    wrong = await console.send("/prices", model="아반떼", year="이천이십이")

    assert "no price is told" in page.text
    assert soup(page).select("svg.interval") == []
    assert wrong.status_code == 422


@pytest.mark.parametrize("path", ["/knowledge", "/knowledge/reviews", "/prices", "/teams", "/keys"])
async def test_only_an_admin_opens_what_is_an_admins(console: Console, path: str) -> None:
    await console.sign_in_again("turn", "memory", "ops")

    answered = await console.browser.get(path)
    home = await console.page("/")

    assert answered.status_code == 403
    assert f'href="{path}"' not in home.text


async def test_an_item_that_is_not_there_is_told_so(console: Console) -> None:
    answered = await console.send(f"/knowledge/reviews/{uuid4()}/accept", by="visa-team")

    assert answered.status_code == 404
