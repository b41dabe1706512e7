"""What many of these tests begin with; a file that needs another one makes its own by the name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.litellm_library import litellm_library
from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.web_search import SearxngSearch
from nightcrew.store.database import Database
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.move_person import MovePerson
from tests.asking_litellm import model_of
from tests.crew_workshop import Workshop, open_workshop
from tests.desk import Desk
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.follow_up_talk import FollowUpTalk, follow_up_talk
from tests.integration.fault_paths import Place
from tests.outgoing_calls import Recorder
from tests.raw_talk import RawTalk, raw_talk
from tests.receiver import Receiver
from tests.scripting import scripted
from tests.searching import Searxng
from tests.stubs.openai_server import OpenaiServer
from tests.talk import Talk, app_of, talk_with
from tests.team_talk import Office, office


@pytest.fixture
def desk(database: Database, tenant: UUID) -> Desk:
    """Rows are laid on it and looked up."""
    return Desk(db=database, tenant=tenant)


@pytest.fixture
def model() -> ScriptedModel:
    """Answers that a test may change."""
    return scripted()


@pytest.fixture
async def talk(database: Database, tenant: UUID, model: ScriptedModel) -> Talk:
    """One user and one crew at noon."""
    return await talk_with(app_of(database, model, clock=FixedClock(NOON)), tenant)


@pytest.fixture
async def scene(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    """A talk in which crews promise to speak later."""
    return await follow_up_talk(shared_database, own_tenant)


@pytest.fixture
async def team(shared_database: Database, own_tenant: UUID) -> Office:
    """A team with its members and an admin."""
    return await office(shared_database, own_tenant)


@pytest.fixture
async def shop(database: Database, tmp_path: Path) -> AsyncIterator[Workshop]:
    """A place where crew text is edited and published."""
    async with open_workshop(database, tmp_path) as opened:
        yield opened


@pytest.fixture
async def raw(database: Database, tenant: UUID) -> RawTalk:
    """Lines of talk as evidence, without turns."""
    return await raw_talk(database, tenant)


@pytest.fixture
def erasing(desk: Desk) -> EraseWords:
    """What erases on the desk."""
    return EraseWords(db=desk.db, clock=desk.clock)


@pytest.fixture
def move(talk: Talk) -> MovePerson:
    """What takes the user of the talk out and in."""
    world = talk.app.world
    return MovePerson(db=world.db, clock=world.clock, crews=world.crews)


@pytest.fixture
def receiver() -> Receiver:
    """Every backend that is told of events."""
    return Receiver()


@pytest.fixture
def network() -> Recorder:
    """The network as outgoing calls see it."""
    return Recorder()


@pytest.fixture
async def local() -> AsyncIterator[GuardedHttp]:
    """Outgoing calls that may reach this machine, and wait two seconds at the most."""
    http = GuardedHttp(allow_private_hosts="127.0.0.1", total_seconds=2)
    yield http
    await http.close()


@pytest.fixture
def searxng() -> Iterator[Searxng]:
    """A SearXNG whose next answer a test sets."""
    stand_in = Searxng()
    with stand_in.server:
        yield stand_in


@pytest.fixture
async def http() -> AsyncIterator[GuardedHttp]:
    """Outgoing calls that may reach this machine."""
    guarded = GuardedHttp(allow_private_hosts=["127.0.0.1"])
    yield guarded
    await guarded.close()


@pytest.fixture
def search(searxng: Searxng, http: GuardedHttp) -> SearxngSearch:
    """The search over that SearXNG."""
    return SearxngSearch(searxng.server.url + "/", http)


@pytest.fixture(scope="module")
async def library() -> AsyncIterator[None]:
    """litellm, loaded once a file."""
    loaded = await litellm_library()
    yield
    await loaded.close_litellm_async_clients()


@pytest.fixture(scope="module")
def running(library: None) -> Iterator[OpenaiServer]:
    """A provider that answers by script, once a file."""
    with OpenaiServer() as server:
        yield server


@pytest.fixture
def provider(running: OpenaiServer) -> OpenaiServer:
    """That provider, with nothing asked of it yet."""
    running.forget()
    return running


@pytest.fixture(scope="module")
async def closing(library: None) -> AsyncIterator[list[LitellmModel]]:
    """Models of litellm, which share their connections: closing one closes them all."""
    models: list[LitellmModel] = []
    yield models
    for model in models[:1]:
        await model.close()


@pytest.fixture
async def library_model(provider: OpenaiServer, closing: list[LitellmModel]) -> LitellmModel:
    """A model of litellm over that provider, ready to be asked."""
    made = model_of(provider)
    await made.warm()
    closing.append(made)
    return made


@pytest.fixture
async def place(provider: OpenaiServer, database: Database, tenant: UUID) -> Place:
    """Where the fault matrix is played."""
    made = Place(provider=provider, database=database, tenant=tenant)
    await made.open()
    return made
