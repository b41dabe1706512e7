"""The public attack cases below the talk, with their guard gone: each of them fails then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from html import unescape
from typing import Any
from uuid import UUID

import psycopg
import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy import event, text
from starlette.types import ASGIApp, Receive, Scope, Send

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.webhook_sender import GuardedSender
from nightcrew.app.menu import wire
from nightcrew.domain.delivery import Posted
from nightcrew.domain.errors import NightcrewError, OutsideFailure
from nightcrew.domain.knowledge import Block, RawDocument, ReadDocument
from nightcrew.store import people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.usecases.load_knowledge import GivenDocument
from nightcrew.web.access import needs
from nightcrew.web.console.visits import CSRF_HEADER, csrf_of
from tests.builders import memory
from tests.case_talk import play
from tests.console import open_console, planted_code
from tests.integration import attacks_below as below
from tests.integration.attack_case_table import CASES
from tests.knowledge_desk import COLLECTION, URL, knowledge_desk
from tests.team_talk import OTHER, TEAM, office


def case(name: str) -> Mapping[str, Any]:
    return CASES[name]


async def test_a_client_that_trusts_the_names_it_is_given_is_led_inside(
    shared_database: Database, own_tenant: UUID
) -> None:
    with pytest.raises(AssertionError):
        await below.no_trick_in_an_address_reaches_inside(
            shared_database, own_tenant, case("pf-ssrf-set"), "127.0.0.1,localhost.,100.100.100.200"
        )


class EndlessReader(GuardedSender):
    """Reads whatever comes, however long it is."""

    def __init__(self, http: GuardedHttp) -> None:
        super().__init__(http)
        self._client = http

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        try:
            answer = await self._client.post(url, content=body, max_bytes=10**10)
        except OutsideFailure as failed:
            return Posted(failure=failed.code)
        return Posted(status=answer.status)


async def test_a_reader_without_a_limit_waits_for_an_answer_that_never_ends(
    shared_database: Database, own_tenant: UUID
) -> None:
    with pytest.raises(AssertionError):
        await below.an_answer_that_never_ends_is_let_go(
            shared_database, own_tenant, case("pf-webhook-response-bomb"), EndlessReader
        )


class Credulous(GuardedSender):
    """Asks nobody whether they want to be told."""

    def is_vouched_for(self, url: str) -> bool:
        return True


async def test_an_address_that_nobody_asked_is_told_what_is_not_its_own(
    shared_database: Database, own_tenant: UUID
) -> None:
    with pytest.raises(AssertionError):
        await below.an_address_says_that_it_wants_to_be_told(
            shared_database, own_tenant, case("ex-webhook-echo"), Credulous
        )


# Keys and policies as a hasty hand would write them.
SINGLE_KEY = """
alter table evidence add constraint one_id unique (id);
alter table memory_cites drop constraint fk_memory_cites_evidence_tenant_id_evidence_id;
alter table memory_cites add foreign key (evidence_id) references evidence (id);
"""
NO_POLICY = "alter table memories disable row level security"


@pytest.fixture
def hasty(
    clone_database: Callable[[], AbstractContextManager[Access]],
) -> Iterator[Callable[[str], str]]:
    """A database of this test's own, changed by its owner."""
    with clone_database() as access:

        def changed(statements: str) -> str:
            with psycopg.connect(access.owner_url) as connection:
                connection.execute(statements.encode())
            return access.app_url

        yield changed


async def test_a_key_without_its_tenant_takes_a_row_of_another(
    hasty: Callable[[str], str],
) -> None:
    db = await Database.open(hasty(SINGLE_KEY))
    async with db.begin_system() as connection:
        tenant = await people.make_tenant(connection, "default")

    try:
        with pytest.raises(AssertionError):
            await below.a_row_of_another_tenant_is_like_no_row(db, tenant, case("pf-fk-oracle"))
    finally:
        await db.close()


@pytest.mark.parametrize(("statements", "seen"), [("select 1", 1), (NO_POLICY, 2)])
async def test_a_table_without_its_policy_shows_the_memories_of_all(
    hasty: Callable[[str], str], statements: str, seen: int
) -> None:
    db = await Database.open(hasty(statements))
    try:
        for name in ("ours", "theirs"):
            async with db.begin_system() as connection:
                tenant = await people.make_tenant(connection, name)
            scene = await play(db, tenant)
            await scene.keep("금고가 있다")

        assert await scene.talk.rows("memories") == seen
    finally:
        await db.close()


@pytest.mark.parametrize("local", [True, False])
async def test_a_tenant_that_is_set_for_more_than_a_transaction_is_left_in_the_pool(
    database: Database, tenant: UUID, *, local: bool
) -> None:
    rewritten = 0

    def for_the_session(*call: Any) -> tuple[str, Any]:
        nonlocal rewritten
        statement: str = call[2]
        rewritten += "set_config('app.tenant'" in statement
        return (statement if local else statement.replace(", true)", ", false)")), call[3]

    event.listen(
        database._engine.sync_engine,
        "before_cursor_execute",
        for_the_session,
        retval=True,
    )

    async with database.begin(tenant) as connection:
        await connection.execute(text("select 1"))
    async with database.hold_connection() as connection:
        left = await connection.scalar(
            text("select coalesce(current_setting('app.tenant', true), '')")
        )

    assert rewritten
    assert left == ("" if local else str(tenant))


