"""The neighbours of one process: database, models, embedder, search, crews and clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.documents import Documents
from nightcrew.adapters.erase_journal import FileJournal
from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.kept_vectors import FILE as VECTORS
from nightcrew.adapters.kept_vectors import KeptVectors
from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.adapters.local_embedder import embedder_from
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.adapters.safety_rules import load_crisis_rules
from nightcrew.adapters.search_order import Sites
from nightcrew.adapters.shipped_vectors import FILE as SHIPPED_VECTORS
from nightcrew.adapters.shipped_vectors import ShippedVectors
from nightcrew.adapters.web_search import search_from, sites_from
from nightcrew.adapters.webhook_sender import GuardedSender, SendsNowhere
from nightcrew.app.crew_room import CrewRoom
from nightcrew.app.kept_database import kept_running
from nightcrew.app.mixed_model import MixedModel
from nightcrew.domain.safety import CrisisRules
from nightcrew.ports import (
    Clock,
    DocumentReader,
    Embedder,
    EraseJournal,
    Model,
    Role,
    ShippedKnowledge,
    WebhookSender,
    WebSearch,
)
from nightcrew.settings import Settings
from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres


class ServerClock:
    """The machine's UTC clock."""

    def now(self) -> datetime:
        """This moment."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a process talks to; tests put their own in its place.

    story_database: where stories play by two texts; None: in one that is thrown away.
    """

    db: Database
    model: Model
    embedder: Embedder
    search: WebSearch
    crews: CrewRoom
    crisis: CrisisRules
    clock: Clock
    postgres: EmbeddedPostgres | None = None
    story_database: Database | None = None
    journal: EraseJournal | None = None
    webhooks: WebhookSender = field(default_factory=SendsNowhere)
    documents: DocumentReader = field(default_factory=Documents)
    shipped_knowledge: ShippedKnowledge = field(default_factory=KnowledgeFiles)
    knowledge_embedder: Embedder | None = None  # one that knows what ships; else the embedder


@asynccontextmanager
async def open_world(settings: Settings) -> AsyncIterator[World]:
    """Start and connect everything; what was started here is stopped here, the database last."""
    async with AsyncExitStack() as stack:
        postgres, access = await asyncio.to_thread(reach_database, settings)
        if postgres is not None:
            stack.push_async_callback(asyncio.to_thread, postgres.stop)
            await stack.enter_async_context(kept_running(postgres))
        await asyncio.to_thread(bootstrap.upgrade, access)
        database = await Database.open(access.app_url)
        stack.push_async_callback(database.close)
        http = GuardedHttp(allow_private_hosts=settings.allow_private_hosts)
        stack.push_async_callback(http.close)
        embedder = embedder_from(settings.embedder)
        shipped = settings.playbooks / "knowledge"
        yield World(
            db=database,
            model=model_from(settings, crew_embedder(settings, embedder)),
            embedder=embedder,
            search=search_from(settings.search, http, _sites(settings)),
            crews=CrewRoom(files=CrewFiles(settings.crews, settings.playbooks)),
            crisis=load_crisis_rules(),
            clock=ServerClock(),
            postgres=postgres,
            journal=FileJournal(journal_path(settings)),
            webhooks=GuardedSender(http),
            documents=Documents(http),
            shipped_knowledge=KnowledgeFiles(folder=shipped),
            knowledge_embedder=ShippedVectors(embedder, shipped / SHIPPED_VECTORS),
        )


def _sites(settings: Settings) -> Sites:
    return sites_from(settings.search_allow, settings.search_deny)


def journal_path(settings: Settings) -> Path:
    """Where the second copy of the erase log lies, outside the database."""
    return Path(settings.data) / "erased.jsonl"


def reach_database(settings: Settings) -> tuple[EmbeddedPostgres | None, bootstrap.Access]:
    """The configured database, or the embedded one started and prepared."""
    if settings.database_url:
        return None, bootstrap.prepare(settings.database_url, embedded=False)
    postgres = EmbeddedPostgres(settings.postgres_folder)
    postgres.start()
    return postgres, bootstrap.prepare(postgres.url, embedded=True)


def crew_embedder(settings: Settings, embedder: Embedder) -> Embedder:
    """The embedder for crew text, of which a rehearsal keeps the vectors beside the data."""
    return KeptVectors(embedder, Path(settings.data) / VECTORS)


def model_from(settings: Settings, embedder: Embedder) -> Model:
    """The configured models; the rehearsal model for the roles that name none."""
    rehearsal = RehearsalModel(embedder)
    named = {role: name for role, name in settings.models().items() if name}
    if not named:
        return rehearsal
    configured = LitellmModel(
        named, base_url=settings.model_base_url, api_key=settings.model_api_key
    )
    if len(named) == len(Role):
        return configured
    return MixedModel(configured=configured, roles=frozenset(named), rehearsal=rehearsal)
