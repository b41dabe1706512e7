"""The console's door: who gets in, for how long, and what a session's key may open."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import func, select, text, update

from nightcrew.store.database import Database
from nightcrew.store.tables import console_sessions, metadata, sign_in_attempts
from nightcrew.usecases.keep_console import MOST_TRIES
from nightcrew.web.console.routers import ROUTERS
from tests.builders import CREW
from tests.console import Console, another, csrf_of, furnish, open_console, soup, texts

FORGED = ("no token", "another token", "from another origin", "from another site")
POSTS = sorted(
    {
        route.path
        for router in ROUTERS
        for route in router.routes
        if "POST" in getattr(route, "methods", ())
    }
)
GETS = ("/", "/dreams", "/chat")


@pytest.fixture(scope="module")
async def served(shared_database: Database) -> AsyncIterator[Console]:
    async with open_console(shared_database) as console:
        yield console


@pytest.fixture(scope="module")
async def shared_console(served: Console) -> AsyncIterator[Console]:
    async with another(served) as console:
        await furnish(console)
        await console.sign_in()
        yield console


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


@pytest.mark.parametrize(
    ("path", "how"),
    # Before a session there is no token; there the origin is what counts.
    [(path, how) for path in POSTS for how in (FORGED if path != "/login" else FORGED[2:])],
)
async def test_no_act_is_done_for_a_form_of_another_page(
    shared_console: Console, path: str, how: str
) -> None:
    ids = {name: str(uuid4()) for name in ("user", "memory", "dream", "follow_up")}
    real = path.format(**ids, act="end" if "follow" in path else "forget", version=1, crew=CREW)
    right = csrf_of((await shared_console.page("/")).text)
    token = {"no token": "", "another token": "0" * 64}.get(how, right)
    header = {
        "from another origin": {"Origin": "https://evil.example"},
        "from another site": {"Sec-Fetch-Site": "cross-site"},
    }.get(how, {})

    answered = await shared_console.browser.post(real, data={"csrf": token}, headers=header)

    assert answered.status_code == 403
    assert "forged_form" in answered.text


async def test_looking_changes_nothing(console: Console) -> None:
    user = await furnish(console)
    await console.sign_in()
    known = (await console.desk.memories.list(console.desk.tenant, "user-1")).items[0].id
    dream = (await console.desk.dreams.list(console.desk.tenant)).items[0].id
    promises = await console.desk.follow_ups.list(console.desk.tenant, "user-1")
    promise = promises.items[0].id
    before = await fingerprints(console)
    for path in (
        "/", "/login", "/dreams", f"/dreams/{dream}", f"/dreams/{dream}/revert", "/chat",
        *(f"/people/{user}/{name}" for name in ("memories", "follow-ups", "dreams", "chat")),
        *(f"/people/{user}/memories/{known}/{act}" for act in ("edit", "forget", "erase")),
        *(f"/people/{user}/follow-ups/{promise}/{act}" for act in ("snooze", "skip", "end")),
        f"/people/{user}/memories/{known}", f"/people/{user}/chat/{CREW}",
    ):  # fmt: skip
        await console.page(path)
    for path in ("/logout", "/look", "/clock", "/people"):
        assert (await console.browser.get(path)).status_code == 405

    assert await fingerprints(console) == before


async def fingerprints(console: Console) -> dict[str, str | None]:
    """Every row of the tenant in one word a table, sessions aside."""
    found: dict[str, str | None] = {}
    async with console.desk.db.begin(console.desk.tenant) as connection:
        for table in metadata.sorted_tables:
            if "tenant_id" in table.c and table is not console_sessions:
                rows = text(f"select md5(string_agg(r::text, '' order by r::text)) from {table} r")  # noqa: S608
                found[table.name] = await connection.scalar(rows)
    return found


@pytest.mark.parametrize(
    ("scopes", "opens"),
    [
        (("memory",), {"memories", "follow-ups"}),
        (("ops",), {"dreams"}),
        (("turn",), {"chat"}),
        (("admin",), set[str]()),
    ],
)
async def test_a_page_opens_for_the_scope_it_needs_and_is_offered_to_nobody_else(
    console: Console, scopes: tuple[str, ...], opens: set[str]
) -> None:
    user = await furnish(console)
    await console.sign_in(*scopes)
    pages = {
        "memories": f"/people/{user}/memories",
        "follow-ups": f"/people/{user}/follow-ups",
        "dreams": "/dreams",
        "chat": "/chat",
    }
    status = {name: (await console.browser.get(path)) for name, path in pages.items()}
    home = await console.page("/")

    assert {name for name, got in status.items() if got.status_code == 200} == opens
    assert {got.status_code for name, got in status.items() if name not in opens} <= {403}
    offered = {str(link["href"]) for link in soup(home).select(".places a")}
    assert offered == {"/", *(pages[name] for name in opens if pages[name] in GETS)}


async def test_an_ops_key_sees_that_dreams_were_dreamt_and_none_of_their_words(
    console: Console,
) -> None:
    console.browser.headers["Accept-Language"] = "en"
    await furnish(console)
    await console.sign_in("ops")

    shown = await console.page("/dreams")

    assert "보리" not in shown.text
    assert "따뜻한" not in shown.text
    assert "user-1" not in shown.text
    assert "asked to be forgotten" in shown.text  # the reason of a refusal is no user's word


async def test_users_of_another_tenant_are_not_there(console: Console) -> None:
    user = await furnish(console)
    await console.sign_in(tenant="another")
    other = await console.send("/people", user="user-1")
    memories = await console.browser.get(f"/people/{user}/memories")
    unknown = await console.browser.get(f"/people/{uuid4()}/memories")

    assert other.status_code == 404
    assert memories.status_code == unknown.status_code == 404
    assert memories.text == unknown.text


async def test_a_user_is_chosen_by_the_backends_id_which_stands_in_no_address(
    console: Console,
) -> None:
    user = await furnish(console)
    await console.sign_in()

    chosen = await console.send("/people", user="user-1")

    assert chosen.headers["location"] == f"/people/{user}/memories"


async def test_every_page_leaves_under_a_strict_policy_with_nothing_inline(
    shared_console: Console,
) -> None:
    user = await shared_console.user()
    for path in (
        "/", "/login", "/dreams", "/chat", f"/people/{user}/memories", "/people/x/memories",
        f"/people/{user}/follow-ups", f"/people/{user}/chat/{CREW}", f"/people/{user}/dreams",
    ):  # fmt: skip
        answered = await shared_console.browser.get(path)
        policy = answered.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answered.headers["x-frame-options"] == "DENY"
        assert answered.headers["x-content-type-options"] == "nosniff"
        assert answered.headers["referrer-policy"] == "same-origin"
        assert answered.headers["cache-control"] == "no-store"
        page = soup(answered)
        assert not page.select("style, [style], script:not([src])"), path
        assert not re.search(r"<[^>]+\son\w+=", answered.text), path
        assert all(str(each["src"]).startswith("/static/") for each in page.select("script"))


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


async def test_what_is_refused_is_told_in_words_with_its_code(console: Console) -> None:
    console.browser.headers["Accept-Language"] = "ko"
    await console.sign_in("memory")

    refused = await console.browser.get("/dreams")

    assert texts(refused, ".notice") == ["이 열쇠의 범위로는 이 화면을 열 수 없습니다."]
    assert texts(refused, "code") == ["missing_scope"]


async def test_the_page_at_the_root_needs_no_session_to_say_where_to_sign_in(
    console: Console,
) -> None:
    shown = await console.page("/")
    elsewhere = await console.browser.get(f"/people/{uuid4()}/memories")
    as_part = await console.browser.get("/dreams", headers={"HX-Request": "true"})

    assert soup(shown).find("form", {"action": "/login"})
    assert elsewhere.status_code == 303
    assert as_part.headers["hx-redirect"] == "/login?back=%2Fdreams"