class SeesEverything:
    """Reads a page as a machine does, comments and hidden words too."""

    async def fetch(self, url: str) -> RawDocument | None:
        return RawDocument(kind="html", content=case("pi-knowledge-html-comment")["input"].encode())

    async def read(self, raw: RawDocument) -> ReadDocument:
        return ReadDocument(title="검진", blocks=(Block(text=raw.content.decode()),))


async def test_a_reader_of_all_that_is_written_learns_what_nobody_sees(
    shared_database: Database, own_tenant: UUID
) -> None:
    desk = knowledge_desk(shared_database, own_tenant)
    app = wire(desk.app.settings, replace(desk.app.world, documents=SeesEverything()))

    await app.knowledge.load(own_tenant, COLLECTION, GivenDocument(url=URL, title="검진"))

    found = await app.knowledge.search(own_tenant, [COLLECTION], "영유아 검진 안내")
    assert any("assistant:" in each.item.text for each in found.items)


@dataclass(frozen=True, slots=True)
class OpenDoors:
    """A server in front of which nobody looks where a form comes from."""

    server: ASGIApp
    token: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        foreign = {b"origin", b"sec-fetch-site", CSRF_HEADER.encode()}
        kept = [header for header in scope.get("headers", ()) if header[0] not in foreign]
        right = (CSRF_HEADER.encode(), self.token.encode())
        await self.server({**scope, "headers": [*kept, right]}, receive, send)


FORGED = {"none": {}, "origin": {"Origin": "https://evil.example"},
          "site": {"Sec-Fetch-Site": "cross-site"}}  # fmt: skip


async def test_a_form_of_another_page_acts_and_planted_words_run_where_nobody_looks(
    shared_database: Database,
) -> None:
    planted = case("pf-console-xss")["input"]
    async with open_console(shared_database) as console:
        await console.sign_in()
        user = await console.user()
        kept = await console.desk.learn(memory(planted))
        path = f"/people/{user}/memories"
        page = (await console.page(path)).text
        secret = console.browser.cookies["nightcrew_session"]
        doors = OpenDoors(console.door.server, csrf_of(secret))
        async with AsyncClient(
            transport=ASGITransport(app=doors), base_url="http://nightcrew",
            cookies=console.browser.cookies,
        ) as careless:  # fmt: skip
            act = f"{path}/{kept.id}/forget"
            refused = [await console.browser.post(act, headers=each) for each in FORGED.values()]
            done = [await careless.post(act, headers=each) for each in FORGED.values()]

    assert planted_code(page) == []
    assert planted_code(unescape(page)) != []
    assert {each.status_code for each in refused} == {403}
    assert not {each.status_code for each in done} & {403}
    assert done[0].status_code == 303


async def test_a_key_without_its_scopes_loads_what_crews_know(shared_database: Database) -> None:
    body = {"markdown": "# 여권\n\n여권 수수료는 5만원이다.", "title": "여권", "url": URL}
    path = f"/v1/knowledge/{COLLECTION}/documents"
    async with open_console(shared_database) as console:
        key = {"Authorization": f"Bearer {(await console.key('turn')).key}"}
        refused = await console.browser.post(path, json=body, headers=key)
        console.door.server.dependency_overrides[needs("admin")] = needs("turn")
        let_in = await console.browser.post(path, json=body, headers=key)

    assert refused.status_code == 403
    assert let_in.status_code == 200, let_in.text


MEETING = "우리 팀 회의는 매주 화요일 10시야, 팀에 기억해 둬"


async def test_each_guard_of_a_team_is_all_that_stands_between_a_change_and_its_members(
    shared_database: Database, own_tenant: UUID
) -> None:
    team = await office(shared_database, own_tenant)
    await team.teach(MEETING, "chief")
    [own] = await team.waiting()
    codes = []
    for seen in (own, replace(own, hash="0" * 64)):
        with pytest.raises(NightcrewError) as refused:
            await team.approve(seen, "chief" if seen is own else "u2")
        codes.append(refused.value.code)
    await team.put(u1="member", u2="admin", chief="admin")
    with pytest.raises(NightcrewError) as switched:
        await team.approve(replace(own, hash="0" * 64), "u2")
    waiting = await team.lines(OTHER)

    await team.approve(own, "u2")
    known = await team.lines(OTHER)
    await team.put(u1="member", chief="admin")
    put_out = await team.lines(OTHER)
    await team.put(u1="member", u2="member", chief="admin")

    assert codes == ["self_approval", "not_a_team_admin"]
    assert switched.value.code == "content_changed"
    assert (waiting, put_out) == ([], [])
    assert known == await team.lines(OTHER) != []
    assert (await team.talks[OTHER].say("안녕?", team=TEAM)).reply
