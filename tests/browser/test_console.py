"""The console in a real Chromium: nothing is in anybody's way, and words never become code."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from playwright.async_api import Browser, expect

from nightcrew.domain.memory import Kind
from nightcrew.store.database import Database
from tests.browser.planted import PAYLOADS
from tests.browser.window import Stage, on_a_port, window
from tests.builders import CREW, memory
from tests.console import a_change, dreamt, furnish
from tests.desk import USER
from tests.e2e.door import a_model

NEEDS = {
    "search": {"use": True, "query": "교토 날씨", "why": "날씨는 밖에서 봐야 안다"},
    "memory": {"use": True, "act": "recall", "query": "교토", "why": "계획을 알아야 한다"},
    "cites": ["g1", "g3"],
}
PAGES = (
    "/",
    "/people/{user}/memories",
    "/people/{user}/memories/{memory}",
    "/people/{user}/memories/{memory}/edit",
    "/people/{user}/memories/{memory}/erase",
    "/people/{user}/dreams",
    "/dreams/{dream}",
    "/dreams/{dream}/revert",
    "/people/{user}/follow-ups",
    "/people/{user}/follow-ups/{follow_up}/snooze",
    "/chat",
    "/people/{user}/chat",
    "/people/{user}/chat/" + CREW + "?turn=t1",
)


@pytest.fixture(scope="module")
async def stage(shared_database: Database) -> AsyncIterator[Stage]:
    model = a_model(judge_needs=NEEDS, reply="12월의 교토는 쌀쌀해요.")
    async with on_a_port(shared_database, model, time_travel=True) as opened:
        await furnish(opened.console)
        await opened.console.door.say("교토 날씨 어때요?", user=USER, turn_id="t1")
        yield opened


async def paths(stage: Stage) -> list[str]:
    console = stage.console
    tenant = console.desk.tenant
    found = await console.desk.memories.list(tenant, USER)
    dreams = await console.desk.dreams.list(tenant)
    promises = await console.door.app.keep_follow_ups.list(tenant, USER)
    ids = {
        "user": await console.user(),
        "memory": next(each.id for each in found.items if each.previous or each.version > 1),
        "dream": next(each.id for each in dreams.items if each.outcome == "applied"),
        "follow_up": promises.items[0].id,
    }
    return [path.format(**ids) for path in PAGES]


@pytest.mark.parametrize(
    ("language", "theme", "width"), [("ko", "light", 1280), ("en", "dark", 360)]
)
async def test_every_page_is_whole_without_a_complaint_of_the_browser_or_of_axe(
    browser: Browser, stage: Stage, language: str, theme: str, width: int
) -> None:
    async with window(browser, stage, language=language, theme=theme, width=width) as opened:
        for path in await paths(stage):
            await opened.open_whole(path)

            assert await opened.serious_findings() == [], path
            assert await opened.overflow() == 0, path
            assert opened.complaints == [], path
            assert await opened.page.locator("h1").count() == 1, path
            assert await opened.page.evaluate("document.documentElement.lang") == language


async def forgettable(stage: Stage, words: str) -> tuple[UUID, UUID]:
    kept = await stage.console.desk.learn(memory(words))
    return await stage.console.user(), kept.id


async def test_a_memory_is_forgotten_in_its_place_by_keyboard_alone(
    browser: Browser, stage: Stage
) -> None:
    user, kept = await forgettable(stage, "아침에 달리기를 한다")
    async with window(browser, stage, language="en") as opened:
        page = opened.page
        await opened.open(f"/people/{user}/memories")
        before = int(await page.inner_text("#count-off"))
        card = page.locator(f"#memory-{kept}")

        await card.get_by_role("link", name="Forget").focus()
        await page.keyboard.press("Enter")
        await page.locator(f"#memory-{kept}.asking:focus").wait_for()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.locator(f"#memory-{kept}.off:focus").wait_for()

        assert page.url.endswith("/memories")
        assert "forgotten" in await page.inner_text("#notices")
        assert int(await page.inner_text("#count-off")) == before + 1
        assert opened.complaints == []


async def test_every_act_works_without_a_script_too(browser: Browser, stage: Stage) -> None:
    user, kept = await forgettable(stage, "저녁에 산책을 한다")
    async with window(browser, stage, language="en", java_script_enabled=False) as opened:
        page = opened.page
        await opened.open(f"/people/{user}/memories")

        await page.locator(f"#memory-{kept}").get_by_role("link", name="Forget").click()
        await page.get_by_role("button", name="Forget it").click()

        assert page.url.endswith("/memories?done=forget")
        assert await page.locator(f"#group-off #memory-{kept}").count() == 1


@pytest.mark.parametrize("width", [1280, 360])
async def test_a_reply_comes_into_sight_with_its_reasons_and_the_field_is_free_again(
    browser: Browser, stage: Stage, width: int
) -> None:
    user = await stage.console.user()
    for number in range(6):
        await stage.console.door.say(f"어제 한 말 {number}", user=USER)
    async with window(browser, stage, language="ko", width=width) as opened:
        page = opened.page
        await opened.open(f"/people/{user}/chat/{CREW}")
        before = await page.locator(".said").count()
        await expect(page.locator("#newest")).to_be_in_viewport()

        await page.fill("#message", "<b>굵게</b> 말해 줘요")
        await page.get_by_role("button", name="보내기").click()
        explained = page.locator(".said").nth(before + 1).locator(".explain")
        await explained.wait_for()

        said, reply = (page.locator(".said .bubble").nth(before + at) for at in (0, 1))
        assert await said.inner_text() == "<b>굵게</b> 말해 줘요"
        await expect(reply).to_be_in_viewport()
        assert (await explained.get_attribute("open") is not None) == (width > 1000)
        assert await page.input_value("#message") == ""
        await page.locator("#message:focus").wait_for()
        assert opened.complaints == []


async def test_enter_sends_but_not_while_a_syllable_is_put_together(
    browser: Browser, stage: Stage
) -> None:
    user = await stage.console.user("enter")
    composing = {"key": "Enter", "isComposing": True, "bubbles": True, "cancelable": True}
    async with window(browser, stage, language="ko") as opened:
        page = opened.page
        await opened.open(f"/people/{user}/chat/{CREW}")

        await page.fill("#message", "안녕")
        await page.dispatch_event("#message", "keydown", composing)
        await page.press("#message", "Shift+Enter")
        assert await page.input_value("#message") == "안녕\n"
        assert await page.locator(".said").count() == 0
        await page.press("#message", "Enter")
        await page.locator(".explain").wait_for()

        assert await page.locator(".said").count() == 2
        assert opened.complaints == []


async def test_a_reply_that_is_cut_off_leaves_the_words_in_the_field(
    browser: Browser, stage: Stage
) -> None:
    user = await stage.console.user("offline")
    async with window(browser, stage, language="en") as opened:
        page = opened.page
        await opened.open(f"/people/{user}/chat/{CREW}")
        await page.context.set_offline(True)

        await page.fill("#message", "hello")
        await page.press("#message", "Enter")
        await page.locator("#notices .notice").wait_for()
        lost = await page.inner_text("#notices")
        await page.context.set_offline(False)
        await page.press("#message", "Enter")
        await page.locator(".explain").wait_for()

        assert "cut off" in lost
        assert await page.locator(".said").count() == 2
        assert await page.inner_text("#notices") == ""


async def test_a_talk_works_without_a_script_too(browser: Browser, stage: Stage) -> None:
    user = await stage.console.user("plain")
    async with window(browser, stage, language="en", java_script_enabled=False) as opened:
        page = opened.page
        await opened.open(f"/people/{user}/chat/{CREW}")

        await page.fill("#message", "hello")
        await page.get_by_role("button", name="Send").click()

        assert page.url.endswith("#newest")
        assert await page.locator(".said").count() == 2


async def test_a_crew_is_found_and_chosen_by_keyboard_alone(browser: Browser, stage: Stage) -> None:
    async with window(browser, stage, language="en") as opened:
        page = opened.page
        await opened.open("/chat")
        await page.focus("#user")
        await page.keyboard.type("by-keyboard")
        await page.keyboard.press("Tab")
        await page.keyboard.type(CREW)
        await page.get_by_text("1 of").wait_for()
        await page.keyboard.press("Tab")
        await page.keyboard.press("Space")
        await page.keyboard.press("Enter")
        await page.wait_for_url(f"**/chat/{CREW}")

        assert opened.complaints == []


async def test_the_first_stop_of_the_keyboard_leads_past_the_menu(
    browser: Browser, stage: Stage
) -> None:
    async with window(browser, stage, language="en") as opened:
        await opened.open("/")
        await opened.page.keyboard.press("Tab")
        await opened.page.keyboard.press("Enter")

        assert await opened.page.evaluate("document.activeElement.id") == "content"


async def test_the_dark_page_is_dark_also_where_the_system_is_light(
    browser: Browser, stage: Stage
) -> None:
    async with window(browser, stage, language="en", theme="light") as opened:
        page, colour = opened.page, "getComputedStyle(document.body).backgroundColor"
        await opened.open("/")
        light = await page.evaluate(colour)
        await page.get_by_text("Settings", exact=True).click()
        await page.get_by_role("button", name="Dark").click()
        await page.locator("html[data-theme=dark]").wait_for()

        assert await page.evaluate(colour) != light


async def test_thirty_ways_to_plant_code_are_shown_as_words_on_every_page(
    browser: Browser, stage: Stage
) -> None:
    desk = stage.console.desk
    kinds = tuple(Kind)
    for number, words in enumerate(PAYLOADS):
        await desk.learn(memory(f"심은 말 {number} {words}", kind=kinds[number % 3]))
    changes = [
        a_change(number, text=f"심은 말 {number} {words}", why=words, verdict=words)
        for number, words in enumerate(PAYLOADS, 1)
    ]
    dream = await dreamt(desk, *changes)
    user = await stage.console.user()
    for words in PAYLOADS[:6]:
        await stage.console.door.say(words, user=USER)
    async with window(browser, stage) as opened:
        for path, shown in (
            (f"/people/{user}/memories", PAYLOADS),
            (f"/dreams/{dream}", PAYLOADS),
            (f"/people/{user}/chat/{CREW}", PAYLOADS[:6]),
        ):
            await opened.open(path)
            await opened.page.wait_for_timeout(100)
            text = await opened.page.evaluate("document.querySelector('main').textContent")

            assert [words for words in shown if words not in text] == [], path
            assert opened.complaints == [], path
            assert opened.page.url == f"{stage.origin}{path}"
