"""*Team reviews*: what waits, the words behind it, an admin's word with the hash that was shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import uuid4

import pytest
from bs4 import Tag
from httpx import Response

from nightcrew.domain.team import Member, Membership
from nightcrew.store.database import Database
from tests.console import Console, open_console, soup, texts
from tests.furnished import PROPOSED, TEAM, a_team, propose
from tests.world import NOW


@pytest.fixture
async def console(database: Database) -> AsyncIterator[Console]:
    async with open_console(database) as opened:
        await opened.sign_in()
        yield opened


def the_form(page: Response) -> Tag:
    [found] = [form for form in soup(page).select("main form") if form.select("[name=hash]")]
    return found


def hidden(form: Tag) -> str:
    return str(form.select("[name=hash]")[0]["value"])


async def team_memories(console: Console) -> int:
    found = await console.door.client.get("/v1/users/u2/memories?scope=team")
    return int(found.json()["total"])


async def test_a_proposal_is_shown_with_its_kind_its_proposer_and_the_words_behind_it(
    console: Console,
) -> None:
    team = await a_team(console)
    await propose(console)

    listed = await console.page("/teams")
    page = await console.page(f"/teams/{team}")

    assert texts(listed, ".row h2") == [TEAM]
    assert texts(listed, ".row dd") == ["1", "0"]
    assert texts(page, ".memory > .text") == [PROPOSED.removesuffix(", 팀에 기억해 둬")]
    assert "Fact" in texts(page, ".memory .facts")[0]
    assert "Proposed by u1" in texts(page, ".memory .facts")[0]
    assert texts(page, ".memory q") == [PROPOSED]


async def test_the_words_behind_a_proposal_are_hidden_from_a_key_without_memory(
    console: Console,
) -> None:
    team = await a_team(console)
    await propose(console)
    await console.sign_in_again("admin")

    page = await console.page(f"/teams/{team}")

    assert texts(page, ".memory q") == []
    assert "may not see memories" in page.text


async def test_an_approval_carries_the_hash_and_makes_it_known_to_the_team(
    console: Console,
) -> None:
    team = await a_team(console)
    await propose(console)
    form = the_form(await console.page(f"/teams/{team}"))

    done = await console.send(str(form["action"]), hash=hidden(form), by="chief")
    page = await console.page(done.headers["location"])

    assert done.headers["location"] == f"/teams/{team}?done=approved"
    assert await team_memories(console) == 1
    assert "It was approved." in page.text
    assert texts(page, ".guides .badge") == ["approved"]


async def test_a_rejected_proposal_is_known_to_nobody(console: Console) -> None:
    team = await a_team(console)
    await propose(console)
    form = the_form(await console.page(f"/teams/{team}"))
    [reject] = [str(each["formaction"]) for each in form.select("[formaction]")]

    done = await console.send(reject, hash=hidden(form), by="chief")

    assert done.headers["location"].endswith("done=rejected")
    assert await team_memories(console) == 0


async def test_another_text_than_the_one_that_was_shown_is_not_approved(console: Console) -> None:
    team = await a_team(console)
    await propose(console)
    form = the_form(await console.page(f"/teams/{team}"))

    refused = await console.send(str(form["action"]), hash="0" * 64, by="chief")

    assert refused.status_code == 409
    assert "changed since it was shown" in refused.text
    assert await team_memories(console) == 0


async def test_who_proposed_it_is_not_offered_as_the_admin_who_decides(console: Console) -> None:
    members = (Member(user="u1", role=Membership.ADMIN), Member(user="u2"))
    team = await a_team(console, members=members)
    await propose(console)

    page = await console.page(f"/teams/{team}")
    review = soup(page).select("li.memory")[0]["id"].removeprefix("review-")  # type: ignore[union-attr]
    alone = await console.send(f"/teams/{team}/reviews/{review}/approve", hash="x", by="u1")

    assert "no other admin" in page.text
    assert soup(page).select("[name=by]") == []
    assert alone.status_code == 403


async def test_the_digest_says_when_it_no_longer_fits_the_lines(console: Console) -> None:
    team = await a_team(console)
    await propose(console)
    form = the_form(await console.page(f"/teams/{team}"))
    await console.send(str(form["action"]), hash=hidden(form), by="chief")
    console.door.model.answers["digest_team"] = {"sentences": [{"text": PROPOSED, "cites": ["m1"]}]}
    await console.door.client.post("/v1/run/team-digest", json={})
    fresh = await console.page(f"/teams/{team}")
    await propose(console, "우리 팀 점심은 매주 금요일 12시야, 팀에 기억해 둬")
    form = the_form(await console.page(f"/teams/{team}"))
    await console.send(str(form["action"]), hash=hidden(form), by="chief")

    stale = await console.page(f"/teams/{team}")

    assert "fits the lines" in fresh.text
    assert "the lines changed" in stale.text


async def test_a_team_of_another_tenant_is_not_there(console: Console) -> None:
    team = await a_team(console)
    console.browser.cookies.clear()
    await console.sign_in(tenant="somebody-else")

    listed = await console.page("/teams")
    found = await console.browser.get(f"/teams/{team}")

    assert TEAM not in listed.text
    assert found.status_code == 404
    assert (await console.browser.get(f"/teams/{uuid4()}")).status_code == 404


async def test_what_was_decided_last_is_shown_however_much_was_decided_before(
    console: Console,
) -> None:
    team = await a_team(console)
    reviews, tenant = console.door.app.teams.review, console.desk.tenant
    for number in range(12):
        await propose(console, f"회의실 {number}호는 {number + 2}층에 있어, 팀에 기억해 둬")
        [waiting] = (await reviews.list(tenant, TEAM)).items
        at = NOW + timedelta(minutes=number)
        await reviews.reject(tenant, TEAM, waiting.id, by="chief", seen=waiting.hash, now=at)

    page = await console.page(f"/teams/{team}")

    shown = texts(page, "#decided ~ .guides li")
    assert [
        number for number in range(12) if any(f"회의실 {number}호" in each for each in shown)
    ] == [*range(2, 12)]
    assert "회의실 11호" in shown[0]
