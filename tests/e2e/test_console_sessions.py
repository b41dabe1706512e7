"""The console's door: who gets in, for how long, and how it looks to them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select, update

from nightcrew.store.tables import console_sessions, sign_in_attempts
from nightcrew.usecases.keep_console import MOST_TRIES
from tests.console import Console, another, soup


@pytest.fixture
async def console(served: Console) -> AsyncIterator[Console]:
    async with another(served) as fresh:
        yield fresh


async def sessions(console: Console) -> list[Any]:
    async with console.desk.db.begin(console.desk.tenant) as connection:
        return list(await connection.execute(select(console_sessions)))


async def age(console: Console, idle: timedelta) -> None:
    async with console.desk.db.begin(console.desk.tenant) as connection:
        await connection.execute(update(console_sessions).values(seen_at=func.now() - idle))


async def test_a_key_opens_a_session_that_no_script_can_read(console: Console) -> None:
    shown = await console.page("/")
    opened = await console.sign_in()
    home = await console.page("/")

    assert soup(shown).find("input", {"name": "key", "type": "password"})
    assert opened.status_code == 303
    cookie = opened.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Max-Age" not in cookie
    assert soup(home).find("nav")


async def test_only_the_hash_of_a_sessions_secret_is_kept(console: Console) -> None:
    await console.sign_in()
    secret = console.browser.cookies["nightcrew_session"]

    [kept] = await sessions(console)
    assert secret.encode() not in kept.key_hash
    assert len(kept.key_hash) == 32


async def test_the_cookie_goes_over_https_only_where_the_console_is_served_so(
    console: Console,
) -> None:
    made = await console.key("memory")
    opened = await console.browser.post("https://nightcrew/login", data={"key": made.key})

    assert "Secure" in opened.headers["set-cookie"]


async def test_a_wrong_key_opens_nothing_and_ten_of_them_close_the_door_for_a_while(
    console: Console,
) -> None:
    answers = [
        await console.browser.post("/login", data={"key": f"nck_{number}"})
        for number in range(MOST_TRIES)
    ]
    right = await console.sign_in()

    assert {answer.status_code for answer in answers} == {401}
    assert "set-cookie" not in answers[0].headers
    assert right.status_code == 429
    assert "set-cookie" not in right.headers


async def test_a_quarter_of_an_hour_later_a_key_is_tried_again(console: Console) -> None:
    for number in range(MOST_TRIES):
        await console.browser.post("/login", data={"key": f"nck_{number}"})
    async with console.desk.db.begin_system() as connection:
        earlier = func.now() - timedelta(minutes=16)
        await connection.execute(update(sign_in_attempts).values(since=earlier))

    opened = await console.sign_in()

    assert opened.status_code == 303


async def test_twelve_idle_hours_end_a_session_by_the_databases_clock(console: Console) -> None:
    await console.sign_in()
    await age(console, timedelta(hours=11, minutes=59))
    kept = await console.browser.get("/dreams")
    seen_again = await console.browser.get("/dreams")
    await age(console, timedelta(hours=12))
    ended = await console.browser.get("/dreams")

    assert kept.status_code == seen_again.status_code == 200
    assert ended.status_code == 303
    assert ended.headers["location"] == "/login?back=%2Fdreams"


async def test_a_revoked_key_takes_its_sessions_with_it(console: Console) -> None:
    made = await console.key("ops")
    await console.browser.post("/login", data={"key": made.key})
    before = await console.browser.get("/dreams")
    await console.door.app.keep_tenant.revoke(made.id, console.tenant)

    after = await console.browser.get("/dreams")

    assert (before.status_code, after.status_code) == (200, 303)


async def test_signing_out_ends_the_session_in_the_database_too(console: Console) -> None:
    await console.sign_in()
    stolen = console.browser.cookies["nightcrew_session"]

    await console.send("/logout")

    assert await sessions(console) == []
    console.browser.cookies.set("nightcrew_session", stolen)
    assert (await console.browser.get("/dreams")).status_code == 303


async def test_signing_in_again_ends_the_session_before(console: Console) -> None:
    await console.sign_in()
    made = await console.key("ops")

    opened = await console.send("/login", key=made.key)

    assert opened.status_code == 303
    assert len(await sessions(console)) == 1


async def test_after_signing_in_one_is_where_one_wanted_to_go_and_nowhere_else(
    console: Console,
) -> None:
    made = await console.key("ops")
    for back, leads_to in (
        ("/dreams", "/dreams"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/v1/users/u1/memories", "/"),
        ("/\r\nSet-Cookie: a=b", "/"),
    ):
        console.browser.cookies.clear()
        opened = await console.browser.post("/login", data={"key": made.key, "back": back})
        assert opened.headers["location"] == leads_to, back


async def test_the_language_is_the_browsers_until_it_is_switched(console: Console) -> None:
    console.browser.headers["Accept-Language"] = "ko"
    usual = await console.page("/login")
    asked = await console.page("/login", headers={"Accept-Language": "en-GB,en;q=0.9,ko;q=0.1"})
    switched = await console.browser.post("/look", data={"language": "ko", "back": "/login"})
    kept = await console.page("/login", headers={"Accept-Language": "en"})

    assert [soup(page).html["lang"] for page in (usual, asked, kept)] == ["ko", "en", "ko"]
    assert switched.headers["location"] == "/login"


async def test_the_colours_are_switched_and_kept(console: Console) -> None:
    before = soup(await console.page("/login")).html
    await console.browser.post("/look", data={"theme": "dark", "back": "/login"})
    await console.browser.post("/look", data={"theme": "pink", "back": "/login"})
    after = soup(await console.page("/login")).html

    assert (before["data-theme"], after["data-theme"]) == ("auto", "dark")


async def test_the_page_at_the_root_needs_no_session_to_say_where_to_sign_in(
    console: Console,
) -> None:
    shown = await console.page("/")
    elsewhere = await console.browser.get(f"/people/{uuid4()}/memories")
    as_part = await console.browser.get("/dreams", headers={"HX-Request": "true"})

    assert soup(shown).find("form", {"action": "/login"})
    assert elsewhere.status_code == 303
    assert as_part.headers["hx-redirect"] == "/login?back=%2Fdreams"
