"""Listings in the database: loaded in batches, replaced by id, seen by their tenant only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest

from nightcrew.adapters.listing_files import read_shape, rows_in
from nightcrew.adapters.made_listings import SHAPE, made_cars
from nightcrew.domain.errors import BadInput
from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import Dirt
from nightcrew.domain.price.row import Row
from nightcrew.domain.price.sifting import LoadReport
from nightcrew.store import listings, people
from nightcrew.store.database import Database
from nightcrew.store.listing_search import ListingSearch
from nightcrew.usecases.load_listings import LoadListings
from tests.fakes import ROOT, FixedClock
from tests.price_rows import OWN, TODAY, row
from tests.world import NOW

ITEM = PriceItem(model="아반떼", year=2021, km=40_000)


@pytest.fixture
def load(database: Database) -> LoadListings:
    return LoadListings(db=database, clock=FixedClock(NOW))


def offers(count: int, **cells: object) -> Iterator[Row]:
    for number in range(count):
        km, price = 38_011 + 301 * number, 15_000_000 + 20_000 * (number % 7)
        yield row(**({"id": f"a{number}", "km": km, "price": price} | cells))


async def counted(database: Database, tenant: UUID) -> int:
    async with database.begin(tenant) as connection:
        return await listings.count(connection, tenant)


async def test_a_table_is_loaded_batch_by_batch_and_says_how_far_it_is(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    heard: list[LoadReport] = []
    cars = (made.cells for made in made_cars(6_000, 7, TODAY))

    report = await load(tenant, cars, SHAPE, told=heard.append)

    assert [each.read for each in heard] == [5_000, 6_000]
    assert report.read == 6_000
    assert report.stored == 6_000 - sum(report.dirt.values()) == await counted(database, tenant)
    assert report.seconds > 0


async def test_loading_the_same_table_again_changes_nothing_but_what_has_changed(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    await load(tenant, offers(9), OWN)

    again = await load(tenant, offers(10, price=14_000_000), OWN)

    assert (again.stored, again.replaced) == (1, 9)
    found = await ListingSearch(db=database)(tenant, ITEM, TODAY)
    assert (found.answer.mid, found.answer.n) == (14_000_000, 10)


async def test_a_table_that_replaces_drops_what_it_no_longer_holds(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    await load(tenant, offers(9), OWN)

    report = await load(tenant, offers(6), OWN, replace=True)

    assert (report.replaced, report.dropped) == (6, 3)
    assert await counted(database, tenant) == 6


async def test_another_tenant_sees_none_of_them(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    async with database.begin_system() as connection:
        other = await people.make_tenant(connection, "other")
    await load(tenant, offers(9), OWN)

    found = await ListingSearch(db=database)(other, ITEM, TODAY)

    assert (found.answer.mid, found.answer.n) == (None, 0)
    assert await counted(database, other) == 0


async def test_offers_older_than_a_year_are_not_looked_at(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    await load(tenant, offers(9, listed_on=TODAY - timedelta(days=400)), OWN)

    assert (await ListingSearch(db=database)(tenant, ITEM, TODAY)).answer.n == 0


async def test_currencies_are_never_mixed(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    await load(tenant, offers(12), OWN)
    dollars = ({**each, "id": f"d{each['id']}", "price": "11000", "currency": "USD"}
               for each in offers(9))  # fmt: skip
    await load(tenant, dollars, OWN)
    search = ListingSearch(db=database)

    usual = await search(tenant, ITEM, TODAY)
    wanted = await search(tenant, PriceItem(model="아반떼", year=2021, currency="USD"), TODAY)

    assert (usual.answer.currency, usual.answer.n) == ("KRW", 12)
    assert (wanted.answer.currency, wanted.answer.n, wanted.answer.mid) == ("USD", 9, 11_000)


async def test_a_model_with_few_offers_learns_its_width_from_its_segment(
    load: LoadListings, database: Database, tenant: UUID
) -> None:
    cars = [made.cells for made in made_cars(3_000, 7, TODAY, dirty=False)]
    avantes = [each for each in cars if each["모델"] == "아반떼"][:12]
    await load(tenant, [*avantes, *(each for each in cars if each["모델"] == "K3")], SHAPE)

    answer = (await ListingSearch(db=database)(tenant, ITEM, TODAY)).answer

    assert answer.enough
    assert answer.caveats == ("accident_unknown",)


def test_a_spreadsheet_in_korean_is_read_by_its_mapping_file(tmp_path: Path) -> None:
    table = tmp_path / "cars.csv"
    table.write_bytes(
        "매물번호,모델,연식,주행거리,가격\n1,아반떼,21년식,\"41,203\",\"1,500\"\n2,K5,20,3만,990,extra\n"
        .encode("cp949")
    )  # fmt: skip
    shape = read_shape(ROOT / "deploy" / "price-mapping.example.yaml")

    rows = list(rows_in(table, shape, our_names=False))

    assert shape.source == "dealer-table"
    assert rows[0] is not None
    assert shape.cell(rows[0], "km") == "41,203"
    assert rows[1] is None


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
def test_cells_may_stand_apart_by_what_spreadsheets_write(tmp_path: Path, between: str) -> None:
    table = tmp_path / "cars.csv"
    lines = [["id", " model", "year", "km", "price"], ["1", "아반떼", "2021", '"41,203"', "1500"]]
    table.write_text("\n".join(between.join(line) for line in lines), encoding="utf-8-sig")

    [row] = rows_in(table, OWN, our_names=True)

    assert row == {"id": "1", "model": "아반떼", "year": "2021", "km": "41,203", "price": "1500"}


def test_a_table_without_a_column_that_is_needed_says_which_and_what_it_has(
    tmp_path: Path,
) -> None:
    table = tmp_path / "cars.csv"
    table.write_text("매물번호,모델,연식,주행,가격\n1,아반떼,2021,41203,1500\n", encoding="utf-8")
    shape = read_shape(ROOT / "deploy" / "price-mapping.example.yaml")

    with pytest.raises(BadInput) as refused:
        list(rows_in(table, shape, our_names=False))

    assert refused.value.code == "missing_columns"
    assert "주행거리" in refused.value.message
    assert "매물번호, 모델, 연식, 주행, 가격" in (refused.value.hint or "")


async def test_json_lines_are_read_and_a_broken_line_is_dirt(
    load: LoadListings, tenant: UUID, tmp_path: Path
) -> None:
    table = tmp_path / "cars.jsonl"
    good = json.dumps({"id": 1, "model": "아반떼", "year": 2021, "km": 40_000, "price": 15e6})
    table.write_text(f"{good}\n{{broken\n[1]\n", encoding="utf-8")

    report = await load(tenant, rows_in(table, OWN, our_names=True), OWN)

    assert (report.stored, report.dirt) == (1, {Dirt.ROW_UNREADABLE: 2})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("schema: price-mapping/v1\nsource: t\ncolumns: {model: m, year: y, km: k}\n"
         "units: {price: 만원, km: km}\n", "no column is named for price"),
        ("schema: price-mapping/v1\nsource: t\ncolumns: {modle: m}\nunits: {price: 만원, km: km}\n",
         "modle"),
        ("schema: price-mapping/v1\nsource: t\ncolumns: {model: m, year: y, km: k, price: p}\n"
         "units: {price: 억원, km: km}\n", "억원"),
    ],
)  # fmt: skip
def test_a_wrong_mapping_file_says_where_and_what(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mapping.yaml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(BadInput) as refused:
        read_shape(file)

    assert refused.value.code == "bad_mapping"
    assert said in refused.value.message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        list(rows_in(tmp_path / "none.csv", OWN, our_names=True))

    assert refused.value.code == "no_listings_file"
