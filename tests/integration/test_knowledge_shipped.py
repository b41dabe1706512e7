"""Collections that come with the product: brought in at the start, and again when one changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.app import App
from nightcrew.store.database import Database
from tests.scripting import scripted
from tests.unit.test_knowledge_files import GOOD
from tests.world import a_world, app_over


async def texts(app: App, tenant: UUID, question: str) -> list[str]:
    answer = await app.knowledge.search(tenant, ["some-facts"], question)
    return [each.item.text for each in answer.items]


def rewrite(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def rename(file: Path, name: str) -> None:
    file.rename(file.with_name(name))


@asynccontextmanager
async def shipping(database: Database, file: Path) -> AsyncIterator[App]:
    world = a_world(database, scripted())
    shipped = KnowledgeFiles(folder=file.parent)
    async with app_over(replace(world, shipped_knowledge=shipped)) as app:
        yield app


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some-facts.md"
    path.write_text(GOOD.replace("하나다.", "여권 수수료는 5만원이다."), encoding="utf-8")
    return path


async def test_every_tenant_is_answered_from_what_ships(
    database: Database, tenant: UUID, file: Path
) -> None:
    async with shipping(database, file) as app:
        other = await app.keep_tenant.tenant("other")

        assert await texts(app, tenant, "여권 수수료") == ["여권 수수료는 5만원이다."]
        assert await texts(app, other, "여권 수수료") == ["여권 수수료는 5만원이다."]


async def test_an_item_is_found_by_the_way_people_ask_for_it(
    database: Database, tenant: UUID, file: Path
) -> None:
    rewrite(file, "하나가 뭐예요?", "멍멍이 간식으로 괜찮나요")
    async with shipping(database, file) as app:
        assert await texts(app, tenant, "멍멍이 간식으로 괜찮나요?") == ["여권 수수료는 5만원이다."]


async def test_only_what_changed_in_a_file_is_written_again(
    database: Database, tenant: UUID, file: Path
) -> None:
    async with shipping(database, file) as app:
        unchanged = await app.knowledge.ship()
        rewrite(file, "5만원", "6만원")
        changed = await app.knowledge.ship()

        assert (unchanged.items, unchanged.changed) == (2, 0)
        assert changed.changed == 2  # one goes and one comes
        assert await texts(app, tenant, "여권 수수료") == ["여권 수수료는 6만원이다."]


async def test_a_broken_file_keeps_its_last_good_items(
    database: Database, tenant: UUID, file: Path
) -> None:
    async with shipping(database, file) as app:
        rewrite(file, "---\nsources", "sources")

        shipped = await app.knowledge.ship()

        assert [each.file for each in shipped.problems] == [f"{file.parent.name}/some-facts.md"]
        assert await app.knowledge.ship.problems() == shipped.problems
        assert await texts(app, tenant, "여권 수수료") == ["여권 수수료는 5만원이다."]


async def test_a_file_that_is_taken_away_takes_its_items_along(
    database: Database, tenant: UUID, file: Path
) -> None:
    async with shipping(database, file) as app:
        rename(file, "other-facts.md")

        await app.knowledge.ship()

        assert await texts(app, tenant, "여권 수수료") == []
