"""*Keys*: made and shown once, listed without what opens a door, revoked at once."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.console import Console, another, soup, texts


@pytest.fixture
async def console(served: Console) -> AsyncIterator[Console]:
    async with another(served) as fresh:
        await fresh.sign_in("admin")
        yield fresh


async def made(console: Console, *scopes: str, **fields: str) -> str:
    page = await console.send("/keys", scope=list(scopes), **fields)
    assert page.status_code == 200, page.text
    [field] = soup(page).select("#key")
    return str(field["value"])


async def test_a_new_key_is_shown_once_and_opens_what_it_may(console: Console) -> None:
    key = await made(console, "turn", "memory", label="backend", days="30")
    listed = await console.page("/keys")
    used = await console.door.client.get(
        "/v1/users/nobody/memories", headers={"Authorization": f"Bearer {key}"}
    )

    assert key.startswith("nck_")
    assert key not in listed.text
    assert "backend" in texts(listed, ".row h2")
    assert used.status_code == 200


async def test_what_each_scope_allows_stands_beside_it_in_a_sentence(console: Console) -> None:
    page = await console.page("/keys")

    told = texts(page, ".scope .meta")
    assert len(told) == 4
    assert all(each.endswith(".") for each in told)
    assert len(soup(page).select(".scope input[aria-describedby]")) == 4


async def test_a_revoked_key_opens_nothing_any_more(console: Console) -> None:
    key = await made(console, "memory", label="lost-laptop")
    [row] = [row for row in soup(await console.page("/keys")).select(".row")
             if "lost-laptop" in row.get_text()]  # fmt: skip
    where = str(row.select("a.danger")[0]["href"])

    asked = await console.page(where)
    done = await console.send(where)
    after = await console.door.client.get(
        "/v1/users/nobody/memories", headers={"Authorization": f"Bearer {key}"}
    )
    listed = await console.page("/keys")

    assert "cannot be undone" in asked.text
    assert done.headers["location"] == "/keys?done=revoked"
    assert after.status_code == 401
    assert "revoked" in listed.text


@pytest.mark.parametrize(
    ("fields", "status"),
    [({}, 422), ({"scope": "everything"}, 422), ({"scope": "turn", "days": "0"}, 422),
     ({"scope": "turn", "days": "soon"}, 422), ({"scope": "turn", "label": "x" * 101}, 422)],
)  # fmt: skip
async def test_a_key_that_cannot_be_made_says_why(
    console: Console, fields: dict[str, str], status: int
) -> None:
    answered = await console.send("/keys", **fields)

    assert answered.status_code == status
    assert len(texts(answered, "[role=alert]")) == 1
    assert soup(answered).select("#key") == []


async def test_the_keys_of_another_tenant_are_neither_listed_nor_revoked(
    console: Console, served: Console
) -> None:
    await made(console, "turn", label="our-own-key")
    [row] = [row for row in soup(await console.page("/keys")).select(".row")
             if "our-own-key" in row.get_text()]  # fmt: skip
    where = str(row.select("a.danger")[0]["href"])

    async with another(served) as stranger:
        await stranger.sign_in("admin")
        listed = await stranger.page("/keys")
        asked = await stranger.browser.get(where)
        revoked = await stranger.send(where)

    assert "our-own-key" not in listed.text
    assert (asked.status_code, revoked.status_code) == (404, 404)


async def test_a_key_is_not_made_by_a_page_of_somebody_else(console: Console) -> None:
    before = len(texts(await console.page("/keys"), ".row"))

    forged = await console.browser.post("/keys", data={"scope": "admin"})

    assert forged.status_code == 403
    assert len(texts(await console.page("/keys"), ".row")) == before
