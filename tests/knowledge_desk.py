"""What tests of knowledge share: pages that can be fetched, and documents handed over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from nightcrew.adapters.documents import Documents
from nightcrew.app.menu import App, wire
from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.knowledge import KnowledgeKind, RawDocument, ReadDocument
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult, Source
from nightcrew.ports import Model
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from nightcrew.usecases.load_knowledge import GivenDocument, Loaded
from tests.fakes import NOON, FixedClock
from tests.scripting import scripted
from tests.world import a_world

URL = "https://www.passport.go.kr"
COLLECTION = "travel-documents"
PAGE = """<html><head><title>여권 안내</title></head><body>
<h1>여권</h1>
<h2>유효기간</h2><p>여러 나라가 여권 유효기간이 6개월 이상 남아 있기를 요구한다.</p>
<h2>수수료</h2><p>복수여권 발급 수수료는 5만원이다.</p>
</body></html>"""


@dataclass(kw_only=True)
class Pages:
    """Addresses and what stands there; an unknown one is gone, an away one does not answer."""

    there: dict[str, str] = field(default_factory=dict)
    away: bool = False
    fetched: list[str] = field(default_factory=list)

    async def fetch(self, url: str) -> RawDocument | None:
        """The page."""
        self.fetched.append(url)
        if self.away:
            raise OutsideFailure("unreachable", "it is away", hint="try again later")
        text = self.there.get(url)
        return None if text is None else RawDocument(kind="html", content=text.encode())

    async def read(self, raw: RawDocument) -> ReadDocument:
        """As the product reads it."""
        return await Documents().read(raw)


@dataclass(kw_only=True)
class Library:
    """A search that knows one page, or is not there."""

    sources: tuple[Source, ...] = ()
    status: ToolStatus = ToolStatus.OK

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """What it knows, whatever is asked."""
        return SearchResult(status=self.status, sources=self.sources)


@dataclass(frozen=True, kw_only=True)
class KnowledgeDesk:
    """An App over pages of the test's own."""

    app: App
    tenant: UUID
    pages: Pages
    clock: FixedClock

    async def hand_over(self, text: str, kind: KnowledgeKind = "markdown", **given: Any) -> Loaded:
        """Load a text."""
        named = {"title": "안내", "url": URL, **given}
        document = GivenDocument(raw=RawDocument(kind=kind, content=text.encode()), **named)
        return await self.app.knowledge.load(self.tenant, COLLECTION, document)

    async def load_page(self, **given: Any) -> Loaded:
        """Load what stands at the address."""
        return await self.app.knowledge.load(
            self.tenant, COLLECTION, GivenDocument(url=URL, **given)
        )

    async def found(self, question: str) -> list[str]:
        """The texts that answer."""
        answer = await self.app.knowledge.search(self.tenant, [COLLECTION], question)
        return [each.item.text for each in answer.items]

    async def states(self) -> dict[str, str]:
        """Every item's text and state."""
        from sqlalchemy import text

        async with self.app.world.db.begin(self.tenant) as connection:
            rows = await connection.execute(text("select text, state from knowledge_items"))
            return {row.text: row.state for row in rows}


def knowledge_desk(
    database: Database,
    tenant: UUID,
    *,
    model: Model | None = None,
    search: Library | None = None,
    **pages: Any,
) -> KnowledgeDesk:
    """A desk at noon, with nothing loaded."""
    there, clock = Pages(**pages), FixedClock()
    world = replace(
        a_world(database, model or scripted(), NOON),
        clock=clock,
        documents=there,
        search=search or Library(status=ToolStatus.MISCONFIGURED),
    )
    app = wire(Settings(_env_file=None), world)
    return KnowledgeDesk(app=app, tenant=tenant, pages=there, clock=clock)
