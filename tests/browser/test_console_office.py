"""What operators and product teams see in a real Chromium: whole, and words stay words."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from nightcrew.store.database import Database
from tests.browser.planted import PAYLOADS
from tests.browser.window import Stage, on_a_port, window
from tests.builders import CREW
from tests.fakes import ROOT
from tests.furnished import COLLECTION, furnish_office, knowledge, propose

PAGES = (
    "/crews",
    "/crews/" + CREW,
    "/crew-text?file=crews/" + CREW + ".yaml",
    "/crews/" + CREW + "/preview",
    "/crews/" + CREW + "/diff",
    "/crews/" + CREW + "/versions",
    "/crews/" + CREW + "/versions/1/restore",
    "/crews/" + CREW + "/stories",
    "/teams",
    "/teams/{team}",
    "/knowledge",
    "/knowledge/" + COLLECTION,
    "/knowledge/reviews",
    "/prices",
    "/keys",
    "/keys/{key}/revoke",
    "/health",
)


@pytest.fixture(scope="module")
async def stage(shared_database: Database) -> AsyncIterator[Stage]:
    async with on_a_port(shared_database) as opened:
        await furnish_office(opened.console)
        yield opened


async def the_team(stage: Stage) -> str:
    keep = stage.console.door.app.teams.keep
    return str(next(iter(await keep.names_by_id(stage.console.desk.tenant))))


async def paths(stage: Stage) -> list[str]:
    key = (await stage.console.door.app.keep_tenant.keys())[0]["id"]
    team = await the_team(stage)
    return [path.format(team=team, key=key) for path in PAGES]


@pytest.mark.parametrize(
    ("language", "theme", "width"), [("ko", "dark", 1280), ("en", "light", 360)]
)
async def test_every_page_is_whole_without_a_complaint_of_the_browser_or_of_axe(
    browser: Browser, stage: Stage, language: str, theme: str, width: int
) -> None:
    """Axe takes a second a page: every other page meets it narrow, the others wide."""
    async with window(browser, stage, language=language, theme=theme, width=width) as opened:
        for number, path in enumerate(await paths(stage)):
            narrow = width == 360
            asked = number % 2 == narrow
            if not asked and not narrow:
                continue
            await opened.open_whole(path)

            assert not asked or await opened.serious_findings() == [], path
            assert await opened.overflow() == 0, path
            assert opened.complaints == [], path
            assert await opened.page.locator("h1").count() == 1, path


async def test_the_editor_names_the_line_while_it_is_typed_and_writes_nothing(
    browser: Browser, stage: Stage
) -> None:
    async with window(browser, stage, language="en") as opened:
        page = opened.page
        await opened.open(f"/crew-text?file=crews/{CREW}.yaml")
        text = await page.input_value("#text")
        line = text.split("\n").index("tool_guide:") + 1

        await page.fill("#text", text.replace("tool_guide:", "tool_giude:"))
        await page.get_by_text(f"Line {line}, character 1").wait_for()
        marked = await page.inner_text(".finding .culprit")
        await page.fill("#text", text)
        await page.locator(".finding.error").wait_for(state="detached")

        assert text == (ROOT / "crews" / f"{CREW}.yaml").read_text("utf-8")
        assert marked.strip() == "tool_giude:"
        assert page.url.endswith(f"{CREW}.yaml")
        assert await page.evaluate("document.activeElement.id") == "text"
        assert opened.complaints == []


async def test_a_text_is_checked_by_a_button_where_no_script_runs(
    browser: Browser, stage: Stage
) -> None:
    async with window(browser, stage, language="en", java_script_enabled=False) as opened:
        page = opened.page
        await opened.open(f"/crew-text?file=crews/{CREW}.yaml")
        text = await page.input_value("#text")

        await page.fill("#text", text.replace("persona:", "personna:"))
        await page.get_by_role("button", name="Check").click()

        assert await page.locator(".finding.error").count() == 1
        assert "personna:" in await page.input_value("#text")


async def test_what_an_operator_is_shown_is_whole_too_when_it_was_asked_for(
    browser: Browser, stage: Stage
) -> None:
    asked = {
        f"/crews/{CREW}/preview": ({"#say": "다음 달에 교토에 가려고 해요"}, ".prompt"),
        "/prices": ({"#model": "아반떼", "#year": "2022", "#km": "40000"}, "svg.interval"),
        "/knowledge": ({"#q": "일본 무비자"}, ".found"),
        "/keys": ({"#label": "backend"}, "#key"),
    }
    async with window(browser, stage, language="en", width=360) as opened:
        page = opened.page
        for path, (fields, shown) in asked.items():
            await opened.open(path)
            for field, words in fields.items():
                await page.fill(field, words)
            if path == "/keys":
                await page.check("#scope-turn")
            await page.locator("main form button.main").first.click()
            await page.locator(shown).first.wait_for()

            assert await opened.serious_findings() == [], path
            assert await opened.overflow() == 0, path
            assert opened.complaints == [], path
            assert page.url == f"{stage.origin}{path}" or path == "/knowledge"


async def test_planted_code_is_shown_as_words_to_operators_too(
    browser: Browser, stage: Stage
) -> None:
    console = stage.console
    for number, words in enumerate(PAYLOADS[:12]):
        await knowledge(console, text=f"{number}번째 안내에는 {words} 라고 적혀 있다.", kind="text")
    # What reads documents takes links and hidden characters out; all the rest has to be shown.
    kept = await console.door.app.knowledge.shelves.items(console.desk.tenant, COLLECTION)
    await propose(console, f"우리 팀 회의실 이름은 {PAYLOADS[2]} 야, 팀에 기억해 둬")
    await console.door.app.keep_tenant.make_key("default", ["turn"], label=PAYLOADS[0])
    team = await the_team(stage)
    async with window(browser, stage) as opened:
        for path, shown in (
            (f"/knowledge/{COLLECTION}", [each.text for each in kept.items]),
            (f"/teams/{team}", PAYLOADS[2:3]),
            ("/keys", PAYLOADS[:1]),
        ):
            await opened.open(path)
            await opened.page.wait_for_timeout(50)
            text = await opened.page.evaluate("document.querySelector('main').textContent")

            assert [words for words in shown if words not in text] == [], path
            assert opened.complaints == [], path
            assert opened.page.url == f"{stage.origin}{path}"
