"""*Health*: parts, flows, lag, errors, cost and rates, for who runs the installation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nightcrew.ports import Role
from nightcrew.store.database import Database
from tests.console import Console, open_console, texts
from tests.e2e.door import a_model
from tests.world import a_world, with_a_broken_crew


@pytest.fixture
async def console(database: Database) -> AsyncIterator[Console]:
    async with open_console(database) as opened:
        await opened.sign_in("ops")
        yield opened


async def test_parts_and_flows_are_told_as_readyz_tells_them(console: Console) -> None:
    await console.door.client.post("/v1/run/retention")

    page = await console.page("/health")

    assert texts(page, ".headline .badge") == ["Ready"]
    assert "scripted-reply" in page.text
    assert texts(page, "#flows ~ .rows h3") == ["Retention retention"]
    assert "0 s ago" in page.text


async def test_a_rehearsal_and_a_model_that_verifies_itself_are_said_plainly(
    database: Database,
) -> None:
    model = a_model()
    model.names = dict.fromkeys(Role, "rehearsal")
    async with open_console(database, model) as console:
        await console.sign_in("ops")
        page = await console.page("/health")

    assert "rehearsal model answers here" in page.text
    assert "also verifies its own dreams" in page.text


async def test_a_broken_crew_is_told_with_its_file_and_line(
    database: Database, tmp_path: Path
) -> None:
    model = a_model()
    world = a_world(database, model, crews=with_a_broken_crew(tmp_path))
    async with open_console(database, model, world=world) as console:
        await console.sign_in("ops")
        page = await console.page("/health")

    assert "checkup-dana.yaml:1" in page.text
    assert "some crew text is to be mended" in texts(page, ".headline .badge")[0]


async def test_rates_count_what_each_tool_did_and_show_zeros_too(console: Console) -> None:
    console.door.model.answers["judge_needs"] = {
        "memory": {"use": True, "act": "recall", "query": "교토", "why": "계획을 알아야 한다"}
    }
    await console.door.say("카나리아 교토", user="user-canary")

    page = await console.page("/health")

    told = dict(zip(texts(page, ".rates dt"), texts(page, ".rates dd"), strict=True))
    assert texts(page, ".rows .headline .sum")[0] == "Turns: 1"
    assert told["memory"] == "1 of 1"
    assert told["search"] == "0 of 1"
    assert "canary" not in page.text
    assert "카나리아" not in page.text


async def test_refused_requests_and_waiting_work_are_told_without_words(console: Console) -> None:
    await console.door.say("안녕", user="")
    await console.door.say("카나리아")

    page = await console.page("/health")

    assert "/v1/crews/{crew}/turns" in page.text
    assert "talk that waits for a dream" in page.text
    assert "카나리아" not in page.text


async def test_health_needs_ops(console: Console) -> None:
    await console.sign_in_again("turn", "memory", "admin")

    answered = await console.browser.get("/health")
    home = await console.page("/")

    assert answered.status_code == 403
    assert 'href="/health"' not in home.text


async def test_the_example_call_can_be_copied_as_it_stands(console: Console) -> None:
    page = await console.page("/health")

    assert "curl -X POST http://nightcrew/v1/crews/" in texts(page, "pre")[0]
