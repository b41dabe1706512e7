"""What a session's key may open, that looking changes nothing, and that no other page acts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from sqlalchemy import text

from nightcrew.store.tables import console_sessions, metadata
from nightcrew.web.console.routers import ROUTERS
from tests.builders import CREW
from tests.console import Console, another, csrf_of, furnish, soup, texts

FORGED = ("no token", "another token", "from another origin", "from another site")
POSTS = sorted(
    {
        route.path
        for router in ROUTERS
        for route in router.routes
        if "POST" in getattr(route, "methods", ())
    }
)
GETS = ("/", "/dreams", "/chat", "/teams", "/knowledge", "/prices", "/keys", "/health")


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


@pytest.mark.parametrize(
    ("path", "how"),
    # Before a session there is no token; there the origin is what counts.
    [(path, how) for path in POSTS for how in (FORGED if path != "/login" else FORGED[2:])],
)
async def test_no_act_is_done_for_a_form_of_another_page(
    shared_console: Console, path: str, how: str
) -> None:
    names = ("user", "memory", "dream", "follow_up", "team", "review", "item", "key")
    ids = {name: str(uuid4()) for name in names}
    act = "end" if "follow" in path else "forget"
    real = path.format(**ids, act=act, version=1, number=1, crew=CREW)
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
        (("ops",), {"dreams", "health"}),
        (("turn",), {"chat"}),
        (("admin",), {"teams", "knowledge", "prices", "keys"}),
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
        **{path.removeprefix("/"): path for path in GETS[1:]},
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


async def test_an_address_with_nothing_at_it_is_a_page_for_people_and_a_problem_for_programs(
    console: Console,
) -> None:
    page = await console.browser.get("/nowhere", headers={"Accept": "text/html,*/*"})
    program = await console.browser.get("/nowhere")
    api = await console.door.client.get("/v1/nowhere", headers={"Accept": "text/html"})

    assert page.status_code == program.status_code == api.status_code == 404
    assert texts(page, ".notice") == ["There is nothing at this address."]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert program.json()["code"] == api.json()["code"] == "unknown_path"


async def test_admins_of_other_tenants_are_told_whose_the_crews_are(console: Console) -> None:
    await console.sign_in_again("admin")

    page = await console.page("/")

    assert "/crews" not in {link["href"] for link in soup(page).select("nav a")}
    assert "Crew text belongs to the installation" in page.text


async def test_what_is_refused_is_told_in_words_with_its_code(console: Console) -> None:
    console.browser.headers["Accept-Language"] = "ko"
    await console.sign_in("memory")

    refused = await console.browser.get("/dreams")

    assert texts(refused, ".notice") == ["이 열쇠의 범위로는 이 화면을 열 수 없습니다."]
    assert texts(refused, "code") == ["missing_scope"]
